import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type CancellableBooking,
  decideRefund,
  openFreeUntil,
  proposeRefund,
  refundToday,
  shownTerms,
} from './rules/cancellation.ts'

const terms = [
  { days: 30, percent: 100 },
  { days: 15, percent: 50 },
]
const booking = (given: Partial<CancellableBooking> = {}): CancellableBooking => ({
  booking_status: 'confirmed',
  cancellation_terms: terms,
  currency: 'AED',
  final_minor: 60_000,
  paid_minor: 60_000,
  refunded_minor: 0,
  travel_date: '2026-12-20',
  starts_at: null,
  time_zone: 'Asia/Dubai',
  ...given,
})
const at = (instant: string) => new Date(instant)
/** 18 days before. */
const now = at('2026-12-02T08:00:00Z')
const aed = (minor: number) => ({ minor, currency: 'AED' })

describe('the proposed refund', () => {
  it('follows the terms [C121]', () => {
    const range = { least: aed(0), most: aed(60_000) }
    expect(proposeRefund(booking(), now)).toEqual({ percent: 50, daysLeft: 18, amount: aed(30_000), ...range })
    expect(proposeRefund(booking({ paid_minor: 0 }), now)).toBeNull()
  })

  it('counts days in Dubai time', () => {
    const percentAt = (instant: string) => proposeRefund(booking(), at(instant))?.percent
    expect(percentAt('2026-11-20T19:59:59Z')).toBe(100)
    expect(percentAt('2026-11-20T20:00:00Z')).toBe(50)
    expect(percentAt('2026-12-05T19:59:59Z')).toBe(50)
    expect(percentAt('2026-12-05T20:00:00Z')).toBe(0)
  })

  it('is zero once the trip has begun, even on the same day', () => {
    const free = booking({ cancellation_terms: [{ days: 0, percent: 100 }], starts_at: at('2026-12-20T11:00:00Z') })
    expect(proposeRefund(free, at('2026-12-20T10:59:59Z'))?.percent).toBe(100)
    expect(proposeRefund(free, at('2026-12-20T11:00:00Z'))?.percent).toBe(0)
    expect(proposeRefund(free, at('2026-12-21T08:00:00Z'))?.percent).toBe(0)
  })

  it('is everything without agreed terms or travel date', () => {
    for (const without of [{ cancellation_terms: null }, { travel_date: null }])
      expect(proposeRefund(booking(without), now)).toMatchObject({ percent: null, daysLeft: null, amount: aed(60_000) })
  })

  it('never reclaims earlier refunds', () => {
    expect(proposeRefund(booking({ refunded_minor: 40_000 }), now)).toMatchObject({
      percent: 50,
      amount: aed(40_000),
      least: aed(40_000),
    })
  })
})

describe('the refund that staff decide', () => {
  const errorsOf = (wanted: Parameters<typeof decideRefund>[1], given: Partial<CancellableBooking> = {}) =>
    decideRefund(booking(given), wanted, now).errors?.map(({ path }) => path) ?? []

  it('matches the proposal, or differs with a reason', () => {
    expect(decideRefund(booking(), {}, now)).toMatchObject({ dueMinor: 30_000, isAsProposed: true })
    expect(decideRefund(booking(), { amount: aed(30_000) }, now)).toMatchObject({ isAsProposed: true })
    expect(errorsOf({ amount: aed(60_000) })).toEqual(['refund_reason'])
    expect(errorsOf({ amount: aed(60_000), reason: '  ' })).toEqual(['refund_reason'])
    const goodwill = { amount: aed(60_000), reason: 'Goodwill' }
    expect(decideRefund(booking(), goodwill, now)).toMatchObject({ dueMinor: 60_000, isAsProposed: false })
    expect(decideRefund(booking(), { amount: aed(0), reason: 'No-show' }, now)).toMatchObject({ dueMinor: 0 })
    expect(errorsOf({ amount: aed(1) }, { cancellation_terms: null })).toEqual(['refund_reason'])
  })

  it('is rejected below earlier refunds, above the payment, or in another currency', () => {
    const reason = 'Goodwill'
    for (const amount of [aed(-1), aed(60_001), { minor: 100, currency: 'USD' }])
      expect(errorsOf({ amount, reason })).toEqual(['refund_amount'])
    expect(errorsOf({ amount: aed(9_999), reason }, { refunded_minor: 10_000 })).toEqual(['refund_amount'])
    expect(errorsOf({ amount: aed(1), reason }, { paid_minor: 0 })).toEqual(['refund_amount'])
    expect(decideRefund(booking({ paid_minor: 0 }), {}, now)).toMatchObject({ dueMinor: null })
  })

  it('always lies between earlier refunds and the payment', () => {
    const amounts = fc.tuple(fc.nat(1_000_000), fc.nat(1_000_000), fc.integer({ min: -10, max: 1_100_000 }))
    fc.assert(
      fc.property(amounts, ([one, other, wanted]) => {
        const [refunded_minor, paid_minor] = [Math.min(one, other), Math.max(one, other) + 1]
        const decision = decideRefund(
          booking({ refunded_minor, paid_minor }),
          { amount: aed(wanted), reason: 'x' },
          now,
        )
        const isWithin = wanted >= refunded_minor && wanted <= paid_minor
        return isWithin ? !decision.errors && decision.dueMinor === wanted : decision.errors !== undefined
      }),
    )
  })
})

describe('the cancellation terms shown to customers', () => {
  it('give the last day of each step and of free cancellation', () => {
    expect(shownTerms(booking())).toEqual([
      { days: 30, percent: 100, until: '2026-11-20' },
      { days: 15, percent: 50, until: '2026-12-05' },
    ])
    expect(openFreeUntil(booking(), at('2026-11-20T19:59:00Z'))).toBe('2026-11-20')
    expect(openFreeUntil(booking(), at('2026-11-20T20:00:00Z'))).toBeNull()
    expect(openFreeUntil(booking({ cancellation_terms: null }), at('2026-11-01T00:00:00Z'))).toBeNull()
  })
  it("give today's refund while the booking is open and paid", () => {
    expect(refundToday(booking(), now)).toEqual({ percent: 50, refund: aed(30_000) })
    for (const given of [
      { booking_status: 'cancelled' as const },
      { booking_status: 'completed' as const },
      { paid_minor: 0 },
      { cancellation_terms: null },
    ])
      expect(refundToday(booking(given), now)).toBeNull()
  })
})

describe('the refund of a booking that was moved to a cheaper departure', () => {
  const moved = booking({ final_minor: 40_000, refunded_minor: 20_000 })
  it('is its share of the lower price, plus the refunded difference', () => {
    expect(proposeRefund(moved, at('2026-11-19T08:00:00Z'))?.amount).toEqual(aed(60_000))
    expect(proposeRefund(moved, now)?.amount).toEqual(aed(40_000))
    expect(proposeRefund(moved, at('2026-12-10T08:00:00Z'))?.amount).toEqual(aed(20_000))
  })
  it('counts the difference also while it is on its way', () => {
    expect(proposeRefund({ ...moved, refunded_minor: 0 }, at('2026-12-10T08:00:00Z'))?.amount).toEqual(aed(20_000))
  })
})
