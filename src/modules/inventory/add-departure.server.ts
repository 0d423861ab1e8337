import { sql } from 'kysely'
import type * as z from 'zod'
import { dateIn } from '../../kernel/dates.ts'
import { type FieldError, Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import { type CatalogueDeps, type CatalogueService, getService } from '../catalogue/index.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { ChangedDeparture } from './change-departure.server.ts'
import type { AgencyTerms } from './days-ahead.server.ts'
import { noTrip, priceErrors, returnErrors, tripColumns } from './departure-fields.ts'
import { lastDayOnSale, lastStartAt } from './rules/starts.ts'
import type { departureAddition } from './staff-contract.ts'
import {
  auditDeparture,
  changingDepartures,
  computeDeparture,
  departingKind,
  lockStored,
  type StoredDeparture,
} from './stored-departure.server.ts'

import { text } from './text.ts'

export type DepartureAddition = z.output<typeof departureAddition>

/**
 * Adds a departure that no schedule has: an extra coach, a group with its day of return. Refuses 'catalogue/not-found',
 * 'inventory/not-found' for a kind without departures, 'inventory/invalid', 'inventory/exists'. Audited.
 */
export async function addDeparture(
  deps: CatalogueDeps,
  caller: Caller,
  addition: DepartureAddition,
): Promise<ChangedDeparture> {
  const [agency, service] = await Promise.all([readSettings(deps), getService(deps.db, deps, addition.service_id)])
  const kind = departingKind(deps, service)
  const errors = additionErrors(kind, service, { addition, agency, now: deps.clock() })
  if (errors.length > 0) throw new Refusal('inventory/invalid', {}, errors)
  const key = { serviceId: service.id, date: addition.date, time: addition.time }
  const title = kind.displayTitle(service)
  return changingDepartures(deps, service.id, async (trx) => {
    const before = await lockStored(trx, key)
    const departure = computeDeparture(deps, service, { at: addition, stored: before, agency })
    if (departure && (departure.isAdded || isScheduled(departure))) throw new Refusal('inventory/exists')
    const after = await writeAddition(trx, addition, deps.clock())
    await auditDeparture(trx, deps, { caller, action: 'departure.added', title, before, after })
    return { departure_id: after.id, version: after.version }
  })
}

/** A day that a schedule closes has no departure to change, so one can be added. */
const isScheduled = (departure: { readonly scheduleId: string | null; readonly reason: string | null }): boolean =>
  departure.scheduleId !== null && departure.reason !== 'out_of_season'

type Adding = { readonly addition: DepartureAddition; readonly agency: AgencyTerms; readonly now: Date }
function additionErrors(kind: LoadedKind, service: CatalogueService, { addition, agency, now }: Adding): FieldError[] {
  const { date, time } = addition
  const schedule = scheduleIn(agency.time_zone, kind.schedule(service))
  const errors = [...priceErrors(kind, service, addition.prices), ...returnErrors(date, addition.return_date)]
  if (schedule.timeRequired && time === null) errors.push({ path: 'time', message: text('errors.timeNeeded') })
  if (!schedule.timeRequired && time !== null) errors.push({ path: 'time', message: text('errors.noTime') })
  if (date > lastDayOnSale(dateIn(schedule.timeZone, now))) errors.push({ path: 'date', message: text('errors.far') })
  if (lastStartAt(schedule.timeZone, { date, time, hours: null }) <= now)
    errors.push({ path: 'date', message: text('errors.past') })
  return errors
}

/** A row may be left from a removed departure or an earlier schedule; its bookings keep their places. */
async function writeAddition(trx: Trx, addition: DepartureAddition, now: Date): Promise<StoredDeparture> {
  const columns = {
    capacity: addition.capacity,
    is_closed: false,
    is_added: true,
    prices: addition.prices && JSON.stringify(addition.prices),
    note: addition.note || null,
    guide: addition.guide || null,
    ...tripColumns(addition),
    updated_at: now,
  }
  const { service_id, date: local_date, time: local_time } = addition
  const row = await trx
    .insertInto('departures')
    .values({ id: newId(now), service_id, local_date, local_time, created_at: now, ...columns })
    .onConflict((conflict) =>
      conflict
        .constraint('departures_start')
        .doUpdateSet({
          ...columns,
          version: sql<number>`departures.version + 1`,
          offers_due: sql<boolean>`departures.has_waiting`,
        })
        .where('departures.is_added', '=', false),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row) throw new Refusal('inventory/exists')
  return row
}

/**
 * Removes a departure that was added by hand. The row stays, closed: a sale that has read it before must find it closed,
 * and cancelled bookings refer to it. Refuses 'inventory/not-found', 'inventory/scheduled', 'inventory/has-bookings'.
 * Audited.
 */
export async function removeDeparture(
  deps: CatalogueDeps,
  caller: Caller,
  departureId: string,
): Promise<{ removed: true }> {
  const departure = await deps.db
    .selectFrom('departures')
    .select('service_id')
    .where('id', '=', departureId)
    .executeTakeFirst()
  if (!departure) throw new Refusal('inventory/not-found')
  const service = await getService(deps.db, deps, departure.service_id)
  const title = departingKind(deps, service).displayTitle(service)
  await changingDepartures(deps, service.id, async (trx) => {
    const query = trx.selectFrom('departures').selectAll().where('id', '=', departureId)
    const before = await query.forUpdate().executeTakeFirstOrThrow()
    if (!before.is_added) throw new Refusal('inventory/scheduled')
    if (before.taken > 0) throw new Refusal('inventory/has-bookings')
    const cleared = { capacity: null, prices: null, note: null, guide: null, ...noTrip }
    const after = await trx
      .updateTable('departures')
      .set({ ...cleared, is_added: false, is_closed: true, version: before.version + 1, updated_at: deps.clock() })
      .where('id', '=', departureId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await auditDeparture(trx, deps, { caller, action: 'departure.removed', title, before, after })
  })
  return { removed: true }
}
