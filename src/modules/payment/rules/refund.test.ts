import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anAttempt, paidSnapshot } from '../testing/facts.ts'
import { afterChanges, type Refund, readRefunds, refundable, refundedInBookingMoney, withRefunds } from './refund.ts'

const ours = (change: Partial<Refund> = {}): Refund => ({
  id: 'refund-1',
  amountMinor: 400,
  state: 'pending',
  origin: 'ours',
  ref: 're_1',
  ...change,
})
const report = (
  ref: string,
  state: 'pending' | 'succeeded' | 'failed',
  amountMinor = 400,
  ourId: string | null = null,
) => paidSnapshot({ refunds: [{ ref, ourId, amountMinor, state }] })

describe('refunds', () => {
  it('reserve money before it goes: what is on its way cannot be given twice', () => {
    const refunds = [
      ours({ state: 'created' }),
      ours({ id: 'b', state: 'succeeded' }),
      ours({ id: 'c', state: 'failed' }),
    ]
    expect(refundable(1000, refunds)).toBe(200)
  })

  it("are found by the provider's id", () => {
    expect(readRefunds([ours()], report('re_1', 'succeeded'), 1000)).toEqual({
      changes: [{ kind: 'update', id: 'refund-1', state: 'succeeded', ref: 're_1' }],
      review: null,
    })
  })

  it('are found by our own id when the answer with the other was lost', () => {
    const known = [ours({ ref: null, state: 'created' })]
    const { changes } = readRefunds(known, report('re_9', 'pending', 400, 'refund-1'), 1000)
    expect(changes).toEqual([{ kind: 'update', id: 'refund-1', state: 'pending', ref: 're_9' }])
  })

  it('made in the dashboard of the provider are kept as external ones', () => {
    expect(readRefunds([], report('re_7', 'succeeded', 250), 1000).changes).toEqual([
      { kind: 'external', amountMinor: 250, state: 'succeeded', ref: 're_7' },
    ])
  })

  it('that only show in the total are told by the difference; ours first', () => {
    const { changes } = readRefunds([ours()], paidSnapshot({ refundedMinor: 650 }), 1000)
    expect(changes).toEqual([
      { kind: 'update', id: 'refund-1', state: 'succeeded', ref: 're_1' },
      { kind: 'external', amountMinor: 250, state: 'succeeded', ref: null },
    ])
  })

  it('do not shrink by an older report', () => {
    expect(readRefunds([ours({ state: 'succeeded' })], paidSnapshot({ refundedMinor: 0 }), 1000).changes).toEqual([])
    expect(readRefunds([ours({ state: 'succeeded' })], report('re_1', 'pending'), 1000).changes).toEqual([])
  })

  it('that fail after all take the attempt one step back and ask a person', () => {
    const known = [ours({ state: 'succeeded', amountMinor: 1000 })]
    const refunded = withRefunds(anAttempt({ state: 'succeeded', capturedMinor: 1000 }), known)
    expect(refunded).toMatchObject({ state: 'refunded', refundedMinor: 1000 })
    const { changes, review } = readRefunds(known, report('re_1', 'failed', 1000), 1000)
    expect(review).toBe('refund-failed')
    const after = withRefunds(
      refunded,
      afterChanges(known, changes, () => 'new'),
    )
    expect(after).toMatchObject({ state: 'succeeded', refundedMinor: 0 })
  })

  it('leave the question to a person when a total could be old or new', () => {
    const known = [ours({ state: 'failed' })]
    expect(readRefunds(known, paidSnapshot({ refundedMinor: 400 }), 1000)).toEqual({
      changes: [],
      review: 'refund-unclear',
    })
  })

  it('of a part make an attempt partially refunded, of all of it refunded', () => {
    const paid = anAttempt({ state: 'succeeded', capturedMinor: 1000 })
    expect(withRefunds(paid, [ours({ state: 'succeeded' })]).state).toBe('partially_refunded')
    expect(withRefunds(paid, [ours({ state: 'succeeded', amountMinor: 1000 })]).state).toBe('refunded')
    expect(withRefunds(paid, [ours()]).state).toBe('succeeded')
  })

  it("count in the booking's money in proportion, and all of it exactly", () => {
    const attempt = anAttempt({ capturedMinor: 86_003, bookingAmountMinor: 1000 })
    expect(refundedInBookingMoney(attempt, 86_003)).toBe(1000)
    expect(refundedInBookingMoney(attempt, 43_001)).toBe(500)
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9e12 }),
        fc.integer({ min: 1, max: 9e12 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (captured, booked, share) => {
          const part = Math.floor(captured * share)
          const inBooking = refundedInBookingMoney(
            anAttempt({ capturedMinor: captured, bookingAmountMinor: booked }),
            part,
          )
          expect(inBooking).toBeGreaterThanOrEqual(0)
          expect(inBooking).toBeLessThanOrEqual(booked)
        },
      ),
    )
  })
})
