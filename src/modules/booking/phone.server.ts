import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Where a number without a country code is looked for, in this order: where customers live, where they travel. */
const homes = ['IN', 'AE'] as const

/** E.164 ('+919876543210'), or `null` for what is no number of any numbering plan (D164, C167). */
export function readPhone(typed: string): string | null {
  const text = typed.trim()
  if (!text) return null
  const read = homes.map((home) => parsePhoneNumberFromString(text, home)).find((number) => number?.isValid())
  return read ? read.number : null
}
