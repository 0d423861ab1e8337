import type { FieldSpec } from '../kind.ts'
import { text } from './text.ts'

/** The passenger's fields. Separate from the schemas, so that the shop's form does not load zod. */
export const bookingSpecs: readonly FieldSpec[] = [
  { name: 'passenger_name', label: text('shop.passengerName'), group: 'basic', input: 'text', required: true },
  { name: 'passport_number', label: text('shop.passportNumber'), group: 'basic', input: 'text', required: true },
  { name: 'nationality', label: text('shop.nationality'), group: 'basic', input: 'country', required: true },
  { name: 'flight_number', label: text('shop.flightNumber'), group: 'basic', input: 'text', required: true },
  { name: 'airline', label: text('shop.airline'), group: 'basic', input: 'text', required: true },
  { name: 'pnr', label: text('shop.pnr'), group: 'basic', input: 'text', hint: text('shop.pnr_hint') },
]
