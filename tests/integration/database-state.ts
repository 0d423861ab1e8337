import { sql } from 'kysely'
import { expect } from 'vitest'
import { sentenceOf } from '../../src/web/refusals.ts'
import type { TestApp } from '../support/app.ts'

type State = Record<string, string>
/** Counted hits are meant to change with a refused request. */
const meantToChange = new Set(['rate_limits'])
/** The record of a report that was refused is meant to be made; every other row is watched. */
const watchedRows: Readonly<Record<string, string>> = {
  'public.payment_events': `where not (outcome = 'rejected' and not verified and attempt_id is null)`,
}

/** Each table with its number of rows and a checksum over all of them; jobs are tables too. */
export async function databaseState({ core }: Pick<TestApp, 'core'>): Promise<State> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker') order by 1`.execute(core.db)
  const watched = tables.filter(({ name }) => !meantToChange.has(name.replace('public.', '')))
  const each = watched.map(({ name }) => {
    const rows = sql.raw(`(select t::text as row from ${name} t ${watchedRows[name] ?? ''})`)
    return sql`select ${name} as name, count(*) || ' rows ' || md5(coalesce(string_agg(row, '|' order by row), '')) as state
      from ${rows} as rows`
  })
  const { rows } = await sql<{ name: string; state: string }>`${sql.join(each, sql` union all `)}`.execute(core.db)
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

/** A refusal as operations.md has it; `errors` are among those that it names. */
export type Refused = {
  status: number
  code: string
  errors?: readonly { path: string; message?: string }[]
}
export type Sent = { body?: unknown; headers?: Record<string, string> }
type Problem = { code?: string; title?: string; status?: number; errors?: { path: string; message: string }[] }

let visitors = 0
/** Every request from another address: limits have tests of their own. */
export const anyAddress = (): Record<string, string> => {
  const n = ++visitors
  return { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }
}

/** Sends it, expects this refusal in the sentence of its code, and nothing different in the whole database. */
export async function expectRefused(shop: TestApp, route: string, sent: Sent, wanted: Refused): Promise<void> {
  const before = await databaseState(shop)
  const answer = await shop.call(route, sent.body, { ...anyAddress(), ...sent.headers })
  const problem = answer.json() as Problem
  const seen = `${route}: ${answer.text.slice(0, 500)}`
  expect({ status: answer.status, code: problem.code }, seen).toEqual({ status: wanted.status, code: wanted.code })
  expect(answer.headers['content-type'], seen).toBe('application/problem+json; charset=utf-8')
  expect(problem.status).toBe(wanted.status)
  expect(problem.title).toBe(sentenceOf(wanted.code as Parameters<typeof sentenceOf>[0], factsOf(problem)))
  for (const { path, message } of problem.errors ?? [])
    expect([typeof path, message.length > 0]).toEqual(['string', true])
  for (const error of wanted.errors ?? []) expect(problem.errors, seen).toContainEqual(expect.objectContaining(error))
  expect(await databaseState(shop), seen).toEqual(before)
}
const factsOf = (problem: Problem): Record<string, never> => (problem as { facts?: Record<string, never> }).facts ?? {}
