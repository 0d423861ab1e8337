// Cancellation terms as a reader sees them.
import type { CancellationTerms } from './cancellation.ts'

export type TermsRow = readonly [when: string, back: string]

const until = (days: number): string => {
  if (days === 0) return 'Until the start'
  return days === 1 ? 'Until the day before the start' : `Until ${days} days before the start`
}

/** When it is cancelled, and what then goes back: '100%', 'Nothing'. `wordsFor` says it otherwise, such as by days. */
export function termsRows(terms: CancellationTerms, wordsFor = until): readonly TermsRow[] {
  const giving = terms.filter(({ percent }) => percent > 0)
  const rows = giving.map(({ days, percent }): TermsRow => [wordsFor(days), `${percent}%`])
  return [...rows, [giving.length > 0 ? 'Later' : 'At any time', 'Nothing']]
}
