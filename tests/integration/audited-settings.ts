import type { TestCore } from '../support/database.ts'

type Write = (route: string, body: object, change: 'changed') => Promise<unknown>
type AnyWrite = (route: string, body: object, change: 'changed' | 'act') => Promise<unknown>

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

type Read = (path: string) => Promise<unknown>

/** A payment method is changed and translated, and the connection of another is tested. */
export async function writeToGateways(read: Read, write: AnyWrite): Promise<void> {
  const gateways = (await read('/api/admin/payment-gateways')) as unknown as { name: string; version: number }[]
  const { version } = gateways.find(({ name }) => name === 'cash_on_arrival') ?? {}
  const edit = { name: 'cash_on_arrival', version, manual_instructions: 'On record' }
  await write('PUT /api/admin/payment-gateways', { gateways: [edit] }, 'changed')
  const translation = { version: 0, fields: [{ path: 'manual_instructions', source: '', value: 'مسجّل' }] }
  await write('PUT /api/admin/payment-gateways/cash_on_arrival/translations/ar', translation, 'changed')
  await write('POST /api/admin/payment-gateways/sandbox_card/connection-tests', {}, 'act')
}

/** Gives up a mail of that template, so that it can be sent again. */
export const failMailFrom = (core: TestCore, template: string): Promise<{ id: string }> =>
  core.db
    .updateTable('mail_messages')
    .set({ status: 'failed' })
    .where('template_name', '=', template)
    .returning('id')
    .executeTakeFirstOrThrow()
