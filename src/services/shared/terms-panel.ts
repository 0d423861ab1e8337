import type { Details, KindShop } from '../kind.ts'
import { panel } from './panels.tsx'
import { text } from './text.ts'

/** An empty panel that the page fills with the cancellation terms, for kinds without other policies. */
export const termsPanels = ({ cancellation_terms: terms }: Details): ReturnType<KindShop['panels']> =>
  Array.isArray(terms) && terms.length > 0 ? [panel('cancellation', text('shop.panels.cancellation'), null)] : []
