/** What the search box suggests as people type. Pure. */
import type { Money } from '../../../kernel/money.ts'

export interface Suggested {
  /** 'kinds', 'places', 'pages', or the kind of an item. */
  readonly group: string
  /** The name of an item's kind; '' for the groups that the shop names itself. */
  readonly group_title: string
  readonly title: string
  readonly href: string
  /** Of a title that is not in the reader's language. */
  readonly lang?: string | undefined
  readonly place: string
  readonly image: string | null
  readonly from: Money | null
  /** Of a place: its items. */
  readonly count: number | null
}
type Link = Omit<Suggested, 'group' | 'group_title'>

export interface Suggestable {
  readonly kinds: readonly Link[]
  readonly places: readonly Link[]
  readonly pages: readonly Link[]
  /** By kind, the best kind and the best items first. */
  readonly items: readonly (readonly Suggested[])[]
}

export const maxSuggestions = 8
const maxLinks = 2

const inGroup =
  (group: string) =>
  (link: Link): Suggested => ({ ...link, group, group_title: '' })

/** At most eight: links first, then items, where each kind gets a row before another gets its second. */
export function suggestionsOf({ kinds, places, pages, items }: Suggestable): Suggested[] {
  const links = [
    ...kinds.slice(0, maxLinks).map(inGroup('kinds')),
    ...places.slice(0, maxLinks).map(inGroup('places')),
    ...pages.slice(0, maxLinks).map(inGroup('pages')),
  ]
  const room = maxSuggestions - links.length
  const longest = Math.max(0, ...items.map((of) => of.length))
  const inTurn = Array.from({ length: longest }, (_, at) => items.flatMap((of) => of[at] ?? [])).flat()
  const chosen = new Set(inTurn.slice(0, room))
  const shown = items.flat().filter((item) => chosen.has(item))
  const isPage = (link: Suggested) => link.group === 'pages'
  // Pages come last: most searches are for something to book.
  return [...links.filter((link) => !isPage(link)), ...shown, ...links.filter(isPage)]
}
