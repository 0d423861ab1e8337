import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Snapshot, SnapshotStatus } from '../../port.ts'
import type { Refund } from '../../refunds/rules/refund.ts'
import { strongerReason } from '../../reviews/rules.ts'
import { anAttempt, aSnapshot, paidSnapshot } from '../../testing/facts.ts'
import { type Attempt, type AttemptState, isPaid } from './attempt.ts'
import { readSnapshot } from './reading.ts'
import { canMove, transition } from './transition.ts'

const states: readonly AttemptState[] = [
  'created',
  'requires_action',
  'processing',
  'succeeded',
  'failed',
  'cancelled',
  'expired',
  'partially_refunded',
  'refunded',
]
const softEnds = ['failed', 'cancelled', 'expired'] as const

describe('the transition table', () => {
  it.each(['created', 'requires_action', 'processing', ...softEnds] as const)('lets money in from %s', (state) => {
    const { attempt, becamePaid } = transition(anAttempt({ state }), paidSnapshot(), 'live')
    expect(attempt).toMatchObject({ state: 'succeeded', capturedMinor: 1000, paymentRef: 'pay_1' })
    expect(becamePaid).toBe(true)
  })

  it.each(softEnds)('marks money after %s as late', (state) => {
    expect(transition(anAttempt({ state }), paidSnapshot(), 'live').isLate).toBe(true)
  })

  it('never leads from paid to failed, cancelled or expired', () => {
    for (const from of ['succeeded', 'partially_refunded', 'refunded'] as const) {
      for (const to of [...softEnds, 'processing', 'requires_action', 'created'] as const) {
        expect(canMove(from, to), `${from} -> ${to}`).toBe(false)
        const status = to === 'created' ? 'requires_action' : to
        const before = anAttempt({ state: from, capturedMinor: 1000, paymentRef: 'pay_1' })
        expect(transition(before, aSnapshot({ status }), 'live').attempt.state).toBe(from)
      }
    }
  })

  it('does not bring an ended attempt back to processing', () => {
    for (const state of softEnds) {
      const step = transition(anAttempt({ state }), aSnapshot({ status: 'processing' }), 'live')
      expect(step).toMatchObject({ outcome: 'unchanged', attempt: { state } })
    }
  })

  it("keeps the provider's failure message until money arrives [C213]", () => {
    const failed = transition(anAttempt(), aSnapshot({ status: 'failed', failureMessage: 'Card declined' }), 'live')
    expect(failed.attempt.failureMessage).toBe('Card declined')
    expect(transition(failed.attempt, paidSnapshot(), 'live').attempt.failureMessage).toBeNull()
  })

  it('keeps the message of a failed try while the order is open, without counting money [C213]', () => {
    const failedTry = aSnapshot({ failureMessage: 'The bank is away' })
    const first = transition(anAttempt(), failedTry, 'live')
    expect(first).toMatchObject({ outcome: 'applied', becamePaid: false, review: null })
    expect(first.attempt).toEqual(anAttempt({ failureMessage: 'The bank is away' }))
    expect(transition(first.attempt, failedTry, 'live').outcome).toBe('unchanged')
    expect(transition(anAttempt({ state: 'expired' }), failedTry, 'live').outcome).toBe('unchanged')
    expect(transition(first.attempt, paidSnapshot(), 'live').attempt.failureMessage).toBeNull()
  })

  it('ignores a snapshot of an unknown order', () => {
    const before = anAttempt({ state: 'created', orderRef: null })
    const step = transition(before, aSnapshot({ status: 'not-found', orderRef: null }), 'live')
    expect(step).toMatchObject({ outcome: 'unchanged', attempt: before })
  })

  it('adopts the order reference when the answer to the start was lost', () => {
    const step = transition(anAttempt({ state: 'created', orderRef: null }), paidSnapshot(), 'live')
    expect(step.attempt).toMatchObject({ state: 'succeeded', orderRef: 'order_1' })
  })
})

describe('money that does not match the attempt', () => {
  const mismatches: readonly [string, Partial<Snapshot>, string][] = [
    ['less', { capturedMinor: 999 }, 'amount-short'],
    ['another currency', { currency: 'INR' }, 'other-currency'],
    ['another order', { orderRef: 'order_2' }, 'other-order'],
    ['test money', { mode: 'test' }, 'other-mode'],
  ]
  it.each(mismatches)('%s never succeeds silently and needs a review', (_, change, reason) => {
    const step = transition(anAttempt(), paidSnapshot(change), 'live')
    expect(step).toMatchObject({ outcome: 'mismatch', becamePaid: false, review: reason })
    expect(step.attempt).toMatchObject({ state: 'requires_action', reviewReason: reason })
  })

  it('records a partial payment and succeeds when the rest arrives', () => {
    const short = transition(anAttempt(), paidSnapshot({ capturedMinor: 400 }), 'live').attempt
    expect(short.capturedMinor).toBe(400)
    const full = transition(short, paidSnapshot(), 'live')
    expect(full.attempt).toMatchObject({ state: 'succeeded', capturedMinor: 1000, reviewReason: null })
  })

  it('does not record money in another currency', () => {
    expect(transition(anAttempt(), paidSnapshot({ currency: 'INR' }), 'live').attempt.capturedMinor).toBe(0)
  })

  it('succeeds with a review after an overpayment', () => {
    const step = transition(anAttempt(), paidSnapshot({ capturedMinor: 1200 }), 'live')
    expect(step).toMatchObject({ becamePaid: true, review: 'amount-over' })
    expect(step.attempt).toMatchObject({ state: 'succeeded', capturedMinor: 1200, reviewReason: 'amount-over' })
  })

  it('ignores an unpaid object of another shop on the same account', () => {
    const step = transition(anAttempt(), aSnapshot({ orderRef: 'order_2', status: 'expired' }), 'live')
    expect(step).toMatchObject({ outcome: 'mismatch', review: null, attempt: { state: 'requires_action' } })
  })

  it('needs a review when a second payment appears on a paid order', () => {
    const paid = transition(anAttempt(), paidSnapshot(), 'live').attempt
    const step = transition(paid, paidSnapshot({ paymentRef: 'pay_2' }), 'live')
    expect(step).toMatchObject({ outcome: 'mismatch', review: 'second-payment' })
    expect(step.attempt).toMatchObject({ state: 'succeeded', paymentRef: 'pay_1', capturedMinor: 1000 })
  })

  it('keeps the stronger review reason', () => {
    expect(strongerReason('amount-short', 'other-mode')).toBe('other-mode')
    expect(strongerReason('other-mode', 'amount-short')).toBe('other-mode')
    expect(strongerReason(null, 'amount-short')).toBe('amount-short')
  })
})

/** Applies transition and refunds as the command does. */
type World = { attempt: Attempt; refunds: readonly Refund[] }
function applyNext(world: World, snapshot: Snapshot): World {
  let made = world.refunds.length
  const { attempt, refunds } = readSnapshot(world.attempt, world.refunds, snapshot, 'live', () => `external-${made++}`)
  return { attempt, refunds }
}
const facts = ({ attempt, refunds }: World) => ({
  state: attempt.state,
  captured: attempt.capturedMinor,
  refunded: attempt.refundedMinor,
  review: attempt.reviewReason,
  given: refunds.filter((refund) => refund.state === 'succeeded').reduce((sum, r) => sum + r.amountMinor, 0),
})

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length <= 1) return [[...list]]
  return list.flatMap((item, i) => permutations(list.toSpliced(i, 1)).map((rest) => [item, ...rest]))
}

describe('the order of reports', () => {
  const story: readonly Snapshot[] = [
    aSnapshot({ status: 'processing' }),
    aSnapshot({ status: 'failed', failureMessage: 'Try again' }),
    paidSnapshot(),
    paidSnapshot({ refundedMinor: 300 }),
    paidSnapshot({ refundedMinor: 1000 }),
  ]

  it('does not matter: all 120 orders of five events, each sent twice, end the same [C208]', () => {
    const ends = permutations(story).map((order) => {
      const doubled = order.flatMap((snapshot) => [snapshot, snapshot])
      return JSON.stringify(facts(doubled.reduce(applyNext, { attempt: anAttempt(), refunds: [] })))
    })
    expect(ends).toHaveLength(120)
    expect(new Set(ends)).toEqual(
      new Set([JSON.stringify({ state: 'refunded', captured: 1000, refunded: 1000, review: null, given: 1000 })]),
    )
  })

  it('does not matter for refunds with ids either', () => {
    const refund = (ref: string, state: 'pending' | 'succeeded' | 'failed', amountMinor: number) => ({
      ref,
      ourId: null,
      amountMinor,
      state,
    })
    const reports: readonly Snapshot[] = [
      paidSnapshot({ refunds: [] }),
      paidSnapshot({ refunds: [refund('r1', 'pending', 400)] }),
      paidSnapshot({ refunds: [refund('r1', 'succeeded', 400)] }),
      paidSnapshot({ refunds: [refund('r1', 'failed', 400)] }),
      paidSnapshot({ refunds: [refund('r2', 'succeeded', 250)] }),
    ]
    const ends = permutations(reports).map((order) => {
      const doubled = order.flatMap((snapshot) => [snapshot, snapshot])
      const { review: _, ...rest } = facts(doubled.reduce(applyNext, { attempt: anAttempt(), refunds: [] }))
      return JSON.stringify(rest)
    })
    expect([...new Set(ends)]).toEqual([
      JSON.stringify({ state: 'partially_refunded', captured: 1000, refunded: 250, given: 250 }),
    ])
  })

  const snapshots = (end: SnapshotStatus) =>
    fc.array(
      fc.record({
        status: fc.constantFrom<SnapshotStatus>('requires_action', 'processing', 'succeeded', 'not-found', end),
        capturedMinor: fc.constantFrom(0, 400, 1000, 1000, 1200),
        refundedMinor: fc.constantFrom(0, 0, 300, 1000),
        currency: fc.constantFrom('AED', 'AED', 'AED', 'USD'),
        orderRef: fc.constantFrom('order_1', 'order_1', 'order_2', null),
        mode: fc.constantFrom('live' as const, 'live' as const, 'test' as const),
      }),
      { maxLength: 8 },
    )
  // A provider reports one kind of end per order; of two kinds, the first would count.
  it.each(softEnds)('does not matter for repeated and shuffled reports that end in %s', (end) => {
    const property = fc.property(
      snapshots(end).chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
      ),
      ([list, shuffled]) => {
        const asSnapshot = (part: (typeof list)[number]): Snapshot =>
          aSnapshot({
            ...part,
            capturedMinor: part.status === 'succeeded' ? part.capturedMinor : 0,
            refundedMinor: part.status === 'succeeded' ? Math.min(part.refundedMinor, part.capturedMinor) : 0,
            paymentRef: 'pay_1',
          })
        const start: World = { attempt: anAttempt({ state: 'created' }), refunds: [] }
        const result = facts(list.map(asSnapshot).reduce(applyNext, start))
        expect(facts(shuffled.map(asSnapshot).reduce(applyNext, start))).toEqual(result)
      },
    )
    fc.assert(property, { numRuns: 300 })
  })

  it('never reduces captured money or makes a paid attempt unpaid', () => {
    const any = fc.record({
      status: fc.constantFrom<SnapshotStatus>(
        'requires_action',
        'processing',
        'succeeded',
        'failed',
        'cancelled',
        'expired',
        'not-found',
      ),
      capturedMinor: fc.nat(1500),
      refundedMinor: fc.nat(1500),
      currency: fc.constantFrom('AED', 'USD'),
      mode: fc.constantFrom('live' as const, 'test' as const),
      paymentRef: fc.constantFrom(null, 'pay_1', 'pay_2'),
    })
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.array(any, { maxLength: 10 }), (state, list) => {
        const capturedMinor = isPaid(state) ? 1000 : 0
        let world: World = { attempt: anAttempt({ state, capturedMinor }), refunds: [] }
        for (const part of list) {
          const next = applyNext(world, aSnapshot(part))
          expect(next.attempt.capturedMinor).toBeGreaterThanOrEqual(world.attempt.capturedMinor)
          if (isPaid(world.attempt.state)) expect(isPaid(next.attempt.state)).toBe(true)
          const isStep = next.attempt.state === world.attempt.state || canMove(world.attempt.state, next.attempt.state)
          // A first report may include payment and refund.
          const isPaidAndBack = canMove(world.attempt.state, 'succeeded') && isPaid(next.attempt.state)
          expect(isStep || isPaidAndBack).toBe(true)
          expect(next.attempt.refundedMinor).toBeLessThanOrEqual(next.attempt.capturedMinor)
          world = next
        }
      }),
    )
  })
})

describe('a payment held by the provider', () => {
  const held = paidSnapshot({ status: 'processing', isHeld: true })
  const read = (attempt: Attempt, snapshot: Snapshot) => readSnapshot(attempt, [], snapshot, 'live', () => 'new')

  it.each(['created', 'requires_action', 'processing'] as const)(
    'pays for nothing from %s, and asks for people once',
    (state) => {
      const { attempt, reviews, transition: step } = read(anAttempt({ state }), held)
      expect(attempt).toMatchObject({ state: 'processing', capturedMinor: 1000, reviewReason: 'held' })
      expect(reviews).toEqual(['held'])
      expect(step.becamePaid).toBe(false)
      const again = read({ ...attempt, reviewReason: null }, held)
      expect([again.attempt.reviewReason, again.reviews]).toEqual([null, []])
    },
  )

  it('pays the booking when it is released, and closes the review', () => {
    const { attempt, transition: step } = read(read(anAttempt(), held).attempt, paidSnapshot())
    expect(attempt).toMatchObject({ state: 'succeeded', reviewReason: null })
    expect(step.becamePaid).toBe(true)
  })

  it('keeps its review when it is declined', () => {
    const { attempt } = read(read(anAttempt(), held).attempt, aSnapshot({ status: 'cancelled' }))
    expect(attempt).toMatchObject({ state: 'cancelled', capturedMinor: 1000, reviewReason: 'held' })
  })
})
