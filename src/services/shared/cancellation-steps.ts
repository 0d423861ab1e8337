// How cancellation terms are written: what is wrong with them, and a step as a line of text. Pure.
import type { CancellationStep, CancellationTerms } from './cancellation.ts'

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
