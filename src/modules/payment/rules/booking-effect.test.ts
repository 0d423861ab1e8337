import { describe, expect, it } from 'vitest'
import { anAttempt, aSnapshot, paidSnapshot, someBooking } from '../testing/facts.ts'
import type { Attempt } from './attempt.ts'
import { bookingEffect, isPayable } from './booking-effect.ts'
import { transition } from './transition.ts'

const paid = (change: Partial<Attempt> = {}) => transition(anAttempt(change), paidSnapshot(), 'live')

describe('what a payment does to its booking', () => {
  it('confirms an item with instant confirmation and leaves any other pending [C181]', () => {
    expect(bookingEffect(paid(), someBooking({ isInstant: true }))).toEqual({ kind: 'paid', confirm: true })
    expect(bookingEffect(paid(), someBooking())).toEqual({ kind: 'paid', confirm: false })
  })

  it('confirms whatever a person has approved [A167]', () => {
    expect(bookingEffect(paid(), someBooking(), true)).toEqual({ kind: 'paid', confirm: true })
  })

  it('does not confirm what is confirmed already', () => {
    const booking = someBooking({ bookingStatus: 'confirmed', isInstant: true })
    expect(bookingEffect(paid(), booking)).toEqual({ kind: 'paid', confirm: false })
  })

  it('counts late money as long as the booking lives', () => {
    const booking = someBooking({ paymentStatus: 'failed', isInstant: true })
    expect(bookingEffect(paid({ state: 'failed' }), booking)).toEqual({ kind: 'paid', confirm: true })
  })

  it('gives money back that comes after the end of the booking', () => {
    expect(bookingEffect(paid({ state: 'expired' }), someBooking({ bookingStatus: 'cancelled' }))).toEqual({
      kind: 'give-back',
      reason: 'late_payment',
      review: 'late-payment',
    })
  })

  it('gives a second payment back and does not touch the booking', () => {
    const booking = someBooking({ paymentStatus: 'completed', paidMinor: 1000, bookingStatus: 'confirmed' })
    expect(bookingEffect(paid(), booking)).toMatchObject({ kind: 'give-back', reason: 'double_payment' })
  })

  it('asks a person when the price is no longer the one that was paid', () => {
    expect(bookingEffect(paid(), someBooking({ finalMinor: 1200 }))).toMatchObject({ kind: 'review' })
    expect(bookingEffect(paid(), someBooking({ currency: 'USD' }))).toMatchObject({ kind: 'review' })
  })

  it('marks a failed payment only while the booking waits for one [C101]', () => {
    const failed = transition(anAttempt(), aSnapshot({ status: 'failed' }), 'live')
    expect(bookingEffect(failed, someBooking())).toEqual({ kind: 'payment-failed' })
    const done = someBooking({ paymentStatus: 'completed', paidMinor: 1000 })
    expect(bookingEffect(failed, done)).toEqual({ kind: 'none' })
  })

  it('does not call a cancelled or lapsed try a failure', () => {
    for (const status of ['cancelled', 'expired'] as const) {
      const step = transition(anAttempt(), aSnapshot({ status }), 'live')
      expect(bookingEffect(step, someBooking())).toEqual({ kind: 'none' })
    }
  })
})

describe('a booking can be paid', () => {
  it('while it waits, and again after a failed try [C196]', () => {
    expect(isPayable(someBooking())).toBe(true)
    expect(isPayable(someBooking({ paymentStatus: 'failed' }))).toBe(true)
    expect(isPayable(someBooking({ bookingStatus: 'confirmed' }))).toBe(true)
  })
  it('not when it is paid, given back, cancelled, expired or free', () => {
    expect(isPayable(someBooking({ paymentStatus: 'completed', paidMinor: 1000 }))).toBe(false)
    expect(isPayable(someBooking({ paymentStatus: 'refunded', paidMinor: 1000 }))).toBe(false)
    expect(isPayable(someBooking({ bookingStatus: 'cancelled' }))).toBe(false)
    expect(isPayable(someBooking({ isExpired: true }))).toBe(false)
    expect(isPayable(someBooking({ finalMinor: 0 }))).toBe(false)
  })
})
