// Creating the demo world takes longer than most tests, so each run creates it once and every shop starts as a copy.
import { removeTemplate, startShop, type Template } from './running-shop.ts'

const variable = 'E2E_TEMPLATE'

/** The template of this run, passed to workers through the environment. */
export const runTemplate = (): Template | undefined => {
  const text = process.env[variable]
  return text ? JSON.parse(text) : undefined
}

/** Playwright's global set-up. Returns its tear-down. */
export default async function setUp(): Promise<() => Promise<void>> {
  const shop = await startShop()
  // All tests of a worker book as one customer, more than one may hold.
  await shop.inDatabase((client) =>
    client.query(`insert into settings (setting_key, setting_value, updated_at)
      select key, '100000', now() from unnest(array['unpaid_places_per_visitor', 'unpaid_places_per_contact',
        'unpaid_places_per_departure', 'cash_places_unchecked', 'cash_places_per_departure']) as key
      on conflict (setting_key) do update set setting_value = excluded.setting_value`),
  )
  // Test data need not survive a crash. With DATABASE_URL we must not change the server.
  if (!process.env.DATABASE_URL)
    await shop.inDatabase(async (client) => {
      for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
        await client.query(`alter system set ${setting} = off`)
    })
  const template = await shop.halt()
  process.env[variable] = JSON.stringify(template)
  return () => removeTemplate(template)
}
