export { isEmail } from '../../../kernel/email.ts'

/** A booking reference: the agency's prefix and ten digits, 'TH0123456789' (D10). */
export const referencePattern = /^[A-Z]{1,6}[0-9]{10}$/
/** Shown as an example (C233). */
export const referenceExample = 'TH1234567890'

/** The stored form: no spaces, upper case (C235, D9). */
export const normalizeReference = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase()
export const isReference = (text: string): boolean => referencePattern.test(text)

/** The stored form (D9). */
export const normalizeEmail = (typed: string): string => typed.trim().toLowerCase()
