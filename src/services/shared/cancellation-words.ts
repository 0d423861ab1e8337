// Cancellation terms as customers read them.
import type { Text } from '../../kernel/messages.ts'
import type { CancellationTerms } from './cancellation.ts'
import { text } from './text.ts'

export type TermsRow = readonly [when: Text, back: Text]

const until = (days: number): Text => (days === 0 ? text('refund.untilStart') : text('refund.untilDays', { days }))

/**
 * The rows of the terms: when a booking is cancelled and its refund ('100%', 'Nothing'). `describe` words the first
 * column.
 */
export function termsRows(terms: CancellationTerms, describe = until): readonly TermsRow[] {
  const giving = terms.filter(({ percent }) => percent > 0)
  const rows = giving.map(({ days, percent }): TermsRow => [describe(days), `${percent}%`])
  return [...rows, [text(giving.length > 0 ? 'refund.later' : 'refund.anyTime'), text('refund.nothing')]]
}
