import { daysBetween, isLocalDate, type LocalDate } from '../../kernel/dates.ts'
import { dayText, type Text, timeText } from '../../kernel/messages.ts'
import { type Money, money, multiplyByRatio } from '../../kernel/money.ts'
import type { FieldError } from '../../kernel/refusal.ts'
import type {
  BookingDetails,
  KindRules,
  PartyRules,
  PriceBreakdown,
  PricedService,
  PriceLine,
  RuleRequest,
} from '../kind.ts'
import { breakdown, line } from '../shared/breakdown.ts'
import { partyErrors } from '../shared/party.ts'
import { dayOnly } from '../shared/schedule.ts'
import type { Leg, TripFact } from '../trip.ts'
import type { TransferDetails } from './fields.ts'
import { type Flight, flightIn, flightNumberOf, type Way } from './flight.ts'
import { completed, directionOfWay, isReturnTrip, returnErrors, returnLegOf } from './return-trip.ts'
import { text } from './text.ts'

const detailsOf = (service: PricedService) => service.details as TransferDetails

/** price per hour × minutes / 60, rounded half-up to the minor unit. Exact: 50 minutes are five sixths of an hour. */
function hoursTotal(perHour: Money, minutes: number): Money {
  const sixtieths = BigInt(perHour.minor) * BigInt(minutes)
  return money(Number((2n * sixtieths + 60n) / 120n), perHour.currency)
}

/**
 * base + price_per_km × distance_km + price_per_hour × duration_minutes / 60 (C133, D62), per vehicle. Each product is
 * rounded half-up to the minor unit and is one line; a part without price or measure has none.
 */
function linesOf(service: PricedService): PriceLine[] {
  const details = detailsOf(service)
  const { distance_km: km, duration_minutes: minutes } = details
  const perKm = money(details.price_per_km ?? 0, service.currency)
  const perHour = money(details.price_per_hour ?? 0, service.currency)
  return [
    line('base', 1, money(details.base_price, service.currency)),
    ...(perKm.minor > 0 && km ? [line('distance', 1, multiplyByRatio(perKm, km))] : []),
    ...(perHour.minor > 0 && minutes ? [line('hours', 1, hoursTotal(perHour, minutes))] : []),
  ]
}

/**
 * The price of both legs, each at the prices of its own departure: half the return price there, or else the one-way price.
 * Legs that cost the same are not told apart.
 */
function bothLegs(outbound: PricedService, back: PricedService): PriceLine[] {
  const [own, ownBack] = [returnPriceOf(outbound), returnPriceOf(back)]
  if (own !== null && own === ownBack) return [line('bothWays', 1, money(own, outbound.currency))]
  const [lines, backLines] = [linesOf(outbound), linesOf(back)]
  if (own === null && ownBack === null && isSamePrice(lines, backLines))
    return lines.map(({ label, unit }) => line(label, 2, unit))
  // An odd return price: the outbound leg has the smaller half.
  const there = own === null ? totalOf(outbound) : Math.floor(own / 2)
  const home = ownBack === null ? totalOf(back) : Math.ceil(ownBack / 2)
  const { currency } = outbound
  return [line('outboundLeg', 1, money(there, currency)), line('returnLeg', 1, money(home, currency))]
}
const isSamePrice = (a: readonly PriceLine[], b: readonly PriceLine[]): boolean =>
  a.length === b.length && a.every(({ label, unit }, at) => label === b[at]?.label && unit.minor === b[at].unit.minor)
const returnPriceOf = (service: PricedService): number | null => detailsOf(service).return_price ?? null
const totalOf = (service: PricedService): number => linesOf(service).reduce((sum, { total }) => sum + total.minor, 0)

type Legs = Pick<RuleRequest, 'booking' | 'returnLegDetails'>
function price(service: PricedService, { booking, returnLegDetails: back }: Legs, discount?: Money): PriceBreakdown {
  const lines = isReturnTrip(booking)
    ? bothLegs(service, back ? { ...service, details: back } : service)
    : linesOf(service)
  return breakdown(lines, service.currency, discount)
}

function party(service: PricedService): PartyRules {
  const { max_passengers: max } = detailsOf(service)
  return {
    adults: { min: 1, max },
    children: { max, free: false },
    infants: { max, free: false, onLap: false },
    together: max,
  }
}

function flightErrors(service: PricedService, request: RuleRequest, way: Way): FieldError[] {
  const { booking } = request
  const flight = flightIn(booking, way)
  if (!flight) return []
  const day = way === '' ? request.date : (returnLegOf(booking)?.date ?? null)
  const isFar = day !== null && isLocalDate(flight.date) && Math.abs(daysBetween(flight.date, day)) > 1
  const isUnreadable = flight.number !== '' && flightNumberOf(flight.number) === null
  const isUnclear = flight.time !== '' && directionOfWay(service.details, request, way) === null
  return [
    ...(isUnclear ? [{ path: `${way}flight_direction`, message: text('shop.directionNeeded') }] : []),
    ...(isUnreadable ? [{ path: `${way}flight_number`, message: text('shop.badFlight') }] : []),
    ...(isFar ? [{ path: `${way}flight_date`, message: text('shop.farFlight') }] : []),
  ]
}

const flightWords = { arrival: 'lands', departure: 'leaves', unclear: 'flies' } as const

/** 'EK 512 lands at 02:20 PM', with its day where it is not that of the pickup: 'the day before'. */
function flightFact({ direction, number, time, date }: Flight, day: LocalDate | null): Text {
  if (time === '') return number
  const flies = flightWords[direction ?? 'unclear']
  const values = { number: number || text('shop.fact.unknown'), time: timeText(time) }
  const later = date === '' || day === null ? 0 : daysBetween(day, date)
  if (later === 0) return text(`shop.fact.${flies}`, values)
  // A booking that was moved may keep a flight of another week.
  if (Math.abs(later) > 1) return text(`shop.fact.${flies}On`, { ...values, day: dayText(date) })
  return text(`shop.fact.${flies}${later < 0 ? 'Before' : 'After'}`, values)
}

function tripFacts(booking: BookingDetails, day: LocalDate | null, leg: Leg): TripFact[] {
  const way = leg === 'return' ? 'return_' : ''
  const dropoff = booking[`${way}dropoff_location`]
  const flight = flightIn(booking, way)
  return [
    ...(typeof dropoff === 'string' && dropoff !== '' ? [{ label: text('shop.fact.dropoff'), value: dropoff }] : []),
    ...(flight ? [{ label: text('shop.fact.flight'), value: flightFact(flight, day) }] : []),
  ]
}

/** 'Dubai' of 'Dubai, any address'. */
const placeOf = (pickup: string): string => (pickup.split(/[,،]/)[0] ?? '').trim()

export const rules: KindRules = {
  price,
  startingPrice: (service) => ({ from: price(service, { booking: {} }).final, was: null, unit: 'vehicle' }),
  party,
  schedule: (service) => {
    const { available_hours, advance_booking_hours } = detailsOf(service)
    return {
      ...dayOnly(detailsOf(service)),
      timeRequired: true,
      hours: available_hours,
      noticeMinutes: advance_booking_hours * 60,
      hasPickup: true,
    }
  },
  // One vehicle for any party.
  places: () => 1,
  resourcesPer: 'booking',
  documents: () => [],
  complete: ({ details }, request) => completed(details, request),
  tripFacts,
  returnLeg: returnLegOf,
  check: (service, request) => [
    ...flightErrors(service, request, ''),
    ...returnErrors(service.details, request),
    ...(isReturnTrip(request.booking) ? flightErrors(service, request, 'return_') : []),
    ...partyErrors(request.party, party(service)),
    ...(request.pickupLocation !== undefined && !request.pickupLocation?.trim()
      ? [{ path: 'pickup_location', message: text('shop.pickupNeeded') }]
      : []),
  ],
  isInstant: (service) => detailsOf(service).instant_confirmation,
  shared: (service) => {
    const details = detailsOf(service)
    return {
      location: placeOf(details.pickup_locations[0] ?? ''),
      durationMinutes: details.duration_minutes,
      facets: {
        transfer_type: details.transfer_type,
        vehicle_type: details.vehicle_type,
        max_passengers: details.max_passengers,
      },
    }
  },
  displayTitle: (service) => service.title,
}
