import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { type ServiceSchedule, scheduleIn } from '../../services/shared/schedule.ts'
import { type CatalogueDeps, type CatalogueService, getService } from '../catalogue/index.server.ts'
import { readSettingsIn } from '../settings/index.server.ts'
import type { ShopSettings } from '../settings/index.ts'
import { findBlocks } from './blocked-dates.server.ts'
import { findStates } from './resources/states.server.ts'
import type { Departure } from './rules/departures.ts'
import { computeDeparture, departingKind, type StoredDeparture } from './stored-departure.server.ts'
import './tables.server.ts'

export interface SoldDeparture {
  /** Null: neither a schedule nor a booking has it any more. */
  readonly departure: Departure | null
  readonly schedule: ServiceSchedule
  readonly serviceHref: string
}

/** The departure as it is sold now, with its item, row and the settings. */
export interface DepartureSale {
  readonly service: CatalogueService
  readonly stored: StoredDeparture
  readonly departure: Departure | null
  readonly schedule: ServiceSchedule
  readonly settings: ShopSettings
}
type Deps = Pick<CatalogueDeps, 'kinds' | 'clock' | 'log' | 'pool'>
/**
 * A stored departure as it is sold now, also in a transaction; null if it is not stored. Four statements, and one
 * for an item that needs resources. Refuses 'catalogue/not-found', 'inventory/not-found'.
 */
export async function readSoldDeparture(q: Queryable, deps: Deps, departureId: string): Promise<SoldDeparture | null> {
  const stored = await q.selectFrom('departures').selectAll().where('id', '=', departureId).executeTakeFirst()
  if (!stored) return null
  const { service, departure, schedule } = await computeSale(q, deps, stored)
  return { departure, schedule, serviceHref: service.href }
}

/** Like `readSoldDeparture`; other sales wait until the transaction ends. Throws if it is not stored. */
export async function lockSale(trx: Trx, deps: Deps, departureId: string): Promise<DepartureSale> {
  const query = trx.selectFrom('departures').selectAll().where('id', '=', departureId)
  return computeSale(trx, deps, await query.forUpdate().executeTakeFirstOrThrow())
}

/** Three statements, and one for an item that needs resources. */
export async function computeSale(q: Queryable, deps: Deps, stored: StoredDeparture): Promise<DepartureSale> {
  const { service_id: serviceId, local_date: date, local_time: time } = stored
  const service = await getService(q, deps, serviceId)
  const blocked = await findBlocks(q, serviceId, { from: date, to: date })
  const settings = await readSettingsIn(q, deps)
  const schedule = scheduleIn(settings.time_zone, departingKind(deps, service).schedule(service))
  const resources = await findStates(q, service, { from: date, to: date })
  const at = { date, time }
  const departure = computeDeparture(deps, service, { at, stored, agency: settings, blocked, resources })
  return { service, stored, departure, schedule, settings }
}
