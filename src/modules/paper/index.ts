/** Papers of a booking, for pages. Where they are fetched is asked for (contract.ts): those links work for minutes. */
export type { PaperRefusal } from './rules.ts'
