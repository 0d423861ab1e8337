/** Messages of visitors to the agency, and their required fields (C279). */
import { isEmail } from '../../../kernel/email.ts'
import type { FieldError } from '../../../kernel/refusal.ts'
import { text } from '../text.ts'

/**
 * The page of the form: the contact form, the generic booking page, a page with an enquiry form (D87, D123), or an item
 * whose customers may ask for other departures.
 */
export const enquiryTopics = ['contact', 'general', 'hotels', 'flights', 'guides', 'departure'] as const
/** Messages about a booking come from its page, which knows the customer. */
export const messageTopics = [...enquiryTopics, 'booking'] as const
export type EnquiryTopic = (typeof enquiryTopics)[number]

export const enquiryFields = ['name', 'email', 'phone', 'subject', 'message'] as const
export type EnquiryField = (typeof enquiryFields)[number]

/** Loose, because people spell numbers in many ways: 6 to 15 digits, and no letters. */
const isPhone = (typed: string): boolean =>
  /^[+\d\s().\-/]+$/.test(typed) && /^\d{6,15}$/.test(typed.replace(/\D/g, ''))

/** A request for other dates has the item for a subject, and its facts instead of a message. */
export const departureFields = ['name', 'email', 'phone', 'travel_dates', 'travellers'] as const
type AnyField = EnquiryField | (typeof departureFields)[number]
type Typed = Readonly<Record<AnyField, string>> & { readonly topic: EnquiryTopic }

/** In the order of the form. */
export function enquiryErrors(message: Typed): FieldError[] {
  const required: readonly AnyField[] = message.topic === 'departure' ? departureFields : enquiryFields
  return required.flatMap((path) => {
    const typed = message[path].trim()
    if (typed === '') return [{ path, message: text(`enquiry.${path}`) }]
    if (path === 'phone' && !isPhone(typed)) return [{ path, message: text('enquiry.badPhone') }]
    if (path === 'email' && !isEmail(typed)) return [{ path, message: text('enquiry.badEmail') }]
    return []
  })
}
