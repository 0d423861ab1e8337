import { sql } from 'kysely'
import { expect } from 'vitest'
import { say } from '../../src/platform/messages.server.ts'
import { sentenceOf } from '../../src/web/refusals.ts'
import type { TestApp } from '../support/app.ts'
import type { TestCore } from '../support/database.ts'

type State = Record<string, string>
/** Refused requests still count against rate limits. */
const meantToChange = new Set(['rate_limits'])
/** A refused webhook is recorded on purpose; all other rows must stay the same. */
const watchedRows: Readonly<Record<string, string>> = {
  'public.payment_events': `where not (outcome = 'rejected' and not verified and attempt_id is null)`,
}

type Known = { readonly changes: number; readonly state: State }
const known = new WeakMap<TestCore['db'], Known>()

/**
 * A hash of each table's rows. Hashing takes 50 ms, so triggers count the changed rows, and the last hashes are used
 * again as long as nothing has changed. The count is taken first: a change in between only costs another hashing.
 */
export async function databaseState({ core: { db } }: { core: Pick<TestCore, 'db'> }): Promise<State> {
  if (!known.has(db)) await countChanges(db)
  const changes = await changesIn(db)
  const last = known.get(db)
  if (last?.changes === changes) return last.state
  const state = await hashTables(db)
  known.set(db, { changes, state })
  return state
}

const watchedTables = async (db: TestCore['db']): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker') order by 1`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !meantToChange.has(name.replace('public.', '')))
}

/** The counting table has a row for each changed row, because a sequence would count before the change is visible. */
async function countChanges(db: TestCore['db']): Promise<void> {
  await sql`create schema counting`.execute(db)
  await sql`create table counting.changes ()`.execute(db)
  await sql`
    create function counting.count_change() returns trigger language plpgsql as
    $$ begin insert into counting.changes default values; return null; end $$`.execute(db)
  for (const name of await watchedTables(db)) {
    await sql`
      create trigger zz_count_rows after insert or update or delete on ${sql.raw(name)}
      for each row execute function counting.count_change()`.execute(db)
    await sql`
      create trigger zz_count_truncation after truncate on ${sql.raw(name)}
      for each statement execute function counting.count_change()`.execute(db)
  }
}

async function changesIn(db: TestCore['db']): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from counting.changes`.execute(db)
  return rows[0]?.n ?? 0
}

async function hashTables(db: TestCore['db']): Promise<State> {
  const each = (await watchedTables(db)).map((name) => {
    const rows = sql.raw(`(select t::text as row from ${name} t ${watchedRows[name] ?? ''})`)
    return sql`select ${name} as name, count(*) || ' rows ' || md5(coalesce(string_agg(row, '|' order by row), '')) as state
      from ${rows} as rows`
  })
  const { rows } = await sql<{ name: string; state: string }>`${sql.join(each, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, state }) => [name, state]))
}

/** A refusal as in operations.md; `errors` is a subset of the field errors. */
export type Refused = {
  status: number
  code: string
  errors?: readonly { path: string; message?: string }[]
}
export type Sent = { body?: unknown; headers?: Record<string, string> }
type Problem = { code?: string; title?: string; status?: number; errors?: { path: string; message: string }[] }

let visitors = 0
/** A different address per request, so that no rate limit applies. */
export const anyAddress = (): Record<string, string> => {
  const n = ++visitors
  return { 'x-forwarded-for': `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}` }
}

/** Expects this refusal with the message of its code, and no change in the database. */
export async function expectRefused(shop: TestApp, route: string, sent: Sent, wanted: Refused): Promise<void> {
  const before = await databaseState(shop)
  const answer = await shop.call(route, sent.body, { ...anyAddress(), ...sent.headers })
  const problem = answer.json() as Problem
  const seen = `${route}: ${answer.text.slice(0, 500)}`
  expect({ status: answer.status, code: problem.code }, seen).toEqual({ status: wanted.status, code: wanted.code })
  expect(answer.headers['content-type'], seen).toBe('application/problem+json; charset=utf-8')
  expect(problem.status).toBe(wanted.status)
  expect(problem.title).toBe(say(sentenceOf(wanted.code as Parameters<typeof sentenceOf>[0], factsOf(problem))))
  for (const { path, message } of problem.errors ?? [])
    expect([typeof path, message.length > 0]).toEqual(['string', true])
  for (const error of wanted.errors ?? []) expect(problem.errors, seen).toContainEqual(expect.objectContaining(error))
  expect(await databaseState(shop), seen).toEqual(before)
}
const factsOf = (problem: Problem): Record<string, never> => (problem as { facts?: Record<string, never> }).facts ?? {}
