import { ICalCalendarMethod, ICalEventStatus, default as ical } from 'ical-generator'

export interface CalendarEntry {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly location: string | null
  /** `startsAt` is null for an all-day entry. */
  readonly day: string
  readonly startsAt: Date | null
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

/** The booking as an iCalendar entry (RFC 5545), with instants in UTC. */
export function calendarFile(entry: CalendarEntry, shopName: string): string {
  const calendar = ical({ prodId: { company: shopName, product: 'Bookings' }, method: ICalCalendarMethod.PUBLISH })
  calendar.createEvent({
    id: entry.id,
    start: entry.startsAt ?? new Date(`${entry.day}T00:00:00Z`),
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
  return calendar.toString()
}
