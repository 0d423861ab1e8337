/** What was stored before the rules changed or days passed. Pure. */
import { passportNumberOf } from '../../../services/shared/travellers.ts'
import { splitName, type TravellerInput } from './travellers.ts'

/** A traveller as stored. */
export interface StoredTraveller {
  readonly position: number
  readonly first_name: string
  readonly last_name: string
  readonly passport_number: string | null
  readonly passport_expiry: string | null
  readonly date_of_birth: string | null
  readonly arrival_date: string | null
  readonly departure_date: string | null
}

const dateFields = [
  'date_of_birth',
  'tentative_arrival_date',
  'tentative_departure_date',
  'passport_expiry',
  'acknowledge_passport_expiry',
]
/**
 * True if an error is about facts that are stored already: rules change and days pass, and a booking must stay
 * editable. Dates depend on each other, so changing one judges all of them again.
 */
export function isStoredFact(field: string, input: Partial<TravellerInput>, stored: StoredTraveller): boolean {
  if (field === 'full_name') {
    const { first_name, last_name } = splitName(input.full_name ?? '')
    return first_name === stored.first_name && last_name === stored.last_name
  }
  if (field === 'passport_number') return isSamePassport(input.passport_number, stored.passport_number)
  return (
    dateFields.includes(field) &&
    (input.date_of_birth ?? null) === stored.date_of_birth &&
    (input.tentative_arrival_date ?? null) === stored.arrival_date &&
    (input.tentative_departure_date ?? null) === stored.departure_date &&
    (input.passport_expiry ?? null) === stored.passport_expiry
  )
}

/** Compares passport numbers as they are stored today; older ones may hold spaces. An empty one equals none. */
export const isSamePassport = (one: string | null | undefined, other: string | null | undefined): boolean =>
  Boolean(one && other) && passportNumberOf(one ?? '') === passportNumberOf(other ?? '')
