import type { ScheduleRules } from '../kind.ts'

type ZonedDetails = { readonly time_zone?: string | undefined }

export const dayOnly = ({ time_zone }: ZonedDetails = {}): ScheduleRules => ({
  dateRequired: true,
  timeRequired: false,
  slots: [],
  hours: null,
  noticeMinutes: 0,
  // Items saved before the field existed have no value.
  timeZone: time_zone || null,
  hasPickup: false,
  capacity: null,
})

export interface SlotDetails extends ZonedDetails {
  readonly time_slots: readonly string[]
  readonly slot_capacity: number | null
  readonly advance_booking_hours: number
}
/** The item's own slots, or else the kind's (C055, C068, D89). */
export const slotSchedule = (details: SlotDetails, defaults: readonly string[]): ScheduleRules => ({
  ...dayOnly(details),
  timeRequired: true,
  slots: details.time_slots.length > 0 ? details.time_slots : defaults,
  noticeMinutes: details.advance_booking_hours * 60,
  capacity: details.slot_capacity,
})

export type ServiceSchedule = ScheduleRules & { readonly timeZone: string }
export const scheduleIn = (agencyZone: string, rules: ScheduleRules): ServiceSchedule => ({
  ...rules,
  timeZone: rules.timeZone ?? agencyZone,
})
