import { sql } from 'kysely'
import { addDays, addHours, agencyTimeZone, dateIn, instantAt, type LocalDate } from '../../../kernel/dates.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { getAttempt, toAttempt } from '../attempts.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { canAsk } from '../gateways.server.ts'
import { proveLedger, sumLedger } from '../queries/ledger.server.ts'
import { activeStates } from '../rules/attempt.ts'
import type { LedgerDifference } from '../rules/ledger.ts'
import { differenceOf, type PaymentDifference } from '../rules/report.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { refreshAttempt } from './close-attempt.server.ts'
import { type PaymentRound, paymentRound } from './payment-round.server.ts'

/** So many payments of a provider are asked about in one report, the longest unasked first. */
const mostAsked = 500
/** Some suppliers turn a failed payment into a paid one after hours. */
const lateHours = 72
/** Refunds made with the provider, and disputes, come within days; later ones come with its reports. */
const paidHours = 14 * 24
/** Differences that a report keeps of the ledger; `npm run ledger` lists all. */
const mostKept = 100

type Tally = {
  asked: number
  agreed: number
  changed: number
  unanswered: number
  differing: PaymentDifference[]
}

/**
 * The day's report, made after it has ended: each provider is asked about what is open, what has failed lately and what
 * was paid lately, what it says is applied, and what it said stands beside what the books say. Made again, it takes the
 * place of the first.
 */
export async function reportPayments(deps: PaymentDeps): Promise<LocalDate> {
  const startedAt = deps.clock()
  const day = addDays(dateIn(agencyTimeZone, startedAt), -1)
  const since = await lastReport(deps.db, day, startedAt)
  const round = paymentRound(deps)
  const tallies = new Map<string, Tally>()
  for (const name of await askable(deps)) {
    const rows = await dueAttempts(deps, name)
    const tally: Tally = { asked: rows.length, agreed: 0, changed: 0, unanswered: 0, differing: [] }
    for (const row of rows) await count(deps, round, row, tally)
    tallies.set(name, tally)
  }
  const differences = await proveLedger(deps.db)
  await keepReport(deps, day, since, tallies, differences)
  if (differences.length > 0) deps.log.error({ differences: differences.length }, 'the ledger does not add up')
  return day
}

/** Switched on now, or with a payment: whoever held money is asked, also when it is no longer offered. */
async function askable(deps: PaymentDeps): Promise<string[]> {
  const rows = await deps.db
    .selectFrom('payment_gateways as gateway')
    .select('name')
    .where((where) =>
      where.or([
        where('enabled', '=', true),
        where.exists(
          where.selectFrom('payment_attempts as a').select('a.id').whereRef('a.provider', '=', 'gateway.name'),
        ),
      ]),
    )
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name).filter((name) => canAsk(deps, name))
}

function dueAttempts(deps: PaymentDeps, provider: string): Promise<AttemptRecord[]> {
  const now = deps.clock()
  return deps.db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('provider', '=', provider)
    .where((where) =>
      where.or([
        where('state', 'in', activeStates),
        where.and([
          where('state', 'in', ['failed', 'cancelled', 'expired']),
          where('created_at', '>=', addHours(now, -lateHours)),
        ]),
        where('succeeded_at', '>=', addHours(now, -paidHours)),
        where('id', 'in', where.selectFrom('refunds').select('attempt_id').where('state', '=', 'pending')),
      ]),
    )
    .orderBy('updated_at')
    .limit(mostAsked)
    .execute()
}

async function count(deps: PaymentDeps, round: PaymentRound, row: AttemptRecord, tally: Tally): Promise<void> {
  let isAnswered = false
  await round.work(row, async () => {
    const told = await refreshAttempt(deps, row)
    if (!told) return
    isAnswered = true
    const after = toAttempt(await getAttempt(deps.db, row.id))
    const difference = differenceOf(after, told.snapshot, told.outcome === 'mismatch')
    const about = { attemptId: row.id, bookingId: row.booking_id, reference: told.booking.booking_reference }
    if (difference) tally.differing.push({ ...about, ...difference })
    else if (told.outcome === 'applied') tally.changed++
    else tally.agreed++
  })
  if (!isAnswered) tally.unanswered++
}

/** Since when refunds made elsewhere have not been told of. */
async function lastReport(q: Queryable, day: LocalDate, now: Date): Promise<Date> {
  const row = await q
    .selectFrom('payment_report_days')
    .select('made_at')
    .where('day', '<', day)
    .orderBy('day', 'desc')
    .executeTakeFirst()
  return row?.made_at ?? addHours(now, -24)
}

async function keepReport(
  deps: PaymentDeps,
  day: LocalDate,
  since: Date,
  tallies: ReadonlyMap<string, Tally>,
  differences: readonly LedgerDifference[],
): Promise<void> {
  const from = instantAt(agencyTimeZone, day, '00:00')
  const to = instantAt(agencyTimeZone, addDays(day, 1), '00:00')
  const sums = await sumLedger(deps.db, { from, to })
  const elsewhere = await refundsElsewhere(deps.db, since)
  const names = new Set([...tallies.keys(), ...sums.flatMap(({ provider }) => provider ?? []), ...elsewhere.keys()])
  const rows = [...names].sort().map((provider) => {
    const { differing, ...counted } = tallies.get(provider) ?? nothingAsked
    const own = sums.filter((each) => each.provider === provider).map(({ provider: _, ...moved }) => moved)
    return {
      day,
      provider,
      ...counted,
      refunds_elsewhere: elsewhere.get(provider) ?? 0,
      differing: JSON.stringify(differing),
      sums: JSON.stringify(own),
    }
  })
  const head = { made_at: deps.clock(), ledger_differences: JSON.stringify(differences.slice(0, mostKept)) }
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('payment_report_days')
      .values({ day, ...head })
      .onConflict((conflict) => conflict.column('day').doUpdateSet(head))
      .execute()
    await trx.deleteFrom('payment_reports').where('day', '=', day).execute()
    if (rows.length > 0) await trx.insertInto('payment_reports').values(rows).execute()
  })
}
const nothingAsked: Tally = { asked: 0, agreed: 0, changed: 0, unanswered: 0, differing: [] }

async function refundsElsewhere(q: Queryable, since: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ provider: string; refunds: number }>`
    select provider, count(*)::int as refunds from refunds
    where origin = 'external' and created_at > ${since} group by provider`.execute(q)
  return new Map(rows.map(({ provider, refunds }) => [provider, refunds]))
}
