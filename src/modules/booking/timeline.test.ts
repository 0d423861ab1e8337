import { describe, expect, it } from 'vitest'
import { canSeeBooking, isOwner } from './rules/access.ts'
import { timelineOf, timelineTexts } from './rules/timeline.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute))
const pending = { booking_status: 'pending', payment_status: 'pending', created_at: at(0) } as const
const titles = (...given: Parameters<typeof timelineOf>) => timelineOf(...given).map(({ title }) => title)

describe('the timeline', () => {
  it("starts with 'Booking Created' and its time [C241]", () => {
    expect(timelineOf(pending, [])[0]).toMatchObject({ title: 'Booking Created', at: at(0) })
  })
  it('tells that a pending booking is waiting [C242]', () => {
    expect(timelineOf(pending, [{ event: 'booking-created', at: at(0) }])).toMatchObject([
      { title: 'Booking Created' },
      { title: 'Awaiting Confirmation', description: "We're processing your booking", at: null },
    ])
  })
  it('tells a payment in the words of the specification [C242]', () => {
    expect(timelineTexts['payment-completed']).toEqual({
      title: 'Payment Completed',
      description: 'Payment received successfully',
    })
    const paid = { ...pending, payment_status: 'completed' } as const
    expect(titles(paid, [{ event: 'payment-completed', at: at(5) }])).toEqual([
      'Booking Created',
      'Payment Completed',
      'Awaiting Confirmation',
    ])
  })
  it('says what the state says also where the history is silent [C242]', () => {
    const done = { booking_status: 'completed', payment_status: 'completed', created_at: at(0) } as const
    expect(titles(done, [])).toEqual(['Booking Created', 'Payment Completed', 'Booking Confirmed', 'Booking Completed'])
    const confirmed = { ...pending, booking_status: 'confirmed' } as const
    expect(titles(confirmed, [])).toEqual(['Booking Created', 'Booking Confirmed'])
  })
  it('keeps what happened: a failed payment, the confirmation, the cancellation and the refund [C243, A163]', () => {
    const history = [
      { event: 'booking-created', at: at(0) },
      { event: 'payment-failed', at: at(1) },
      { event: 'payment-completed', at: at(2) },
      { event: 'booking-confirmed', at: at(3) },
      { event: 'booking-cancelled', at: at(4) },
      { event: 'payment-refunded', at: at(5) },
    ]
    const cancelled = { booking_status: 'cancelled', payment_status: 'refunded', created_at: at(0) } as const
    const steps = timelineOf(cancelled, history)
    expect(steps.map(({ title, at }) => [title, at?.getUTCMinutes()])).toEqual([
      ['Booking Created', 0],
      ['Payment Failed', 1],
      ['Payment Completed', 2],
      ['Booking Confirmed', 3],
      ['Booking Cancelled', 4],
      ['Payment Refunded', 5],
    ])
  })
  it("keeps 'Booking Confirmed' when the booking is completed [C243, A163]", () => {
    const history = [
      { event: 'booking-confirmed', at: at(1) },
      { event: 'booking-completed', at: at(2) },
    ]
    const done = { ...pending, booking_status: 'completed' } as const
    expect(titles(done, history)).toEqual(['Booking Created', 'Booking Confirmed', 'Booking Completed'])
  })
  it('says once what happens again and again', () => {
    const tries = [1, 2, 3].map((minute) => ({ event: 'payment-failed', at: at(minute) }))
    const failed = { ...pending, payment_status: 'failed' } as const
    const steps = timelineOf(failed, tries)
    expect(steps.filter(({ title }) => title === 'Payment Failed')).toMatchObject([{ at: at(3) }])
  })
  it('tells of a refund on its way and done, and of all given back in its own words', () => {
    const history = [
      { event: 'refund-started', at: at(1) },
      { event: 'refund-done', at: at(2) },
    ]
    const cancelled = { ...pending, booking_status: 'cancelled' } as const
    expect(titles(cancelled, history)).toEqual([
      'Booking Created',
      'Refund Started',
      'Refund Done',
      'Booking Cancelled',
    ])
    const all = titles(cancelled, [...history, { event: 'payment-refunded', at: at(2) }])
    expect(all).toEqual(['Booking Created', 'Refund Started', 'Payment Refunded', 'Booking Cancelled'])
  })
  it('shows nothing of what is only for the agency', () => {
    const history = [{ event: 'payment-under-review', at: at(1) }]
    expect(titles(pending, history)).toEqual(['Booking Created', 'Awaiting Confirmation'])
  })
  it('tells an expired booking as expired, not as cancelled by somebody', () => {
    const expired = { ...pending, booking_status: 'cancelled' } as const
    expect(titles(expired, [{ event: 'booking-expired', at: at(9) }])).toEqual(['Booking Created', 'Booking Expired'])
  })
})

describe('who sees a booking', () => {
  const booking = { id: 'b1', user_id: 'u1', customer_email: 'asha@example.com' }
  const guestBooking = { ...booking, user_id: null }
  const visitor = { userId: null, role: 'anonymous', email: null, isEmailVerified: false } as const
  const user = { userId: 'u1', role: 'customer', email: 'asha@example.com', isEmailVerified: true } as const

  it('is its owner, an administrator or the holder of its own token [C227, C318]', () => {
    expect(canSeeBooking(visitor, booking, null)).toBe(false)
    expect(canSeeBooking(visitor, booking, 'b1')).toBe(true)
    expect(canSeeBooking(visitor, booking, 'b2')).toBe(false)
    expect(canSeeBooking(user, booking, null)).toBe(true)
    expect(canSeeBooking({ ...user, userId: 'u2' }, booking, null)).toBe(false)
    expect(canSeeBooking({ ...user, userId: 'u2', role: 'admin' }, booking, null)).toBe(true)
  })
  it('is not somebody who only claims the address', () => {
    expect(isOwner({ ...user, userId: 'u2' }, guestBooking)).toBe(true)
    expect(isOwner({ ...user, userId: 'u2', isEmailVerified: false }, guestBooking)).toBe(false)
    expect(isOwner({ ...user, userId: 'u2' }, booking)).toBe(false)
    expect(isOwner({ ...visitor, email: 'asha@example.com', isEmailVerified: true }, guestBooking)).toBe(false)
  })
})
