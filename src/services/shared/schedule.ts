import * as z from 'zod/mini'
import { agencyTimeZone } from '../../kernel/dates.ts'
import type { FieldSpec, ScheduleRules } from '../kind.ts'
import { optionalWholeNumber, times, wholeNumber } from './inputs.ts'

/** A day is chosen, nothing else: what packages and pilgrimages need. */
export const dayOnly: ScheduleRules = {
  dateRequired: true,
  timeRequired: false,
  slots: [],
  hours: null,
  noticeMinutes: 0,
  timeZone: agencyTimeZone,
  hasPickup: false,
  capacity: null,
}

export interface SlotDetails {
  readonly time_slots: readonly string[]
  readonly slot_capacity: number | null
  readonly advance_booking_hours: number
}
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

/** Own slots, or the kind's where the item has none (C055, C068, D89). */
export const slotSchedule = (details: SlotDetails, defaults: readonly string[]): ScheduleRules => ({
  ...dayOnly,
  timeRequired: true,
  slots: details.time_slots.length > 0 ? details.time_slots : defaults,
  noticeMinutes: details.advance_booking_hours * 60,
  capacity: details.slot_capacity,
})
