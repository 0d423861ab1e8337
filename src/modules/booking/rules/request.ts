/** Contact details of a booking: the same checks and messages in every form and on the server. */

import type { Text } from '../../../kernel/messages.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import type { BookingDetails, MissingWords, OwnForm } from '../../../services/kind.ts'
import { text } from '../text.ts'
import { isEmail, normalizeEmail } from './reference.ts'

const generic: MissingWords = {
  travel_date: text('shop.contact.travel_date'),
  travel_time: text('shop.contact.travel_time'),
  customer_name: text('shop.contact.customer_name'),
  customer_email: text('shop.contact.customer_email'),
  customer_phone: text('shop.contact.customer_phone'),
}
type Form = { readonly ownForm?: OwnForm | undefined }
/** Messages for missing fields. Some forms have their own (C064, C162). */
export const wordingOf = ({ ownForm }: Form): MissingWords => ({ ...generic, ...ownForm?.missing })

export const badEmail = text('shop.contact.badEmail')
export const badPhone = text('shop.contact.badPhone')

/** Required by some forms (C064, C094, C144), and elsewhere when there is a pickup (D164). */
export const isPhoneRequired = ({ ownForm }: Form, hasPickup: boolean, details: BookingDetails): boolean =>
  hasPickup || (ownForm?.phoneRequired?.(details) ?? false)

export interface ContactInput {
  readonly customer_name: string
  readonly customer_email: string
  /** Empty if nothing was typed. */
  readonly customer_phone: string
}
export interface ContactRules {
  readonly texts: MissingWords
  readonly phoneRequired: boolean
  /** True if the input gives an E.164 number. The server checks it against the numbering plans. */
  readonly isPhone: (typed: string) => boolean
}

export function contactErrors(input: ContactInput, { texts, phoneRequired, isPhone }: ContactRules): FieldError[] {
  const email = normalizeEmail(input.customer_email)
  const phone = input.customer_phone.trim()
  const messages: readonly (readonly [path: string, message: Text | null])[] = [
    ['customer_name', input.customer_name.trim() ? null : texts.customer_name],
    ['customer_email', email ? (isEmail(email) ? null : badEmail) : texts.customer_email],
    ['customer_phone', phone ? (isPhone(phone) ? null : badPhone) : phoneRequired ? texts.customer_phone : null],
  ]
  return messages.flatMap(([path, message]) => (message ? [{ path, message }] : []))
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
/** Maps a field of the kind's rules to its path in the request. */
export const requestPath = (path: string): string => requestFields[path] ?? `details.${path}`
