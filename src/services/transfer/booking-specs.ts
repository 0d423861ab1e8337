import type { FieldSpec } from '../kind.ts'
import { flightDirections } from './flight.ts'
import { text } from './text.ts'

/** The transfer's extra fields. Separate from the schemas, so that the shop's form does not load zod. */
export const bookingSpecs: readonly FieldSpec[] = [
  {
    name: 'dropoff_location',
    label: text('shop.dropoff_location'),
    group: 'basic',
    input: 'text',
    hint: text('shop.dropoff_location_hint'),
  },
  {
    name: 'flight_direction',
    label: text('shop.flight_direction'),
    group: 'basic',
    input: 'select',
    options: flightDirections,
  },
  {
    name: 'flight_number',
    label: text('shop.flight_number'),
    group: 'basic',
    input: 'text',
    hint: text('shop.flight_number_hint'),
  },
  { name: 'flight_date', label: text('shop.flight_date'), group: 'basic', input: 'date' },
  { name: 'flight_time', label: text('shop.flight_time'), group: 'basic', input: 'time' },
  { name: 'return_trip', label: text('shop.return_trip'), group: 'details', input: 'switch' },
  { name: 'return_trip_date', label: text('shop.return_trip_date'), group: 'details', input: 'date' },
  { name: 'return_trip_time', label: text('shop.return_trip_time'), group: 'details', input: 'time' },
  { name: 'return_pickup_location', label: text('shop.return_pickup_location'), group: 'details', input: 'text' },
  { name: 'return_dropoff_location', label: text('shop.return_dropoff_location'), group: 'details', input: 'text' },
  {
    name: 'return_flight_direction',
    label: text('shop.return_flight_direction'),
    group: 'details',
    input: 'select',
    options: flightDirections,
  },
  { name: 'return_flight_number', label: text('shop.return_flight_number'), group: 'details', input: 'text' },
  { name: 'return_flight_date', label: text('shop.return_flight_date'), group: 'details', input: 'date' },
  { name: 'return_flight_time', label: text('shop.return_flight_time'), group: 'details', input: 'time' },
]
