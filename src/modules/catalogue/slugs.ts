/** Chooses slugs for several items as if they were named one by one. Pure. */
import { freeNumber, numberedSlug } from '../../kernel/slug.ts'

export type SlugRequest = {
  readonly id: string
  /** The current slug; null for a new item. */
  readonly before: string | null
  readonly asked: string | undefined
  readonly wanted: string
}
/** The item that has or had each queried slug, or null. */
export type Owners = ReadonlyMap<string, string | null>
/** A slug that was taken to be free without a query, and the name that it numbers. */
export type Assumed = { readonly slug: string; readonly name: string }

/**
 * Returns a slug for each request, or null if another item has or had the typed one. The result is final only if nothing
 * was assumed.
 */
export function pickSlugs(
  requests: readonly SlugRequest[],
  owners: Owners,
): { readonly slugs: readonly (string | null)[]; readonly assumed: readonly Assumed[] } {
  const assigned = new Map<string, string>()
  const assumed: Assumed[] = []
  const isTaken = (slug: string, id: string, name: string): boolean => {
    const owner = assigned.get(slug) ?? owners.get(slug)
    if (owner === undefined) assumed.push({ slug, name })
    return typeof owner === 'string' && owner !== id
  }
  /** The highest number assigned per name; lower ones stay taken. */
  const reached = new Map<string, number>()
  const nextOf = (name: string, id: string): string => {
    const n = freeNumber(name, (each) => isTaken(each, id, name), reached.get(name))
    reached.set(name, n)
    return numberedSlug(name, n)
  }
  const slugs = requests.map(({ id, before, asked, wanted }) => {
    if (before !== null && (asked === undefined || asked === before)) return before
    if (asked !== undefined && isTaken(asked, id, asked)) return null
    const slug = asked ?? nextOf(wanted, id)
    assigned.set(slug, id)
    return slug
  })
  return { slugs, assumed }
}

/** The assumed slugs and the next `reach` numbers of each name, because some of those may be taken too. */
export const slugsToAsk = (assumed: readonly Assumed[], reach: number): readonly string[] => [
  ...new Set(
    [...Map.groupBy(assumed, ({ name }) => name)].flatMap(([name, of]) => {
      const numbers = of.map(({ slug }) => (slug === name ? 1 : Number(slug.slice(name.length + 1))))
      const from = Math.min(...numbers)
      return Array.from({ length: of.length - 1 + reach }, (_, n) => numberedSlug(name, from + n))
    }),
  ),
]
