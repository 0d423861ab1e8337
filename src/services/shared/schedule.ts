import { agencyTimeZone } from '../../kernel/dates.ts'
import type { ScheduleRules } from '../kind.ts'

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
/** Own slots, or the kind's where the item has none (C055, C068, D89). */
export const slotSchedule = (details: SlotDetails, defaults: readonly string[]): ScheduleRules => ({
  ...dayOnly,
  timeRequired: true,
  slots: details.time_slots.length > 0 ? details.time_slots : defaults,
  noticeMinutes: details.advance_booking_hours * 60,
  capacity: details.slot_capacity,
})
