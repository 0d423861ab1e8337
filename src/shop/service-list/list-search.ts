// A list's filters in its address. Pure: used on the server and in the browser.
import type { LocalDate } from '../../kernel/dates.ts'
import type { ListSort as Sort } from '../../services/kind.ts'
import type { Search } from '../routing/search.ts'

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
  /** A day of travel. The server ignores one that has passed or is too far ahead. */
  readonly date?: LocalDate | undefined
  readonly priceFrom?: number | undefined
  readonly priceTo?: number | undefined
  readonly page: number
}
/** The most pages that one address may request at once. */
const maxPages = 20

const oneOf = <T extends string>(options: readonly T[], value = ''): T | undefined =>
  options.find((option) => option === value)
const wholeNumber = (text = ''): number | undefined => (/^\d{1,9}$/.test(text) ? Number(text) : undefined)
/** At most 100 characters without control characters, as the API takes them. */
const line = (text = ''): string | undefined => /^\P{Cc}{1,100}$/u.exec(text.trim())?.[0]

/** Like `isLocalDate`, whose file the first load is without. */
const day = (text = ''): LocalDate | undefined =>
  /^(?!0000)\d{4}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.startsWith(text) ? text : undefined

/** Ignores unknown and malformed values, such as an unknown sort or a price that is no number. */
export function readListSearch(search: Search): ListSearch {
  const sort = oneOf(sorts, search.sort)
  const page = wholeNumber(search.page) ?? 1
  return {
    q: line(search.q),
    sort: sort === 'newest' ? undefined : sort,
    place: line(search.place),
    type: line(search.type),
    duration: oneOf(durations, search.duration),
    date: day(search.date),
    priceFrom: wholeNumber(search.priceFrom),
    priceTo: wholeNumber(search.priceTo),
    page: page >= 1 && page <= maxPages ? page : 1,
  }
}

/** For the address: without default values. */
export function writeListSearch({ page, ...filters }: ListSearch): Record<string, unknown> {
  return { ...filters, ...(page > 1 && { page }) }
}

const filterKeys = ['type', 'place', 'duration', 'priceFrom', 'priceTo'] as const
/** The number of filters in use; a price range counts as one. */
export const countFilters = (search: ListSearch): number =>
  new Set(filterKeys.filter((key) => search[key] !== undefined).map((key) => key.slice(0, 5))).size
