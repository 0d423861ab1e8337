import { beforeAll, describe, expect, it } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { readAdminBooking } from '../../booking/index.server.ts'
import { codeOf } from '../../booking/testing/fixtures.ts'
import { decideTransfer, proveLedger, readAdminPayment, storeProof } from '../index.server.ts'
import { createRefund, settleRefund } from '../refunds/commands.server.ts'
import { closeReview } from '../reviews/close-review.server.ts'
import { admin, aPdf, type Held, paymentWorld, pieces, visitor, type World } from '../testing/world.ts'
import { listWaitingProofs } from './list-waiting-proofs.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([bankTransfer])
})
const prove = ({ bookingId, token }: Held) =>
  storeProof(world, visitor, bookingId, token, { bytes: pieces(aPdf()), originalName: 'receipt.pdf', allowGif: false })
async function withProof() {
  const held = await world.aBooking()
  await world.started(held, 'bank_transfer')
  await prove(held)
  const { final_amount: due } = await readAdminBooking(world, held.bookingId)
  return { held, due }
}
const approve = ({ bookingId }: Held, minor: number, currency = 'USD') =>
  decideTransfer(world, admin, {
    bookingId,
    decision: 'approved',
    received_amount: { minor, currency: currency as 'USD' },
  })
const stateOf = async ({ bookingId }: Held) => {
  const { booking_status, payment_status, verification, paid_amount } = await readAdminBooking(world, bookingId)
  const { attempts } = await readAdminPayment(world, bookingId)
  return { booking_status, payment_status, verification, paid: paid_amount.minor, review: attempts[0]?.reviewReason }
}
const waits = async ({ bookingId }: Held) =>
  (await listWaitingProofs(world, { limit: 100 })).items.some((each) => each.bookingId === bookingId)
const ledger = async () => {
  const { rows } = await world.db
    .selectFrom('ledger_entries')
    .select(({ fn }) => [fn.sum<string>('amount_minor').as('amount'), fn.sum<string>('booking_minor').as('booking')])
    .executeTakeFirstOrThrow()
    .then((row) => ({ rows: row }))
  return { amount: Number(rows.amount), booking: Number(rows.booking) }
}

describe('the amount received of a transfer', () => {
  it('pays the booking when it is the amount due', async () => {
    const { held, due } = await withProof()
    await approve(held, due.minor, due.currency)
    expect(await stateOf(held)).toMatchObject({
      ...{ booking_status: 'confirmed', payment_status: 'completed', verification: 'approved' },
      ...{ paid: due.minor, review: null },
    })
  })

  it('pays the booking when it is more; the rest goes under review and belongs to nobody yet', async () => {
    const { held, due } = await withProof()
    const before = await ledger()
    await approve(held, due.minor + 500, due.currency)
    expect(await stateOf(held)).toMatchObject({ payment_status: 'completed', paid: due.minor, review: 'amount-over' })
    const after = await ledger()
    expect([after.amount - before.amount, after.booking - before.booking]).toEqual([due.minor + 500, due.minor])
  })

  it('pays nothing when it is less: it is recorded, goes under review, and the transfer is decided again', async () => {
    const { held, due } = await withProof()
    await approve(held, due.minor - 1_000, due.currency)
    const short = { booking_status: 'pending', payment_status: 'pending', verification: null, paid: 0 }
    expect(await stateOf(held)).toMatchObject({ ...short, review: 'amount-short' })
    expect(await waits(held)).toBe(false)
    const audit = await world.db
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('subject_id', '=', held.bookingId)
      .where('action', '=', 'payment.transfer-short')
      .execute()
    expect(audit).toHaveLength(1)

    await prove(held)
    expect(await waits(held)).toBe(true)
    expect(await codeOf(approve(held, due.minor - 1_001, due.currency))).toBe('payment/wrong-amount')
    await approve(held, due.minor, due.currency)
    expect(await stateOf(held)).toMatchObject({ payment_status: 'completed', paid: due.minor, review: null })
  })

  it('is still short after its review was closed', async () => {
    const { held, due } = await withProof()
    await approve(held, 100, due.currency)
    const { attempts } = await readAdminPayment(world, held.bookingId)
    await closeReview(world, admin, { attemptId: String(attempts[0]?.id), note: 'The customer sends the rest' })
    expect(await stateOf(held)).toMatchObject({ payment_status: 'pending', paid: 0, review: null })
  })

  it('counts money once that was recorded before the customer tried another method', async () => {
    const { held, due } = await withProof()
    const before = await ledger()
    await approve(held, 3_000, due.currency)
    await world.started(held)
    await world.started(held, 'bank_transfer')
    await prove(held)
    expect(await codeOf(approve(held, 2_999, due.currency))).toBe('payment/wrong-amount')
    await approve(held, 5_000, due.currency)
    expect(await stateOf(held)).toMatchObject({ payment_status: 'pending', paid: 0 })
    await approve(held, due.minor, due.currency)
    expect(await stateOf(held)).toMatchObject({ payment_status: 'completed', paid: due.minor })
    const after = await ledger()
    expect([after.amount - before.amount, after.booking - before.booking]).toEqual([due.minor, due.minor])
    const rows = await world.attempts(held.bookingId)
    expect(rows.map(({ state }) => state).sort()).toEqual(['cancelled', 'cancelled', 'succeeded'])
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('does not count money that was refunded since', async () => {
    const { held, due } = await withProof()
    await approve(held, 3_000, due.currency)
    const [short] = await world.attempts(held.bookingId)
    const why = { amountMinor: 3_000, reason: 'Sent back', requestedBy: null }
    const refund = await createRefund(world, String(short?.id), why, admin)
    await settleRefund(world, admin, String(refund), 'succeeded')
    await prove(held)
    await approve(held, due.minor, due.currency)
    const { payment_status, paid_amount, refunded_amount } = await readAdminBooking(world, held.bookingId)
    expect([payment_status, paid_amount.minor, refunded_amount.minor]).toEqual(['completed', due.minor, 0])
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('is recorded once when staff decide at the same time', async () => {
    const { held, due } = await withProof()
    const done = await Promise.allSettled([1, 2, 3].map(() => approve(held, due.minor, due.currency)))
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stateOf(held)).toMatchObject({ paid: due.minor })
  })

  it.each([
    ['zero', 0, undefined],
    ['negative', -100, undefined],
    ['in another currency', 10_000, 'EUR'],
  ])('is refused when it is %s', async (_what, minor, currency) => {
    const { held, due } = await withProof()
    expect(await codeOf(approve(held, minor, currency ?? due.currency))).toBe('payment/wrong-amount')
    expect(await stateOf(held)).toMatchObject({ payment_status: 'pending', verification: null, review: null })
  })
})
