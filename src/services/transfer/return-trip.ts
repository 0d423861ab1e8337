/** The return leg of a transfer: pickup, drop-off, start, and their errors. Pure. */
import { isLocalDate, isLocalTime } from '../../kernel/dates.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import type { BookingDetails, Details, RuleRequest } from '../kind.ts'
import { returnLegFields } from '../shared/return-leg.ts'
import type { ReturnLeg } from '../trip.ts'
import { directionOf, type FlightDirection, flightIn, type Places, type Way } from './flight.ts'
import { text } from './text.ts'

export const isReturnTrip = ({ return_trip }: BookingDetails): boolean => return_trip === true

const typed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
/** What the customer typed, or '' */
const answer = (booking: BookingDetails, name: string): string => typed(booking[name])

/** Pickup and drop-off of a leg. Those of the return leg are the outbound ones, swapped, unless the customer changes them. */
export function placesOfWay(booking: BookingDetails, pickup: string | null | undefined, way: Way): Places {
  const there = { pickup: typed(pickup), dropoff: answer(booking, 'dropoff_location') }
  if (way === '') return there
  return {
    pickup: answer(booking, 'return_pickup_location') || there.dropoff,
    dropoff: answer(booking, 'return_dropoff_location') || there.pickup,
  }
}

const opposite = { arrival: 'departure', departure: 'arrival' } as const

/** The flight direction of a leg. The return leg has the opposite direction unless its places say otherwise. */
export function directionOfWay(
  details: Details,
  { booking, pickupLocation }: Pick<RuleRequest, 'booking' | 'pickupLocation'>,
  way: Way,
): FlightDirection | null {
  const there = directionOf(details, booking.flight_direction, placesOfWay(booking, pickupLocation, ''))
  if (way === '') return there
  const back = directionOf({}, booking.return_flight_direction, placesOfWay(booking, pickupLocation, way))
  return back ?? (there && opposite[there])
}

export function returnLegOf(booking: BookingDetails): ReturnLeg | null {
  if (!isReturnTrip(booking)) return null
  const [date, time] = [booking[returnLegFields.date], booking[returnLegFields.time]]
  return {
    date: isLocalDate(date) ? date : null,
    time: isLocalTime(time) ? time : null,
    pickupLocation: answer(booking, 'return_pickup_location') || null,
  }
}

/** Errors of the return leg, before its departure is judged. */
export function returnErrors(details: Details, { booking, date, time, pickupLocation }: RuleRequest): FieldError[] {
  const leg = returnLegOf(booking)
  if (!leg) return []
  if (details.offers_return !== true) return [{ path: 'return_trip', message: text('shop.noReturn') }]
  const { pickup } = placesOfWay(booking, pickupLocation, 'return_')
  return [
    ...(leg.date === null ? [{ path: returnLegFields.date, message: text('shop.returnDateNeeded') }] : []),
    ...(leg.time === null ? [{ path: returnLegFields.time, message: text('shop.returnTimeNeeded') }] : []),
    ...orderErrors(leg, { date, time }),
    ...(pickupLocation !== undefined && pickup === ''
      ? [{ path: 'return_pickup_location', message: text('shop.returnPickupNeeded') }]
      : []),
  ]
}

/** Both are local times: the return leg must start after the outbound leg. */
function orderErrors(leg: ReturnLeg, { date, time }: Pick<RuleRequest, 'date' | 'time'>): FieldError[] {
  if (date === null || leg.date === null) return []
  if (leg.date < date) return [{ path: returnLegFields.date, message: text('shop.returnTooEarly') }]
  const isTooEarly = leg.date === date && time !== null && leg.time !== null && leg.time <= time
  return isTooEarly ? [{ path: returnLegFields.time, message: text('shop.returnTooEarly') }] : []
}

const waysOf = (booking: BookingDetails): readonly Way[] => (isReturnTrip(booking) ? ['', 'return_'] : [''])

/** The answers as stored: with explicit directions and places; a one-way trip has no `return_` answers. */
export function completed(details: Details, request: Pick<RuleRequest, 'booking' | 'pickupLocation'>): BookingDetails {
  const { booking, pickupLocation } = request
  const isBack = isReturnTrip(booking)
  const kept = Object.entries(booking).filter(([name]) => isBack || !name.startsWith('return_'))
  const back = placesOfWay(booking, pickupLocation, 'return_')
  const directions = waysOf(booking).map((way) => [
    `${way}flight_direction`,
    flightIn(booking, way) ? (directionOfWay(details, request, way) ?? '') : '',
  ])
  return {
    ...Object.fromEntries(kept),
    ...(isBack && { return_pickup_location: back.pickup, return_dropoff_location: back.dropoff }),
    ...Object.fromEntries(directions),
  }
}
