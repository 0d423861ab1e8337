// What cancellation terms come to on a day. Pure.
import { daysBetween, type LocalDate } from '../../kernel/dates.ts'
import { type Money, multiplyByRatio } from '../../kernel/money.ts'
import type { CancellationStep, CancellationTerms } from './cancellation.ts'

/** When something is cancelled. Days are the service's, on its own clock. */
export interface CancellationMoment {
  readonly startDay: LocalDate
  readonly today: LocalDate
  /** The start has a time, and it has passed. */
  readonly hasBegun?: boolean
}
export interface TermsRefund {
  readonly percent: number
  readonly refund: Money
  /** The step that counts; `null` after the last of them. */
  readonly step: CancellationStep | null
  /** Until the start; negative after its day. */
  readonly daysLeft: number
}

/** What goes back of `paid`: rounded half-up to the minor unit, never more than was paid. */
export function refundByTerms(terms: CancellationTerms, when: CancellationMoment, paid: Money): TermsRefund {
  const daysLeft = daysBetween(when.today, when.startDay)
  const step = when.hasBegun ? null : (terms.find(({ days }) => daysLeft >= days) ?? null)
  const percent = step?.percent ?? 0
  return { percent, refund: multiplyByRatio(paid, (percent / 100).toFixed(2)), step, daysLeft }
}
