import type { LocalDate } from '../../../kernel/dates.ts'
import type { TravelMode } from '../../../services/schedule.ts'

export type { TravelMode }
export const travelModes = ['flight', 'coach', 'train', 'ship'] as const satisfies readonly TravelMode[]

/** What is known of a departure beyond its start; null where nothing was entered. */
export interface Trip {
  /** A group's return date. */
  readonly returnDate: LocalDate | null
  readonly travelMode: TravelMode | null
  /** Company and number: 'Saudia SV 773, back SV 772'. */
  readonly carrier: string | null
}
export const unknownTrip: Trip = { returnDate: null, travelMode: null, carrier: null }

/** A trip as it is sent. */
export const tripOnWire = ({ returnDate, travelMode, carrier }: Trip) => ({
  return_date: returnDate,
  travel_mode: travelMode,
  carrier,
})
