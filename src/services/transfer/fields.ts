import * as z from 'zod/mini'
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
  time,
  wholeNumber,
} from '../shared/inputs.ts'
import { eachSeason, schedules, schedulesSpec } from '../shared/schedule-fields.ts'
import type { StoredSchedule } from '../shared/stored-schedules.ts'
import { text as shared } from '../shared/text.ts'
import { timeZone, timeZoneSpec } from '../shared/time-zone-fields.ts'
import { bookingSpecs } from './booking-specs.ts'
import { text } from './text.ts'

export const transferTypes = ['Airport Transfer', 'City Transfer', 'Hotel Transfer'] as const
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
    ...schedules(['base_price', 'price_per_km', 'price_per_hour']),
    max_passengers: z._default(wholeNumber(1, 100), 4),
    distance_km: z._default(z.nullable(distance), null),
    duration_minutes: optionalWholeNumber(1, 10_000),
    advance_booking_hours: z._default(wholeNumber(0, 8760), 2),
    available_hours: hours,
    pickup_locations: list(),
    dropoff_locations: list(),
    features: list(),
    amenities: list(),
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
    default: 'Airport Transfer',
  },
  { name: 'vehicle_type', label: text('fields.vehicle_type'), group: 'basic', input: 'text', searchable: true },
  ...descriptionSpecs,
  { name: 'base_price', label: text('fields.base_price'), group: 'pricing', input: 'money', required: true },
  { name: 'price_per_km', label: text('fields.price_per_km'), group: 'pricing', input: 'money' },
  { name: 'price_per_hour', label: text('fields.price_per_hour'), group: 'pricing', input: 'money' },
  schedulesSpec,
  { name: 'distance_km', label: text('fields.distance_km'), group: 'details', input: 'number' },
  { name: 'duration_minutes', label: text('fields.duration_minutes'), group: 'details', input: 'number' },
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
  },
  {
    name: 'amenities',
    label: text('fields.amenities'),
    group: 'content',
    input: 'list',
    hint: shared('fields.onePerLine'),
  },
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

const booking = z.strictObject({
  dropoff_location: line(500),
  flight_number: line(20),
})
export const fields: KindFields = {
  details,
  specs,
  booking,
  bookingSpecs,
  admin: { layout: 'cards', badges: ['vehicle_type', 'transfer_type'], failure: 'sentence' },
}
