/** The trip of a booking, as kinds and forms exchange it. */
import type { LocalDate, LocalTime } from '../kernel/dates.ts'
import type { Text } from '../kernel/messages.ts'

/** What the form around the kind's own questions has chosen; '' for what it has not. */
export interface ChosenTrip {
  readonly date: LocalDate
  readonly time: LocalTime
  readonly pickup: string
  /** The zone of day and time. */
  readonly zone: string
  readonly onChange: (next: { readonly date: LocalDate; readonly time: LocalTime }) => void
  /** Why that start cannot be booked; null: as far as the form knows it can. */
  readonly objectionTo: (start: { readonly date: LocalDate; readonly time: LocalTime }) => Text | null
}
export type Leg = 'outbound' | 'return'
/** The return leg of a booking, on its own departure. Not the return date of a group departure. */
export interface ReturnLeg {
  readonly date: LocalDate | null
  readonly time: LocalTime | null
  readonly pickupLocation: string | null
}

export interface TripFact {
  readonly label: Text
  readonly value: Text
}
