/**
 * PostgreSQL parses and plans an unnamed statement every time, which is most of the work for a short one. A session keeps
 * a named statement parsed, and reuses one plan for all values once that costs no more than planning each time.
 */
import type pg from 'pg'

/** How often a statement runs before it gets a name. */
const usesBefore = 5
/** Each takes some ten kilobytes of memory in every session. */
const maxNames = 300
/** How many texts are counted at once. Lists of values would make the count grow without end. */
const maxCounted = 1_000

type Names = {
  isAllowed: boolean
  readonly byText: Map<string, string>
  readonly uses: Map<string, number>
}
const pools = new WeakMap<pg.Pool, Names>()
let named = 0

/** Prepares a pool for names, which are not used until they are allowed. */
export function nameStatements(pool: pg.Pool): void {
  const names: Names = { isAllowed: false, byText: new Map(), uses: new Map() }
  pools.set(pool, names)
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const naming = (...args: unknown[]): unknown => {
      const [text, values] = args
      if (args.length !== 2 || typeof text !== 'string' || !Array.isArray(values)) return query(...args)
      const name = nameOf(names, text)
      return name === undefined ? query(...args) : query({ name, text, values })
    }
    client.query = naming as typeof client.query
  })
}

/**
 * A named statement fails once its result has other columns, for instance when the next version's migration adds one. So
 * names are used only while this node hears of migrations, and are replaced after each.
 */
export function allowNames(pool: pg.Pool): void {
  const names = pools.get(pool)
  if (!names) return
  forbidNames(pool)
  names.isAllowed = true
}

export function forbidNames(pool: pg.Pool): void {
  const names = pools.get(pool)
  if (!names) return
  names.isAllowed = false
  names.byText.clear()
}

function nameOf(names: Names, text: string): string | undefined {
  if (!names.isAllowed) return undefined
  const known = names.byText.get(text)
  if (known !== undefined || names.byText.size >= maxNames || hasLimit.test(text)) return known
  const uses = (names.uses.get(text) ?? 0) + 1
  if (names.uses.size >= maxCounted) names.uses.clear()
  names.uses.set(text, uses)
  if (uses <= usesBefore) return undefined
  names.uses.delete(text)
  const name = `safar_${++named}`
  names.byText.set(text, name)
  return name
}

/**
 * With a limit, the best plan depends on the values: rows of a rare state are found by its index, those of a frequent one
 * by reading the list in order. One plan for all would be slow for some.
 */
const hasLimit = /\blimit\b/i
