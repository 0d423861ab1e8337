// The stored fields of time slots. The rules are in schedule.ts, so that pages need not load the schemas.
import * as z from 'zod/mini'
import type { FieldSpec } from '../kind.ts'
import { optionalWholeNumber, times, wholeNumber } from './inputs.ts'
import { text } from './text.ts'
import { timeZone, timeZoneSpec } from './time-zone-fields.ts'

export const slotFields = () => ({
  time_slots: times(),
  slot_capacity: optionalWholeNumber(1, 10_000),
  advance_booking_hours: z._default(wholeNumber(0, 8760), 0),
  ...timeZone(),
})
export const slotSpecs = (defaults: readonly string[]): readonly FieldSpec[] => [
  {
    name: 'time_slots',
    label: text('fields.time_slots'),
    group: 'settings',
    input: 'times',
    default: defaults,
    hint: text('fields.time_slots_hint'),
  },
  {
    name: 'slot_capacity',
    label: text('fields.slot_capacity'),
    group: 'settings',
    input: 'number',
    hint: text('fields.slot_capacity_hint'),
  },
  {
    name: 'advance_booking_hours',
    label: text('fields.advance_booking_hours'),
    group: 'settings',
    input: 'number',
    default: 0,
  },
  timeZoneSpec(),
]
