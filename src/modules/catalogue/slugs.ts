/** Which slug each of several items gets, when they are named one after the other: pure. */
import { freeNumber, numberedSlug } from '../../kernel/slug.ts'

export type Wish = {
  /** The item's id. */
  readonly id: string
  /** The slug that it has; null for a new item. */
  readonly before: string | null
  /** The slug that somebody typed, if any. */
  readonly asked: string | undefined
  /** What its title makes of itself. */
  readonly wanted: string
}
/** For each slug that was asked about the item that has or had it, or null. */
export type Owners = ReadonlyMap<string, string | null>
/** A slug that nobody was asked about, and was taken for free; the name that it is a number of. */
export type Assumed = { readonly slug: string; readonly name: string }

/** For each wish its slug, or null where another item has or had what was typed; right once nothing was assumed. */
export function pickSlugs(
  wishes: readonly Wish[],
  owners: Owners,
): { readonly slugs: readonly (string | null)[]; readonly assumed: readonly Assumed[] } {
  const given = new Map<string, string>()
  const assumed: Assumed[] = []
  const isTaken = (slug: string, id: string, name: string): boolean => {
    const owner = given.get(slug) ?? owners.get(slug)
    if (owner === undefined) assumed.push({ slug, name })
    return typeof owner === 'string' && owner !== id
  }
  /** Of each name the number that was given last: those before it stay taken. */
  const reached = new Map<string, number>()
  const nextOf = (name: string, id: string): string => {
    const n = freeNumber(name, (each) => isTaken(each, id, name), reached.get(name))
    reached.set(name, n)
    return numberedSlug(name, n)
  }
  const slugs = wishes.map(({ id, before, asked, wanted }) => {
    if (before !== null && (asked === undefined || asked === before)) return before
    if (asked !== undefined && isTaken(asked, id, asked)) return null
    const slug = asked ?? nextOf(wanted, id)
    given.set(slug, id)
    return slug
  })
  return { slugs, assumed }
}

/** The assumed ones, and as many numbers of each name as `reach` from there on: some of them are taken as well. */
export const slugsToAsk = (assumed: readonly Assumed[], reach: number): readonly string[] => [
  ...new Set(
    [...Map.groupBy(assumed, ({ name }) => name)].flatMap(([name, of]) => {
      const numbers = of.map(({ slug }) => (slug === name ? 1 : Number(slug.slice(name.length + 1))))
      const from = Math.min(...numbers)
      return Array.from({ length: of.length - 1 + reach }, (_, n) => numberedSlug(name, from + n))
    }),
  ),
]
