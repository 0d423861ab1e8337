import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allowedActions,
  type BookingStatus,
  bookingStatuses,
  canPaymentBecome,
  decideTransition,
  paymentStatuses,
  stateAfter,
  transitions,
} from './rules/states.ts'

const unpaid = { payment_status: 'pending', paid_minor: 0 } as const
const decide = (from: BookingStatus, step: (typeof transitions)[number], reason: string | null = null) =>
  decideTransition({ booking_status: from, ...unpaid }, step, reason)

describe('the states of a booking', () => {
  it('has the four states and the four payment states of the specification, and no other [C173, A150]', () => {
    expect(bookingStatuses).toEqual(['pending', 'confirmed', 'cancelled', 'completed'])
    expect(paymentStatuses).toEqual(['pending', 'completed', 'failed', 'refunded'])
  })
  it('lets a pending booking be confirmed and cancelled [A152]', () => {
    expect(allowedActions('pending')).toEqual(['confirm', 'cancel'])
    expect(decide('pending', 'confirm')).toEqual({ to: 'confirmed' })
    expect(decide('pending', 'cancel')).toEqual({ to: 'cancelled' })
  })
  it('lets a confirmed booking be completed, and cancelled with a reason but not without one [A153]', () => {
    expect(allowedActions('confirmed')).toEqual(['cancel', 'complete'])
    expect(decide('confirmed', 'complete')).toEqual({ to: 'completed' })
    expect(decide('confirmed', 'cancel', 'The guest is ill')).toEqual({ to: 'cancelled' })
    for (const none of [null, '', '  \n '])
      expect(decide('confirmed', 'cancel', none)).toEqual({ refusal: 'booking/reason-required' })
  })
  it('offers nothing for a cancelled or completed booking [A154]', () => {
    expect(allowedActions('cancelled')).toEqual([])
    expect(allowedActions('completed')).toEqual([])
  })
  it('refuses every other step [A155]', () => {
    const legal = new Set([
      'pending>confirm',
      'pending>cancel',
      'pending>expire',
      'confirmed>complete',
      'confirmed>cancel',
    ])
    for (const from of bookingStatuses)
      for (const step of transitions) {
        const { refusal } = decide(from, step, 'because')
        expect([from, step, refusal]).toEqual([
          from,
          step,
          legal.has(`${from}>${step}`) ? undefined : 'booking/transition-refused',
        ])
      }
  })
  it('knows no way out of cancelled or completed, whatever is tried in whatever order [A154, A155]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...transitions), { maxLength: 12 }), (steps) => {
        let state: BookingStatus = 'pending'
        for (const step of steps) {
          const next: BookingStatus = stateAfter(state, step) ?? state
          if (state === 'cancelled' || state === 'completed') expect(next).toBe(state)
          if (next === 'completed') expect(['confirmed', 'completed']).toContain(state)
          state = next
        }
      }),
    )
  })
  it('lets only an unpaid booking expire [C187]', () => {
    const paid = { booking_status: 'pending', payment_status: 'completed', paid_minor: 100 } as const
    expect(decideTransition(paid, 'expire', null)).toEqual({ refusal: 'booking/not-expirable' })
    const partly = { booking_status: 'pending', payment_status: 'pending', paid_minor: 1 } as const
    expect(decideTransition(partly, 'expire', null)).toEqual({ refusal: 'booking/not-expirable' })
    expect(decide('pending', 'expire')).toEqual({ to: 'cancelled' })
  })
  it('never takes back a payment that was made, but lets a failed one be tried again', () => {
    expect(canPaymentBecome('completed', 'failed')).toBe(false)
    expect(canPaymentBecome('completed', 'pending')).toBe(false)
    expect(canPaymentBecome('refunded', 'pending')).toBe(false)
    expect(canPaymentBecome('pending', 'refunded')).toBe(false)
    expect(canPaymentBecome('failed', 'pending')).toBe(true)
    expect(canPaymentBecome('failed', 'completed')).toBe(true)
    for (const status of paymentStatuses) expect(canPaymentBecome(status, status)).toBe(true)
  })
})
