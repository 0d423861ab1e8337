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

describe('booking states', () => {
  it('are the four states and four payment states of the specification [C173, A150]', () => {
    expect(bookingStatuses).toEqual(['pending', 'confirmed', 'cancelled', 'completed'])
    expect(paymentStatuses).toEqual(['pending', 'completed', 'failed', 'refunded'])
  })
  it('allow a pending booking to be confirmed and cancelled [A152]', () => {
    expect(allowedActions('pending')).toEqual(['confirm', 'cancel'])
    expect(decide('pending', 'confirm')).toEqual({ to: 'confirmed' })
    expect(decide('pending', 'cancel')).toEqual({ to: 'cancelled' })
  })
  it('allow a confirmed booking to be completed, and cancelled only with a reason [A153]', () => {
    expect(allowedActions('confirmed')).toEqual(['cancel', 'complete'])
    expect(decide('confirmed', 'complete')).toEqual({ to: 'completed' })
    expect(decide('confirmed', 'cancel', 'The guest is ill')).toEqual({ to: 'cancelled' })
    for (const none of [null, '', '  \n '])
      expect(decide('confirmed', 'cancel', none)).toEqual({ refusal: 'booking/reason-required' })
  })
  it('offer no action for a cancelled booking, and only reopening for a completed one [A154]', () => {
    expect(allowedActions('cancelled')).toEqual([])
    expect(allowedActions('completed')).toEqual(['reopen'])
  })
  it('let a completed booking be reopened only with a reason', () => {
    expect(decide('completed', 'reopen', 'Completed by mistake')).toEqual({ to: 'confirmed' })
    for (const none of [null, '', ' \n '])
      expect(decide('completed', 'reopen', none)).toEqual({ refusal: 'booking/reason-required' })
  })
  it('refuse every other step [A155]', () => {
    const legal = new Set([
      'pending>confirm',
      'pending>cancel',
      'pending>expire',
      'confirmed>complete',
      'confirmed>cancel',
      'completed>reopen',
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
  it('never leave cancelled, and completed only by reopening, with any sequence of steps [A154, A155]', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...transitions), { maxLength: 12 }), (steps) => {
        let state: BookingStatus = 'pending'
        for (const step of steps) {
          const next: BookingStatus = stateAfter(state, step) ?? state
          if (state === 'cancelled') expect(next).toBe(state)
          if (state === 'completed') expect(next).toBe(step === 'reopen' ? 'confirmed' : 'completed')
          if (next === 'completed') expect(['confirmed', 'completed']).toContain(state)
          state = next
        }
      }),
    )
  })
  it('let only an unpaid booking expire [C187]', () => {
    const paid = { booking_status: 'pending', payment_status: 'completed', paid_minor: 100 } as const
    expect(decideTransition(paid, 'expire', null)).toEqual({ refusal: 'booking/not-expirable' })
    const partly = { booking_status: 'pending', payment_status: 'pending', paid_minor: 1 } as const
    expect(decideTransition(partly, 'expire', null)).toEqual({ refusal: 'booking/not-expirable' })
    expect(decide('pending', 'expire')).toEqual({ to: 'cancelled' })
  })
  it('never undo a completed payment, but allow a retry of a failed one', () => {
    expect(canPaymentBecome('completed', 'failed')).toBe(false)
    expect(canPaymentBecome('completed', 'pending')).toBe(false)
    expect(canPaymentBecome('refunded', 'pending')).toBe(false)
    expect(canPaymentBecome('pending', 'refunded')).toBe(false)
    expect(canPaymentBecome('failed', 'pending')).toBe(true)
    expect(canPaymentBecome('failed', 'completed')).toBe(true)
    for (const status of paymentStatuses) expect(canPaymentBecome(status, status)).toBe(true)
  })
})
