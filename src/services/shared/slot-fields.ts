// What is kept of a service's time slots; what they come to is schedule.ts, which pages fetch without the schemas.
import * as z from 'zod/mini'
import type { FieldSpec } from '../kind.ts'
import { optionalWholeNumber, times, wholeNumber } from './inputs.ts'

export const slotFields = () => ({
  time_slots: times(),
  slot_capacity: optionalWholeNumber(1, 10_000),
  advance_booking_hours: z._default(wholeNumber(0, 8760), 0),
})
export const slotSpecs = (defaults: readonly string[]): readonly FieldSpec[] => [
  {
    name: 'time_slots',
    label: 'Time slots',
    group: 'settings',
    input: 'times',
    default: defaults,
    hint: 'One per line, as 14:00 or 02:00 PM',
  },
  {
    name: 'slot_capacity',
    label: 'Places per slot and date',
    group: 'settings',
    input: 'number',
    hint: 'Empty: not limited',
  },
  {
    name: 'advance_booking_hours',
    label: 'Book at least this many hours ahead',
    group: 'settings',
    input: 'number',
    default: 0,
  },
]
