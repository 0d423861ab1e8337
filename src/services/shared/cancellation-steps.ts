// Validates cancellation terms, and reads and writes a step as a line of text. Pure.
import type { MessageString } from '../../kernel/messages.ts'
import type { CancellationStep, CancellationTerms } from './cancellation.ts'
import { text } from './text.ts'

export const maxDays = 365
const maxSteps = 10

/** The first problem with the terms, or null. */
export function termsObjection(terms: CancellationTerms): MessageString | null {
  const isWhole = (value: number, max: number) => Number.isInteger(value) && value >= 0 && value <= max
  if (terms.length > maxSteps) return text('fields.cancellation.tooManySteps', { max: maxSteps })
  if (!terms.every(({ days }) => isWhole(days, maxDays))) return text('fields.cancellation.badDays', { max: maxDays })
  if (!terms.every(({ percent }) => isWhole(percent, 100))) return text('fields.cancellation.badPercents')
  const pairs = terms.slice(1).map((step, at) => [terms[at] as CancellationStep, step] as const)
  if (pairs.some(([before, after]) => after.days >= before.days)) return text('fields.cancellation.daysMustFall')
  if (pairs.some(([before, after]) => after.percent > before.percent))
    return text('fields.cancellation.percentsMustFall')
  return null
}

export const writeStep = ({ days, percent }: CancellationStep): string => `${days} = ${percent}`
/** '30 = 100', '30 days = 100 %', '30: 100%'; `null` for anything else. */
export function readStep(line: string): CancellationStep | null {
  const match = /^(\d{1,4})\s*(?:days?\s*)?[=:]\s*(\d{1,4})\s*%?$/i.exec(line.trim())
  return match ? { days: Number(match[1]), percent: Number(match[2]) } : null
}
