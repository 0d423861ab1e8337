import type { CancellationTerms } from '../shared/cancellation.ts'

/**
 * What the editor offers for a new package, and nothing else does: a package without own texts shows none (C120,
 * D117). The three spans of the refund touch without overlapping (C121, D118).
 */
export const templateCancellation =
  'Free cancellation 30 days or more before departure. 50% refund 15 to 29 days before departure. ' +
  'No refund less than 15 days before departure.'

/** The same as a rule. */
export const templateTerms: CancellationTerms = [
  { days: 30, percent: 100 },
  { days: 15, percent: 50 },
]

export const templateIncludes: readonly string[] = [
  '5-star hotel',
  'Daily breakfast and dinner',
  'Round-trip flights',
  'Ground transport',
  'Guided tours',
]
export const templateExcludes: readonly string[] = [
  'Personal expenses',
  'Shopping',
  'Additional meals',
  'Travel insurance',
  'Visa fees',
]
