import type { Details } from '../../../services/kind.ts'
import { type Coordinates, readCoordinates, writeCoordinates } from '../../../services/shared/coordinates.ts'

const typed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

type MetBooking = Readonly<{ booking_status: string; pickup_location: string | null }>
/** The place in one line, its coordinates, or both. */
type MeetingPoint = { place: string | null; coordinates: Coordinates | null }

/**
 * Where the customer of a booking meets the agency. Null for a customer who is picked up, for a booking that is over, and
 * for an item that names no place. The item says it, so it is as current as the item.
 */
export function meetingPlaceOf(
  details: Details,
  { booking_status: status, pickup_location: pickup }: MetBooking,
): MeetingPoint | null {
  if (pickup || status === 'cancelled' || status === 'completed') return null
  const place = typed(details.meeting_point)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
  const coordinates = readCoordinates(typed(details.meeting_coordinates))
  return place || coordinates ? { place: place || null, coordinates } : null
}

/** The same in one line, for emails and printouts; empty for null. */
export function meetingPointOf(details: Details, booking: MetBooking): string {
  const { place, coordinates: at } = meetingPlaceOf(details, booking) ?? { place: null, coordinates: null }
  if (!at) return place ?? ''
  return place ? `${place} (${writeCoordinates(at)})` : writeCoordinates(at)
}
