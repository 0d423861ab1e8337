import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anAttempt, paidSnapshot } from '../../testing/facts.ts'
import {
  afterChanges,
  isFullyRefunded,
  type Refund,
  readRefunds,
  refundable,
  refundDue,
  refundedInBookingMoney,
  refundOfMove,
  withRefunds,
} from './refund.ts'

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
  it('reserve their amount, so that it cannot be refunded twice', () => {
    const refunds = [
      ours({ state: 'created' }),
      ours({ id: 'b', state: 'succeeded' }),
      ours({ id: 'c', state: 'failed' }),
    ]
    expect(refundable(1000, refunds)).toBe(200)
  })

  it("are matched by the provider's id", () => {
    expect(readRefunds([ours()], report('re_1', 'succeeded'), 1000)).toEqual({
      changes: [{ kind: 'update', id: 'refund-1', state: 'succeeded', ref: 're_1' }],
      review: null,
    })
  })

  it('are matched by our id when the answer with the provider id was lost', () => {
    const known = [ours({ ref: null, state: 'created' })]
    const { changes } = readRefunds(known, report('re_9', 'pending', 400, 'refund-1'), 1000)
    expect(changes).toEqual([{ kind: 'update', id: 'refund-1', state: 'pending', ref: 're_9' }])
  })

  it('made in the provider dashboard are stored as external', () => {
    expect(readRefunds([], report('re_7', 'succeeded', 250), 1000).changes).toEqual([
      { kind: 'external', amountMinor: 250, state: 'succeeded', ref: 're_7' },
    ])
  })

  it('that only show in the total are matched by the difference, ours first', () => {
    const { changes } = readRefunds([ours()], paidSnapshot({ refundedMinor: 650 }), 1000)
    expect(changes).toEqual([
      { kind: 'update', id: 'refund-1', state: 'succeeded', ref: 're_1' },
      { kind: 'external', amountMinor: 250, state: 'succeeded', ref: null },
    ])
  })

  it('are not reduced by an older report', () => {
    expect(readRefunds([ours({ state: 'succeeded' })], paidSnapshot({ refundedMinor: 0 }), 1000).changes).toEqual([])
    expect(readRefunds([ours({ state: 'succeeded' })], report('re_1', 'pending'), 1000).changes).toEqual([])
  })

  it('that fail later take the attempt one step back and need a review', () => {
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

  it('need a review when a total could be old or new', () => {
    const known = [ours({ state: 'failed' })]
    expect(readRefunds(known, paidSnapshot({ refundedMinor: 400 }), 1000)).toEqual({
      changes: [],
      review: 'refund-unclear',
    })
  })

  it('that failed need no review while the total is zero', () => {
    const known = [ours({ state: 'failed' })]
    expect(readRefunds(known, paidSnapshot({ refundedMinor: 0 }), 1000)).toEqual({ changes: [], review: null })
  })

  it('in part make an attempt partially refunded, in full refunded', () => {
    const paid = anAttempt({ state: 'succeeded', capturedMinor: 1000 })
    expect(withRefunds(paid, [ours({ state: 'succeeded' })]).state).toBe('partially_refunded')
    expect(withRefunds(paid, [ours({ state: 'succeeded', amountMinor: 1000 })]).state).toBe('refunded')
    expect(withRefunds(paid, [ours()]).state).toBe('succeeded')
  })

  it("count in proportion in the booking's currency, and exactly when full", () => {
    const attempt = anAttempt({ amountMinor: 86_003, capturedMinor: 86_003, bookingAmountMinor: 1000 })
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
            anAttempt({ amountMinor: captured, capturedMinor: captured, bookingAmountMinor: booked }),
            part,
          )
          expect(inBooking).toBeGreaterThanOrEqual(0)
          expect(inBooking).toBeLessThanOrEqual(booked)
        },
      ),
    )
  })
})

describe('a refund of an overpayment', () => {
  const overpaid = (over: number) =>
    anAttempt({ state: 'succeeded', amountMinor: 1000, bookingAmountMinor: 1000, capturedMinor: 1000 + over })

  it('does not reduce the payment of the booking; only the rest does', () => {
    expect(refundedInBookingMoney(overpaid(200), 200)).toBe(0)
    expect(refundedInBookingMoney(overpaid(200), 300)).toBe(100)
    expect(refundedInBookingMoney(overpaid(200), 1200)).toBe(1000)
  })

  it('is never full because of rounding', () => {
    const small = anAttempt({ amountMinor: 100_000, capturedMinor: 100_000, bookingAmountMinor: 10 })
    expect(refundedInBookingMoney(small, 99_999)).toBe(9)
    expect(isFullyRefunded(small, 99_999)).toBe(false)
    expect(isFullyRefunded(small, 100_000)).toBe(true)
  })

  it('stays in bounds and in proportion for every amount, and is exact when full', () => {
    const minor = fc.integer({ min: 1, max: 1e9 })
    const excess = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1e9 }))
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(minor, minor, excess, share, share, (amountMinor, bookingAmountMinor, over, one, other) => {
        const capturedMinor = amountMinor + over
        const attempt = anAttempt({ amountMinor, bookingAmountMinor, capturedMinor })
        const [less, more] = [one, other].sort((a, b) => a - b).map((part) => Math.floor(capturedMinor * part))
        const [low, high] = [refundedInBookingMoney(attempt, less!), refundedInBookingMoney(attempt, more!)]
        expect(low).toBeGreaterThanOrEqual(0)
        expect(high).toBeGreaterThanOrEqual(low)
        expect(high).toBeLessThanOrEqual(bookingAmountMinor)
        if (less! <= over) expect(low).toBe(0)
        expect(isFullyRefunded(attempt, more!)).toBe(more === capturedMinor)
        expect(high === bookingAmountMinor).toBe(more === capturedMinor)
        const exact = (bookingAmountMinor * Math.max(0, more! - over)) / amountMinor
        expect(Math.abs(high - exact)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('the amount due when a booking is cancelled', () => {
  const paid = anAttempt({ amountMinor: 1000, bookingAmountMinor: 3671, capturedMinor: 1000, state: 'succeeded' })
  it('is the same share in the currency charged, rounded half up', () => {
    expect([0, 1, 2, 1835, 1836, 3670, 3671].map((due) => refundDue(paid, due, []))).toEqual([
      0, 0, 1, 500, 500, 999, 1000,
    ])
  })
  it('includes an overpayment and excludes earlier and reserved refunds', () => {
    const more = { ...paid, capturedMinor: 1200 }
    expect(refundDue(more, 0, [])).toBe(200)
    expect(refundDue(more, 1836, [ours({ state: 'created' })])).toBe(300)
    expect(refundDue(more, 3671, [ours({ state: 'failed' })])).toBe(1200)
    expect(refundDue(paid, 1836, [ours({ amountMinor: 700 })])).toBe(0)
  })
  it('is never more than what is left', () => {
    const numbers = fc.tuple(fc.nat(10_000), fc.nat(10_000), fc.nat(10_000), fc.nat(20_000), fc.nat(10_000))
    fc.assert(
      fc.property(numbers, ([amount, inBooking, due, captured, gone]) => {
        const attempt = { ...paid, amountMinor: amount + 1, bookingAmountMinor: inBooking + 1, capturedMinor: captured }
        const refunds = [ours({ amountMinor: Math.min(gone, captured), state: 'succeeded' })]
        const back = refundDue(attempt, due, refunds)
        return back >= 0 && back <= refundable(captured, refunds)
      }),
    )
  })
})

describe('the refund of a move to a cheaper departure', () => {
  const paid = { ...anAttempt(), amountMinor: 1000, capturedMinor: 1000, bookingAmountMinor: 3671 }
  it('is the same share of what was charged', () => {
    expect(refundOfMove(paid, { before: 3671, after: 1836 }, [])).toBe(500)
    expect(refundOfMove(paid, { before: 3671, after: 3671 }, [])).toBe(0)
    expect(refundOfMove(paid, { before: 1836, after: 3671 }, [])).toBe(0)
  })
  it('is never more than what is left', () => {
    expect(refundOfMove(paid, { before: 3671, after: 1836 }, [ours({ amountMinor: 700 })])).toBe(300)
  })
  it('adds up over several moves as over one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3670 }), { minLength: 1, maxLength: 5 }), (prices) => {
        const falling = [3671, ...prices.sort((a, b) => b - a)]
        const refunds: Refund[] = []
        for (const [place, after] of falling.slice(1).entries()) {
          const amountMinor = refundOfMove(paid, { before: falling[place] ?? 0, after }, refunds)
          refunds.push(ours({ id: `r${place}`, amountMinor, state: 'created' }))
        }
        const total = refunds.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
        return total === refundOfMove(paid, { before: 3671, after: falling.at(-1) ?? 0 }, [])
      }),
    )
  })
})
