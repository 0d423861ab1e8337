import type { FieldSpec } from '../kind.ts'
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
    name: 'flight_number',
    label: text('shop.flight_number'),
    group: 'basic',
    input: 'text',
    hint: text('shop.flight_number_hint'),
  },
]
