import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { inEnglish } from '../../../services/testing/service.ts'
import { saveSettings } from '../../settings/index.server.ts'
import { applySnapshot } from '../attempts/apply-snapshot.server.ts'
import { proveLedger, recordArrivalPayment } from '../index.server.ts'
import { madeUpProvider } from '../testing/made-up/provider.ts'
import { admin, paymentWorld, type World } from '../testing/world.ts'
import { listPaymentReports, readLedger } from './list-reports.server.ts'
import { reportPayments, reportYesterday } from './report-payments.server.ts'

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
  it.each([
    ['Asia/Kolkata', '2026-11-10T18:25:00Z', '2026-11-10T18:35:00Z', '2026-11-10'],
    ['America/New_York', '2026-11-13T04:55:00Z', '2026-11-13T05:05:00Z', '2026-11-12'],
  ])('is made once, after midnight of an agency in %s', async (time_zone, before, after, ended) => {
    const start = world.clock()
    await saveSettings(world, admin, { time_zone })
    world.clock.set(new Date(before))
    await reportYesterday(world)
    expect(await reportYesterday(world)).toBeNull()
    world.clock.set(new Date(after))
    expect(await reportYesterday(world)).toBe(ended)
    expect(await reportYesterday(world)).toBeNull()
    await world.db.deleteFrom('payment_report_days').execute()
    await saveSettings(world, admin, { time_zone: 'Asia/Dubai' })
    world.clock.set(start)
  })

  it('checks open, recently failed and recently paid payments and applies the answers', async () => {
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

  it('belongs to the day that has ended, with the sums by currency', async () => {
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

  it('replaces an earlier one of the same day; external refunds count once', async () => {
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

  it('lists payments where a provider disagrees, with both amounts and the reason', async () => {
    const { attemptId, bookingId, orderRef } = await paid()
    const order = world.madeUp.orders.get(orderRef)
    if (order) order.paymentRef = 'another_payment'
    await reportPayments(world)
    const report = await about('made_up')
    expect(report).toMatchObject({ asked: 1, agreed: 0, changed: 0 })
    expect(inEnglish(report?.differing)).toMatchObject([
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

  it('counts unanswered checks, and a silent provider does not block others', async () => {
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

  it('finds disputes, and stops checking old payments', async () => {
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

  it('can be paged back by day', async () => {
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

  it('reports a ledger that does not add up, as the current ledger does', async () => {
    const { bookingId, attemptId } = await paid()
    await sql`alter table ledger_entries disable trigger user`.execute(world.db)
    await sql`update ledger_entries set amount_minor = 19999 where kind = 'charged' and attempt_id = ${attemptId}`.execute(
      world.db,
    )
    await reportPayments(world)
    const difference = {
      subject: 'attempt',
      bookingId,
      what: 'charged',
      stored: { minor: 20_000 },
      entered: { minor: 19_999 },
    }
    expect((await newest())?.ledgerDifferences).toMatchObject([difference])
    expect(await readLedger(world, admin)).toMatchObject({ differing: 1, differences: [difference] })
    expect(await proveLedger(world.db)).toHaveLength(1)
  })
})
