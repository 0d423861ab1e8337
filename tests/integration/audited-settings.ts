import type { TestCore } from '../support/database.ts'

type Write = (route: string, body: object, change: 'changed') => Promise<unknown>

/** Each write to the settings and to the setup checklist once; the shop opens for the first time. */
export async function writeToSettings(core: TestCore, write: Write): Promise<void> {
  const given = { site_title: 'On record', contact_phone: '+971 4 555 0100', display_currency: 'USD' }
  const settings = { ...given, time_zone: 'Asia/Dubai' }
  await write('PUT /api/admin/settings', { settings, rates: { INR: '87' } }, 'changed')
  const path = '/api/admin/setup'
  await write(`PUT ${path}/steps/logo`, { skipped: true }, 'changed')
  await write(`PUT ${path}/card`, { hidden: false }, 'changed')
  await core.db.updateTable('shop_opening').set({ opened_at: null }).execute()
  await write(`POST ${path}/opening`, {}, 'changed')
}

/** Gives up a mail of that template, so that it can be sent again. */
export const failMailFrom = (core: TestCore, template: string): Promise<{ id: string }> =>
  core.db
    .updateTable('mail_messages')
    .set({ status: 'failed' })
    .where('template_name', '=', template)
    .returning('id')
    .executeTakeFirstOrThrow()
