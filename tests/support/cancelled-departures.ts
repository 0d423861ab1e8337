/** Departures with bookings in every state of payment, on the real app, and what their cancellation does. */
import { expect } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { addService, requestFor } from '../../src/modules/booking/testing/fixtures.ts'
import { anyAddress } from '../integration/database-state.ts'
import { multipart, pdfOf } from '../integration/upload-corpus.ts'
import { type Session, testApp } from './app.ts'
import type { TestCore } from './database.ts'

export const day = '2026-12-01'
export const inFull = { kind: 'refund_in_full' }
export const byTerms = { kind: 'refund_by_terms' }
export const keep = { kind: 'keep' }
export const words = { reason: 'Storm warning', note: 'Sorry <b>again</b>\n{{tracking_url}}' }
export type Held = { bookingId: string; token: string; email: string; reference: string }
type Listed = { confirm: string; bookings: { id: string; by_terms: unknown; waits_for_transfer: boolean }[] }
type Sending = { readonly order?: object; readonly headers?: object; readonly confirm?: string }

export async function departureWorld(given?: TestCore) {
  const shop = await testApp({ trustProxy: 1, ...(given && { core: given }) })
  const { core, call } = shop
  await seedWorld(shop.shop.deps, 'test')
  const [staff, support] = [await shop.signIn('manager'), await shop.signIn('support')]
  const half = { cancellation_terms: [{ days: 1, percent: 50 }], free_cancellation: false }
  let tours = 0
  /** A departure of its own: a tour on 1 December at 10:00 that refunds half. */
  async function departure(capacity = 40) {
    const details = { time_slots: ['10:00', '15:00'], slot_capacity: capacity, ...half }
    const tour = await addService(core, 'tour', details, { title: `Safari ${++tours}` })
    return { tour, path: `/api/admin/services/${tour.id}/departures/${day}/cancellation` }
  }
  type Departure = Awaited<ReturnType<typeof departure>>
  let guests = 0
  async function book({ tour }: Departure, more: object = {}): Promise<Held> {
    const email = `guest${++guests}@example.com`
    const choice = { ...requestFor(tour), customer_email: email, customer_phone: '+919876543210', ...more }
    const answer = await call('POST /api/bookings', choice, anyAddress())
    expect(answer.status, answer.text).toBe(200)
    const { booking, token } = answer.json() as { booking: { id: string; booking_reference: string }; token: string }
    return { bookingId: booking.id, token, email, reference: booking.booking_reference }
  }
  const choose = (held: Held, paymentMethod: string) =>
    call('POST /api/payments', { bookingId: held.bookingId, token: held.token, paymentMethod }, anyAddress())
  async function paidInCash(of: Departure): Promise<Held> {
    const held = await book(of)
    await choose(held, 'cash_on_arrival')
    await receiveCash(held)
    return held
  }
  async function receiveCash({ bookingId }: Held): Promise<void> {
    const route = `POST /api/admin/bookings/${bookingId}/arrival-payment`
    const answer = await call(route, { reason: 'At the desk' }, staff.headers)
    expect(answer.status, answer.text).toBe(200)
  }
  async function paidByCard(of: Departure): Promise<Held> {
    const held = await book(of)
    const { checkoutUrl } = (await choose(held, 'sandbox_card')).json()
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://shop.test' }
    await call(`POST ${new URL(String(checkoutUrl)).pathname}`, 'action=pay&report_first=on', form)
    await shop.runJobs()
    return held
  }
  async function withProof(of: Departure): Promise<Held> {
    const held = await book(of)
    await choose(held, 'bank_transfer')
    const { payload, headers } = multipart([{ bytes: pdfOf(), name: 'proof.pdf' }])
    const url = `/api/bookings/${held.bookingId}/payment-proofs?token=${held.token}`
    const sent = await shop.app.inject({ method: 'POST', url, headers: { ...anyAddress(), ...headers }, payload })
    expect(sent.statusCode, sent.body).toBe(201)
    return held
  }

  const list = async ({ path }: Departure): Promise<Listed> => {
    const answer = await call(`GET ${path}?time=10:00`, undefined, staff.headers)
    expect(answer.status, answer.text).toBe(200)
    return answer.json() as unknown as Listed
  }
  /** Sends the cancellation with what the list shows now, unless a test gives another confirmation. */
  async function cancel(of: Departure, { order = {}, headers = staff.headers, confirm }: Sending = {}) {
    const known = confirm ?? (await list(of)).confirm
    const body = { time: '10:00', choice: inFull, ...words, confirm: known, ...order }
    return call(`POST ${of.path}`, body, headers as Session['headers'])
  }
  const pageOf = async ({ tour }: Departure) =>
    (await call(`GET /api/admin/services/${tour.id}/departures/${day}?time=10:00`, undefined, staff.headers)).json()
  const progressOf = async (of: Departure) => (await pageOf(of)).cancellation
  const rowOf = ({ bookingId }: Held) =>
    core.db
      .selectFrom('bookings')
      .select([
        'booking_status',
        'places',
        'held_until',
        'paid_minor',
        'refund_due_minor',
        'refunded_minor',
        'cancellation_reason',
      ])
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
  const refundsOf = async ({ bookingId }: Held) =>
    (
      await core.db
        .selectFrom('refunds')
        .innerJoin('payment_attempts', 'payment_attempts.id', 'refunds.attempt_id')
        .select(['refunds.amount_minor', 'refunds.state'])
        .where('payment_attempts.booking_id', '=', bookingId)
        .execute()
    ).map(({ amount_minor, state }) => [amount_minor, state])
  const eventsOf = async ({ bookingId }: Held) =>
    (
      await core.db
        .selectFrom('booking_history')
        .select('event')
        .where('booking_id', '=', bookingId)
        .orderBy('id')
        .execute()
    ).map(({ event }) => event)
  /** Mails about the end of a booking; receipts and refunds have their own. */
  const endMails = ({ email }: Held) =>
    shop.outbox.filter(({ to, subject }) => to === email && /cancelled/.test(subject))
  return {
    ...{
      shop,
      core,
      call,
      staff,
      support,
      departure,
      book,
      choose,
      receiveCash,
      paidInCash,
      paidByCard,
      withProof,
      list,
      cancel,
      pageOf,
      progressOf,
      rowOf,
      refundsOf,
      eventsOf,
      endMails,
    },
  }
}
export type World = Awaited<ReturnType<typeof departureWorld>>
export type Departure = Awaited<ReturnType<World['departure']>>
