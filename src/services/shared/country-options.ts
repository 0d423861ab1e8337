import { countryCodes } from './countries.ts'

const names = new Intl.DisplayNames(['en'], { type: 'region' })

/** Every ISO 3166 country, sorted by name (C145, D163). */
export const countryOptions: readonly { readonly value: string; readonly label: string }[] = countryCodes
  .map((code) => ({ value: code, label: names.of(code) ?? code }))
  .sort((a, b) => a.label.localeCompare(b.label, 'en'))
