import type { FieldSpec } from '../kind.ts'

/** What is asked of a passenger; apart from the schemas, so that the shop's form needs no zod for it. */
export const bookingSpecs: readonly FieldSpec[] = [
  { name: 'passengerName', label: 'Passenger name', group: 'basic', input: 'text', required: true },
  { name: 'passportNumber', label: 'Passport number', group: 'basic', input: 'text', required: true },
  { name: 'nationality', label: 'Nationality', group: 'basic', input: 'country', required: true },
  { name: 'flightNumber', label: 'Flight number', group: 'basic', input: 'text', required: true },
  { name: 'airline', label: 'Airline', group: 'basic', input: 'text', required: true },
  { name: 'pnr', label: 'PNR', group: 'basic', input: 'text', hint: 'The booking code on your ticket' },
]
