import { describe, expect, it } from 'vitest'
import { anAttempt, aSnapshot, paidSnapshot, someBooking } from '../../testing/facts.ts'
import type { Attempt } from './attempt.ts'
import { bookingEffect, isPayable } from './booking-effect.ts'
import { transition } from './transition.ts'

const paid = (change: Partial<Attempt> = {}) => transition(anAttempt(change), paidSnapshot(), 'live')

describe('the effect of a payment on its booking', () => {
  it('confirms an item with instant confirmation and leaves others pending [C181]', () => {
    expect(bookingEffect(paid(), someBooking({ isInstant: true }))).toEqual({ kind: 'paid', confirm: true })
    expect(bookingEffect(paid(), someBooking())).toEqual({ kind: 'paid', confirm: false })
  })

  it('confirms a booking whose transfer staff approved [A167]', () => {
    expect(bookingEffect(paid(), someBooking(), true)).toEqual({ kind: 'paid', confirm: true })
  })

  it('does not confirm a confirmed booking again', () => {
    const booking = someBooking({ bookingStatus: 'confirmed', isInstant: true })
    expect(bookingEffect(paid(), booking)).toEqual({ kind: 'paid', confirm: false })
  })

  it('accepts late money while the booking can still be paid', () => {
    const booking = someBooking({ paymentStatus: 'failed', isInstant: true })
    expect(bookingEffect(paid({ state: 'failed' }), booking)).toEqual({ kind: 'paid', confirm: true })
  })

  it('refunds money that arrives after the booking has ended', () => {
    expect(bookingEffect(paid({ state: 'expired' }), someBooking({ bookingStatus: 'cancelled' }))).toEqual({
      kind: 'give-back',
      reason: 'late_payment',
      review: 'late-payment',
    })
  })

  it('refunds a second payment and leaves the booking alone', () => {
    const booking = someBooking({ paymentStatus: 'completed', paidMinor: 1000, bookingStatus: 'confirmed' })
    expect(bookingEffect(paid(), booking)).toMatchObject({ kind: 'give-back', reason: 'double_payment' })
  })

  it('asks for a review when the price has changed', () => {
    expect(bookingEffect(paid(), someBooking({ finalMinor: 1200 }))).toMatchObject({ kind: 'review' })
    expect(bookingEffect(paid(), someBooking({ currency: 'USD' }))).toMatchObject({ kind: 'review' })
  })

  it('marks the payment as failed only while the booking is unpaid [C101]', () => {
    const failed = transition(anAttempt(), aSnapshot({ status: 'failed' }), 'live')
    expect(bookingEffect(failed, someBooking())).toEqual({ kind: 'payment-failed' })
    const done = someBooking({ paymentStatus: 'completed', paidMinor: 1000 })
    expect(bookingEffect(failed, done)).toEqual({ kind: 'none' })
  })

  it('does not treat a cancelled or expired attempt as a failure', () => {
    for (const status of ['cancelled', 'expired'] as const) {
      const step = transition(anAttempt(), aSnapshot({ status }), 'live')
      expect(bookingEffect(step, someBooking())).toEqual({ kind: 'none' })
    }
  })
})

describe('a booking', () => {
  it('can be paid while it is pending, also after a failed attempt [C196]', () => {
    expect(isPayable(someBooking())).toBe(true)
    expect(isPayable(someBooking({ paymentStatus: 'failed' }))).toBe(true)
    expect(isPayable(someBooking({ bookingStatus: 'confirmed' }))).toBe(true)
  })
  it('cannot be paid when it is paid, refunded, cancelled, expired or free', () => {
    expect(isPayable(someBooking({ paymentStatus: 'completed', paidMinor: 1000 }))).toBe(false)
    expect(isPayable(someBooking({ paymentStatus: 'refunded', paidMinor: 1000 }))).toBe(false)
    expect(isPayable(someBooking({ bookingStatus: 'cancelled' }))).toBe(false)
    expect(isPayable(someBooking({ isExpired: true }))).toBe(false)
    expect(isPayable(someBooking({ finalMinor: 0 }))).toBe(false)
  })
})
