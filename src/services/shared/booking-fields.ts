/** What a booking request may say about language and pickup, and the objections to it. */
import * as z from 'zod/mini'
import type { FieldError } from '../../kernel/refusal.ts'
import type { BookingDetails, FieldSpec } from '../kind.ts'
import { text } from './inputs.ts'

/** Kept as selected_language (D171). */
export const languageChoice = () => ({ selected_language: z.optional(text(60)) })
export const languageSpec: FieldSpec = {
  name: 'selected_language',
  label: 'Language',
  group: 'basic',
  input: 'select',
}
export const pickupChoice = () => ({ pickup_location: z.optional(text(500)) })
export const pickupSpec: FieldSpec = {
  name: 'pickup_location',
  label: 'Pickup location',
  group: 'basic',
  input: 'text',
  hint: 'Hotel or address. Please be there 15 minutes before the pickup.',
}

export const answer = (booking: BookingDetails, name: string): string => {
  const value = booking[name]
  return typeof value === 'string' ? value.trim() : ''
}

export function languageErrors(booking: BookingDetails, languages: readonly string[]): FieldError[] {
  const chosen = answer(booking, 'selected_language')
  return chosen === '' || languages.includes(chosen)
    ? []
    : [{ path: 'selected_language', message: 'Please choose one of the languages on offer' }]
}
