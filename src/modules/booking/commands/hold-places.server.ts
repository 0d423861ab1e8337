import type * as z from 'zod'
import { dateIn, instantAt } from '../../../kernel/dates.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { bookOffer, lockOffer, type ServiceOnSale } from '../../inventory/index.server.ts'
import type { ShopSettings } from '../../settings/index.ts'
import type { createInput } from '../contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { holdUntil } from '../holds.server.ts'
import { requireCurrentItem } from '../left-behind.server.ts'
import { readPhone } from '../phone.server.ts'
import { type SeatedLeg, takeLegs } from '../places.server.ts'
import type { JudgedChoice } from '../rules/choice.ts'
import { fullReturn, nearestAfter } from '../rules/return-leg.ts'
import type { AgencyClock } from '../rules/schedule.ts'
import type { NewBooking } from '../tables.server.ts'
import { limitLegs, originKeys } from '../unpaid-places.server.ts'
import type { BookedByStaff } from './audit-sale.server.ts'

type Request = Pick<z.output<typeof createInput>, 'customer_email' | 'customer_phone' | 'waiting_offer'>
type Sale = BookingDeps & { readonly byStaff?: BookedByStaff }
type Reserving = { readonly trx: Trx; readonly deps: Sale; readonly settings: ShopSettings }
type Buying = { readonly caller: Caller; readonly request: Request; readonly bookingId: string }
type Placing = {
  readonly judged: JudgedChoice
  readonly onSale: ServiceOnSale
  readonly clock: AgencyClock
  /** Null: there is nothing to pay, so the places are not a hold. */
  readonly expiresAt: Date | null
}
type Held = Pick<NewBooking, 'departure_id' | 'return_leg_departure_id' | 'places' | 'origin_keys' | 'held_until'>
type Holding = { readonly held: Held; readonly isOverbooked: boolean }
/**
 * Takes the places of the booking. `origin_keys` are the keys of the visitor; null where places are not limited, and for
 * staff, whose own address says nothing about who holds the places.
 */
export async function holdPlaces(
  { trx, deps, settings }: Reserving,
  { caller, request, bookingId }: Buying,
  { judged, onSale, clock, expiresAt }: Placing,
): Promise<Holding> {
  const { schedule, request: chosen, departure, places, returnLeg } = judged
  const { service } = onSale
  const { now } = clock
  const none = { departure_id: null, places: 0, origin_keys: null, held_until: null }
  if (!departure) return { held: none, isOverbooked: false }
  const phone = readPhone(request.customer_phone ?? '')
  const isByStaff = deps.byStaff !== undefined || mayEnter(caller.role, 'bookings')
  const back = returnLeg?.departure ?? undefined
  const isLimited = [departure, back].some((each) => each && each.capacity !== null) && !isByStaff
  const keys = isLimited ? originKeys(deps, { address: caller.address, email: request.customer_email, phone }) : null
  const wanted = { serviceId: service.id, places, today: dateIn(schedule.timeZone, now) }
  if (keys) await limitLegs({ trx, limits: settings }, { keys, ...wanted }, [departure, back])
  const slot = { serviceId: service.id, date: departure.date, time: departure.time }
  const offer = await lockOffer(trx, deps, { token: request.waiting_offer, departure: slot })
  await requireCurrentItem(trx, service)
  const staff = { mayOverbook: Boolean(deps.byStaff?.overbookingReason), isForStaff: deps.byStaff !== undefined }
  const legs = seatedLegs(judged, onSale, { clock, offered: offer?.held ?? 0 })
  const seating = { serviceId: service.id, bookingId, legs, places, schedule, ...staff }
  const { ids, isOverbooked } = await takeLegs(trx, { ...seating, fewUpTo: settings.few_places }, now)
  if (offer) await bookOffer(trx, offer, { bookingId, now })
  // A customer who books by phone has not opened the payment page yet.
  const holding = { method: isByStaff ? 'transfer' : 'card', settings, now } as const
  const zone = schedule.timeZone
  const start = { starts_at: startOf(zone, chosen), ...returnColumns(judged), time_zone: zone, expires_at: expiresAt }
  const heldUntil = expiresAt && holdUntil(start, [departure, back], holding)
  const departures = { departure_id: ids.outbound ?? null, return_leg_departure_id: ids.return ?? null }
  return { held: { ...departures, places, origin_keys: keys, held_until: heldUntil }, isOverbooked }
}

/** Takes both legs; the error of a sold-out return leg names the nearest times with places. */
type Selling = { readonly clock: AgencyClock; readonly offered: number }
function seatedLegs(judged: JudgedChoice, onSale: ServiceOnSale, { clock, offered }: Selling): SeatedLeg[] {
  const { departure, returnLeg, schedule, places, request } = judged
  const nearby = { offer: { ...onSale, schedule }, clock, places, after: request }
  const onFull = (full: FieldError) => fullReturn(full, returnLeg ? nearestAfter(returnLeg, nearby) : [])
  return [
    ...(departure ? [{ leg: 'outbound' as const, departure, time: request.time, offered }] : []),
    ...(returnLeg?.departure
      ? [{ leg: 'return' as const, departure: returnLeg.departure, time: returnLeg.time, onFull }]
      : []),
  ]
}

/** The columns of the return leg. */
export const returnColumns = ({ returnLeg, schedule: { timeZone } }: JudgedChoice) => ({
  return_leg_date: returnLeg?.date ?? null,
  return_leg_time: returnLeg?.time ?? null,
  return_leg_starts_at: returnLeg && startOf(timeZone, returnLeg),
})

export const startOf = (zone: string, { date, time }: Pick<JudgedChoice['request'], 'date' | 'time'>): Date | null =>
  date && time ? instantAt(zone, date, time) : null
