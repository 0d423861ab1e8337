import { Notice } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { textOf } from '../text.ts'
import type { Booking } from './panel.tsx'

const t = textOf('correctAnswers')

/** The authority or the customer has the old details already. */
export const isSubmitted = ({ history, issuing }: Booking): boolean =>
  history.some(({ event }) => event === 'case-submitted') || (issuing?.items.length ?? 0) > 0

type Props = { isConfirmed: boolean; onConfirm: (isConfirmed: boolean) => void }

/** Others have the old details: staff confirm that they change them. */
export const SubmittedNotice = ({ isConfirmed, onConfirm }: Props) => (
  <Notice tone="warn" title={t('submittedTitle')}>
    <p>{t('submittedText')}</p>
    <Checkbox
      className="mt-2"
      label={t('confirm')}
      checked={isConfirmed}
      onChange={(event) => onConfirm(event.target.checked)}
    />
  </Notice>
)
