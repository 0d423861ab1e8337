/** Printouts of a booking, for pages. The contract gives links that work for minutes. */
export type { PrintoutRefusal } from './rules.ts'
