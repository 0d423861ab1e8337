/** What a visitor writes to the agency, and what it must hold (C279). */
import { isEmail } from '../../../kernel/email.ts'
import type { FieldError } from '../../../kernel/refusal.ts'

/** Where it was written: the contact form, the generic booking page, or a page with an enquiry form (D87, D123). */
export const enquiryTopics = ['contact', 'general', 'hotels', 'flights', 'guides'] as const
export type EnquiryTopic = (typeof enquiryTopics)[number]

export const enquiryFields = ['name', 'email', 'phone', 'subject', 'message'] as const
export type EnquiryField = (typeof enquiryFields)[number]

const missing: Readonly<Record<EnquiryField, string>> = {
  name: 'Name is required',
  email: 'Email address is required',
  phone: 'Phone is required',
  subject: 'Subject is required',
  message: 'Message is required',
}

/** One sentence for each field that is empty, and for an address that is none; in the order of the form. */
export function enquiryErrors(given: Readonly<Record<EnquiryField, string>>): FieldError[] {
  return enquiryFields.flatMap((path) => {
    const text = given[path].trim()
    if (text === '') return [{ path, message: missing[path] }]
    if (path === 'email' && !isEmail(text)) return [{ path, message: 'Please enter a valid email address' }]
    return []
  })
}
