import { addDays, type LocalDate } from '../../kernel/dates.ts'
import type { CancellationTerms } from '../../services/shared/cancellation.ts'
import { termsRows } from '../../services/shared/cancellation-words.ts'
import { plainDay } from '../dates.ts'
import { useText } from '../intl.tsx'

type Props = {
  terms: CancellationTerms
  /** Where it is known, days are named. */
  startDay: LocalDate | null
}

/** What goes back of what was paid, by when it is cancelled. Pages that use it bring the area `bookingFacts`. */
export function TermsTable({ terms, startDay }: Props) {
  const t = useText('bookingFacts')
  const dated = (days: number, start: LocalDate) => t('until', { day: plainDay(addDays(start, -days)) })
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
          <tr key={when}>
            <th scope="row">{when}</th>
            <td>{back}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
