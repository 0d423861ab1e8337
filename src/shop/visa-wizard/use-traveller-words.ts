import { useText } from '../intl.tsx'
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
