import { readFile } from 'node:fs/promises'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { bankTransfer } from '../../../adapters/payments/bank-transfer/provider.ts'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { saveRates } from '../../settings/index.server.ts'
import { applySnapshot } from '../attempts/apply-snapshot.server.ts'
import { decideTransfer, ledgerByCurrency, proveLedger, recordArrivalPayment, settleRefund } from '../index.server.ts'
import type { Snapshot } from '../port.ts'
import { createRefund, runRefund } from '../refunds/commands.server.ts'
import { madeUpProvider } from '../testing/made-up/provider.ts'
import { admin, paymentWorld, type World } from '../testing/world.ts'

let world: World
const inRupees = madeUpProvider('rupee_pay', {
  charge: { rule: 'setting', key: 'razorpay_currency', fallback: 'INR' },
})
beforeAll(async () => {
  world = await paymentWorld([bankTransfer, cashOnArrival, inRupees.provider])
  await saveRates(world, admin, { INR: '86.37' })
})

const linesOf = async (attemptId: string, q: Queryable = world.db) =>
  (await q.selectFrom('ledger_entries').selectAll().where('attempt_id', '=', attemptId).orderBy('id').execute()).map(
    ({ kind, amount_minor, currency, booking_minor }) => [kind, amount_minor, currency, booking_minor],
  )
const applyReport = (attemptId: string, snapshot: Snapshot) =>
  applySnapshot(world, attemptId, { ...snapshot, mode: 'live' }, { kind: 'check' })
const refundOf = async (attemptId: string, amountMinor?: number): Promise<string> => {
  const wanted = { reason: 'Agreed', requestedBy: null, ...(amountMinor !== undefined && { amountMinor }) }
  return (await createRefund(world, attemptId, wanted)) ?? ''
}
/** A booking over 200.00 USD, paid with 17,274.00 INR. */
async function paidInRupees(change: Partial<Snapshot> = {}) {
  const held = await world.aBooking()
  const { attempt, orderRef } = await world.started(held, 'rupee_pay')
  inRupees.pay(orderRef)
  await applyReport(attempt.id, { ...inRupees.snapshot(orderRef), ...change })
  return { ...held, attemptId: attempt.id, orderRef }
}

describe('the ledger', () => {
  it('records a converted payment once with both amounts, rate and fee', async () => {
    const { attemptId, orderRef } = await paidInRupees({ feeMinor: 40_766 })
    await applyReport(attemptId, { ...inRupees.snapshot(orderRef), feeMinor: 40_766 })
    expect(await linesOf(attemptId)).toEqual([
      ['charged', 1_727_400, 'INR', 20_000],
      ['fee', -40_766, 'INR', 0],
    ])
    const line = await world.db
      .selectFrom('ledger_entries')
      .select(['exchange_rate', 'source'])
      .where('attempt_id', '=', attemptId)
      .executeTakeFirstOrThrow()
    expect(line.exchange_rate).toBe('86.37000000')
    expect(line.source).toMatch(/^check:/)
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('records a fee that is reported later', async () => {
    const { attemptId, orderRef } = await paidInRupees()
    await applyReport(attemptId, { ...inRupees.snapshot(orderRef), feeMinor: 500 })
    expect((await linesOf(attemptId)).at(-1)).toEqual(['fee', -500, 'INR', 0])
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('adds three partial refunds up to the full amount, to the cent', async () => {
    const { attemptId, bookingId } = await paidInRupees()
    for (const part of [575_801, 575_801, undefined]) await runRefund(world, await refundOf(attemptId, part))
    const back = (await linesOf(attemptId)).filter(([kind]) => kind === 'refunded')
    expect(back.map(([, , , minor]) => minor)).toEqual([-6667, -6666, -6667])
    expect(await world.booking(bookingId)).toMatchObject({ payment_status: 'refunded', refunded_minor: 20_000 })
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('reverses a refund that failed', async () => {
    const { attemptId, orderRef, bookingId } = await paidInRupees()
    inRupees.refundElsewhere(orderRef, 863_700)
    await applyReport(attemptId, inRupees.snapshot(orderRef))
    const refunds =
      inRupees.snapshot(orderRef).refunds?.map((refund) => ({ ...refund, state: 'failed' as const })) ?? []
    await applyReport(attemptId, { ...inRupees.snapshot(orderRef), refunds, refundedMinor: 0 })
    expect((await linesOf(attemptId)).slice(1)).toEqual([
      ['refunded', -863_700, 'INR', -10_000],
      ['returned', 863_700, 'INR', 10_000],
    ])
    expect((await world.booking(bookingId)).refunded_minor).toBe(0)
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('counts nothing for the booking when another payment paid it', async () => {
    const held = await world.aBooking()
    const first = await world.started(held)
    await applyReport(first.attempt.id, { ...world.madeUp.snapshot(first.orderRef), status: 'expired' })
    const second = await world.started(held)
    for (const { attempt, orderRef } of [second, first]) {
      world.madeUp.pay(orderRef)
      await applyReport(attempt.id, world.madeUp.snapshot(orderRef))
    }
    expect(await linesOf(first.attempt.id)).toEqual([['charged', 20_000, 'USD', 0]])
    expect(await linesOf(second.attempt.id)).toEqual([['charged', 20_000, 'USD', 20_000]])
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('assigns earlier captured money to the booking', async () => {
    const held = await world.aBooking()
    const { attempt, orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    await applyReport(attempt.id, { ...world.madeUp.snapshot(orderRef), status: 'processing' })
    await applyReport(attempt.id, world.madeUp.snapshot(orderRef))
    expect(await linesOf(attempt.id)).toEqual([
      ['charged', 20_000, 'USD', 0],
      ['assigned', 0, 'USD', 20_000],
    ])
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('records manual payments: a transfer, cash on arrival, a refund by hand', async () => {
    const transfer = await world.aBooking()
    await world.started(transfer, 'bank_transfer')
    await decideTransfer(world, admin, { bookingId: transfer.bookingId, decision: 'approved' })
    const cash = await world.aBooking()
    await recordArrivalPayment(world, admin, { bookingId: cash.bookingId, reason: 'Cash at the desk' })
    const [paid] = await world.attempts(cash.bookingId)
    await settleRefund(world, admin, await refundOf(paid!.id, 4_000), 'succeeded')
    const [sent] = await world.attempts(transfer.bookingId)
    expect(await linesOf(sent!.id)).toEqual([['charged', 20_000, 'USD', 20_000]])
    expect(await linesOf(paid!.id)).toEqual([
      ['charged', 20_000, 'USD', 20_000],
      ['refunded', -4_000, 'USD', -4_000],
    ])
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('sums by currency: charged, refunded, fees and net', async () => {
    const before = (await ledgerByCurrency(world.db)).find(({ currency }) => currency === 'INR')
    const { attemptId } = await paidInRupees({ feeMinor: 40_000 })
    await runRefund(world, await refundOf(attemptId, 27_400))
    const after = (await ledgerByCurrency(world.db)).find(({ currency }) => currency === 'INR')
    const grown = (key: 'chargedMinor' | 'refundedMinor' | 'feesMinor' | 'netMinor') =>
      (after?.[key] ?? 0) - (before?.[key] ?? 0)
    expect([grown('chargedMinor'), grown('refundedMinor'), grown('feesMinor')]).toEqual([1_727_400, 27_400, 40_000])
    expect(grown('netMinor')).toBe(1_660_000)
  })

  it('adds up to the totals of attempt and booking after any sequence of reports', async () => {
    const amount = fc.constantFrom(0, 1, 575_801, 863_700, 1_727_399, 1_727_400, 1_800_000)
    const refund = fc.record({
      ref: fc.constantFrom('a', 'b', 'c'),
      ourId: fc.constant(null),
      amountMinor: fc.integer({ min: 1, max: 900_000 }),
      state: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
    })
    const report = fc.record({
      status: fc.constantFrom('requires_action', 'processing', 'succeeded', 'succeeded', 'failed', 'expired'),
      capturedMinor: amount,
      refundedMinor: amount,
      refunds: fc.option(fc.uniqueArray(refund, { selector: ({ ref }) => ref, maxLength: 3 })),
      feeMinor: fc.option(fc.integer({ min: 0, max: 50_000 })),
    })
    let orders = 0
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 7 }), async (reports) => {
        const held = await world.aBooking()
        const { attempt, orderRef } = await world.started(held, 'rupee_pay')
        const order = ++orders
        for (const { feeMinor, refunds, ...change } of reports) {
          await applyReport(attempt.id, {
            ...inRupees.snapshot(orderRef),
            ...change,
            paymentRef: `payment_${order}`,
            refunds: refunds?.map((each) => ({ ...each, ref: `${order}_${each.ref}` })) ?? null,
            ...(feeMinor !== null && { feeMinor }),
          })
        }
        expect(await proveLedger(world.db)).toEqual([])
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})

describe('ledger entries', () => {
  it('can never be changed, removed or doubled', async () => {
    const { attemptId } = await paidInRupees()
    const one = sql`where attempt_id = ${attemptId}`
    await expect(sql`update ledger_entries set amount_minor = 1 ${one}`.execute(world.db)).rejects.toThrow(
      'append only',
    )
    await expect(sql`delete from ledger_entries ${one}`.execute(world.db)).rejects.toThrow('append only')
    await expect(sql`truncate ledger_entries`.execute(world.db)).rejects.toThrow('append only')
    const again = sql`insert into ledger_entries (booking_id, attempt_id, attempt_version, kind, amount_minor, currency,
        booking_minor, booking_currency, exchange_rate, source, at)
      select booking_id, attempt_id, attempt_version, kind, amount_minor, currency, booking_minor, booking_currency,
        exchange_rate, source, at from ledger_entries ${one}`
    await expect(again.execute(world.db)).rejects.toThrow('duplicate key')
  })

  it.each([
    ['changed', sql`update ledger_entries set amount_minor = amount_minor - 1`, 'charged'],
    [
      'changed in what counts for the booking',
      sql`update ledger_entries set booking_minor = booking_minor - 1`,
      'paid',
    ],
    ['moved to another currency', sql`update ledger_entries set currency = 'EUR'`, 'currency'],
    ['removed', sql`delete from ledger_entries`, 'charged'],
  ])('make the proof fail when one was %s behind our back', async (_, tampering, what) => {
    const { attemptId, bookingId } = await paidInRupees()
    const differing = await triedOnly(async (trx) => {
      await sql`alter table ledger_entries disable trigger user`.execute(trx)
      await sql`${tampering} where attempt_id = ${attemptId}`.execute(trx)
      return proveLedger(trx)
    })
    expect(differing).toContainEqual(expect.objectContaining({ bookingId, what }))
    expect(await proveLedger(world.db)).toEqual([])
  })

  it('are created for bookings and attempts from before the ledger', async () => {
    const { attemptId } = await paidInRupees()
    await runRefund(world, await refundOf(attemptId, 300_000))
    const elsewhere = await world.aBooking()
    const paid = { payment_status: 'completed', paid_minor: 20_000, refunded_minor: 500 } as const
    const migration = await readFile(new URL('../../../../db/migrations/0023_ledger.sql', import.meta.url), 'utf8')
    const backfill = migration.slice(migration.indexOf('with payer'), migration.indexOf('-- Once a day'))
    const before = await linesOf(attemptId)
    const ledger = await triedOnly(async (trx) => {
      await sql`alter table ledger_entries disable trigger user`.execute(trx)
      await sql`truncate ledger_entries`.execute(trx)
      await trx.updateTable('payment_attempts').set({ fee_minor: null }).execute()
      await trx.updateTable('bookings').set(paid).where('id', '=', elsewhere.bookingId).execute()
      await sql.raw(backfill).execute(trx)
      return { differing: await proveLedger(trx), lines: await linesOf(attemptId, trx) }
    })
    expect(ledger).toEqual({ differing: [], lines: before })
  })
})

class RolledBack<T> extends Error {
  readonly result: T
  constructor(result: T) {
    super('rolled back')
    this.result = result
  }
}
/** Runs `work` in a transaction that is rolled back, and returns its result. */
async function triedOnly<T>(work: (trx: Trx) => Promise<T>): Promise<T> {
  const tried = world.db.transaction().execute(async (trx) => {
    throw new RolledBack(await work(trx))
  })
  return tried.catch((error: unknown) => {
    if (error instanceof RolledBack) return error.result as T
    throw error
  })
}
