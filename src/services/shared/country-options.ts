import { countryCodes } from './countries.ts'

type Options = readonly { readonly value: string; readonly label: string }[]
const made = new Map<string, Options>()

/** Every ISO 3166 country with its name in a language, sorted by name (C145, D163). */
export function countryOptionsIn(locale: string): Options {
  const known = made.get(locale)
  if (known) return known
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const options = countryCodes
    .map((code) => ({ value: code, label: names.of(code) ?? code }))
    .sort((a, b) => a.label.localeCompare(b.label, locale))
  made.set(locale, options)
  return options
}
