import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { type CatalogueDeps, getService } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { priceErrors } from './departure-fields.ts'
import type { Departure } from './rules/departures.ts'
import type { departuresChange } from './staff-contract.ts'
import { changingDepartures, computeDepartures, departingKind } from './stored-departure.server.ts'
import { text } from './text.ts'

export type DeparturesChange = z.output<typeof departuresChange>
const maxDepartures = 5_000

/**
 * Closes or opens departures of a service in a range of days, or sets their places, prices, guide or note: all of them, or
 * those of one start time. Those that have started and those that a schedule adds later are left alone; whole days are closed by blocking
 * them. Bookings keep their places and prices. Sales that are under way finish first. Refuses 'catalogue/not-found',
 * 'inventory/not-found', 'inventory/invalid'. Audited with the reason.
 */
export async function changeDepartures(
  deps: CatalogueDeps,
  caller: Caller,
  given: DeparturesChange,
): Promise<{ changed: number }> {
  const { service_id, from, to, time, change, reason } = given
  const [agency, service] = await Promise.all([readSettings(deps), getService(deps.db, deps, service_id)])
  const kind = departingKind(deps, service)
  const errors = change === 'prices' ? priceErrors(kind, service, given.prices) : []
  if (errors.length > 0) throw new Refusal('inventory/invalid', {}, errors)
  const title = kind.displayTitle(service)
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
    const chosen = computed.filter((each) => each.reason !== 'started' && (time === null || each.time === time))
    if (chosen.length === 0) throw invalid(time === null ? 'to' : 'time', text('errors.noneThere'))
    if (chosen.length > maxDepartures) throw invalid('to', text('errors.tooMany'))
    const exception = exceptionOf(given)
    const changed = await writeChange(trx, { serviceId: service.id, exception, now }, chosen)
    const after = { service_title: title, from, to, time, ...exception.shown, reason }
    const action = actions[change]
    const entry = { action, subjectType: 'service', subjectId: service.id, after: { ...after, departures: changed } }
    await writeAudit(trx, caller, entry, now)
    return { changed }
  })
}

const actions = {
  close: 'departures.closed',
  open: 'departures.opened',
  places: 'departures.places_set',
  prices: 'departures.prices_set',
  guide: 'departures.guide_set',
  note: 'departures.note_set',
} as const
const invalid = (path: string, message: ReturnType<typeof text>) =>
  new Refusal('inventory/invalid', {}, [{ path, message }])

interface Exception {
  readonly column: 'capacity' | 'prices' | 'guide' | 'note' | 'is_closed'
  readonly value: RawBuilder<unknown>
  /** False: as scheduled, so a departure without a row needs none. */
  readonly isDifferent: boolean
  /** For the audit trail. */
  readonly shown: Partial<Pick<DeparturesChange, 'capacity' | 'prices' | 'guide' | 'note'>>
}
function exceptionOf({ change, capacity, prices: given, ...typed }: DeparturesChange): Exception {
  const guide = typed.guide || null
  const note = typed.note || null
  const prices = given && Object.keys(given).length > 0 ? given : null
  switch (change) {
    case 'places':
      return {
        column: 'capacity',
        value: sql`${capacity}::integer`,
        isDifferent: capacity !== null,
        shown: { capacity },
      }
    case 'prices':
      return {
        column: 'prices',
        value: sql`${prices && JSON.stringify(prices)}::jsonb`,
        isDifferent: prices !== null,
        shown: { prices },
      }
    case 'note':
      return { column: 'note', value: sql`${note}::text`, isDifferent: note !== null, shown: { note } }
    case 'guide':
      return { column: 'guide', value: sql`${guide}::text`, isDifferent: guide !== null, shown: { guide } }
    case 'close':
    case 'open': {
      const isClosed = change === 'close'
      return { column: 'is_closed', value: sql`${isClosed}::boolean`, isDifferent: isClosed, shown: {} }
    }
  }
}

type Change = { readonly serviceId: string; readonly exception: Exception; readonly now: Date }
/** Stores what differs and returns how many departures changed. One statement. */
async function writeChange(
  trx: Trx,
  { serviceId, exception: { column: name, value, isDifferent }, now }: Change,
  departures: readonly Departure[],
): Promise<number> {
  const starts: RawBuilder<unknown>[] = departures.map(
    ({ date, time }) => sql`(${newId(now)}::uuid, ${date}::date, ${time}::text)`,
  )
  const column = sql.ref(name)
  const { rows } = await sql`
    insert into departures as d (id, service_id, local_date, local_time, ${column}, version, created_at, updated_at)
    select start.id, ${serviceId}::uuid, start.date, start.time, ${value}, 2, ${now}, ${now}
    from (values ${sql.join(starts)}) as start (id, date, time)
    where ${isDifferent} or exists (select from departures e where e.service_id = ${serviceId}::uuid
      and e.local_date = start.date and e.local_time is not distinct from start.time)
    on conflict on constraint departures_start do update
      set ${column} = ${value}, version = d.version + 1, offers_due = d.has_waiting, updated_at = ${now}
      where d.${column} is distinct from ${value}
    returning 1`.execute(trx)
  return rows.length
}
