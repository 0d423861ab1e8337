import type { FieldSpec } from '../kind.ts'

/** What a transfer asks beyond the pickup; apart from the schemas, so that the shop's form needs no zod for it. */
export const bookingSpecs: readonly FieldSpec[] = [
  {
    name: 'dropoff_location',
    label: 'Drop-off location',
    group: 'basic',
    input: 'text',
    hint: 'Hotel, address or terminal',
  },
  {
    name: 'flight_number',
    label: 'Flight number',
    group: 'basic',
    input: 'text',
    hint: 'So that the driver knows when you land',
  },
]
