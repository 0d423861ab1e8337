/** A change of an item's schedules must not silently leave bookings without a departure. */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { addDays, dateIn } from '../../kernel/dates.ts'
import { joined } from '../../kernel/messages.ts'
import { isRefusal, Refusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { PricedService } from '../../services/kind.ts'
import type { Leg } from '../../services/trip.ts'
import { type CatalogueService, type ChangeGuard, lockAgainstSales, lockForSale } from '../catalogue/index.server.ts'
import { listScheduledStarts } from '../inventory/index.server.ts'
import { type HeldStart, leftBehind, schedulesOf } from '../inventory/index.ts'
import { text } from './text.ts'
import './tables.server.ts'

const maxNamed = 100
const maxInText = 20

/**
 * Refuses 'booking/left-behind' for a change that leaves upcoming bookings without a departure, unless staff have
 * confirmed exactly these. Locks the item, so that sales wait and then see the change (`requireCurrentItem`). No statement
 * where departures stay the same, else at most three.
 */
export const guardSchedules =
  ({ clock }: Pick<Core, 'clock'>): ChangeGuard =>
  async (trx, { serviceId, kind, confirmed, ...items }) => {
    if (items.before === null) return
    const schedulesIn = (item: PricedService) => schedulesOf(kind.schedule(item))
    const change = { before: schedulesIn(items.before), after: schedulesIn(items.after) }
    if (isDeepStrictEqual(change.before, change.after)) return
    await lockAgainstSales(trx, serviceId)
    const lost = leftBehind(await listHeld(trx, serviceId, clock()), change)
    if (lost.length === 0) return
    const confirm = digestOf(lost)
    if (confirm !== confirmed) throw refusalOf(lost, confirm)
  }

interface Held extends HeldStart {
  readonly id: string
  readonly reference: string
  readonly people: number
  readonly leg: Leg
}

/** Upcoming legs of bookings on departures that follow from schedules. At most two statements. */
async function listHeld(trx: Trx, serviceId: string, now: Date): Promise<Held[]> {
  const starts = new Map(
    // A day early, because no zone is more than a day behind.
    (await listScheduledStarts(trx, serviceId, addDays(dateIn('UTC', now), -1))).map((each) => [each.id, each]),
  )
  if (starts.size === 0) return []
  const ids = [...starts.keys()]
  const { rows } = await sql<HeldLeg>`
    select b.id, b.booking_reference as reference, held.leg, held.departure, held.time,
      b.adults_count + b.children_count + b.infants_count as people
    from bookings b, lateral (values ('outbound', b.departure_id, b.travel_date, b.travel_time, b.starts_at),
      ('return', b.return_leg_departure_id, b.return_leg_date, b.return_leg_time, b.return_leg_starts_at))
      as held (leg, departure, day, time, starts_at)
    where (b.departure_id = any(${ids}::uuid[]) or b.return_leg_departure_id = any(${ids}::uuid[]))
      and held.departure is not null and b.booking_status in ('pending', 'confirmed') and b.places > 0
      and coalesce(held.starts_at > ${now}, held.day >= (${now}::timestamptz at time zone b.time_zone)::date)
    order by held.day, held.time, b.id`.execute(trx)
  return rows.flatMap(({ departure, ...row }) => {
    const start = starts.get(departure)
    return start ? [{ ...row, date: start.date, start: start.time }] : []
  })
}
interface HeldLeg extends Pick<Held, 'id' | 'reference' | 'people' | 'leg' | 'time'> {
  readonly departure: string
}

const digestOf = (lost: readonly Held[]): string =>
  createHash('sha256')
    .update(lost.map(({ id, date, start }) => `${id} ${date} ${start}`).join('\n'))
    .digest('base64url')

/** Each booking once, with its legs that are lost. */
function refusalOf(lost: readonly Held[], confirm: string): Refusal {
  const all = [...Map.groupBy(lost, ({ id }) => id).values()]
  const bookings = all.slice(0, maxNamed).flatMap((legs) => {
    const [outbound, back] = (['outbound', 'return'] as const).map((leg) => legs.find((each) => each.leg === leg))
    const any = outbound ?? back
    if (!any) return []
    const { reference, people } = any
    const returnLeg = { return_leg_date: back?.date ?? null, return_leg_time: back?.time ?? null }
    return [{ reference, people, date: outbound?.date ?? null, time: outbound?.time ?? null, ...returnLeg }]
  })
  const references = bookings.slice(0, maxInText).map(({ reference }) => reference)
  const message = text('errors.leftBehind', { count: all.length, references: joined(references, 'plain') })
  const errors = [{ path: 'details.schedules', message }]
  return new Refusal('booking/left-behind', { count: all.length, confirm, bookings }, errors)
}

/**
 * Refuses 'booking/item-changed' if the item was saved since it was read. Waits for a change of its schedules that is
 * about to commit. One statement.
 */
export async function requireCurrentItem(trx: Trx, { id, version }: CatalogueService): Promise<void> {
  if ((await lockForSale(trx, id)) !== version) throw new Refusal('booking/item-changed')
}

const maxTries = 5
/** Runs a sale again with what the item is now. */
export async function onCurrentItem<Result>(sell: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await sell()
    } catch (error) {
      if (tries === maxTries || !isRefusal(error, 'booking/item-changed')) throw error
    }
  }
}
