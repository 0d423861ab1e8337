/**
 * Cancellation terms: what of a paid price goes back, by the days that are left until the start (D93, D118). Told in
 * docs/rules/cancellation.md. Pure, and without schemas: the shop's pages fetch it.
 */
import { addDays, daysBetween, type LocalDate } from '../../kernel/dates.ts'
import { type Money, multiplyByRatio } from '../../kernel/money.ts'
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

export const mostDays = 365
const mostSteps = 10

/** What is wrong with terms, as a sentence for whoever writes them; `null`: nothing. */
export function termsObjection(terms: CancellationTerms): string | null {
  const isWhole = (value: number, most: number) => Number.isInteger(value) && value >= 0 && value <= most
  if (terms.length > mostSteps) return `At most ${mostSteps} steps`
  if (!terms.every(({ days }) => isWhole(days, mostDays))) return `Days are whole numbers from 0 to ${mostDays}`
  if (!terms.every(({ percent }) => isWhole(percent, 100))) return 'Percents are whole numbers from 0 to 100'
  const pairs = terms.slice(1).map((step, at) => [terms[at] as CancellationStep, step] as const)
  if (pairs.some(([before, after]) => after.days >= before.days))
    return 'Begin with the most days; each step needs fewer days than the one before'
  if (pairs.some(([before, after]) => after.percent > before.percent))
    return 'A later cancellation cannot give more back than an earlier one'
  return null
}

/** One step as it is typed and exported: '30 = 100'. */
export const writeStep = ({ days, percent }: CancellationStep): string => `${days} = ${percent}`
/** '30 = 100', '30 days = 100 %', '30: 100%'; `null` for anything else. */
export function readStep(line: string): CancellationStep | null {
  const match = /^(\d{1,4})\s*(?:days?)?\s*[=:]\s*(\d{1,4})\s*%?$/i.exec(line.trim())
  return match ? { days: Number(match[1]), percent: Number(match[2]) } : null
}

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

/** The last day on which everything goes back; `null` where no step gives that. */
export function freeUntil(terms: CancellationTerms, startDay: LocalDate): LocalDate | null {
  const free = terms.filter(({ percent }) => percent === 100).at(-1)
  return free ? addDays(startDay, -free.days) : null
}
