import type { DeparturePage } from '../../modules/booking/contract.ts'
import { type TravelMode, travelModes } from '../../modules/inventory/index.ts'
import { textOf } from '../text.ts'

const t = textOf('departures')

/** What staff enter about a group's trip; empty means not known. */
export interface TripForm {
  returnDate: string
  travelMode: string
  carrier: string
  cutOffHours: string
}
export const emptyTrip: TripForm = { returnDate: '', travelMode: '', carrier: '', cutOffHours: '' }

type StoredTrip = Pick<DeparturePage, 'return_date' | 'travel_mode' | 'carrier' | 'cut_off_hours'>
export const tripFormOf = (stored: StoredTrip): TripForm => ({
  returnDate: stored.return_date ?? '',
  travelMode: stored.travel_mode ?? '',
  carrier: stored.carrier ?? '',
  cutOffHours: stored.cut_off_hours === null ? '' : String(stored.cut_off_hours),
})
export const tripOf = ({ return_date, travel_mode, carrier, cut_off_hours }: StoredTrip) => ({
  ...{ return_date, travel_mode, carrier, cut_off_hours },
})

/** The values to send, or the error of each field. The server checks again. */
export function readTrip({ returnDate, travelMode, carrier, cutOffHours }: TripForm) {
  const hours = cutOffHours.trim()
  const isHours = hours === '' || (/^\d{1,4}$/.test(hours) && Number(hours) <= 8760)
  return {
    errors: isHours ? {} : { cut_off_hours: t('badCutOff') },
    trip: {
      return_date: returnDate || null,
      travel_mode: travelModes.find((mode): mode is TravelMode => mode === travelMode) ?? null,
      carrier: carrier.trim() || null,
      cut_off_hours: hours === '' ? null : Number(hours),
    },
  }
}
