import { trimEnd } from '../kernel/trim.ts'

/**
 * The cache key of a page. Contains only search parameters that change the page, so that nobody can fill the memory
 * with copies of one page.
 */
const cachedSearchKeys = [
  'sort',
  'type',
  'place',
  'duration',
  'date',
  'priceFrom',
  'priceTo',
  'page',
  'featured',
] as const
/** Only lists read them ('/tours'). Deeper pages such as '/tours/desert-safari?date=...' are the same for all values. */
const listPath = /^\/[^/]*$/
/** Free text has unlimited values: such pages are not cached. */
const uncachedSearchKeys = ['q'] as const

export type PageKey = {
  /** The path and the search parameters above, in a fixed order. */
  readonly address: string
  /** The page depends on other parameters, or its path may be a second spelling: not cached. */
  readonly isOpenEnded: boolean
  /** The URL has parameters that no public page reads, such as a campaign's. */
  readonly hasOthers: boolean
}

const maxValueLength = 100
/** What the shop's own links use. Other spellings of a page (/TOURS, //tours) are unlimited too. */
const plainPath = /^\/(?:[a-z0-9-]+(?:\/[a-z0-9-]+)*)?$/

/** `url` is a path with its query, as received. */
export function pageKey(url: string): PageKey {
  const at = url.indexOf('?')
  const path = trimEnd(at < 0 ? url : url.slice(0, at), '/') || '/'
  const isPlain = plainPath.test(path)
  if (at < 0) return { address: path, isOpenEnded: !isPlain, hasOthers: false }
  const all = new URLSearchParams(url.slice(at + 1))
  const relevant = new URLSearchParams()
  let isOpenEnded = !isPlain
  const cachedKeys = listPath.test(path) ? cachedSearchKeys : []
  for (const key of cachedKeys) {
    const value = all.get(key)
    if (value === null || value === '') continue
    relevant.set(key, value)
    if (value.length > maxValueLength) isOpenEnded = true
  }
  const known: readonly string[] = [...cachedKeys, ...uncachedSearchKeys]
  const query = relevant.toString()
  return {
    address: query ? `${path}?${query}` : path,
    isOpenEnded: isOpenEnded || uncachedSearchKeys.some((key) => (all.get(key) ?? '') !== ''),
    hasOthers: [...all.keys()].some((key) => !known.includes(key)),
  }
}
