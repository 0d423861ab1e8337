import type { Details, KindShop } from '../kind.ts'
import { panel } from './panels.tsx'

/** A panel for the cancellation terms, which the page writes into it, of kinds that say nothing else there. */
export const termsPanels = ({ cancellation_terms: terms }: Details): ReturnType<KindShop['panels']> =>
  Array.isArray(terms) && terms.length > 0 ? [panel('cancellation', 'Cancellation', null)] : []
