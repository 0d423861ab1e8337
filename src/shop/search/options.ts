import type { Suggestions } from '../../modules/content/contract.ts'
import { hrefOf } from '../routing/search.ts'

type Item = Suggestions['items'][number]
/** A row of the list below a search box. */
export type Option =
  | { readonly type: 'recent'; readonly q: string; readonly href: string }
  | { readonly type: 'item'; readonly item: Item; readonly href: string }
  | { readonly type: 'all'; readonly href: string }
export interface OptionGroup {
  /** 'recent', 'all', or the group of a suggestion. */
  readonly key: string
  /** The name of a kind; '' for the others. */
  readonly title: string
  readonly options: readonly Option[]
}

/** Earlier searches while nothing is typed; else suggestions by group, and the way to all results. */
export function optionGroups(
  typed: string,
  recent: readonly string[],
  suggestions: Suggestions | null,
): readonly OptionGroup[] {
  if (typed === '') {
    const options = recent.map((q): Option => ({ type: 'recent', q, href: hrefOf('/search', { q }) }))
    return options.length > 0 ? [{ key: 'recent', title: '', options }] : []
  }
  if (!suggestions || suggestions.items.length === 0) return []
  const groups = new Map<string, Item[]>()
  for (const item of suggestions.items) groups.set(item.group, [...(groups.get(item.group) ?? []), item])
  const listed = [...groups].map(([key, items]) => ({
    key,
    title: items[0]?.group_title ?? '',
    options: items.map((item): Option => ({ type: 'item', item, href: item.href })),
  }))
  if (suggestions.total === 0) return listed
  return [
    ...listed,
    { key: 'all', title: '', options: [{ type: 'all', href: hrefOf('/search', { q: suggestions.q }) }] },
  ]
}
