import type { Details } from '../../../services/kind.ts'
import { readCoordinates, writeCoordinates } from '../../../services/shared/coordinates.ts'

const typed = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

type MetBooking = Readonly<{ booking_status: string; pickup_location: string | null }>

/**
 * Where the customer of a booking meets the agency, in one line with its coordinates. Empty for a customer who is picked
 * up, and for a booking that is over. The item says it, so it is as current as the item.
 */
export function meetingPointOf(
  details: Details,
  { booking_status: status, pickup_location: pickup }: MetBooking,
): string {
  if (pickup || status === 'cancelled' || status === 'completed') return ''
  const place = typed(details.meeting_point)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(', ')
  const at = readCoordinates(typed(details.meeting_coordinates))
  if (!at) return place
  return place ? `${place} (${writeCoordinates(at)})` : writeCoordinates(at)
}
