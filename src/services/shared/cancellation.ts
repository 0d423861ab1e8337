/**
 * Cancellation terms: the refund by the days left until the start (D93, D118). Explained in
 * docs/rules/cancellation.md. This file holds what pages need; parsing is in cancellation-steps.ts, the refund in
 * cancellation-refund.ts.
 */
import { addDays, type LocalDate } from '../../kernel/dates.ts'
import type { Details } from '../kind.ts'

/** A cancellation at least `days` days before the start refunds `percent` of the amount paid. */
export interface CancellationStep {
  /** Whole days, 0 to `maxDays`; 0 is the day of the start, until it begins. */
  readonly days: number
  /** 0 to 100, whole. */
  readonly percent: number
}
/** Days fall from step to step, percentages never rise. After the last step there is no refund. */
export type CancellationTerms = readonly CancellationStep[]

const isTerms = (value: unknown): value is CancellationTerms =>
  Array.isArray(value) && value.every((step) => typeof step?.days === 'number' && typeof step?.percent === 'number')

/**
 * The terms that an item is sold under. Free cancellation without terms means a full refund until the start. `null`:
 * no terms are agreed, so staff decide.
 */
export function termsOf(details: Details): CancellationTerms | null {
  const { cancellation_terms: terms, free_cancellation: isFree } = details
  if (isTerms(terms) && terms.length > 0) return terms.map(({ days, percent }) => ({ days, percent }))
  return isFree === true ? [{ days: 0, percent: 100 }] : null
}

/** The last day with a full refund; `null` if no step gives one. */
export function freeUntil(terms: CancellationTerms, startDay: LocalDate): LocalDate | null {
  const free = terms.filter(({ percent }) => percent === 100).at(-1)
  return free ? addDays(startDay, -free.days) : null
}
