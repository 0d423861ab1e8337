import type * as z from 'zod'
import { addDays, dateIn } from '../../kernel/dates.ts'
import type { CatalogueDeps } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { findBlocks } from './blocked-dates.server.ts'
import type { departureExceptions } from './staff-contract.ts'
import './tables.server.ts'

/** How far the editor previews. */
const days = 35

/**
 * What differs from the schedules of an item in the next weeks: its stored departures, and blocked dates. Without an item
 * those of the whole agency. Two statements, and one for the settings.
 */
export async function readExceptions(
  deps: CatalogueDeps,
  serviceId: string | null,
): Promise<z.input<typeof departureExceptions>> {
  const { time_zone } = await readSettings(deps)
  // A service may be in a zone where it is still yesterday.
  const from = addDays(dateIn(time_zone, deps.clock()), -1)
  const range = { from, to: addDays(from, days) }
  const [rows, blocked] = await Promise.all([
    serviceId === null ? [] : listStored(deps, serviceId, range),
    findBlocks(deps.db, serviceId, range),
  ])
  return { departures: rows, blocked }
}

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
