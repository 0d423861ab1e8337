import partyMessages from 'room-messages:services/shared/party'
import sharedMessages from 'room-messages:services/shared/shop'
import travellerMessages from 'room-messages:services/shared/travellers'
import visaMessages from 'room-messages:services/visa/shop'
import { useSay } from '../../ui/say.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import type { Applicant } from './draft.ts'
import type { TravellerWords } from './wizard-rules.ts'

// The rules' own messages: the page of documents loads no kind.
addMessages(sharedMessages)
addMessages(partyMessages)
addMessages(travellerMessages)
addMessages(visaMessages)

/** The form's own errors in the visitor's language. */
export function useTravellerWords(): TravellerWords {
  const say = useSay()
  const t = useText('visa')
  return {
    required: (field) => t('traveller.required', { field: t(`traveller.${field}`) }),
    requiredDocument: (label) => t('traveller.required', { field: say(label) }),
    say,
    badDate: t('traveller.badDate'),
  }
}

/** The name once it is typed, before that 'Adult 2'. */
export const nameOf = (
  { type, number, form }: Applicant,
  t: (key: 'traveller.adult' | 'traveller.child', values: { number: number }) => string,
): string => form.fullName.trim() || t(`traveller.${type}`, { number })
