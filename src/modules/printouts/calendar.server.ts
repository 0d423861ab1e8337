import { ICalCalendarMethod, ICalEventStatus, default as ical } from 'ical-generator'
import { addDays, instantAt } from '../../kernel/dates.ts'

export interface CalendarEntry {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly location: string | null
  /** `startsAt` is null for an all-day entry. */
  readonly day: string
  readonly startsAt: Date | null
  /** The day on which a group comes back, in `zone`. */
  readonly lastDay: string | null
  readonly zone: string
  readonly state: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  /** Higher numbers replace the entry in calendars. */
  readonly sequence: number
  readonly url: string
  readonly now: Date
}

const statuses = {
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
} as const

/** The end of an all-day entry is the day after the last; that of a timed one an instant. */
const endOf = (lastDay: string, { startsAt, zone }: CalendarEntry): Date =>
  startsAt === null ? new Date(`${addDays(lastDay, 1)}T00:00:00Z`) : instantAt(zone, lastDay, '23:59')

/** A booking as iCalendar entries (RFC 5545), one for each leg, with instants in UTC. */
export function calendarFile(entries: readonly CalendarEntry[], shopName: string): string {
  const calendar = ical({ prodId: { company: shopName, product: 'Bookings' }, method: ICalCalendarMethod.PUBLISH })
  for (const entry of entries) calendar.createEvent(eventOf(entry))
  return calendar.toString()
}

const eventOf = (entry: CalendarEntry) => ({
  id: entry.id,
  start: entry.startsAt ?? new Date(`${entry.day}T00:00:00Z`),
  ...(entry.lastDay && { end: endOf(entry.lastDay, entry) }),
  allDay: entry.startsAt === null,
  // All-day entries are local days at the destination, whatever the server's time zone.
  ...(entry.startsAt === null && { timezone: 'UTC' }),
  stamp: entry.now,
  summary: entry.title,
  description: entry.description,
  ...(entry.location && { location: entry.location }),
  status: statuses[entry.state],
  sequence: entry.sequence,
  url: entry.url,
})
