import { Refusal } from '../../kernel/refusal.ts'
import { type CatalogueDeps, type CatalogueService, getService } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { findBlocks } from './blocked-dates.server.ts'
import { type PriceField, priceFieldsOf } from './departure-fields.ts'
import type { DepartureKey } from './places.server.ts'
import { findStates } from './resources/states.server.ts'
import type { Departure } from './rules/departures.ts'
import {
  computeDeparture,
  departingKind,
  findStored,
  firstVersion,
  type StoredDeparture,
} from './stored-departure.server.ts'

export interface DepartureDetail {
  readonly service: CatalogueService
  readonly title: string
  readonly departure: Departure
  /** Null: it has neither bookings nor exceptions. */
  readonly stored: StoredDeparture | null
  readonly version: number
  /** Capacity and prices without its exception. */
  readonly scheduled: Pick<Departure, 'capacity' | 'prices'>
  readonly priceFields: readonly PriceField[]
  /** False where the service departs at times. */
  readonly isWholeDay: boolean
  /** Why nothing is sold that day; null: it is not blocked. */
  readonly blockedReason: string | null
}

/**
 * One departure for staff, also of an archived service. Three statements, one for the settings, and one
 * for an item that needs resources. Refuses
 * 'catalogue/not-found', 'inventory/not-found'.
 */
export async function readDeparture(deps: CatalogueDeps, key: DepartureKey): Promise<DepartureDetail> {
  const day = { from: key.date, to: key.date }
  const [agency, service, stored, blocked] = await Promise.all([
    readSettings(deps),
    getService(deps.db, deps, key.serviceId),
    findStored(deps.db, key),
    findBlocks(deps.db, key.serviceId, day),
  ])
  const kind = departingKind(deps, service)
  const resources = await findStates(deps.db, service, day)
  const departure = computeDeparture(deps, service, { at: key, stored, agency, blocked, resources })
  if (!departure) throw new Refusal('inventory/not-found')
  const plain = stored && { ...stored, capacity: null, prices: null }
  const scheduled = computeDeparture(deps, service, { at: key, stored: plain, agency }) ?? departure
  return {
    service,
    title: kind.displayTitle(service),
    departure,
    stored,
    version: stored?.version ?? firstVersion,
    scheduled: { capacity: scheduled.capacity, prices: scheduled.prices },
    priceFields: priceFieldsOf(kind),
    blockedReason: blocked[0]?.reason ?? null,
    isWholeDay: !kind.schedule(service).timeRequired,
  }
}
