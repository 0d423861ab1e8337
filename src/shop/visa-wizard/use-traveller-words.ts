import { useText } from '../intl.tsx'
import type { Applicant } from './draft.ts'
import type { TravellerWords } from './wizard-rules.ts'

/** The form's own objections in the shop's language. */
export function useTravellerWords(): TravellerWords {
  const t = useText('visa')
  return {
    required: (field) => t('traveller.required', { field: t(`traveller.${field}`) }),
    requiredDocument: (label) => t('traveller.required', { field: label }),
    badDate: t('traveller.badDate'),
  }
}

/** The name as soon as it is typed, before that 'Adult 2'. */
export const nameOf = (
  { type, number, form }: Applicant,
  t: (key: 'traveller.adult' | 'traveller.child', values: { number: number }) => string,
): string => form.fullName.trim() || t(`traveller.${type}`, { number })
