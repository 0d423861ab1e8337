import { expect, test } from 'vitest'
import type { AdminBookingView } from '../../src/modules/booking/index.ts'
import { testApp } from '../support/app.ts'
import { applicationKinds, apply } from '../support/applications.ts'

const shop = await testApp()
const { headers } = await shop.signIn('admin')

test.each(applicationKinds)('a card payment keeps the documents of a %s [A149]', async (kind) => {
  const { bookingId, token } = await apply(shop, kind)
  const path = `/api/admin/bookings/${bookingId}`
  const read = async () => (await shop.call(`GET ${path}`, undefined, headers)).json() as unknown as AdminBookingView
  const before = await read()
  expect(before.documents.length).toBeGreaterThan(0)
  const paying = await shop.call('POST /api/payments', { bookingId, token, paymentMethod: 'sandbox_card' })
  const { pathname } = new URL(String(paying.json().checkoutUrl))
  const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://shop.test' }
  await shop.call(`POST ${pathname}`, 'action=pay&report_first=on', form)
  await shop.runJobs()
  const paid = await read()
  expect(paid.payment_status).toBe('completed')
  const names = ({ documents }: AdminBookingView) => documents.map(({ name, version }) => [name, version])
  expect(names(paid)).toEqual(names(before))
  for (const { fileId } of paid.documents) {
    const link = await shop.call(`GET /api/admin/files/${fileId}/link`, undefined, headers)
    expect([link.status, typeof link.json().href]).toEqual([200, 'string'])
  }
})
