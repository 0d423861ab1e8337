import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Attempt } from '../../attempts/rules/attempt.ts'
import { type Refund, refundsDue, refundsOfMove, shareRefund } from './refund.ts'

/** A payment of so much of the booking, charged at `rate`. */
const paying = (minor: number, rate = 1, refunded: readonly number[] = []) => {
  const amount = Math.round(minor * rate)
  const attempt: Attempt = {
    ...{ id: 'a', bookingId: 'b', provider: 'p', state: 'succeeded', amountMinor: amount, currency: 'INR' },
    ...{ bookingAmountMinor: minor, bookingCurrency: 'USD', orderRef: null, paymentRef: null, capturedMinor: amount },
    ...{ refundedMinor: 0, reviewReason: null, failureMessage: null, feeMinor: null, isDisputed: false },
  }
  const refunds = refunded.map((amountMinor, place): Refund => {
    return { id: `r${place}`, amountMinor, state: 'succeeded', origin: 'ours', ref: null }
  })
  return { attempt, refunds }
}

describe('the refund of a booking with several payments', () => {
  it('comes from the newest payment first', () => {
    const both = [paying(6_000), paying(20_000)]
    expect(refundsDue(both, 5_000)).toEqual([5_000, 0])
    expect(refundsDue(both, 10_000)).toEqual([6_000, 4_000])
    expect(refundsDue(both, 26_000)).toEqual([6_000, 20_000])
  })
  it('counts what was refunded before, of whichever payment', () => {
    expect(refundsDue([paying(6_000), paying(20_000, 1, [5_000])], 10_000)).toEqual([5_000, 0])
    expect(refundsDue([paying(6_000, 1, [6_000]), paying(20_000)], 10_000)).toEqual([0, 4_000])
    expect(refundsDue([paying(6_000, 1, [6_000]), paying(20_000)], 6_000)).toEqual([0, 0])
  })
  it('of a cheaper move is the difference, in the currencies charged', () => {
    expect(refundsOfMove([paying(6_000), paying(20_000, 80)], { before: 26_000, after: 19_000 })).toEqual([
      6_000, 80_000,
    ])
  })
  it('is never more than due, nor than a payment has left', () => {
    const part = fc.integer({ min: 100, max: 50_000 })
    fc.assert(
      fc.property(part, part, fc.nat(100_000), fc.nat(40_000), (newest, oldest, due, before) => {
        const gone = Math.min(before, oldest)
        const all = [paying(newest), paying(oldest, 1, gone > 0 ? [gone] : [])]
        const amounts = refundsDue(all, due)
        const total = amounts.reduce((sum, each) => sum + each, 0)
        expect(total).toBe(Math.max(0, Math.min(due, newest + oldest) - gone))
        expect(amounts[0]).toBeLessThanOrEqual(newest)
        expect(amounts[1]).toBeLessThanOrEqual(oldest - gone)
        expect(shareRefund(all, due).reduce((sum, each) => sum + each, 0)).toBe(Math.min(due, newest + oldest - gone))
      }),
    )
  })
})
