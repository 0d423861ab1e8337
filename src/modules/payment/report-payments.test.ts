import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { cashOnArrival } from '../../adapters/payments/cash-on-arrival/provider.ts'
import { applySnapshot } from './commands/apply-snapshot.server.ts'
import { reportPayments } from './commands/report-payments.server.ts'
import { proveLedger, recordArrivalPayment } from './index.server.ts'
import { listPaymentReports, readLedger } from './queries/payment-reports.server.ts'
import { madeUpProvider } from './testing/made-up/provider.ts'
import { admin, paymentWorld, type World } from './testing/world.ts'

let world: World
const silent = madeUpProvider('silent_pay', { label: 'Silent Pay' })
beforeEach(async () => {
  world = await paymentWorld([cashOnArrival, silent.provider])
})

async function paid(method = 'made_up', supplier = world.madeUp) {
  const held = await world.aBooking()
  const { attempt, orderRef } = await world.started(held, method)
  supplier.pay(orderRef)
  await applySnapshot(world, attempt.id, { ...supplier.snapshot(orderRef), feeMinor: 600 }, { kind: 'check' })
  return { ...held, attemptId: attempt.id, orderRef }
}
const newest = async () => (await listPaymentReports(world, { limit: 7 })).items[0]
const about = async (name: string) => (await newest())?.providers.find((provider) => provider.name === name)

describe('the daily report', () => {
  it('asks about open, lately failed and lately paid payments, applies what is said, and tells of each', async () => {
    const agreed = await paid()
    const open = await world.aBooking()
    const lost = await world.started(open)
    world.madeUp.pay(lost.orderRef)
    const failed = await world.aBooking()
    const late = await world.started(failed)
    world.madeUp.move(late.orderRef, 'failed')
    await applySnapshot(world, late.attempt.id, world.madeUp.snapshot(late.orderRef), { kind: 'check' })
    world.madeUp.pay(late.orderRef)
    const elsewhere = await paid()
    world.madeUp.refundElsewhere(elsewhere.orderRef, 5_000)
    world.clock.advance(24 * 60)
    await reportPayments(world)
    expect(await about('made_up')).toMatchObject({
      label: 'Made-up Pay',
      asked: 4,
      agreed: 1,
      changed: 3,
      unanswered: 0,
      refundsElsewhere: 1,
      differing: [],
    })
    for (const { bookingId } of [agreed, open, failed])
      expect((await world.booking(bookingId)).payment_status).toBe('completed')
    expect(await world.booking(elsewhere.bookingId)).toMatchObject({ refunded_minor: 5_000 })
    expect((await newest())?.ledgerDifferences).toEqual([])
  })

  it('stands under the day that has ended, with what moved on it in each currency', async () => {
    await paid()
    const cash = await world.aBooking()
    await recordArrivalPayment(world, admin, { bookingId: cash.bookingId, reason: 'Cash at the desk' })
    const before = world.clock()
    world.clock.set(new Date(before.getTime() + 24 * 60 * 60_000))
    const day = await reportPayments(world)
    expect(day).toBe(before.toISOString().slice(0, 10))
    const usd = (minor: number) => ({ minor, currency: 'USD' })
    expect((await about('made_up'))?.sums).toEqual([
      { charged: usd(20_000), refunded: usd(0), fees: usd(600), net: usd(19_400) },
    ])
    expect(await about('cash_on_arrival')).toMatchObject({ asked: 0, sums: [{ net: usd(20_000) }] })
  })

  it('made again takes the place of the first, and the next one counts a refund made elsewhere no more', async () => {
    const { orderRef } = await paid()
    world.madeUp.refundElsewhere(orderRef, 5_000)
    const first = await reportPayments(world)
    await reportPayments(world)
    expect((await listPaymentReports(world, { limit: 7 })).items.map(({ day }) => day)).toEqual([first])
    expect(await about('made_up')).toMatchObject({ asked: 1, agreed: 1, changed: 0, refundsElsewhere: 1 })
    world.clock.advance(24 * 60)
    const second = await reportPayments(world)
    expect(second > first).toBe(true)
    expect((await about('made_up'))?.refundsElsewhere).toBe(0)
  })

  it('names the payments about which a provider says something else, with both amounts and why', async () => {
    const { attemptId, bookingId, orderRef } = await paid()
    const order = world.madeUp.orders.get(orderRef)
    if (order) order.paymentRef = 'another_payment'
    await reportPayments(world)
    const report = await about('made_up')
    expect(report).toMatchObject({ asked: 1, agreed: 0, changed: 0 })
    expect(report?.differing).toMatchObject([
      {
        attemptId,
        bookingId,
        what: 'other',
        provider: { minor: 20_000, currency: 'USD' },
        own: { minor: 20_000, currency: 'USD' },
        why: 'The provider reports a second payment on the same order',
      },
    ])
  })

  it('says how many a provider left unanswered, and a silent one keeps no other from being asked', async () => {
    for (let n = 0; n < 4; n++) await paid('silent_pay', silent)
    await paid()
    silent.mood.status = 'silent'
    silent.calls.length = 0
    await reportPayments(world)
    silent.mood.status = 'ok'
    expect(silent.calls).toHaveLength(3)
    expect(await about('silent_pay')).toMatchObject({ asked: 4, agreed: 0, unanswered: 4 })
    expect(await about('made_up')).toMatchObject({ asked: 1, agreed: 1, unanswered: 0 })
  })

  it('brings disputes to light, and does not ask for ever about what was paid', async () => {
    const { attemptId } = await paid()
    world.madeUp.mood.twist = { isDisputed: true }
    await reportPayments(world)
    world.madeUp.mood.twist = {}
    const disputed = await world.db
      .selectFrom('payment_attempts')
      .select('review_reason')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow()
    expect(disputed.review_reason).toBe('disputed')
    world.clock.advance(15 * 24 * 60)
    await reportPayments(world)
    expect(await about('made_up')).toMatchObject({ asked: 0 })
  })

  it('leads back day by day', async () => {
    for (let n = 0; n < 3; n++) {
      await reportPayments(world)
      world.clock.advance(24 * 60)
    }
    const first = await listPaymentReports(world, { limit: 2 })
    expect(first.items).toHaveLength(2)
    const rest = await listPaymentReports(world, { limit: 2, before: first.next ?? '' })
    expect(rest.items).toHaveLength(1)
    expect(rest.next).toBeNull()
    expect(first.items.map(({ day }) => day)).not.toContain(rest.items[0]?.day)
  })

  it('says so when the ledger does not add up, as the books of the moment do', async () => {
    const { bookingId, attemptId } = await paid()
    await sql`alter table ledger_entries disable trigger user`.execute(world.db)
    await sql`update ledger_entries set amount_minor = 19999 where kind = 'charged' and attempt_id = ${attemptId}`.execute(
      world.db,
    )
    await reportPayments(world)
    const found = {
      subject: 'attempt',
      bookingId,
      what: 'charged',
      stored: { minor: 20_000 },
      entered: { minor: 19_999 },
    }
    expect((await newest())?.ledgerDifferences).toMatchObject([found])
    expect(await readLedger(world, admin)).toMatchObject({ differing: 1, differences: [found] })
    expect(await proveLedger(world.db)).toHaveLength(1)
  })
})
