import { sql } from 'kysely'
import type * as z from 'zod'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import { type CatalogueDeps, type CatalogueService, getService } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import { priceErrors, returnErrors, tripColumns } from './departure-fields.ts'
import { refitUses } from './resources/refit-uses.server.ts'
import { windowsOf } from './resources/windows.ts'
import type { departureChange } from './staff-contract.ts'
import {
  auditDeparture,
  changingDepartures,
  computeDeparture,
  departingKind,
  firstVersion,
  lockStored,
  type StoredDeparture,
} from './stored-departure.server.ts'
import { text } from './text.ts'

export type DepartureChange = z.output<typeof departureChange>
export type ChangedDeparture = { readonly departure_id: string; readonly version: number }

/**
 * Replaces the exception of one departure. Sales that are under way finish first; from the commit on every sale obeys
 * it. Bookings keep their places and prices. Refuses 'catalogue/not-found', 'inventory/not-found', 'inventory/invalid',
 * 'inventory/started', 'inventory/version-conflict'. Audited.
 */
export async function changeDeparture(
  deps: CatalogueDeps,
  caller: Caller,
  change: DepartureChange,
): Promise<ChangedDeparture> {
  const [agency, service] = await Promise.all([readSettings(deps), getService(deps.db, deps, change.service_id)])
  const kind = departingKind(deps, service)
  const errors = [...priceErrors(kind, service, change.prices), ...returnErrors(change.date, change.return_date)]
  if (errors.length > 0) throw new Refusal('inventory/invalid', {}, errors)
  const key = { serviceId: service.id, date: change.date, time: change.time }
  const title = kind.displayTitle(service)
  return changingDepartures(deps, service.id, async (trx) => {
    const before = await lockStored(trx, key)
    if ((before?.version ?? firstVersion) !== change.version) throw new Refusal('inventory/version-conflict')
    const departure = computeDeparture(deps, service, { at: change, stored: before, agency })
    if (!departure) throw new Refusal('inventory/not-found')
    if (departure.reason === 'started') throw new Refusal('inventory/started')
    const after = await writeException(trx, change, deps.clock())
    if (before && before.return_date !== after.return_date) await fitResources(trx, deps, { service, after, agency })
    await auditDeparture(trx, deps, { caller, action: 'departure.changed', title, before, after })
    return { departure_id: after.id, version: after.version }
  })
}

type Returning = Pick<Parameters<typeof computeDeparture>[2], 'agency'> & {
  readonly service: CatalogueService
  readonly after: StoredDeparture
}
/** A group uses its vehicle until it is back. Refuses 'inventory/invalid' where others use it then. */
async function fitResources(trx: Trx, deps: CatalogueDeps, { service, after, agency }: Returning): Promise<void> {
  const at = { date: after.local_date, time: after.local_time }
  const departure = computeDeparture(deps, service, { at, stored: after, agency })
  const { resources, timeZone: zone } = scheduleIn(agency.time_zone, departingKind(deps, service).schedule(service))
  if (!departure || after.taken === 0 || resources?.per !== 'departure') return
  const windows = windowsOf(resources, zone, { ...departure, ...departure.trip })
  const holder = { departureId: after.id, booking: null, windows, name: '' }
  const resourceIds = resources.needs.map(({ resourceId }) => resourceId)
  const [failed] = await refitUses(trx, { holders: [holder], resourceIds, now: deps.clock() })
  if (failed) throw new Refusal('inventory/invalid', {}, [{ path: 'return_date', message: text('errors.returnBusy') }])
}

/** A sale may have stored the departure since it was read, so the version is compared once more. */
async function writeException(trx: Trx, change: DepartureChange, now: Date): Promise<StoredDeparture> {
  const columns = {
    capacity: change.capacity,
    is_closed: change.is_closed,
    prices: change.prices && JSON.stringify(change.prices),
    note: change.note || null,
    guide: change.guide || null,
    ...tripColumns(change),
    updated_at: now,
  }
  const { service_id, date: local_date, time: local_time, version } = change
  const row = await trx
    .insertInto('departures')
    .values({ id: newId(now), service_id, local_date, local_time, version: version + 1, created_at: now, ...columns })
    .onConflict((conflict) =>
      conflict
        .constraint('departures_start')
        .doUpdateSet({
          ...columns,
          version: sql<number>`departures.version + 1`,
          offers_due: sql<boolean>`departures.has_waiting`,
        })
        .where('departures.version', '=', version),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('inventory/version-conflict')
  return row
}
