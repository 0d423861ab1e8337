/** The trip of a booking, as kinds and forms exchange it. */
import type { ReactNode } from 'react'
import type { LocalDate, LocalTime } from '../kernel/dates.ts'
import type { Text } from '../kernel/messages.ts'

/** One input of a start: its id for error links, and what is wrong with it. */
export interface StartInput {
  readonly id: string | undefined
  readonly name: string
  readonly label: string
  readonly error: string | undefined
  readonly onLeave: () => void
}
/** Day and time of another leg of the trip. */
export interface StartFields {
  readonly date: StartInput
  readonly time: StartInput
  readonly start: { readonly date: LocalDate; readonly time: LocalTime }
  /** No day before it can be chosen; '' for any. */
  readonly first: LocalDate
  readonly onChange: (next: { readonly date?: LocalDate; readonly time?: LocalTime }) => void
}

/** What the form around the kind's own questions has chosen; '' for what it has not. */
export interface ChosenTrip {
  readonly date: LocalDate
  readonly time: LocalTime
  readonly pickup: string
  /** The zone of day and time. */
  readonly zone: string
  readonly onChange: (next: { readonly date: LocalDate; readonly time: LocalTime }) => void
  /** How pages write a day beside a time. */
  readonly shownDay: (day: LocalDate) => string
  /** The form's own fields for the start of another leg, with its calendar and the times of the day. */
  readonly startFields: (fields: StartFields) => ReactNode
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
