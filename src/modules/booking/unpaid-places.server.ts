/**
 * Limits on places that are held and not paid for, so that one visitor cannot book out a service. Counted under locks of
 * the visitor's keys, which come before the lock of the departure.
 */
import { sql } from 'kysely'
import type { LocalDate } from '../../kernel/dates.ts'
import { mailboxOf } from '../../kernel/email.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { networkOf } from '../../platform/rate-limit.server.ts'
import type { DepartureKey } from '../inventory/index.server.ts'
import { readSettingsIn } from '../settings/index.server.ts'
import type { ShopSettings } from '../settings/index.ts'
import type { Actor } from './history.server.ts'
import type { BookingRecord } from './tables.server.ts'

export interface Origin {
  readonly address: string
  readonly email: string
  /** E.164, or null. */
  readonly phone: string | null
}

/** Digests of the network ('v:'), the mailbox and the phone number ('c:'). They identify a person only with the key. */
export function originKeys({ keys }: Pick<Core, 'keys'>, { address, email, phone }: Origin): string[] {
  const digest = (kind: 'v' | 'c', text: string) => `${kind}:${keys.sign('booking-origin', text)}`
  return [
    digest('v', networkOf(address)),
    digest('c', mailboxOf(email)),
    ...(phone === null ? [] : [digest('c', phone)]),
  ].sort()
}

/** Waits for other transactions with one of these keys. The keys are sorted, so two never wait for each other. */
export async function lockOrigins(trx: Trx, keys: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('origin:' || key, 0)) from unnest(${[...keys]}::text[]) as key`.execute(
    trx,
  )
}

interface Wanted {
  readonly keys: readonly string[]
  readonly slot: DepartureKey
  /** On that departure. */
  readonly places: number
  /** On all departures of the booking; by default `places`. */
  readonly total?: number
  readonly today: LocalDate
  /** The booking that moves there: it is not counted where it is now. */
  readonly movingId?: string
}
interface Counted {
  readonly key: string
  readonly total: number
  /** Of the total, on the wanted departure. */
  readonly departure: number
}
/** Unpaid places that are held from today on, by key. One statement; migration 0041 has its index. */
async function countUnpaid(trx: Trx, { keys, slot, today, movingId }: Wanted): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select key, sum(places)::int as total,
      coalesce(sum(places) filter (where is_slot), 0)::int as departure
    from bookings, unnest(origin_keys) as key,
      lateral (values (departure_id, travel_date, travel_time), (return_leg_departure_id, return_leg_date, return_leg_time))
        as leg (departure, day, clock),
      lateral (select service_id = ${slot.serviceId} and leg.day is not distinct from ${slot.date}::date
        and (${slot.time}::text is null or leg.clock = ${slot.time}::text) as is_slot) as each
    where origin_keys && ${[...keys]}::text[] and key = any(${[...keys]}::text[])
      and booking_status in ('pending', 'confirmed') and paid_minor = 0 and id is distinct from ${movingId ?? null}::uuid
      and leg.departure is not null and (leg.day is null or leg.day >= ${today}::date)
    group by key`.execute(trx)
  return rows
}

type Limits = Pick<
  ShopSettings,
  'unpaid_places_per_visitor' | 'unpaid_places_per_contact' | 'unpaid_places_per_departure'
>
/**
 * Refuses 'booking/too-many-unpaid' if the visitor would hold more unpaid places than the limits allow. Two
 * statements. The locks keep parallel requests from exceeding them; `lock` is replaced by the control of the test.
 */
export async function limitUnpaidPlaces(
  { trx, limits }: { readonly trx: Trx; readonly limits: Limits },
  wanted: Wanted,
  lock: typeof lockOrigins = lockOrigins,
): Promise<void> {
  const { keys, places, total: all = places } = wanted
  await lock(trx, keys)
  const counted = await countUnpaid(trx, wanted)
  for (const key of keys) {
    const { total = 0, departure = 0 } = counted.find((each) => each.key === key) ?? {}
    const max = key.startsWith('v:') ? limits.unpaid_places_per_visitor : limits.unpaid_places_per_contact
    if (departure + places > limits.unpaid_places_per_departure)
      throw new Refusal('booking/too-many-unpaid', { max: limits.unpaid_places_per_departure })
    if (total + all > max) throw new Refusal('booking/too-many-unpaid', { max })
  }
}

type OfLegs = Omit<Wanted, 'slot'> & { readonly serviceId: string }
type LegStart = Pick<DepartureKey, 'date' | 'time'>
/** `limitUnpaidPlaces` for each departure of a booking. */
export async function limitLegs(
  within: { readonly trx: Trx; readonly limits: Limits },
  { serviceId, ...wanted }: OfLegs,
  legs: readonly (LegStart | undefined)[],
): Promise<void> {
  const starts = legs.filter((each) => each !== undefined)
  const total = wanted.total ?? starts.length * wanted.places
  for (const { date, time } of starts) {
    const isSame = (each: LegStart) => each.date === date && each.time === time
    const places = starts.filter(isSame).length * wanted.places
    await limitUnpaidPlaces(within, { ...wanted, slot: { serviceId, date, time }, places, total })
  }
}

/** One visitor's cash places in total, as a multiple of the largest unchecked booking: families book several days. */
const maxCashBookings = 4

/**
 * Whether staff must decide on a booking that is to be paid in cash on arrival: cash costs nothing to promise, and an
 * accepted booking does not expire. Staff, and customers who have verified the booking's address, are trusted. Up to
 * three statements; `booking` must be locked.
 */
export async function mustAgencyDecide(
  { trx, deps }: { readonly trx: Trx; readonly deps: Pick<Core, 'log' | 'pool'> },
  booking: BookingRecord,
  actor: Actor,
): Promise<boolean> {
  const isVerified = actor.verifiedEmail === booking.customer_email
  if (actor.kind !== 'customer' || isVerified || booking.booking_status !== 'pending') return false
  const { cash_places_unchecked: max, cash_places_per_departure: maxOfDeparture } = await readSettingsIn(trx, deps)
  const { places } = booking
  const both = booking.return_leg_departure_id === null ? places : 2 * places
  if (both > max) return true
  // Only departures with limited places have keys.
  if (booking.origin_keys === null) return false
  await lockOrigins(trx, booking.origin_keys)
  const others = await countCash(trx, booking, booking.origin_keys)
  return others.own + both > maxCashBookings * max || others.departure + places > maxOfDeparture
}

/** Places of other unpaid cash bookings: with a key of this one, and on its departure. One statement. */
async function countCash(
  trx: Trx,
  booking: BookingRecord,
  keys: readonly string[],
): Promise<{ own: number; departure: number }> {
  const { rows } = await sql<{ own: number; departure: number }>`
    with cash as (
      select id, places, origin_keys,
        departure_id is not distinct from ${booking.departure_id}::uuid as is_slot
      from bookings
      where booking_status in ('pending', 'confirmed') and paid_minor = 0
        and payment_gateway = 'cash_on_arrival' and id <> ${booking.id}
        and (origin_keys && ${[...keys]}::text[] and origin_keys is not null
          or departure_id = ${booking.departure_id}::uuid))
    select coalesce(sum(places) filter (where origin_keys && ${[...keys]}::text[]), 0)::int as own,
      coalesce(sum(places) filter (where is_slot), 0)::int as departure from cash`.execute(trx)
  return rows[0] ?? { own: 0, departure: 0 }
}
