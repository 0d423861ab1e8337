import { describe, expect, it, test } from 'vitest'
import {
  isDepartureCancelledIn,
  type OwnCancellation,
  obstacleToCancel,
  refundOnCancelling,
} from './rules/own-cancellation.ts'

const now = new Date('2026-11-21T08:00:00Z')
const bookingOf = (more: Partial<OwnCancellation> = {}): OwnCancellation => ({
  ...({ booking_status: 'confirmed', currency: 'USD', final_minor: 9000, paid_minor: 9000 } as const),
  ...{ refunded_minor: 0, travel_date: '2026-12-01', starts_at: new Date('2026-12-01T06:00:00Z') },
  ...{ time_zone: 'Asia/Dubai', payment_checking_since: null },
  cancellation_terms: [
    { days: 15, percent: 100 },
    { days: 7, percent: 50 },
  ],
  ...more,
})

describe('a customer cancels', () => {
  test.each<[string, Partial<OwnCancellation>, boolean, string | null]>([
    ['a paid booking with terms', {}, false, null],
    ['an unpaid one without terms', { paid_minor: 0, cancellation_terms: null }, false, null],
    ['a paid one without terms', { cancellation_terms: null }, false, 'noTerms'],
    ['a paid one without a day', { travel_date: null, starts_at: null }, false, 'noTerms'],
    ['one that has begun', { starts_at: now }, false, 'begun'],
    ['a cancelled one', { booking_status: 'cancelled' }, false, 'over'],
    ['a completed one', { booking_status: 'completed' }, false, 'over'],
    ['one whose payment is being checked', { payment_checking_since: now }, false, 'checking'],
    ['one whose transfer waits for the agency', { booking_status: 'pending', paid_minor: 0 }, true, 'transfer'],
  ])('%s', (_name, more, hasProof, obstacle) => {
    expect(obstacleToCancel(bookingOf(more), { hasProof, isDepartureCancelled: false }, now)).toBe(obstacle)
  })

  it('not after the agency cancelled the departure, unless the booking has moved since', () => {
    const obstacle = (events: string[]) =>
      obstacleToCancel(bookingOf(), { hasProof: false, isDepartureCancelled: isDepartureCancelledIn(events) }, now)
    expect(obstacle(['departure-cancelled'])).toBe('departure')
    expect(obstacle(['departure-cancelled', 'booking-moved'])).toBeNull()
    expect(obstacle(['booking-moved', 'departure-cancelled'])).toBe('departure')
  })

  it('for the refund of the terms, less what went back before', () => {
    const refund = (more: Partial<OwnCancellation>) => refundOnCancelling(bookingOf(more), now).minor
    expect(refund({})).toBe(4500)
    expect(refund({ refunded_minor: 1000 })).toBe(3500)
    expect(refund({ refunded_minor: 6000 })).toBe(0)
    expect(refund({ travel_date: '2026-11-24' })).toBe(0)
    expect(refund({ paid_minor: 0 })).toBe(0)
  })
})
