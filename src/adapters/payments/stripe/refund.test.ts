import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { stripeBench } from './testing/bench.ts'

const bench = await stripeBench()
const { supplier } = bench
afterEach(() => {
  supplier.holdRefunds(false)
  expect(supplier.breaches()).toEqual([])
})
afterAll(() => supplier.close())

describe('a refund', () => {
  const paid = async () => {
    const { attempt, orderRef } = await bench.started()
    await supplier.act(orderRef, 'pay')
    return { attempt, orderRef }
  }

  it('carries our id as key and in its metadata, and is listed with its state', async () => {
    const { attempt, orderRef } = await paid()
    const id = randomUUID()
    supplier.holdRefunds(true)
    expect(await bench.refund(attempt, id, 4_000, 'double_payment')).toMatchObject({ outcome: 'pending' })
    const made = supplier.order(orderRef).refunds[0]
    expect(made).toMatchObject({ metadata: { attempt_id: attempt.id, refund_id: id }, reason: 'duplicate' })
    expect(supplier.requests().at(-1)).toMatchObject({ path: '/v1/refunds', key: id })
    const pending = await bench.fetch(attempt)
    expect(pending).toMatchObject({ refundedMinor: 0, refunds: [{ ourId: id, state: 'pending', amountMinor: 4_000 }] })
    supplier.settleRefunds(orderRef, 'succeeded')
    expect(await bench.fetch(attempt)).toMatchObject({ refundedMinor: 4_000, refunds: [{ state: 'succeeded' }] })
    supplier.settleRefunds(orderRef, 'failed')
    expect(await bench.fetch(attempt)).toMatchObject({ refundedMinor: 0, refunds: [{ ourId: id, state: 'failed' }] })
    expect(await bench.refund(attempt, id, 4_000)).toMatchObject({ outcome: 'failed' })
  })

  it('with a lost response is found and not repeated, even after its key is forgotten', async () => {
    const { attempt, orderRef } = await paid()
    const id = randomUUID()
    expect(await bench.refund(attempt, id, 4_000)).toMatchObject({ outcome: 'succeeded' })
    supplier.forgetKeys()
    expect(await bench.refund(attempt, id, 4_000)).toMatchObject({ outcome: 'succeeded' })
    expect(supplier.order(orderRef).refunds).toHaveLength(1)
  })

  it('above the remaining amount is refused for good; one from the dashboard has no id of ours', async () => {
    const { attempt, orderRef } = await paid()
    await supplier.refundElsewhere(orderRef, 9_000)
    expect(await bench.fetch(attempt)).toMatchObject({ refundedMinor: 9_000, refunds: [{ ourId: null }] })
    expect(await bench.refund(attempt, randomUUID(), 1_001)).toMatchObject({ outcome: 'failed' })
    expect(await bench.refund(attempt, randomUUID(), 1_000)).toMatchObject({ outcome: 'succeeded' })
    expect(await bench.refund(attempt, randomUUID(), 1)).toMatchObject({ outcome: 'failed' })
  })

  it('is listed completely, however many there are', async () => {
    const { attempt, orderRef } = await paid()
    for (let i = 0; i < 12; i++) await supplier.refundElsewhere(orderRef, 100)
    const snapshot = await bench.fetch(attempt)
    expect(snapshot.refunds).toHaveLength(12)
    expect(snapshot.refundedMinor).toBe(1_200)
  })

  it('of an unpaid session is unknown', async () => {
    const { attempt } = await bench.started()
    expect(await bench.refund(attempt, randomUUID(), 1)).toMatchObject({ outcome: 'unknown' })
  })
})
