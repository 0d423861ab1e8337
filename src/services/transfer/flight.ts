/** Flights of a transfer, and the suggested pickup time. Pure. */
import { addMinutes, dateIn, instantAt, type LocalDate, type LocalTime, timeIn } from '../../kernel/dates.ts'
import type { BookingDetails, Details } from '../kind.ts'

/** 'arrival': from the airport, after the flight lands. 'departure': to the airport, before it leaves. */
export const flightDirections = ['arrival', 'departure'] as const
export type FlightDirection = (typeof flightDirections)[number]

/**
 * 'EK 512' from 'ek512', 'EK-0512' or 'EK 512': an airline of two characters (or three letters), and a number of up to
 * four digits with an optional letter. Null for anything else.
 */
export function flightNumberOf(typed: string): string | null {
  const match = /^([A-Z]{3}|[A-Z][A-Z\d]|\d[A-Z])[ -]*(\d{1,4})([A-Z]?)$/.exec(typed.trim().toUpperCase())
  const number = Number(match?.[2])
  return match && number > 0 ? `${match[1]} ${number}${match[3]}` : null
}

const isAirport = (place: unknown): boolean =>
  typeof place === 'string' && /\b(air ?port|aerodrome|terminal)\b/i.test(place)
const areAirports = (places: unknown): boolean =>
  Array.isArray(places) && places.length > 0 && places.every((place) => isAirport(place))

const byPlaces = (isFrom: boolean, isTo: boolean): FlightDirection | null =>
  isFrom === isTo ? null : isFrom ? 'arrival' : 'departure'

/** Pickup and drop-off of a leg, as typed. */
export interface Places {
  readonly pickup: string
  readonly dropoff: string
}
/**
 * The direction that follows from the places of the booking, else from those of the item; null if neither says. A
 * customer's own choice always wins.
 */
export function directionOf(details: Details, chosen: unknown, { pickup, dropoff }: Places): FlightDirection | null {
  const given = flightDirections.find((each) => each === chosen)
  if (given) return given
  const typed = byPlaces(isAirport(pickup), isAirport(dropoff))
  return typed ?? byPlaces(areAirports(details.pickup_locations), areAirports(details.dropoff_locations))
}

export const defaultLandingMinutes = 45
export const defaultCheckInMinutes = 180
const minutesOr = (value: unknown, other: number): number => (typeof value === 'number' ? value : other)

/** Minutes from landing to the pickup: passport control, bags, the walk to the driver. */
export const landingMinutesOf = ({ landing_minutes: given }: Details): number => minutesOr(given, defaultLandingMinutes)
/** How long before a flight leaves its passengers should be at the airport. */
export const checkInMinutesOf = ({ check_in_minutes: given }: Details): number =>
  minutesOr(given, defaultCheckInMinutes)

export interface Start {
  readonly date: LocalDate
  readonly time: LocalTime
}
type ZonedStart = Start & { readonly zone: string }
/**
 * The suggested pickup: landing plus `landing_minutes`, or departure minus check-in and the drive. Minutes
 * are real ones, also across a change of the clocks.
 */
export function suggestPickup(details: Details, direction: FlightDirection, flight: ZonedStart): Start {
  const { zone } = flight
  const lead = checkInMinutesOf(details) + minutesOr(details.duration_minutes, 0)
  const minutes = direction === 'arrival' ? landingMinutesOf(details) : -lead
  const pickup = addMinutes(instantAt(zone, flight.date, flight.time), minutes)
  return { date: dateIn(zone, pickup), time: timeIn(zone, pickup) }
}

export interface Flight {
  readonly direction: FlightDirection | null
  /** Normalised; '' for none. */
  readonly number: string
  /** '' for none. */
  readonly time: LocalTime
  /** Empty: the day of the pickup. */
  readonly date: LocalDate
}
const typed = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The prefix of a leg's answers. */
export type Way = '' | 'return_'

/** The flight of a stored booking; null without a number and a time. */
export function flightIn(booking: BookingDetails, way: Way = ''): Flight | null {
  const flight = {
    direction: flightDirections.find((each) => each === booking[`${way}flight_direction`]) ?? null,
    number: typed(booking[`${way}flight_number`]),
    time: typed(booking[`${way}flight_time`]),
    date: typed(booking[`${way}flight_date`]),
  }
  return flight.number || flight.time ? flight : null
}
