/**
 * What a kept page is known by. Only search keys that change a page take part, so that nobody fills the memory with
 * addresses that show the same page.
 */
const cachedSearchKeys = ['sort', 'type', 'place', 'duration', 'priceFrom', 'priceTo', 'page', 'featured'] as const
/** Free text has no end of values: such pages are rendered each time. */
const uncachedSearchKeys = ['q'] as const

export type PageKey = {
  /** Path and the search keys that take part, in one order. */
  readonly address: string
  /** The page shows more than these keys say: not to be kept. */
  readonly isOpenEnded: boolean
  /** The address holds keys that no public page reads (a campaign's, say). */
  readonly hasOthers: boolean
}

const longestValue = 100

/** `url` is a path with its query, as it came. */
export function pageKey(url: string): PageKey {
  const at = url.indexOf('?')
  const path = (at < 0 ? url : url.slice(0, at)).replace(/(?<=.)\/+$/, '')
  if (at < 0) return { address: path, isOpenEnded: false, hasOthers: false }
  const given = new URLSearchParams(url.slice(at + 1))
  const kept = new URLSearchParams()
  let isOpenEnded = false
  for (const key of cachedSearchKeys) {
    const value = given.get(key)
    if (value === null || value === '') continue
    kept.set(key, value)
    if (value.length > longestValue) isOpenEnded = true
  }
  const known: readonly string[] = [...cachedSearchKeys, ...uncachedSearchKeys]
  const query = kept.toString()
  return {
    address: query ? `${path}?${query}` : path,
    isOpenEnded: isOpenEnded || uncachedSearchKeys.some((key) => (given.get(key) ?? '') !== ''),
    hasOthers: [...given.keys()].some((key) => !known.includes(key)),
  }
}
