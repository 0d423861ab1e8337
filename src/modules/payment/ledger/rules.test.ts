import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyRefundSetting, bookingEffect } from '../attempts/rules/booking-effect.ts'
import { readSnapshot } from '../attempts/rules/reading.ts'
import { afterChanges, isFullyRefunded, type Refund, refundedInBookingMoney } from '../refunds/rules/refund.ts'
import { anAttempt, aSnapshot, someBooking } from '../testing/facts.ts'
import { type Movement, movements, type Totals } from './rules.ts'

const totals = (charged: number, refunded: number, fee: number | null, paid: number, back: number): Totals => ({
  attempt: { capturedMinor: charged, refundedMinor: refunded, feeMinor: fee },
  booking: { paidMinor: paid, refundedMinor: back },
})
const nothing = totals(0, 0, null, 0, 0)

describe('the ledger entries of one change', () => {
  it('are empty when no total changed', () => {
    expect(movements(nothing, nothing)).toEqual([])
    expect(movements(totals(900, 300, 20, 1000, 333), totals(900, 300, 20, 1000, 333))).toEqual([])
  })

  it('have both amounts for a converted payment, and one entry for the fee', () => {
    expect(movements(nothing, totals(86_000, 0, 1720, 1000, 0))).toEqual([
      { kind: 'charged', amountMinor: 86_000, bookingMinor: 1000 },
      { kind: 'fee', amountMinor: -1720, bookingMinor: 0 },
    ])
  })

  it('distinguish earlier money from new money', () => {
    expect(movements(totals(1000, 0, null, 0, 0), totals(1000, 0, null, 1000, 0))).toEqual([
      { kind: 'assigned', amountMinor: 0, bookingMinor: 1000 },
    ])
  })

  it('reverse a refund that failed', () => {
    expect(movements(totals(900, 300, null, 1000, 333), totals(900, 0, null, 1000, 0))).toEqual([
      { kind: 'returned', amountMinor: 300, bookingMinor: 333 },
    ])
  })

  it('add up to a full refund exactly, however parts were rounded', () => {
    const attempt = anAttempt({
      state: 'succeeded',
      amountMinor: 86_001,
      capturedMinor: 86_001,
      bookingAmountMinor: 1000,
    })
    const steps = [0, 28_667, 57_334, 86_001].map((back) =>
      totals(86_001, back, null, 1000, refundedInBookingMoney(attempt, back)),
    )
    const lines = steps.slice(1).flatMap((step, place) => movements(steps[place] ?? nothing, step))
    expect(lines.map(({ bookingMinor }) => bookingMinor)).toEqual([-333, -334, -333])
  })
})

const amount = fc.integer({ min: 0, max: 1500 })
const refund = fc.record({ ref: fc.constantFrom('r1', 'r2', 'r3'), amountMinor: fc.integer({ min: 1, max: 700 }) })
const reports = fc.record({
  status: fc.constantFrom('requires_action', 'processing', 'succeeded', 'failed', 'cancelled', 'expired', 'not-found'),
  capturedMinor: amount,
  refundedMinor: amount,
  refunds: fc.option(
    fc.uniqueArray(
      fc.tuple(refund, fc.constantFrom('pending', 'succeeded', 'failed')).map(([one, state]) => ({
        ...one,
        state: state as 'pending' | 'succeeded' | 'failed',
        ourId: null,
      })),
      { selector: ({ ref }) => ref, maxLength: 3 },
    ),
  ),
  feeMinor: fc.option(amount, { nil: undefined }),
  currency: fc.constantFrom('INR', 'INR', 'INR', 'USD'),
})

describe('the ledger of an attempt and its booking', () => {
  it('adds up to their totals after any sequence of reports', () => {
    fc.assert(
      fc.property(fc.array(reports, { maxLength: 12 }), fc.integer({ min: 1, max: 2000 }), (reports, price) => {
        let attempt = anAttempt({ currency: 'INR', bookingAmountMinor: price })
        let booking = someBooking({ finalMinor: price })
        let [refunds, back, isPayer, ids]: [readonly Refund[], number, boolean, number] = [[], 0, false, 0]
        const lines: Movement[] = []
        for (const { feeMinor, ...report } of reports) {
          const before: Totals = { attempt, booking: { paidMinor: booking.paidMinor, refundedMinor: back } }
          const snapshot = aSnapshot({ ...report, paymentRef: 'pay_1', ...(feeMinor !== undefined && { feeMinor }) })
          const reading = readSnapshot(attempt, refunds, snapshot, 'live', () => `id${++ids}`)
          const effect = applyRefundSetting(bookingEffect(reading.transition, booking), {
            auto_refund_late: true,
            auto_refund_double: true,
          })
          refunds = afterChanges(refunds, reading.refundChanges, () => `again${++ids}`)
          attempt = reading.attempt
          if (effect.kind === 'paid') {
            isPayer = true
            booking = { ...booking, paymentStatus: 'completed', paidMinor: attempt.bookingAmountMinor }
          }
          if (isPayer && before.attempt.refundedMinor !== attempt.refundedMinor) {
            back = refundedInBookingMoney(attempt, attempt.refundedMinor)
            if (isFullyRefunded(attempt, attempt.refundedMinor)) booking = { ...booking, paymentStatus: 'refunded' }
          }
          lines.push(...movements(before, { attempt, booking: { paidMinor: booking.paidMinor, refundedMinor: back } }))
        }
        const sum = (of: (line: Movement) => number, ...kinds: string[]) =>
          lines.filter(({ kind }) => kinds.includes(kind)).reduce((total, line) => total + of(line), 0)
        const inCharge = (line: Movement) => line.amountMinor
        const inBooking = (line: Movement) => line.bookingMinor
        expect(sum(inCharge, 'charged', 'assigned')).toBe(attempt.capturedMinor)
        expect(0 - sum(inCharge, 'refunded', 'returned')).toBe(attempt.refundedMinor)
        expect(0 - sum(inCharge, 'fee')).toBe(attempt.feeMinor ?? 0)
        expect(sum(inBooking, 'charged', 'assigned')).toBe(booking.paidMinor)
        expect(0 - sum(inBooking, 'refunded', 'returned')).toBe(back)
        expect(back).toBeLessThanOrEqual(booking.paidMinor)
      }),
      { numRuns: 500 },
    )
  })
})
