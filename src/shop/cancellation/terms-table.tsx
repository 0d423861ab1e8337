import refund from 'room-messages:services/shared/refund'
import { addDays, type LocalDate } from '../../kernel/dates.ts'
import type { CancellationTerms } from '../../services/shared/cancellation.ts'
import { termsRows } from '../../services/shared/cancellation-words.ts'
import { useSay } from '../../ui/say.tsx'
import { useDates } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'

addMessages(refund)

type Props = {
  terms: CancellationTerms
  /** With the travel date known, the table shows days. */
  startDay: LocalDate | null
}

/** The refund by cancellation date. Pages that use it load the area `bookingFacts`. */
export function TermsTable({ terms, startDay }: Props) {
  const { shortDayAndYear } = useDates()
  const say = useSay()
  const t = useText('bookingFacts')
  const dated = (days: number, start: LocalDate) => t('until', { day: shortDayAndYear(addDays(start, -days)) })
  const rows = startDay ? termsRows(terms, (days) => dated(days, startDay)) : termsRows(terms)
  return (
    <table className="terms">
      <thead>
        <tr>
          <th scope="col">{t('youCancel')}</th>
          <th scope="col">{t('youGet')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([when, back]) => (
          <tr key={say(when)}>
            <th scope="row">{say(when)}</th>
            <td>{say(back)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
