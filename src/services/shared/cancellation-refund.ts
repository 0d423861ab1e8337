import { daysBetween, type LocalDate } from '../../kernel/dates.ts'
import { type Money, multiplyByRatio } from '../../kernel/money.ts'
import type { CancellationStep, CancellationTerms } from './cancellation.ts'

/** When a booking is cancelled. Days are in the service's time zone. */
export interface CancellationMoment {
  readonly startDay: LocalDate
  readonly today: LocalDate
  readonly hasBegun?: boolean
}
export interface TermsRefund {
  readonly percent: number
  readonly refund: Money
  /** The step that applies; `null` after the last one. */
  readonly step: CancellationStep | null
  /** Days until the start; negative afterwards. */
  readonly daysLeft: number
}

/** The refund of `paid`: rounded half-up to the minor unit, never more than was paid. */
export function refundByTerms(terms: CancellationTerms, when: CancellationMoment, paid: Money): TermsRefund {
  const daysLeft = daysBetween(when.today, when.startDay)
  const step = when.hasBegun ? null : (terms.find(({ days }) => daysLeft >= days) ?? null)
  const percent = step?.percent ?? 0
  return { percent, refund: multiplyByRatio(paid, (percent / 100).toFixed(2)), step, daysLeft }
}
