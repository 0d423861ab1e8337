/** Rows of earlier versions after the migrations that change stored data. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, readMigrations } from '../../src/platform/db/migrate.server.ts'
import { testDatabase } from '../support/database.ts'

/** A database whose schema is the one before the named migration. */
async function before(name: string) {
  const core = (await testDatabase({ bare: true })).openCore()
  const all = await readMigrations()
  await migrate(
    core.pool,
    all.filter((migration) => migration.name < name),
  )
  return { ...core, finish: () => migrate(core.pool, all) }
}

const ids = (last: number) => `00000000-0000-7000-8000-00000000000${last}`

test('the details of bookings get snake_case keys, and mailboxes keep their dots outside Gmail', async () => {
  const { db, finish } = await before('0048')
  await sql`insert into services (id, kind, slug, title, location, currency, from_minor, details)
    values (${ids(0)}, 'ok_to_board', 'ok-to-board', 'Ok to Board', '', 'INR', 0, '{}')`.execute(db)
  await sql`insert into promo_codes (id, code, amount_minor, currency) values (${ids(9)}, 'SAVE10', 1000, 'INR')`.execute(
    db,
  )
  const rows = [
    [
      'Z.1@Example.com',
      { passengerName: 'Imran "Shaikh": A', passportNumber: 'Z1234567', flightNumber: 'EK501', pnr: '' },
    ],
    [
      'z.1+tours@googlemail.com',
      { booking_option: 'pay_now', travellers: [{ fullName: 'Asha' }, { dateOfBirth: null }] },
    ],
    ['z.1@notgmail.com', { note: 'He wrote "Aa":', acknowledgeShortNotice: true, pages: 2 }],
    ['z@example.com', {}],
  ] as const
  for (const [place, [email, details]] of rows.entries()) {
    await sql`insert into bookings (id, booking_reference, service_id, service_type, service_title, customer_name,
        customer_email, adults_count, currency, price_lines, base_minor, total_minor, final_minor, time_zone, details)
      values (${ids(place + 1)}, ${`TH000000000${place}`}, ${ids(0)}, 'ok_to_board', 'Ok to Board', 'Imran',
        ${email.toLowerCase()}, 1, 'INR', '[]', 0, 0, 0, 'Asia/Dubai', ${JSON.stringify(details)}::jsonb)`.execute(db)
    await sql`insert into promo_uses (booking_id, promo_id, customer_email, discount_minor, currency, used_at)
      values (${ids(place + 1)}, ${ids(9)}, ${email.toLowerCase()}, 1, 'INR', now())`.execute(db)
  }

  await finish()

  const { rows: details } = await sql<{ details: unknown }>`select details from bookings order by id`.execute(db)
  expect(details.map((row) => row.details)).toEqual([
    { passenger_name: 'Imran "Shaikh": A', passport_number: 'Z1234567', flight_number: 'EK501', pnr: '' },
    { booking_option: 'pay_now', travellers: [{ full_name: 'Asha' }, { date_of_birth: null }] },
    { note: 'He wrote "Aa":', acknowledge_short_notice: true, pages: 2 },
    {},
  ])
  const { rows: mailboxes } = await sql<{ customer_mailbox: string }>`
    select customer_mailbox from promo_uses order by booking_id`.execute(db)
  expect(mailboxes.map((row) => row.customer_mailbox)).toEqual([
    'z.1@example.com',
    'z1@gmail.com',
    'z.1@notgmail.com',
    'z@example.com',
  ])
})
