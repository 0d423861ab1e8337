import type { LocalDate } from '../../../kernel/dates.ts'

/** A traveller of an earlier booking, as a new booking takes them over. */
export interface EarlierTraveller {
  readonly name: string
  readonly date_of_birth: LocalDate | null
  readonly passport_number: string | null
  readonly passport_expiry: LocalDate | null
  /** The newest booking that has them. */
  readonly booking_reference: string
}

/** In any case and without accents: one person is written in several ways. */
const keyOf = ({ name, date_of_birth }: EarlierTraveller): string =>
  `${name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()} ${date_of_birth ?? ''}`

/**
 * Each person (name and date of birth) once, from travellers with the newest first. The newest details win; number and
 * expiry of a passport stay together.
 */
export function mergeTravellers(newestFirst: readonly EarlierTraveller[]): readonly EarlierTraveller[] {
  const people = new Map<string, EarlierTraveller>()
  for (const each of newestFirst) {
    const known = people.get(keyOf(each))
    if (!known) people.set(keyOf(each), each)
    else if (known.passport_number === null && each.passport_number !== null) {
      const { passport_number, passport_expiry } = each
      people.set(keyOf(each), { ...known, passport_number, passport_expiry })
    }
  }
  return [...people.values()]
}
