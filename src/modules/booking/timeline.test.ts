import { describe, expect, it } from 'vitest'
import { inEnglish } from '../../services/testing/service.ts'
import { canSeeBooking, isOwner } from './rules/access.ts'
import { timelineOf as timelineReferences } from './rules/timeline.ts'

const timelineOf = (...input: Parameters<typeof timelineReferences>) => inEnglish(timelineReferences(...input))

type Source = Parameters<typeof timelineReferences>[0]
type History = Parameters<typeof timelineReferences>[1]
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 8, minute))
const pending = { booking_status: 'pending', payment_status: 'pending', created_at: at(0) } as const
const titles = (...input: Parameters<typeof timelineReferences>) => timelineOf(...input).map(({ title }) => title)

describe('the timeline', () => {
  it("starts with 'Booking Created' and its time [C241]", () => {
    expect(timelineOf(pending, [])[0]).toMatchObject({ title: 'Booking Created', at: at(0) })
  })
  it("ends with 'Awaiting Confirmation' for a pending booking [C242]", () => {
    expect(timelineOf(pending, [{ event: 'booking-created', at: at(0) }])).toMatchObject([
      { title: 'Booking Created' },
      { title: 'Awaiting Confirmation', description: "We're processing your booking", at: null },
    ])
  })
  it('names what the customer of a pending booking has to do before the confirmation [C242]', () => {
    const paid = { ...pending, payment_status: 'completed' } as const
    expect(timelineOf(paid, [], 'upload').slice(1)).toMatchObject([
      { title: 'Payment Completed' },
      { title: 'Documents Needed', description: 'We continue once you have uploaded them', at: null },
      { title: 'Awaiting Confirmation', description: "We're processing your booking", at: null },
    ])
    expect(titles(pending, [], 'pay')).toEqual(['Booking Created', 'Payment Needed', 'Awaiting Confirmation'])
    const confirmed = { ...paid, booking_status: 'confirmed' } as const
    expect(titles(confirmed, [], 'upload')).toEqual(['Booking Created', 'Payment Completed', 'Booking Confirmed'])
  })
  it('shows a payment with the specified texts [C242]', () => {
    const paid = { ...pending, payment_status: 'completed' } as const
    expect(timelineOf(paid, [{ event: 'payment-completed', at: at(5) }])[1]).toMatchObject({
      title: 'Payment Completed',
      description: 'Payment received successfully',
    })
    expect(titles(paid, [{ event: 'payment-completed', at: at(5) }])).toEqual([
      'Booking Created',
      'Payment Completed',
      'Awaiting Confirmation',
    ])
  })
  it('shows what the state implies if the history lacks it [C242]', () => {
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
  it("keeps 'Booking Confirmed' after completion [C243, A163]", () => {
    const history = [
      { event: 'booking-confirmed', at: at(1) },
      { event: 'booking-completed', at: at(2) },
    ]
    const done = { ...pending, booking_status: 'completed' } as const
    expect(titles(done, history)).toEqual(['Booking Created', 'Booking Confirmed', 'Booking Completed'])
  })
  it('hides a completion that staff undid, and shows the next one', () => {
    const history = [
      { event: 'booking-confirmed', at: at(1) },
      { event: 'booking-completed', at: at(2) },
      { event: 'booking-reopened', at: at(3) },
    ]
    const reopened = { ...pending, booking_status: 'confirmed' } as const
    expect(titles(reopened, history)).toEqual(['Booking Created', 'Booking Confirmed'])
    const again = timelineOf({ ...reopened, booking_status: 'completed' }, [
      ...history,
      { event: 'booking-completed', at: at(4) },
    ])
    expect(again.map(({ title, at }) => [title, at?.getUTCMinutes()])).toEqual([
      ['Booking Created', 0],
      ['Booking Confirmed', 1],
      ['Booking Completed', 4],
    ])
  })
  describe('of a booking whose requested document never came', () => {
    const asked = { event: 'document-asked', at: at(3) }
    const has = (booking: Partial<Source>, history: History) =>
      titles({ ...pending, ...booking }, history).includes('New Document Needed')
    it.each([
      ['completed', 'completed', false],
      ['completed', 'refunded', false],
      ['cancelled', 'completed', false],
      ['cancelled', 'refunded', false],
      ['cancelled', 'pending', false],
      ['confirmed', 'completed', true],
      ['pending', 'pending', true],
      // It still takes documents, and its next step asks for them.
      ['confirmed', 'refunded', true],
    ] as const)('%s, payment %s: asks for it: %s', (booking_status, payment_status, expected) => {
      expect(has({ booking_status, payment_status }, [asked])).toBe(expected)
    })
    it('asks again after the booking was reopened', () => {
      const history = [asked, { event: 'booking-completed', at: at(4) }, { event: 'booking-reopened', at: at(5) }]
      expect(has({ booking_status: 'confirmed' }, history)).toBe(true)
    })
    it('keeps earlier requests that were answered', () => {
      const history = [
        { event: 'document-asked', at: at(1) },
        { event: 'document-replaced', at: at(2) },
        asked,
        { event: 'booking-completed', at: at(4) },
      ]
      expect(titles({ ...pending, booking_status: 'completed' }, history)).toEqual([
        'Booking Created',
        'New Document Needed',
        'New Document Received',
        'Booking Completed',
        'Booking Confirmed',
      ])
    })
  })
  it.each([
    ['pending', 'failed', true],
    ['pending', 'pending', true],
    ['cancelled', 'failed', false],
    ['cancelled', 'pending', false],
    ['confirmed', 'completed', false],
    ['completed', 'pending', false],
  ] as const)('%s, payment %s: asks for a new proof: %s', (booking_status, payment_status, expected) => {
    const asked = [{ event: 'proof-asked', at: at(1) }]
    expect(titles({ ...pending, booking_status, payment_status }, asked).includes('New Proof Needed')).toBe(expected)
  })
  it('shows consecutive repetitions once', () => {
    const tries = [1, 2, 3].map((minute) => ({ event: 'payment-failed', at: at(minute) }))
    const failed = { ...pending, payment_status: 'failed' } as const
    const steps = timelineOf(failed, tries)
    expect(steps.filter(({ title }) => title === 'Payment Failed')).toMatchObject([{ at: at(3) }])
  })
  it('shows a started and a completed refund, and a full refund with its own text', () => {
    const history = [
      { event: 'refund-started', at: at(1) },
      { event: 'refund-done', at: at(2) },
    ]
    const cancelled = { ...pending, booking_status: 'cancelled' } as const
    expect(titles(cancelled, history)).toEqual([
      'Booking Created',
      'Refund Started',
      'Refund Sent',
      'Booking Cancelled',
    ])
    const all = titles(cancelled, [...history, { event: 'payment-refunded', at: at(2) }])
    expect(all).toEqual(['Booking Created', 'Refund Started', 'Payment Refunded', 'Booking Cancelled'])
  })
  it('hides internal events', () => {
    const history = [{ event: 'payment-under-review', at: at(1) }]
    expect(titles(pending, history)).toEqual(['Booking Created', 'Awaiting Confirmation'])
  })
  it('shows an expired booking as expired, not as cancelled', () => {
    const expired = { ...pending, booking_status: 'cancelled' } as const
    expect(titles(expired, [{ event: 'booking-expired', at: at(9) }])).toEqual(['Booking Created', 'Booking Expired'])
  })
})

describe('access to a booking', () => {
  const booking = { id: 'b1', user_id: 'u1', customer_email: 'asha@example.com' }
  const guestBooking = { ...booking, user_id: null }
  const visitor = { userId: null, role: 'anonymous', email: null, isEmailVerified: false } as const
  const user = { userId: 'u1', role: 'customer', email: 'asha@example.com', isEmailVerified: true } as const

  it('is given to its owner, staff and holders of its own token [C227, C318]', () => {
    expect(canSeeBooking(visitor, booking, null)).toBe(false)
    expect(canSeeBooking(visitor, booking, 'b1')).toBe(true)
    expect(canSeeBooking(visitor, booking, 'b2')).toBe(false)
    expect(canSeeBooking(user, booking, null)).toBe(true)
    expect(canSeeBooking({ ...user, userId: 'u2' }, booking, null)).toBe(false)
    expect(canSeeBooking({ ...user, userId: 'u2', role: 'admin' }, booking, null)).toBe(true)
  })
  it('is refused to somebody who only claims the address', () => {
    expect(isOwner({ ...user, userId: 'u2' }, guestBooking)).toBe(true)
    expect(isOwner({ ...user, userId: 'u2', isEmailVerified: false }, guestBooking)).toBe(false)
    expect(isOwner({ ...user, userId: 'u2' }, booking)).toBe(false)
    expect(isOwner({ ...visitor, email: 'asha@example.com', isEmailVerified: true }, guestBooking)).toBe(false)
  })
})
