import { sql } from 'kysely'
import type * as z from 'zod'
import { addDays, dateIn } from '../../kernel/dates.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { type AuditEntry, writeAudit } from '../../platform/audit.server.ts'
import { dropHere, publishInvalidation } from '../../platform/cache-invalidation.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { type CatalogueDeps, expireAvailability, getService, serviceSummaries } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { askForDaysAhead } from './days-ahead.server.ts'
import type { BlockedRange, DepartureRange } from './rules/departures.ts'
import type { blockedDates, datesBlock } from './staff-contract.ts'
import { departingKind } from './stored-departure.server.ts'
import './tables.server.ts'
import { askForOffers } from './waiting/ask-for-offers.server.ts'

export type DatesBlock = z.output<typeof datesBlock>
type Blocks = z.output<typeof blockedDates>

const maxBlocks = 500

/** Blocked dates that are not over, of the agency and of services. Two statements. */
export async function listBlockedDates(deps: CatalogueDeps): Promise<Blocks> {
  const { time_zone } = await readSettings(deps)
  // A service may be in a zone where it is still yesterday.
  const yesterday = addDays(dateIn(time_zone, deps.clock()), -1)
  const rows = await deps.db
    .selectFrom('blocked_dates')
    .leftJoin(serviceSummaries, 'service_summaries.id', 'blocked_dates.service_id')
    .selectAll('blocked_dates')
    .select('service_summaries.title')
    .where('to_date', '>=', yesterday)
    .orderBy('from_date')
    .orderBy('blocked_dates.id')
    .limit(maxBlocks)
    .execute()
  return rows.map(({ id, service_id, from_date: from, to_date: to, reason, title }) => ({
    ...{ id, service_id, from, to, reason },
    service_title: title,
  }))
}

/**
 * Blocks days of one service, or of the whole agency. Nothing is sold on them from the commit on; bookings stay. Refuses
 * 'catalogue/not-found', 'inventory/not-found'. Audited.
 */
export async function blockDates(deps: CatalogueDeps, caller: Caller, block: DatesBlock): Promise<{ id: string }> {
  const { service_id, from, to, reason } = block
  const service = service_id === null ? null : await getService(deps.db, deps, service_id)
  if (service) departingKind(deps, service)
  const now = deps.clock()
  const id = newId(now)
  await changingBlocks(deps, service_id, async (trx) => {
    await trx
      .insertInto('blocked_dates')
      .values({ id, service_id, from_date: from, to_date: to, reason, created_at: now })
      .execute()
    const after = { service_title: service?.title ?? null, from, to, reason }
    return { caller, action: 'dates.blocked', subjectType: 'blocked_dates', subjectId: id, after }
  })
  return { id }
}

/** Departures of the days are on sale again as before. Refuses 'inventory/not-found'. Audited. */
export async function unblockDates(deps: CatalogueDeps, caller: Caller, id: string): Promise<{ removed: true }> {
  const block = await deps.db.selectFrom('blocked_dates').select('service_id').where('id', '=', id).executeTakeFirst()
  if (!block) throw new Refusal('inventory/not-found')
  await changingBlocks(deps, block.service_id, async (trx) => {
    const row = await trx.deleteFrom('blocked_dates').where('id', '=', id).returningAll().executeTakeFirst()
    if (!row) throw new Refusal('inventory/not-found')
    const before = { service_id: row.service_id, from: row.from_date, to: row.to_date, reason: row.reason }
    return { caller, action: 'dates.unblocked', subjectType: 'blocked_dates', subjectId: id, before }
  })
  return { removed: true }
}

type Audited = AuditEntry & { readonly caller: Caller }
/** Sales that are under way finish first, and later ones see the change: they wait for the table. */
async function changingBlocks(
  core: Core,
  serviceId: string | null,
  work: (trx: Trx) => Promise<Audited>,
): Promise<void> {
  const tags = ['catalogue', ...(serviceId === null ? [] : [`service:${serviceId}`])]
  await core.db.transaction().execute(async (trx) => {
    await sql`lock table departures in share row exclusive mode`.execute(trx)
    const { caller, ...entry } = await work(trx)
    await writeAudit(trx, caller, entry, core.clock())
    if (serviceId === null) await expireAvailability(trx, null, core.clock())
    await askForDaysAhead(trx, serviceId === null ? null : [serviceId])
    // Without row locks: others hold some while they wait for the table.
    await askForOffers(trx, { serviceIds: serviceId === null ? null : [serviceId] })
    await publishInvalidation(trx, tags)
  })
  dropHere(core, tags)
}

/** What is blocked of a service, or (null) of the whole agency, in a range of days. One statement. */
export const findBlocks = (
  q: Queryable,
  serviceId: string | null,
  { from, to }: DepartureRange,
): Promise<BlockedRange[]> =>
  q
    .selectFrom('blocked_dates')
    .select(['from_date as from', 'to_date as to', 'reason'])
    .where(({ eb, or }) =>
      or([eb('service_id', 'is', null), ...(serviceId === null ? [] : [eb('service_id', '=', serviceId)])]),
    )
    .where('from_date', '<=', to)
    .where('to_date', '>=', from)
    .orderBy('from_date')
    .execute()
