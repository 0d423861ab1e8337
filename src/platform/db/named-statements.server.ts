/**
 * PostgreSQL parses and plans a statement anew each time, unless it has a name: most of its work for a short one. A
 * session keeps named statements, with a plan for all values once that is no dearer than plans for each.
 */
import type pg from 'pg'

/** How often a statement runs before it gets a name. */
const usesBefore = 5
/** Each keeps some ten kilobytes in every session. */
const maxNames = 300
/** Texts that are counted. Lists of values make new ones without end. */
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
 * The answer to a named statement must never change its columns, or it fails: that would be within a command, after a
 * migration of the next version. So names are used only while this node hears of migrations, and new ones after each.
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
 * The first rows of many depend on the values: those of a rare state are found by its index, of a frequent one in the
 * order of the list. A plan for all values would be wrong for some.
 */
const hasLimit = /\blimit\b/i
