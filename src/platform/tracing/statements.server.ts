import type pg from 'pg'
import { currentWork } from '../work.server.ts'
import type { Span } from './span.server.ts'
import { errorType, startCall } from './tracing.server.ts'

const maxText = 2_000
const verb = /^\s*(?:--.*\n\s*)*(\w+)/
const table = /\b(?:from|into|update|table)\s+(?:only\s+)?"?(\w+)"?/i

/** A statement without its values: parameters are `$1`, and literals are left out. */
export const withoutValues = (text: string): string =>
  text
    .replace(/'(?:[^']|'')*'/g, "'?'")
    .replace(/\b\d{5,}\b/g, '?')
    .slice(0, maxText)

export function nameOf(text: string): string {
  const operation = (verb.exec(text)?.[1] ?? 'statement').toUpperCase()
  const about = table.exec(text)?.[1]
  return about ? `${operation} ${about}` : operation
}

type Query = (...args: unknown[]) => unknown
type Result = { rowCount?: number | null } | undefined

/** A span for each statement of a request or job. `waited` is how long the connection took, for its first one. */
export function traceStatements(pool: pg.Pool, waitedFor: (client: pg.PoolClient) => number): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query
    const traced: Query = (...args) => {
      const span = statementSpan(args[0], () => waitedFor(client))
      return span ? follow(span, query, args) : query(...args)
    }
    client.query = traced as typeof client.query
  })
}

function statementSpan(first: unknown, waited: () => number): Span | undefined {
  if (!currentWork()?.span) return undefined
  const text = typeof first === 'string' ? first : String((first as { text?: unknown } | null)?.text ?? '')
  const wait = waited()
  return startCall(nameOf(text), {
    'db.system.name': 'postgresql',
    'db.query.text': withoutValues(text),
    ...(wait > 0 && { 'safar.pool_wait_ms': Math.round(wait * 10) / 10 }),
  })
}

function follow(span: Span, query: Query, args: unknown[]): unknown {
  const done = (error: unknown, result?: Result): void => {
    const rows = result?.rowCount
    const attributes = typeof rows === 'number' ? { 'db.response.returned_rows': rows } : {}
    span.end({ attributes, error: error ? errorType(error) : undefined })
  }
  const last = args.at(-1)
  if (typeof last === 'function') {
    const callback = last as Query
    return query(...args.slice(0, -1), (error: unknown, result: Result) => {
      done(error, result)
      callback(error, result)
    })
  }
  const answer = query(...args)
  if (answer instanceof Promise) answer.then((result: Result) => done(null, result), done)
  // A stream of rows, such as COPY.
  else if (typeof (answer as NodeJS.EventEmitter | undefined)?.once === 'function')
    (answer as NodeJS.EventEmitter).once('error', done).once('close', () => done(null))
  else done(null)
  return answer
}
