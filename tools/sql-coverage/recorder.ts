import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type KyselyPlugin, type OperationNode, type RawBuilder, type RootOperationNode, sql } from 'kysely'

// Remembers which `sql` tags were part of a statement that PostgreSQL executed without an error.

/** Set by the commands that run all tests. */
const folder = process.env.SQL_COVERAGE
/** The text parts of a tag are one object for each place in the source; Kysely keeps that object in its nodes. */
const places = new WeakMap<object, string>()
const executed = new Set<string>()
export const isExecuted = (where: string): boolean => executed.has(where)

export const sqlAt =
  (where: string) =>
  <T>(parts: TemplateStringsArray, ...values: unknown[]): RawBuilder<T> => {
    places.set(parts, where)
    return sql<T>(parts, ...values)
  }

/** For the Kysely instances of tests. */
export function sqlRecorder(): KyselyPlugin {
  const running = new WeakMap<object, readonly string[]>()
  return {
    transformQuery: ({ queryId, node }) => {
      running.set(queryId, placesIn(node))
      return node
    },
    transformResult: async ({ queryId, result }) => {
      for (const where of running.get(queryId) ?? []) record(where)
      return result
    },
  }
}

function placesIn(node: RootOperationNode): string[] {
  const seen: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const each of value) visit(each)
    else if (isOperation(value)) {
      const parts = (value as { sqlFragments?: object }).sqlFragments
      const where = parts && places.get(parts)
      if (where) seen.push(where)
      for (const each of Object.values(value)) if (typeof each === 'object') visit(each)
    }
  }
  visit(node)
  return seen
}
const isOperation = (value: unknown): value is OperationNode =>
  typeof value === 'object' && value !== null && 'kind' in value

/** Each process and thread has its own file; `check.ts` puts them together. */
const file = folder && join(folder, `${randomUUID()}.txt`)
function record(where: string): void {
  if (executed.has(where)) return
  executed.add(where)
  if (!file) return
  mkdirSync(dirname(file), { recursive: true })
  appendFileSync(file, `${where}\n`)
}
