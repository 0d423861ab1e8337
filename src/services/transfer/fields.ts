import * as z from 'zod/mini'
import { isLocalDate } from '../../kernel/dates.ts'
import type { MessageString, Text } from '../../kernel/messages.ts'
import type { FieldSpec, KindFields } from '../kind.ts'
import { cancellation, cancellationSpec } from '../shared/cancellation-fields.ts'
import { descriptionSpecs, descriptions, imageUrlsSpec, video, videoSpec } from '../shared/content.ts'
import {
  amount,
  line,
  list,
  oneOf,
  onOff,
  optionalAmount,
  optionalWholeNumber,
  pictures,
  readTime,
  time,
  wholeNumber,
} from '../shared/inputs.ts'
import { questions, questionsSpec } from '../shared/question-fields.ts'
import { resources, resourcesLast, resourcesSpec } from '../shared/resource-fields.ts'
import { eachSeason, schedules, schedulesSpec } from '../shared/schedule-fields.ts'
import type { StoredResource } from '../shared/stored-resources.ts'
import type { StoredSchedule } from '../shared/stored-schedules.ts'
import { text as shared } from '../shared/text.ts'
import { timeZone, timeZoneSpec } from '../shared/time-zone-fields.ts'
import { bookingSpecs } from './booking-specs.ts'
import { defaultCheckInMinutes, defaultLandingMinutes, flightDirections, flightNumberOf } from './flight.ts'
import { text } from './text.ts'

export const transferTypes = ['Airport Transfer', 'City Transfer', 'Hotel Transfer'] as const
const typeNames: Readonly<Record<(typeof transferTypes)[number], Text>> = {
  'Airport Transfer': text('fields.types.airport'),
  'City Transfer': text('fields.types.city'),
  'Hotel Transfer': text('fields.types.hotel'),
}
const allDay = { from: '00:00', to: '23:59' }

/** Two times (A098); also accepted as a pair. */
const hours = z._default(
  z
    .pipe(
      z.union([z.strictObject({ from: time(), to: time() }), z.tuple([time(), time()])], text('fields.badHours')),
      z.transform((given) => ('from' in given ? given : { from: given[0], to: given[1] })),
    )
    .check(z.refine(({ from, to }) => from < to, text('fields.badHours'))),
  allDay,
)

const distance = z.number(text('fields.badDistance')).check(z.minimum(0, text('fields.badDistance')), z.maximum(5000))

interface Measured {
  readonly price_per_km: number | null
  readonly price_per_hour: number | null
  readonly distance_km: number | null
  readonly duration_minutes: number | null
  readonly schedules: readonly StoredSchedule[]
}
const seasonsHaveMeasures = eachSeason<Measured>((season) => {
  const { price_per_km, price_per_hour, distance_km, duration_minutes } = season
  if (price_per_km && distance_km === null) return { field: 'price_per_km', message: text('fields.distanceNeeded') }
  return price_per_hour && duration_minutes === null
    ? { field: 'price_per_hour', message: text('fields.durationNeeded') }
    : null
})

const details = z
  .strictObject({
    ...descriptions(),
    transfer_type: oneOf(transferTypes),
    vehicle_type: line(100),
    base_price: amount(),
    price_per_km: optionalAmount(),
    price_per_hour: optionalAmount(),
    offers_return: onOff(false),
    return_price: optionalAmount(),
    ...schedules(['base_price', 'price_per_km', 'price_per_hour', 'return_price']),
    ...resources(),
    max_passengers: z._default(wholeNumber(1, 100), 4),
    distance_km: z._default(z.nullable(distance), null),
    duration_minutes: optionalWholeNumber(1, 10_000),
    landing_minutes: z._default(wholeNumber(0, 600), defaultLandingMinutes),
    check_in_minutes: z._default(wholeNumber(0, 600), defaultCheckInMinutes),
    advance_booking_hours: z._default(wholeNumber(0, 8760), 2),
    available_hours: hours,
    pickup_locations: list(),
    dropoff_locations: list(),
    features: list(),
    amenities: list(),
    ...questions(),
    instant_confirmation: onOff(false),
    ...cancellation(),
    image_urls: pictures(),
    ...video(),
    ...timeZone(),
  })
  .check(
    z.refine(({ price_per_km, distance_km }) => !price_per_km || distance_km !== null, {
      path: ['distance_km'],
      message: text('fields.distanceNeeded'),
    }),
    z.refine(({ price_per_hour, duration_minutes }) => !price_per_hour || duration_minutes !== null, {
      path: ['duration_minutes'],
      message: text('fields.durationNeeded'),
    }),
    seasonsHaveMeasures,
    resourcesLast<Measured & { resources: readonly StoredResource[] }>(({ duration_minutes }) => duration_minutes),
  )
export type TransferDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  {
    name: 'transfer_type',
    label: text('fields.transfer_type'),
    group: 'basic',
    input: 'select',
    required: true,
    options: transferTypes,
    optionNames: typeNames,
    default: 'Airport Transfer',
  },
  { name: 'vehicle_type', label: text('fields.vehicle_type'), group: 'basic', input: 'text', searchable: true },
  ...descriptionSpecs,
  { name: 'base_price', label: text('fields.base_price'), group: 'pricing', input: 'money', required: true },
  { name: 'price_per_km', label: text('fields.price_per_km'), group: 'pricing', input: 'money' },
  { name: 'price_per_hour', label: text('fields.price_per_hour'), group: 'pricing', input: 'money' },
  {
    name: 'offers_return',
    label: text('fields.offers_return'),
    group: 'pricing',
    input: 'switch',
    default: false,
    hint: text('fields.offers_return_hint'),
  },
  {
    name: 'return_price',
    label: text('fields.return_price'),
    group: 'pricing',
    input: 'money',
    hint: text('fields.return_price_hint'),
  },
  schedulesSpec,
  resourcesSpec,
  { name: 'distance_km', label: text('fields.distance_km'), group: 'details', input: 'number' },
  { name: 'duration_minutes', label: text('fields.duration_minutes'), group: 'details', input: 'number' },
  {
    name: 'landing_minutes',
    label: text('fields.landing_minutes'),
    group: 'details',
    input: 'number',
    default: defaultLandingMinutes,
    hint: text('fields.landing_minutes_hint'),
  },
  {
    name: 'check_in_minutes',
    label: text('fields.check_in_minutes'),
    group: 'details',
    input: 'number',
    default: defaultCheckInMinutes,
    hint: text('fields.check_in_minutes_hint'),
  },
  { name: 'max_passengers', label: text('fields.max_passengers'), group: 'details', input: 'number', default: 4 },
  {
    name: 'pickup_locations',
    label: text('fields.pickup_locations'),
    group: 'content',
    input: 'list',
    hint: shared('fields.onePerLine'),
    searchable: true,
    onCard: true,
  },
  {
    name: 'dropoff_locations',
    label: text('fields.dropoff_locations'),
    group: 'content',
    input: 'list',
    hint: shared('fields.onePerLine'),
    searchable: true,
    onCard: true,
  },
  {
    name: 'features',
    label: text('fields.features'),
    group: 'content',
    input: 'list',
    hint: shared('fields.onePerLine'),
    onCard: true,
    translatable: true,
  },
  {
    name: 'amenities',
    label: text('fields.amenities'),
    group: 'content',
    input: 'list',
    hint: shared('fields.onePerLine'),
    translatable: true,
  },
  questionsSpec,
  imageUrlsSpec,
  videoSpec,
  {
    name: 'advance_booking_hours',
    label: shared('fields.advance_booking_hours'),
    group: 'settings',
    input: 'number',
    default: 2,
  },
  {
    name: 'available_hours',
    label: text('fields.available_hours'),
    group: 'settings',
    input: 'time-range',
    default: allDay,
  },
  timeZoneSpec(),
  {
    name: 'instant_confirmation',
    label: shared('fields.instant_confirmation'),
    group: 'settings',
    input: 'switch',
    default: false,
  },
  cancellationSpec,
]

/** '' or what `read` makes of the text; `read` returns null for anything else. */
const read = (max: number, reader: (typed: string) => string | null, message: MessageString) =>
  z._default(
    z.pipe(
      z.string(message).check(z.trim(), z.maxLength(max, message)),
      z.transform((typed, context) => {
        const value = typed === '' ? '' : reader(typed)
        if (value === null) context.issues.push({ code: 'custom', message, input: typed })
        return value ?? ''
      }),
    ),
    '',
  )

const direction = () => z._default(z.enum(['', ...flightDirections], text('shop.directionNeeded')), '')
const flightNumber = () => read(20, flightNumberOf, text('shop.badFlight'))
const clock = (message: MessageString) => read(10, readTime, message)
const day = (message: MessageString) => read(10, (typed) => (isLocalDate(typed) ? typed : null), message)

const booking = z.strictObject({
  dropoff_location: line(500),
  flight_direction: direction(),
  flight_number: flightNumber(),
  flight_date: day(text('shop.badFlightDate')),
  flight_time: clock(text('shop.badFlightTime')),
  return_trip: onOff(false),
  return_trip_date: day(text('shop.returnDateNeeded')),
  return_trip_time: clock(text('shop.returnTimeNeeded')),
  return_pickup_location: line(500),
  return_dropoff_location: line(500),
  return_flight_direction: direction(),
  return_flight_number: flightNumber(),
  return_flight_date: day(text('shop.badFlightDate')),
  return_flight_time: clock(text('shop.badFlightTime')),
})
export const fields: KindFields = {
  details,
  specs,
  booking,
  bookingSpecs,
  searchWords: text('search.words'),
  admin: { layout: 'cards', badges: ['vehicle_type', 'transfer_type'], failure: 'sentence' },
}
