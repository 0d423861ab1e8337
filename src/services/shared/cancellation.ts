/**
 * Cancellation terms: what of a paid price goes back, by the days that are left until the start (D93, D118). Told in
 * docs/rules/cancellation.md. What pages need of them; how they are written is cancellation-steps.ts, what they come to
 * cancellation-refund.ts.
 */
import { addDays, type LocalDate } from '../../kernel/dates.ts'
import type { Details } from '../kind.ts'

/** Whoever cancels `days` days before the start or earlier gets `percent` of what was paid. */
export interface CancellationStep {
  /** Whole days, 0 to `mostDays`; 0 is the day of the start, until it begins. */
  readonly days: number
  /** 0 to 100, whole. */
  readonly percent: number
}
/** Days fall from step to step, percents never rise. Nothing goes back after the last step. */
export type CancellationTerms = readonly CancellationStep[]

const isTerms = (value: unknown): value is CancellationTerms =>
  Array.isArray(value) && value.every((step) => typeof step?.days === 'number' && typeof step?.percent === 'number')

/**
 * The terms that an item is sold under. An item that promises free cancellation and says no more gives all back until
 * the start. `null`: none are agreed, so staff decide.
 */
export function termsOf(details: Details): CancellationTerms | null {
  const { cancellation_terms: terms, free_cancellation: isFree } = details
  if (isTerms(terms) && terms.length > 0) return terms.map(({ days, percent }) => ({ days, percent }))
  return isFree === true ? [{ days: 0, percent: 100 }] : null
}

/** The last day on which everything goes back; `null` where no step gives that. */
export function freeUntil(terms: CancellationTerms, startDay: LocalDate): LocalDate | null {
  const free = terms.filter(({ percent }) => percent === 100).at(-1)
  return free ? addDays(startDay, -free.days) : null
}
