import type { KindRules } from '../../services/kind.ts'
import { useSay } from '../../ui/say.tsx'
import { useText } from '../intl/intl.tsx'

/** What a booking form says of its success and failure. */
export interface FormWords {
  readonly validationTitle: string
  readonly validationText: string
  readonly failedTitle: string
  /** Where the server gives no sentence of its own. */
  readonly failedText: string
  /** Always shown in the message; in the page it follows the server's sentence. */
  readonly fixedFailedText: string
  readonly createdTitle: string
  readonly createdText: string
}

export function useFormWords({ ownForm }: KindRules, own: Partial<FormWords> | undefined): FormWords {
  const say = useSay()
  const t = useText('booking')
  return {
    validationTitle: t('validationTitle'),
    validationText: t('validationText'),
    failedTitle: t('failedTitle'),
    failedText: t('failedText'),
    fixedFailedText: say(ownForm?.failedText ?? ''),
    createdTitle: t('createdTitle'),
    createdText: t('createdText'),
    ...own,
  }
}
