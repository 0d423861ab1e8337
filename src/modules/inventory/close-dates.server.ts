import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { type CatalogueDeps, getService } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { Departure } from './rules/departures.ts'
import type { datesClosure } from './staff-contract.ts'
import { changingDepartures, computeDepartures, departingKind } from './stored-departure.server.ts'
import { text } from './text.ts'

export type DatesClosure = z.output<typeof datesClosure>
const maxDepartures = 5_000

/**
 * Closes or opens all departures of a service in a range of days that have not started. Departures that a schedule adds
 * later are not closed. Bookings keep their places. Sales that are under way finish first. Refuses
 * 'catalogue/not-found', 'inventory/not-found', 'inventory/invalid'. Audited with the reason.
 */
export async function closeDates(
  deps: CatalogueDeps,
  caller: Caller,
  { service_id, from, to, is_closed: isClosed, reason }: DatesClosure,
): Promise<{ changed: number }> {
  const [agency, service] = await Promise.all([readSettings(deps), getService(deps.db, deps, service_id)])
  const title = departingKind(deps, service).displayTitle(service)
  const now = deps.clock()
  return changingDepartures(deps, service.id, async (trx) => {
    const stored = await trx
      .selectFrom('departures')
      .selectAll()
      .where('service_id', '=', service.id)
      .where('local_date', '>=', from)
      .where('local_date', '<=', to)
      // The order in which sales lock several departures.
      .orderBy('local_date')
      .orderBy('local_time')
      .forUpdate()
      .execute()
    const computed = computeDepartures(deps, service, { range: { from, to }, stored, agency })
    const open = computed.filter(({ reason: why }) => why !== 'started')
    if (open.length > maxDepartures)
      throw new Refusal('inventory/invalid', {}, [{ path: 'to', message: text('errors.tooMany') }])
    const changed = await writeClosed(trx, { serviceId: service.id, isClosed, now }, open)
    const after = { service_title: title, from, to, reason, departures: changed }
    const action = isClosed ? 'departures.closed' : 'departures.opened'
    await writeAudit(trx, caller, { action, subjectType: 'service', subjectId: service.id, after }, now)
    return { changed }
  })
}

type Closing = { readonly serviceId: string; readonly isClosed: boolean; readonly now: Date }
/** Stores what differs and returns how many departures changed. One statement. */
async function writeClosed(
  trx: Trx,
  { serviceId, isClosed, now }: Closing,
  departures: readonly Departure[],
): Promise<number> {
  if (departures.length === 0) return 0
  const starts: RawBuilder<unknown>[] = departures.map(
    ({ date, time }) => sql`(${newId(now)}::uuid, ${date}::date, ${time}::text)`,
  )
  const { rows } = await sql`
    insert into departures as d (id, service_id, local_date, local_time, is_closed, version, created_at, updated_at)
    select start.id, ${serviceId}::uuid, start.date, start.time, ${isClosed}, 2, ${now}, ${now}
    from (values ${sql.join(starts)}) as start (id, date, time)
    where ${isClosed} or exists (select from departures e where e.service_id = ${serviceId}::uuid
      and e.local_date = start.date and e.local_time is not distinct from start.time and e.is_closed)
    on conflict on constraint departures_start do update
      set is_closed = ${isClosed}, version = d.version + 1, updated_at = ${now}
      where d.is_closed <> ${isClosed}
    returning 1`.execute(trx)
  return rows.length
}
