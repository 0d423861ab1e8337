import type * as z from 'zod'
import { addDays, dateIn } from '../../kernel/dates.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { findBlocks } from './blocked-dates.server.ts'
import type { ResourceState } from './resources/busy.ts'
import { findStates } from './resources/states.server.ts'
import type { departureExceptions, exceptionsQuery } from './staff-contract.ts'
import './tables.server.ts'

type Exceptions = z.input<typeof departureExceptions>
/** How far the editor previews. */
const days = 35

/**
 * What differs from the schedules of an item in the next weeks: its stored departures, blocked dates, and uses of the
 * resources asked for. Without an item the blocked dates of the whole agency. Two statements, one for the settings, and one
 * for resources.
 */
export async function readExceptions(
  deps: CatalogueDeps,
  { service_id, resource_ids, use_minutes: durationMinutes }: z.output<typeof exceptionsQuery>,
): Promise<Exceptions> {
  const serviceId = service_id ?? null
  const { time_zone } = await readSettings(deps)
  // A service may be in a zone where it is still yesterday.
  const from = addDays(dateIn(time_zone, deps.clock()), -1)
  const range = { from, to: addDays(from, days) }
  const need = { minutes: null, setup_minutes: 0, turnaround_minutes: 0 }
  const details = { resources: resource_ids.map((resource_id) => ({ resource_id, ...need })) }
  const [rows, blocked, states] = await Promise.all([
    serviceId === null ? [] : listStored(deps, serviceId, range),
    findBlocks(deps.db, serviceId, range),
    findStates(deps.db, { id: serviceId, durationMinutes, details }, range),
  ])
  return { departures: rows, blocked, resources: states.map(viewState) }
}

const viewState = ({ id, name, units, isArchived, uses }: ResourceState): Exceptions['resources'][number] => ({
  ...{ id, name, units, is_archived: isArchived },
  uses: uses.map(({ unit, from, to, departureId, bookingId }) => ({
    unit,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    departure_id: bookingId === null ? departureId : null,
  })),
})

const listStored = (
  { db }: CatalogueDeps,
  serviceId: string,
  { from, to }: { readonly from: string; readonly to: string },
) =>
  db
    .selectFrom('departures')
    .select(['id', 'local_date as date', 'local_time as time', 'capacity', 'is_closed', 'is_added', 'prices', 'taken'])
    .select('cut_off_hours')
    .where('service_id', '=', serviceId)
    .where('local_date', '>=', from)
    .where('local_date', '<=', to)
    .execute()
