import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService, book } from '../booking/testing/fixtures.ts'
import type { PersonPrintout } from './contract.ts'

const shop = await testApp()
const { core, call } = shop
const owner = await shop.signIn('admin')
const tour = await addService(core, 'tour')
const person = { customer_email: 'omar@example.com' }
const post = async (path: string, body: object) => {
  const answer = await call(`POST /api/admin/${path}`, body, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
}
const issuedTo = async (id: string, headers = owner.headers) => {
  const answer = await call(`GET /api/admin/customers/${id}/issued-documents`, undefined, headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as PersonPrintout[]
}

test('vouchers, invoices and credit notes of all bookings are listed, with links that open them', async () => {
  const first = await book(core, tour, person)
  await book(core, tour, person)
  const other = await book(core, tour, { customer_email: 'other@example.com', customer_phone: '+971501119999' })
  for (const { id } of [first, other]) await post(`bookings/${id}/arrival-payment`, { reason: 'Paid at the counter' })
  await shop.runJobs()
  const { id: attempt } = await core.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('booking_id', '=', first.id)
    .executeTakeFirstOrThrow()
  await post(`payment-attempts/${attempt}/refunds`, { amountMinor: 5_000, reason: 'The boat was late' })
  const { id: refund } = await core.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  await post(`refunds/${refund}/settlement`, { outcome: 'succeeded' })
  await shop.runJobs()
  await shop.shop.jobs['record-customers']?.({})
  const { id } = await core.db
    .selectFrom('customers')
    .select('id')
    .where('email', '=', person.customer_email)
    .executeTakeFirstOrThrow()
  const issued = await issuedTo(id)
  expect(issued.map(({ kind, number, booking_reference }) => [kind, number, booking_reference])).toEqual([
    ['voucher', null, first.booking_reference],
    ['invoice', 'INV-2026-000001', first.booking_reference],
    ['credit_note', 'CN-2026-000001', first.booking_reference],
  ])
  for (const { href, kind } of issued) {
    const open = (url: string) => shop.app.inject({ url, headers: owner.headers })
    expect((await open(href)).headers['content-type'], kind).toBe('application/pdf')
    expect((await open(href.replace(/link=.*/, 'link=wrong'))).statusCode, kind).not.toBe(200)
  }
  const content = await shop.signIn('content')
  const refused = await call(`GET /api/admin/customers/${id}/issued-documents`, undefined, content.headers)
  expect(refused.status).toBe(403)
})
