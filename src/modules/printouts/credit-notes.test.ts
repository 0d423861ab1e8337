import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { issueBookingToken } from '../booking/index.server.ts'
import { addService, addUsers, book, recordOf } from '../booking/testing/fixtures.ts'
import { issueCreditNote, listCreditNotes } from './credit-notes.server.ts'
import { findOrIssueInvoice } from './invoices.server.ts'

let shop: TestApp
let owner: Awaited<ReturnType<TestApp['signIn']>>
let tour: Awaited<ReturnType<typeof addService>>
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  owner = await shop.signIn('admin')
  tour = await addService(shop.core, 'tour')
})

const post = async (path: string, body: object): Promise<void> => {
  const answer = await shop.call(`POST /api/admin/${path}`, body, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
}
async function paidBooking(): Promise<{ id: string; attemptId: string }> {
  const { id } = await book(shop.core, tour)
  await post(`bookings/${id}/arrival-payment`, { reason: 'Paid at the counter' })
  await shop.runJobs()
  const { core } = shop
  const query = core.db.selectFrom('payment_attempts').select('id').where('booking_id', '=', id)
  return { id, attemptId: (await query.executeTakeFirstOrThrow()).id }
}
async function refund({ id, attemptId }: { id: string; attemptId: string }, amountMinor: number): Promise<string> {
  await post(`payment-attempts/${attemptId}/refunds`, { amountMinor, reason: 'The boat was late' })
  const query = shop.core.db.selectFrom('refunds').select('id').where('attempt_id', '=', attemptId)
  const { id: refundId } = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').executeTakeFirstOrThrow()
  expect((await notesOf(id)).map((note) => note.refundId)).not.toContain(refundId)
  await post(`refunds/${refundId}/settlement`, { outcome: 'succeeded' })
  return refundId
}
const notesOf = (bookingId: string) => listCreditNotes(shop.core.db, bookingId)
const linksOf = async (bookingId: string) => {
  const token = issueBookingToken(shop.core, await recordOf(shop.core, bookingId))
  const answer = await shop.call(`GET /api/bookings/${bookingId}/papers?${new URLSearchParams({ token })}`)
  return answer.json() as { invoice: string; credit_notes: { id: string; number: string; href: string }[] }
}

describe('a credit note', () => {
  it('is issued for each refund that was made, and refers to the invoice', async () => {
    const booking = await paidBooking()
    const invoice = await findOrIssueInvoice(shop.core, booking.id)
    const first = await refund(booking, 5_000)
    await shop.runJobs()
    const second = await refund(booking, 15_000)
    await shop.runJobs()
    const notes = await notesOf(booking.id)
    expect(notes.map(({ refundId, content }) => [refundId, content.amount.minor])).toEqual([
      [first, 5_000],
      [second, 15_000],
    ])
    const [number, next] = notes.map((note) => note.number)
    expect(number).toMatch(/^CN-2026-\d{6}$/)
    expect(Number(next?.slice(-6))).toBe(Number(number?.slice(-6)) + 1)
    expect(notes[0]?.content.invoice).toEqual({ number: invoice.number, issuedOn: invoice.issuedOn })
    expect(JSON.stringify(notes)).not.toContain('boat')
    expect((await findOrIssueInvoice(shop.core, booking.id)).content).toEqual(invoice.content)
  })

  it('downloads as a PDF with its own link; other links and bookings do not open it', async () => {
    const [booking, other] = [await paidBooking(), await paidBooking()]
    await refund(booking, 20_000)
    await shop.runJobs()
    const { credit_notes: notes, invoice } = await linksOf(booking.id)
    const { href = '', number, id = '' } = notes[0] ?? {}
    const answer = await shop.app.inject(href)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(answer.headers['content-disposition']).toBe(`attachment; filename*=UTF-8''Credit%20note%20${number}.pdf`)
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const [, query] = href.split('?')
    const [, invoiceQuery] = invoice.split('?')
    for (const path of [
      `${booking.id}/credit-notes/${id}`,
      `${booking.id}/credit-notes/${id}?${invoiceQuery}`,
      `${other.id}/credit-notes/${id}?${query}`,
      `${booking.id}/credit-notes/${other.id}?${query}`,
      `${booking.id}/credit-notes/x?${query}`,
      `${booking.id}/invoice.pdf?${query}`,
    ])
      expect((await shop.app.inject(`/api/papers/${path}`)).statusCode, path).toBe(404)
    expect((await linksOf(other.id)).credit_notes).toEqual([])
    shop.core.clock.advance(10)
    expect((await shop.app.inject(href)).statusCode).toBe(403)
    shop.core.clock.advance(-10)
  })

  it('exists once for a refund, whatever is repeated or runs at the same time', async () => {
    const booking = await paidBooking()
    const refundId = await refund(booking, 5_000)
    const event = { bookingId: booking.id, refundId, reason: 'x' }
    await Promise.all(Array.from({ length: 4 }, () => issueCreditNote(shop.core, event)))
    const another = await refund(booking, 5_000)
    await issueCreditNote(shop.core, event)
    expect((await notesOf(booking.id)).map((note) => note.refundId)).toEqual([refundId])
    await shop.runJobs()
    expect((await notesOf(booking.id)).map((note) => note.refundId)).toEqual([refundId, another])
  })

  it('does not follow a refund that could not be made, nor one of an unpaid booking', async () => {
    const booking = await paidBooking()
    await post(`payment-attempts/${booking.attemptId}/refunds`, { amountMinor: 5_000, reason: 'The boat was late' })
    const query = shop.core.db.selectFrom('refunds').select('id').where('attempt_id', '=', booking.attemptId)
    const { id: refundId } = await query.executeTakeFirstOrThrow()
    await post(`refunds/${refundId}/settlement`, { outcome: 'failed' })
    await shop.runJobs()
    expect(await notesOf(booking.id)).toEqual([])
    const { id } = await book(shop.core, tour)
    await issueCreditNote(shop.core, { bookingId: id, refundId, reason: 'late_payment' })
    expect(await notesOf(id)).toEqual([])
  })

  it('uses the prefix of the settings, and never changes', async () => {
    const saved = await shop.call(
      'PUT /api/admin/settings',
      { settings: { credit_note_prefix: 'GS' }, rates: {} },
      owner.headers,
    )
    expect(saved.status, saved.text).toBeLessThan(300)
    const booking = await paidBooking()
    await refund(booking, 5_000)
    await shop.runJobs()
    expect((await notesOf(booking.id))[0]?.number).toMatch(/^GS-2026-/)
    for (const statement of ['update credit_notes set number = 99', 'delete from credit_notes'])
      await expect(sql.raw(statement).execute(shop.core.db)).rejects.toThrow('append only')
  })
})
