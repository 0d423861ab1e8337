import * as z from 'zod/mini'
import type { FieldSpec, KindFields } from '../kind.ts'
import { cancellation, cancellationSpec } from '../shared/cancellation-fields.ts'
import { descriptionSpecs, descriptions, imageUrlsSpec, video, videoSpec } from '../shared/content.ts'
import {
  amount,
  list,
  oneOf,
  onOff,
  optionalAmount,
  optionalWholeNumber,
  pictures,
  text,
  time,
  wholeNumber,
} from '../shared/inputs.ts'
import { bookingSpecs } from './booking-specs.ts'
import { strings } from './strings.ts'

export const transferTypes = ['Airport Transfer', 'City Transfer', 'Hotel Transfer'] as const
const allDay = { from: '00:00', to: '23:59' }

/** Two times (A098); also taken as a pair. */
const hours = z._default(
  z
    .pipe(
      z.union([z.strictObject({ from: time(), to: time() }), z.tuple([time(), time()])], strings.badHours),
      z.transform((given) => ('from' in given ? given : { from: given[0], to: given[1] })),
    )
    .check(z.refine(({ from, to }) => from < to, strings.badHours)),
  allDay,
)

const distance = z.number(strings.badDistance).check(z.minimum(0, strings.badDistance), z.maximum(5000))

const details = z
  .strictObject({
    ...descriptions(),
    transfer_type: oneOf(transferTypes),
    vehicle_type: text(100),
    base_price: amount(),
    price_per_km: optionalAmount(),
    price_per_hour: optionalAmount(),
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
  })
  .check(
    z.refine(({ price_per_km, distance_km }) => !price_per_km || distance_km !== null, {
      path: ['distance_km'],
      message: strings.distanceNeeded,
    }),
    z.refine(({ price_per_hour, duration_minutes }) => !price_per_hour || duration_minutes !== null, {
      path: ['duration_minutes'],
      message: strings.durationNeeded,
    }),
  )
export type TransferDetails = z.infer<typeof details>

const specs: readonly FieldSpec[] = [
  {
    name: 'transfer_type',
    label: 'Transfer type',
    group: 'basic',
    input: 'select',
    required: true,
    options: transferTypes,
    default: 'Airport Transfer',
  },
  { name: 'vehicle_type', label: 'Vehicle type', group: 'basic', input: 'text', searchable: true },
  ...descriptionSpecs,
  { name: 'base_price', label: 'Base price', group: 'pricing', input: 'money', required: true },
  { name: 'price_per_km', label: 'Price per km', group: 'pricing', input: 'money' },
  { name: 'price_per_hour', label: 'Price per hour', group: 'pricing', input: 'money' },
  { name: 'distance_km', label: 'Distance in km', group: 'details', input: 'number' },
  { name: 'duration_minutes', label: 'Duration in minutes', group: 'details', input: 'number' },
  { name: 'max_passengers', label: 'Passengers at most', group: 'details', input: 'number', default: 4 },
  {
    name: 'pickup_locations',
    label: 'Pickup locations',
    group: 'content',
    input: 'list',
    hint: 'One per line',
    searchable: true,
    onCard: true,
  },
  {
    name: 'dropoff_locations',
    label: 'Drop-off locations',
    group: 'content',
    input: 'list',
    hint: 'One per line',
    searchable: true,
    onCard: true,
  },
  { name: 'features', label: 'Features', group: 'content', input: 'list', hint: 'One per line', onCard: true },
  { name: 'amenities', label: 'Amenities', group: 'content', input: 'list', hint: 'One per line' },
  imageUrlsSpec,
  videoSpec,
  {
    name: 'advance_booking_hours',
    label: 'Book at least this many hours ahead',
    group: 'settings',
    input: 'number',
    default: 2,
  },
  { name: 'available_hours', label: 'Available hours', group: 'settings', input: 'time-range', default: allDay },
  { name: 'instant_confirmation', label: 'Instant confirmation', group: 'settings', input: 'switch', default: false },
  cancellationSpec,
]

const booking = z.strictObject({
  dropoff_location: text(500),
  flight_number: text(20),
})
export const fields: KindFields = {
  details,
  specs,
  booking,
  bookingSpecs,
  admin: { layout: 'cards', badges: ['vehicle_type', 'transfer_type'], failure: 'sentence' },
}
