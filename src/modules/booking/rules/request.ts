/** Who books and how to reach them: the objections in the specification's words, the same in every form and here. */
import type { FieldError } from '../../../kernel/refusal.ts'
import type { BookingDetails, MissingWords, OwnForm } from '../../../services/kind.ts'
import { isEmail, normalizeEmail } from './reference.ts'

const generic: MissingWords = {
  travel_date: 'Travel date is required',
  travel_time: 'Please select a time',
  customer_name: 'Customer name is required',
  customer_email: 'Email address is required',
  customer_phone: 'Phone number is required',
}
type Form = { readonly ownForm?: OwnForm | undefined }
/** What stands at a field that is missing. Forms that differ from the generic one have their own words (C064, C162). */
export const wordingOf = ({ ownForm }: Form): MissingWords => ({ ...generic, ...ownForm?.missing })

export const badEmail = 'Please enter a valid email address'
export const badPhone = 'Please enter a valid phone number'

/** Some forms ask for a number whatever is booked (C064, C094, C144); elsewhere only a pickup makes it required (D164). */
export const isPhoneRequired = ({ ownForm }: Form, hasPickup: boolean, details: BookingDetails): boolean =>
  hasPickup || (ownForm?.phoneRequired?.(details) ?? false)

export interface ContactGiven {
  readonly customer_name: string
  readonly customer_email: string
  /** What was typed, '' for nothing. */
  readonly customer_phone: string
}
export interface ContactQuestion {
  readonly texts: MissingWords
  readonly phoneRequired: boolean
  /** True when the typed number gives an E.164 number; the server reads it with the numbering plans. */
  readonly isPhone: (typed: string) => boolean
}

export function contactErrors(given: ContactGiven, { texts, phoneRequired, isPhone }: ContactQuestion): FieldError[] {
  const email = normalizeEmail(given.customer_email)
  const phone = given.customer_phone.trim()
  const found: readonly (readonly [path: string, message: string | null])[] = [
    ['customer_name', given.customer_name.trim() ? null : texts.customer_name],
    ['customer_email', email ? (isEmail(email) ? null : badEmail) : texts.customer_email],
    ['customer_phone', phone ? (isPhone(phone) ? null : badPhone) : phoneRequired ? texts.customer_phone : null],
  ]
  return found.flatMap(([path, message]) => (message ? [{ path, message }] : []))
}

const requestFields: Readonly<Record<string, string>> = {
  adults: 'adults_count',
  children: 'children_count',
  infants: 'infants_count',
  date: 'travel_date',
  time: 'travel_time',
  pickup_location: 'pickup_location',
  selected_language: 'selected_language',
  special_requests: 'special_requests',
}
/** The kind speaks of its own fields; the request holds them under `details`. */
export const requestPath = (path: string): string => requestFields[path] ?? `details.${path}`
