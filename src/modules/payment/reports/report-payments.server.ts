import { addDays, addHours, dateIn, instantAt, type LocalDate } from '../../../kernel/dates.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { provePlaces } from '../../booking/index.server.ts'
import { readTimeZone, readToday } from '../../settings/index.server.ts'
import { refreshAttempt } from '../attempts/close-attempt.server.ts'
import { activeStates } from '../attempts/rules/attempt.ts'
import { getAttempt, toAttempt } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { canAsk } from '../gateways/store.server.ts'
import { proveLedger, sumLedger } from '../ledger/queries.server.ts'
import type { LedgerDifference } from '../ledger/rules.ts'
import { type PaymentRound, paymentRound } from '../rounds/round.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { differenceOf, type PaymentDifference } from './rules.ts'

/** Per provider and report; payments that were not checked for longest come first. */
const maxChecked = 500
/** Some providers report success hours after a failure. */
const lateHours = 72
/** Refunds in the provider's dashboard and disputes usually come within days; webhooks report later ones. */
const paidHours = 14 * 24
/** `npm run ledger` lists all differences. */
const maxStored = 100

type Tally = {
  asked: number
  agreed: number
  changed: number
  unanswered: number
  differing: PaymentDifference[]
}

/**
 * Makes the report of yesterday: checks open, recently failed and recently paid attempts with each provider, applies
 * the answers, and stores what still differs. A repeated report replaces the first.
 */
export async function reportPayments(deps: PaymentDeps): Promise<LocalDate> {
  const startedAt = deps.clock()
  const zone = await readTimeZone(deps)
  const day = addDays(dateIn(zone, startedAt), -1)
  const since = await lastReport(deps.db, day, startedAt)
  const round = paymentRound(deps)
  const tallies = new Map<string, Tally>()
  for (const name of await checkableGateways(deps)) {
    const rows = await dueAttempts(deps, name)
    const tally: Tally = { asked: rows.length, agreed: 0, changed: 0, unanswered: 0, differing: [] }
    for (const row of rows) await checkAttempt({ deps, round, tally }, row)
    tallies.set(name, tally)
  }
  const [differences, departures] = [await proveLedger(deps.db), await provePlaces(deps.db)]
  await storeReport(deps, { day, zone, since }, { tallies, differences })
  if (differences.length > 0) deps.log.error({ differences: differences.length }, 'the ledger does not add up')
  if (departures.length > 0)
    deps.log.error({ departures: departures.length }, 'places taken differ from the bookings: run npm run ledger')
  return day
}

/** Reports the agency's day before, unless that was done already; safe to call at any time of the day. */
export async function reportYesterday(deps: PaymentDeps): Promise<LocalDate | null> {
  const day = addDays(await readToday(deps), -1)
  const report = await deps.db.selectFrom('payment_report_days').select('day').where('day', '=', day).executeTakeFirst()
  return report ? null : reportPayments(deps)
}

/** Enabled gateways and those with payments: a provider that holds money is checked even when it is switched off. */
async function checkableGateways(deps: PaymentDeps): Promise<string[]> {
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
    .limit(maxChecked)
    .execute()
}

type Check = { readonly deps: PaymentDeps; readonly round: PaymentRound; readonly tally: Tally }
async function checkAttempt({ deps, round, tally }: Check, row: AttemptRecord): Promise<void> {
  let isAnswered = false
  await round.work(row, async () => {
    const refreshed = await refreshAttempt(deps, row)
    if (!refreshed) return
    isAnswered = true
    const after = toAttempt(await getAttempt(deps.db, row.id))
    const difference = differenceOf(after, refreshed.snapshot, refreshed.outcome === 'mismatch')
    const about = { attemptId: row.id, bookingId: row.booking_id, reference: refreshed.booking.booking_reference }
    if (difference) tally.differing.push({ ...about, ...difference })
    else if (refreshed.outcome === 'applied') tally.changed++
    else tally.agreed++
  })
  if (!isAnswered) tally.unanswered++
}

/** When the previous report was made; external refunds are counted from there. */
async function lastReport(q: Queryable, day: LocalDate, now: Date): Promise<Date> {
  const row = await q
    .selectFrom('payment_report_days')
    .select('made_at')
    .where('day', '<', day)
    .orderBy('day', 'desc')
    .executeTakeFirst()
  return row?.made_at ?? addHours(now, -24)
}

async function storeReport(
  deps: PaymentDeps,
  { day, zone, since }: { day: LocalDate; zone: string; since: Date },
  { tallies, differences }: { tallies: ReadonlyMap<string, Tally>; differences: readonly LedgerDifference[] },
): Promise<void> {
  const from = instantAt(zone, day, '00:00')
  const to = instantAt(zone, addDays(day, 1), '00:00')
  const sums = await sumLedger(deps.db, { from, to })
  const elsewhere = await countExternalRefunds(deps.db, since)
  const names = new Set([...tallies.keys(), ...sums.flatMap(({ provider }) => provider ?? []), ...elsewhere.keys()])
  const rows = [...names].sort().map((provider) => {
    const { differing, ...counted } = tallies.get(provider) ?? emptyTally
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
  const head = { made_at: deps.clock(), ledger_differences: JSON.stringify(differences.slice(0, maxStored)) }
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
const emptyTally: Tally = { asked: 0, agreed: 0, changed: 0, unanswered: 0, differing: [] }

async function countExternalRefunds(q: Queryable, since: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await q
    .selectFrom('refunds')
    .select(({ fn }) => ['provider', fn.countAll<number>().as('refunds')])
    .where('origin', '=', 'external')
    .where('created_at', '>', since)
    .groupBy('provider')
    .execute()
  return new Map(rows.map(({ provider, refunds }) => [provider, refunds]))
}
