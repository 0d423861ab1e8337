// The filters of a list as they stand in its address. Pure: read on the server and in the browser alike.
import type { ListSort as Sort } from '../../services/kind.ts'
import type { Search } from '../search.ts'

export const sorts = ['newest', 'price', 'price-desc', 'duration', 'rating'] as const satisfies readonly Sort[]
export const durations = ['up-to-4-hours', '4-to-8-hours', 'full-day', 'several-days'] as const
export type Duration = (typeof durations)[number]

export interface ListSearch {
  readonly q?: string | undefined
  readonly sort?: Sort | undefined
  readonly place?: string | undefined
  /** The kind's own division, such as a transfer's 'Airport Transfer'. */
  readonly type?: string | undefined
  readonly duration?: Duration | undefined
  readonly priceFrom?: number | undefined
  readonly priceTo?: number | undefined
  readonly page: number
}
/** As many pages as one address may ask for at once. */
const mostPages = 20

const isOneOf = <T extends string>(options: readonly T[], value: string): value is T =>
  (options as readonly string[]).includes(value)
const wholeNumber = (text: string): number | null => (/^\d{1,9}$/.test(text) ? Number(text) : null)

/** `null` for a malformed address: an unknown sort, a price that is no number (the page is then a 404). */
export function readListSearch(search: Search): ListSearch | null {
  const { q = '', sort = '', place = '', type = '', duration = '', priceFrom = '', priceTo = '', page = '' } = search
  const numbers = [priceFrom, priceTo, page].filter((text) => text !== '').map(wholeNumber)
  const pageNumber = page === '' ? 1 : (wholeNumber(page) ?? 0)
  const isMalformed =
    numbers.includes(null) ||
    pageNumber < 1 ||
    pageNumber > mostPages ||
    q.length > 100 ||
    place.length > 100 ||
    type.length > 100 ||
    (sort !== '' && !isOneOf(sorts, sort)) ||
    (duration !== '' && !isOneOf(durations, duration))
  if (isMalformed) return null
  return {
    ...(q.trim() && { q: q.trim() }),
    ...(isOneOf(sorts, sort) && sort !== 'newest' && { sort }),
    ...(place && { place }),
    ...(type && { type }),
    ...(isOneOf(durations, duration) && { duration }),
    ...(priceFrom && { priceFrom: Number(priceFrom) }),
    ...(priceTo && { priceTo: Number(priceTo) }),
    page: pageNumber,
  }
}

/** For the address: without what is the default anyway. */
export function writeListSearch({ page, ...filters }: ListSearch): Record<string, unknown> {
  return { ...filters, ...(page > 1 && { page }) }
}

const filterKeys = ['type', 'place', 'duration', 'priceFrom', 'priceTo'] as const
/** How many filters narrow the list; a price range is one. */
export const countFilters = (search: ListSearch): number =>
  new Set(filterKeys.filter((key) => search[key] !== undefined).map((key) => key.slice(0, 5))).size
