import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Default countries for numbers without a country code, in this order. */
const homes = ['IN', 'AE'] as const

/** E.164 ('+919876543210'), or null for an invalid number (D164, C167). */
export function readPhone(typed: string): string | null {
  const text = typed.trim()
  if (!text) return null
  const phone = homes.map((home) => parsePhoneNumberFromString(text, home)).find((number) => number?.isValid())
  return phone ? phone.number : null
}
