import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../../platform/core.server.ts'
import { decideStatus, issueBookingToken } from '../../booking/index.server.ts'
import { addService, admin, book, codeOf, type FixtureKind, refusalOf } from '../../booking/testing/fixtures.ts'
import { saveService } from '../../catalogue/index.server.ts'
import { proveLedger } from '../index.server.ts'
import { type Held, paymentWorld, type World } from '../testing/world.ts'
import { createRefund, refundCancelledBooking, runRefund } from './commands.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([])
})
beforeEach(() => world.clock.set('2026-11-21T08:00:00Z'))

const half = [
  { days: 7, percent: 100 },
  { days: 3, percent: 50 },
]
let reports = 0
const hook = (attemptId: string) => world.hook(`c${++reports}`, attemptId)
/** Starts on 1 December; 200.00 for two. */
async function booked(
  details: Record<string, unknown>,
  kind: FixtureKind = 'tour',
): Promise<Held & { serviceId: string }> {
  const service = await addService(world, kind, details, { title: `${kind} ${Math.random().toString(36).slice(2)}` })
  const hasTime = kind !== 'umrah' && kind !== 'package'
  const place = kind === 'transfer' && { pickup_location: 'Hotel lobby', details: { dropoff_location: 'Airport' } }
  const record = await book(world, service, { ...(hasTime ? {} : { travel_time: null }), ...place })
  return { bookingId: record.id, token: issueBookingToken(world, record), serviceId: service.id }
}
async function paid<T extends Held>(held: T, capturedMinor?: number) {
  const { attempt, orderRef } = await world.started(held)
  world.madeUp.pay(orderRef, capturedMinor)
  await hook(attempt.id)
  return { ...held, attemptId: attempt.id, orderRef }
}
const aPaidTour = async (details: Record<string, unknown> = { cancellation_terms: half }) => paid(await booked(details))
const cancel = (bookingId: string, refund = {}, caller: Caller = admin) =>
  decideStatus(world, caller, bookingId, 'cancel', { reason: 'The guest is ill', refund })
const amountsOf = async (attemptId: string) => (await world.refunds(attemptId)).map(({ amount_minor: minor }) => minor)
async function refundBooking(bookingId: string): Promise<void> {
  await refundCancelledBooking(world, bookingId)
  for (const { id } of await world.attempts(bookingId))
    for (const refund of await world.refunds(id)) if (refund.state === 'created') await runRefund(world, refund.id)
}
const usd = (minor: number) => ({ minor, currency: 'USD' })

describe('a booking cancelled by staff', () => {
  it.each([
    ['2026-11-24T08:00:00Z', 20_000, 'refunded'],
    // The last free day ends at midnight in Dubai.
    ['2026-11-24T19:59:00Z', 20_000, 'refunded'],
    ['2026-11-24T20:00:00Z', 10_000, 'partially_refunded'],
    ['2026-11-28T19:59:00Z', 10_000, 'partially_refunded'],
  ] as const)('at %s is refunded %d by its terms [A157, C121]', async (instant, refund, state) => {
    const { bookingId, attemptId } = await aPaidTour()
    world.clock.set(instant)
    await cancel(bookingId)
    await refundBooking(bookingId)
    expect(await amountsOf(attemptId)).toEqual([refund])
    expect((await world.attempts(bookingId))[0]?.state).toBe(state)
    expect(await world.booking(bookingId)).toMatchObject({
      booking_status: 'cancelled',
      payment_status: refund === 20_000 ? 'refunded' : 'completed',
      refund_due_minor: refund,
      refunded_minor: refund,
    })
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('is not refunded when the terms allow no refund any more', async () => {
    const { bookingId, attemptId } = await aPaidTour()
    world.clock.set('2026-11-28T20:00:00Z')
    await cancel(bookingId)
    await refundBooking(bookingId)
    expect(await world.refunds(attemptId)).toEqual([])
    expect(await world.booking(bookingId)).toMatchObject({ payment_status: 'completed', refund_due_minor: 0 })
    expect(await world.events(bookingId)).not.toContain('payment.refund-created')
  })

  it.each([
    [
      'umrah',
      {
        cancellation_terms: [
          { days: 30, percent: 100 },
          { days: 9, percent: 33 },
        ],
      },
      79_200,
    ],
    ['package', { cancellation_terms: [{ days: 10, percent: 25 }], free_cancellation: false }, 25_000],
    ['ticket', { cancellation_terms: [], free_cancellation: true }, 30_000],
    ['ticket', { cancellation_terms: [], free_cancellation: false }, 30_000],
    ['transfer', { cancellation_terms: [{ days: 1, percent: 10 }] }, 1_500],
  ] as const)('of kind %s with %o is refunded %d ten days before', async (kind, details, refund) => {
    const { bookingId, attemptId } = await paid(await booked(details, kind))
    await cancel(bookingId)
    await refundBooking(bookingId)
    expect(await amountsOf(attemptId)).toEqual([refund])
  })

  it('keeps the terms of its sale when the item changes later', async () => {
    const { bookingId, attemptId, ...held } = await paid(await booked({ cancellation_terms: half }))
    const item = await world.db
      .selectFrom('services')
      .select(['version', 'details'])
      .where('id', '=', held.serviceId)
      .executeTakeFirstOrThrow()
    const details = { ...item.details, cancellation_terms: [{ days: 0, percent: 0 }], free_cancellation: false }
    await saveService(world, admin, { id: held.serviceId, kind: 'tour', version: item.version, details })
    expect((await world.booking(bookingId)).cancellation_terms).toEqual(half)
    await cancel(bookingId)
    await refundBooking(bookingId)
    expect(await amountsOf(attemptId)).toEqual([20_000])
  })

  it('is refunded by the amount that staff decide with a reason, in history and audit', async () => {
    const { bookingId, attemptId } = await aPaidTour()
    const refused = await refusalOf(cancel(bookingId, { amount: usd(12_345) }))
    expect([refused.code, refused.errors.map(({ path }) => path)]).toEqual(['booking/invalid', ['refund_reason']])
    expect((await world.booking(bookingId)).booking_status).not.toBe('cancelled')
    const view = await cancel(bookingId, { amount: usd(12_345), reason: 'The hotel keeps the rest' })
    expect(view.refund_due).toEqual(usd(12_345))
    expect(view.history.at(-1)).toMatchObject({
      event: 'booking-cancelled',
      data: { refundDueMinor: 12_345, refundByTermsMinor: 20_000, refundReason: 'The hotel keeps the rest' },
    })
    const audit = await world.db
      .selectFrom('audit_entries')
      .select('after')
      .where('subject_id', '=', bookingId)
      .where('action', '=', 'booking.cancel')
      .executeTakeFirstOrThrow()
    expect(audit.after).toMatchObject({ refundDueMinor: 12_345, refundReason: 'The hotel keeps the rest' })
    await refundBooking(bookingId)
    expect(await amountsOf(attemptId)).toEqual([12_345])
    expect(await world.booking(bookingId)).toMatchObject({ refunded_minor: 12_345, payment_status: 'completed' })
  })

  it('refuses a refund above the paid amount, below zero or in another currency', async () => {
    const { bookingId } = await aPaidTour()
    for (const amount of [usd(20_001), usd(-1), { minor: 100, currency: 'AED' }])
      expect(await codeOf(cancel(bookingId, { amount, reason: 'Goodwill' }))).toBe('booking/invalid')
    expect((await world.booking(bookingId)).booking_status).not.toBe('cancelled')
  })

  it('allows a refund different from its terms only with the refund permission', async () => {
    const support: Caller = { ...admin, role: 'support' }
    const { bookingId } = await aPaidTour()
    const wanted = { amount: usd(5_000), reason: 'Goodwill' }
    expect(await codeOf(cancel(bookingId, wanted, support))).toBe('booking/refund-not-allowed')
    await cancel(bookingId, { amount: usd(20_000) }, support)
    expect(await world.booking(bookingId)).toMatchObject({ booking_status: 'cancelled', refund_due_minor: 20_000 })
  })

  it('is not cancelled from a page that was opened before it was paid', async () => {
    const held = await booked({ cancellation_terms: half })
    const { version } = await world.booking(held.bookingId)
    await paid(held)
    const late = decideStatus(world, admin, held.bookingId, 'cancel', { reason: 'Closed', version })
    expect(await codeOf(late)).toBe('booking/changed')
    const now = (await world.booking(held.bookingId)).version
    await decideStatus(world, admin, held.bookingId, 'cancel', { reason: 'Closed', version: now })
  })
})

describe('the refund of a cancelled booking', () => {
  it('is made once when its event is delivered repeatedly or in parallel', async () => {
    const { bookingId, attemptId } = await aPaidTour()
    world.clock.set('2026-11-27T08:00:00Z')
    await cancel(bookingId)
    await Promise.all([1, 2, 3].map(() => refundCancelledBooking(world, bookingId)))
    await refundBooking(bookingId)
    await refundCancelledBooking(world, bookingId)
    expect(await amountsOf(attemptId)).toEqual([10_000])
  })

  it('counts earlier and pending refunds', async () => {
    const { bookingId, attemptId } = await aPaidTour()
    await createRefund(world, attemptId, { amountMinor: 3_000, reason: 'A late driver', requestedBy: 'Farah' })
    world.clock.set('2026-11-27T08:00:00Z')
    await cancel(bookingId)
    await refundBooking(bookingId)
    expect(await amountsOf(attemptId)).toEqual([3_000, 7_000])
    expect((await world.booking(bookingId)).refunded_minor).toBe(10_000)
  })

  it('includes an overpayment', async () => {
    const { bookingId, attemptId } = await paid(await booked({ cancellation_terms: half }), 25_000)
    world.clock.set('2026-11-27T08:00:00Z')
    await cancel(bookingId)
    await refundBooking(bookingId)
    expect(await amountsOf(attemptId)).toEqual([15_000])
    expect((await world.booking(bookingId)).refunded_minor).toBe(10_000)
  })

  it('is in full for a payment that arrives after the cancellation', async () => {
    const held = await booked({ cancellation_terms: [{ days: 0, percent: 0 }], free_cancellation: false })
    const { attempt, orderRef } = await world.started(held)
    await cancel(held.bookingId)
    world.madeUp.pay(orderRef)
    await refundBooking(held.bookingId)
    await hook(attempt.id)
    await refundBooking(held.bookingId)
    expect(await amountsOf(attempt.id)).toEqual([20_000])
    expect(await world.booking(held.bookingId)).toMatchObject({
      ...{ payment_status: 'refunded', refund_due_minor: null },
      ...{ paid_minor: 20_000, refunded_minor: 20_000 },
    })
  })

  it('is correct when payment and cancellation happen at the same moment', async () => {
    const terms = { cancellation_terms: [{ days: 0, percent: 40 }], free_cancellation: false }
    for (let round = 0; round < 8; round++) {
      const held = await booked(terms)
      const { attempt, orderRef } = await world.started(held)
      world.madeUp.pay(orderRef)
      const both = [() => hook(attempt.id), () => cancel(held.bookingId)]
      await Promise.all((round % 2 === 0 ? both : both.toReversed()).map((work) => work()))
      await refundBooking(held.bookingId)
      const record = await world.booking(held.bookingId)
      const wasPaid = record.refund_due_minor !== null
      expect(await amountsOf(attempt.id)).toEqual([wasPaid ? 8_000 : 20_000])
      expect(record).toMatchObject({
        booking_status: 'cancelled',
        paid_minor: 20_000,
        refund_due_minor: wasPaid ? 8_000 : null,
      })
    }
    expect(await proveLedger(world.db)).toEqual([])
  })
})
