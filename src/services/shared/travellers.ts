/**
 * Rules for people and passports, the same in every form, on private links, for staff and in the API. Each returns the
 * first error or null. Pure. Inputs take their `min` and `max` from the same limits.
 */
import { addDays, isLocalDate, type LocalDate } from '../../kernel/dates.ts'
import type { MessageString } from '../../kernel/messages.ts'
import { isPersonName } from '../../kernel/person-name.ts'
import { text } from './text.ts'

export const maxAge = 120
/** For items without a limit of their own. */
export const defaultMaxStayDays = 365
/** No country issues passports for longer; a later year is a typing error. */
const maxPassportYears = 20
/** Bookings open two years ahead. */
const maxYearsAhead = 2

/** What the rules need to know about the day and the item. */
export interface TravelLimits {
  /** In the service's time zone. */
  readonly today: LocalDate
  readonly maxStayDays: number
  readonly needsPassportExpiry?: boolean
}
export interface DayRange {
  readonly min: LocalDate
  readonly max: LocalDate
}

const addYears = (day: LocalDate, years: number): LocalDate =>
  `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4).replace('-02-29', '-02-28')}`

export const birthRange = (today: LocalDate): DayRange => ({ min: addYears(today, -maxAge), max: today })
export const arrivalRange = (today: LocalDate): DayRange => ({ min: today, max: addYears(today, maxYearsAhead) })
export const departureRange = (arrival: LocalDate, maxStayDays: number): DayRange => ({
  min: arrival,
  max: addDays(arrival, maxStayDays),
})
/** `arrival` may be unknown: then the passport must be valid today. */
export const expiryRange = (today: LocalDate, arrival: LocalDate | null): DayRange => ({
  min: arrival !== null && arrival > today ? arrival : today,
  max: addYears(today, maxPassportYears),
})

// Letters of any script with their marks and joiners, and the punctuation that passports print in names.
const nameCharacters = /^[\p{L}\p{M}\p{Join_Control} '\u2019\u02BC`.,\-\u2010\u2011\u00B7\u05BE\u05F3\u05F4/()]+$/u

export const nameError = (name: string): MessageString | null => {
  if (/\p{N}/u.test(name)) return text('travellers.nameHasDigits')
  if (!nameCharacters.test(name) || !/\p{L}/u.test(name)) return text('travellers.nameWithoutLetters')
  return isPersonName(name) ? null : text('travellers.nameOnly')
}

/** As it is stored and compared: capitals, without spaces and hyphens. */
export const passportNumberOf = (typed: string): string => typed.replace(/[\s\-\u2010-\u2015]/g, '').toUpperCase()

export const passportNumberError = (typed: string): MessageString | null =>
  /^[A-Z0-9]{5,15}$/.test(passportNumberOf(typed)) ? null : text('travellers.passportNumber')

/** For each number: an error if an earlier one is the same. Empty ones are never the same. */
export function samePassportErrors(typed: readonly string[]): readonly (MessageString | null)[] {
  const numbers = typed.map(passportNumberOf)
  return numbers.map((number, place) => (number !== '' && numbers.indexOf(number) < place ? samePassport() : null))
}
export const samePassport = () => text('travellers.samePassport')

const badDate = () => text('travellers.badDate')

export function birthError(birth: LocalDate, today: LocalDate): MessageString | null {
  if (!isLocalDate(birth)) return badDate()
  if (birth > today) return text('travellers.bornInFuture')
  return birth < birthRange(today).min ? text('travellers.bornTooEarly', { years: maxAge }) : null
}

export function arrivalError(arrival: LocalDate, today: LocalDate): MessageString | null {
  if (!isLocalDate(arrival)) return badDate()
  if (arrival < today) return text('travellers.arrivalPast')
  return arrival > arrivalRange(today).max ? text('travellers.arrivalFar', { years: maxYearsAhead }) : null
}

/** `arrival` must be a day. */
export function stayError(arrival: LocalDate, departure: LocalDate, maxStayDays: number): MessageString | null {
  if (!isLocalDate(departure)) return badDate()
  return departure > departureRange(arrival, maxStayDays).max
    ? text('travellers.stayTooLong', { days: maxStayDays })
    : null
}

/** Only typing errors: whether the passport is valid for the journey is the kind's rule. */
export function expiryError(expiry: LocalDate, today: LocalDate): MessageString | null {
  if (!isLocalDate(expiry)) return badDate()
  return expiry > expiryRange(today, null).max ? text('travellers.expiryFar', { years: maxPassportYears }) : null
}
