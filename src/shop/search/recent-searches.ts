import { cleanQuery } from '../../kernel/query.ts'

/** What a visitor searched. It stays in the browser: no request, no cookie. */
const slot = 'safar-recent-searches'
const maxSearches = 5

/** Newest first; empty when the browser stores nothing or something else. */
export function readSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(slot) ?? '[]')
    if (!Array.isArray(stored)) return []
    const searches = stored.map((each) => (typeof each === 'string' ? cleanQuery(each) : ''))
    return searches.filter((each) => each !== '').slice(0, maxSearches)
  } catch {
    return []
  }
}

/** Moves the search to the front. */
export function noteSearch(typed: string): void {
  const q = cleanQuery(typed)
  if (q === '') return
  const others = readSearches().filter((each) => each.toLowerCase() !== q.toLowerCase())
  write([q, ...others].slice(0, maxSearches))
}

export const forgetSearches = (): void => write([])

function write(searches: readonly string[]): void {
  try {
    if (searches.length > 0) localStorage.setItem(slot, JSON.stringify(searches))
    else localStorage.removeItem(slot)
  } catch {
    // Full or forbidden.
  }
}
