/** What the kind of a booking says about its trip, such as the flight of a transfer. */
import type { LocalDate } from '../../../kernel/dates.ts'
import type { BookingDetails, KindRules } from '../../../services/kind.ts'
import type { Leg, TripFact } from '../../../services/trip.ts'

interface Trip {
  readonly service_type: string
  readonly travel_date: LocalDate | null
  readonly details: BookingDetails
}
type Kinds = { readonly find: (key: string) => Pick<KindRules, 'tripFacts'> | undefined }

export const tripFactsOf = (
  kinds: Kinds,
  { service_type, details, travel_date }: Trip,
  leg: Leg = 'outbound',
): readonly TripFact[] => kinds.find(service_type)?.tripFacts?.(details, travel_date, leg) ?? []
