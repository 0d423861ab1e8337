import type { Queryable } from '../../platform/db/database.server.ts'
import { type CatalogueDeps, getService } from '../catalogue/index.server.ts'
import { readSettingsIn } from '../settings/index.server.ts'
import { findBlocks } from './blocked-dates.server.ts'
import type { Departure } from './rules/departures.ts'
import { computeDeparture } from './stored-departure.server.ts'
import './tables.server.ts'

export interface SoldDeparture {
  /** Null: neither a schedule nor a booking has it any more. */
  readonly departure: Departure | null
  readonly serviceHref: string
}
/**
 * A stored departure as it is sold now, also in a transaction; null if it is not stored. Four statements. Refuses 'catalogue/not-found', 'inventory/not-found'.
 */
export async function readSoldDeparture(
  q: Queryable,
  deps: Pick<CatalogueDeps, 'kinds' | 'clock' | 'log'>,
  departureId: string,
): Promise<SoldDeparture | null> {
  const stored = await q.selectFrom('departures').selectAll().where('id', '=', departureId).executeTakeFirst()
  if (!stored) return null
  const { service_id: serviceId, local_date: date, local_time: time } = stored
  const service = await getService(q, deps, serviceId)
  const blocked = await findBlocks(q, serviceId, { from: date, to: date })
  const agency = await readSettingsIn(q, deps)
  const departure = computeDeparture(deps, service, { at: { date, time }, stored, agency, blocked })
  return { departure, serviceHref: service.href }
}
