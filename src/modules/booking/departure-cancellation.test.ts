import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CancellableBooking } from './rules/cancellation.ts'
import {
  choiceFor,
  type DepartureChoice,
  departureChoiceKinds,
  deviatesFromTerms,
  plannedRefund,
  wantedRefund,
} from './rules/departure-cancellation.ts'

const now = new Date('2026-12-02T08:00:00Z')
/** 18 days before the start, so that half of the amount is refunded. */
const booking = (given: Partial<CancellableBooking> = {}): CancellableBooking => ({
  booking_status: 'confirmed',
  cancellation_terms: [
    { days: 30, percent: 100 },
    { days: 15, percent: 50 },
  ],
  currency: 'AED',
  final_minor: 60_000,
  paid_minor: 60_000,
  refunded_minor: 0,
  travel_date: '2026-12-20',
  starts_at: null,
  time_zone: 'Asia/Dubai',
  ...given,
})
const [byTerms, inFull, keep]: readonly DepartureChoice[] = departureChoiceKinds.flatMap((kind) =>
  kind === 'move' ? [] : [{ kind }],
)
const move: DepartureChoice = { kind: 'move', date: '2026-12-27', time: '10:00' }

describe('the choice for a booking of a cancelled departure', () => {
  it('is its own, or else that for all', () => {
    const plan = { choice: byTerms!, choices: { a: keep! } }
    expect([choiceFor(plan, 'a'), choiceFor(plan, 'b')]).toEqual([keep, byTerms])
  })
  it('refunds by the terms, in full or not at all', () => {
    expect(plannedRefund(booking(), byTerms!, now)).toBe(30_000)
    expect(plannedRefund(booking(), inFull!, now)).toBe(60_000)
    for (const stays of [keep!, move]) expect(plannedRefund(booking(), stays, now)).toBeNull()
    expect(wantedRefund(booking(), keep!, 'Storm')).toBeNull()
    expect(wantedRefund(booking(), inFull!, 'Storm')).toEqual({
      amount: { minor: 60_000, currency: 'AED' },
      reason: 'Storm',
    })
  })
  it('refunds nothing where nothing was paid', () => {
    for (const choice of [byTerms!, inFull!]) {
      expect(wantedRefund(booking({ paid_minor: 0 }), choice, 'Storm')).toEqual({})
      expect(plannedRefund(booking({ paid_minor: 0 }), choice, now)).toBeNull()
    }
  })
  it('deviates from the terms only where a full refund is more than they give', () => {
    expect(deviatesFromTerms(booking(), inFull!, now)).toBe(true)
    for (const choice of [byTerms!, keep!, move]) expect(deviatesFromTerms(booking(), choice, now)).toBe(false)
    for (const given of [{ cancellation_terms: null }, { paid_minor: 0 }, { travel_date: '2027-02-01' }])
      expect(deviatesFromTerms(booking(given), inFull!, now)).toBe(false)
  })
  it('never refunds less than was refunded before or more than was paid', () => {
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), fc.constantFrom(byTerms!, inFull!), (one, other, choice) => {
        const [refunded_minor, paid_minor] = [Math.min(one, other), Math.max(one, other) + 1]
        const refund = plannedRefund(booking({ refunded_minor, paid_minor }), choice, now)
        return refund !== null && refund >= refunded_minor && refund <= paid_minor
      }),
    )
  })
})
