import type { CancellationTerms } from '../shared/cancellation.ts'

/**
 * The editor's suggestions for a new package, used nowhere else: a package without its own texts shows none (C120,
 * D117). The three refund ranges meet without overlapping (C121, D118).
 */
export const templateCancellation =
  'Free cancellation 30 days or more before departure. 50% refund 15 to 29 days before departure. ' +
  'No refund less than 15 days before departure.'

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
