import { isolated } from '../../kernel/direction.ts'

/** The most common customer countries (ISO 3166) with their calling codes (E.164). */
export const commonCountries: readonly string[] = ['IN91', 'AE971', 'SA966', 'PK92', 'BD880', 'GB44', 'US1']
export const firstCountry = 'IN91'

export const callingCodeOf = (from: string): string => from.slice(2)

export function nameCountries(countries: readonly string[], locale: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const nameOf = (from: string) => names.of(from.slice(0, 2)) ?? from.slice(0, 2)
  return countries.map((from) => ({
    value: from,
    label: `${isolated(`+${callingCodeOf(from)}`, locale)} ${nameOf(from)}`,
  }))
}

/** '+971501234567' from 'AE971' and the typed number. A number that starts with '+' stays as it is. */
export function joinPhone(from: string, typed: string): string {
  const text = typed.trim()
  if (text === '') return ''
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return `+${digits}`
  if (digits.startsWith('00')) return `+${digits.slice(2)}`
  return `+${callingCodeOf(from)}${digits.replace(/^0+/, '')}`
}

/** Checks the E.164 format only; the server checks the numbering plan. */
export const looksLikePhone = (phone: string): boolean => /^\+[1-9]\d{6,14}$/.test(phone)
