import { ICalCalendarMethod, ICalEventStatus, default as ical } from 'ical-generator'

export interface CalendarEntry {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly location: string | null
  /** The day, and the instant where a time is known: else it lasts the whole day. */
  readonly day: string
  readonly startsAt: Date | null
  readonly state: 'pending' | 'confirmed' | 'completed' | 'cancelled'
  /** Later changes of the same booking replace the entry. */
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

/** The booking as an entry for the traveller's calendar (RFC 5545); instants in UTC, so that every zone is right. */
export function calendarFile(entry: CalendarEntry, shopName: string): string {
  const calendar = ical({ prodId: { company: shopName, product: 'Bookings' }, method: ICalCalendarMethod.PUBLISH })
  calendar.createEvent({
    id: entry.id,
    start: entry.startsAt ?? new Date(`${entry.day}T00:00:00Z`),
    allDay: entry.startsAt === null,
    // A whole day is a day of the place of travel, whatever the zone of the server.
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
