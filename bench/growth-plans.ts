// What questions of the screens read of large tables: rows and blocks, by EXPLAIN ANALYZE.
import type pg from 'pg'
import type { OpenShop } from '../src/app/open-shop.server.ts'
import { searchAudit } from '../src/modules/account/audit-trail.server.ts'
import { readHistory } from '../src/modules/booking/history.server.ts'
import { bookingMails, listMail } from '../src/modules/mail/queries.server.ts'
import { purgeTrail } from '../src/platform/audit.server.ts'
import { purgeEvents } from '../src/platform/jobs/events.server.ts'
import { type CountedStatement, countStatements } from './statement-counter.ts'

export type Reading = {
  readonly name: string
  readonly statements: number
  readonly rows: number
  readonly blocks: number
}

interface Plan {
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly 'Node Type': string
  readonly Plans?: readonly Plan[]
}

/** Rows that the scans of a plan looked at. */
function rowsOf(plan: Plan): number {
  const below = (plan.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0)
  if (!/Scan/.test(plan['Node Type'])) return below
  const each =
    (plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
  return below + each * (plan['Actual Loops'] ?? 1)
}

const explained = /^\s*(select|with|delete)/i

/** Runs a question, and its statements once more under EXPLAIN in a transaction that is rolled back. */
async function readingOf(pool: pg.Pool, name: string, statements: readonly CountedStatement[]): Promise<Reading> {
  const client = await pool.connect()
  let [rows, blocks] = [0, 0]
  try {
    await client.query('begin')
    await client.query(`select set_config('safar.purging', 'on', true), set_config('statement_timeout', '0', true)`)
    for (const { text, values } of statements.filter(({ text }) => explained.test(text) && !/set_config/.test(text))) {
      const output = await client.query(`explain (analyze, buffers, timing off, format json) ${text}`, [...values])
      const plan = (output.rows[0] as { 'QUERY PLAN': { Plan: Plan }[] })['QUERY PLAN'][0]?.Plan
      if (!plan) throw new Error(`No plan of ${text}`)
      rows += rowsOf(plan)
      blocks += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
  return { name, statements: statements.length, rows: Math.round(rows), blocks }
}

const dayYearsAgo = (years: number, days = 0): string =>
  new Date(Date.now() - (years * 365 - days) * 86_400_000).toISOString().slice(0, 10)

function questionsOf({ core, shop }: OpenShop, bookingId: string, subject: string) {
  const trail = (filter: Partial<Parameters<typeof searchAudit>[1]>) => () =>
    searchAudit({ ...shop.deps, auditTitles: [] }, { limit: 50, ...filter })
  const past = { from: dayYearsAgo(6), to: dayYearsAgo(6, 3) }
  return [
    ['audit trail, newest', trail({})],
    ['audit trail, of a person', trail({ person: 'staff-7' })],
    ['audit trail, of the shop itself', trail({ person: 'shop' })],
    ['audit trail, of a kind of thing', trail({ thing: 'bookings' })],
    ['audit trail, of a person and a kind of thing', trail({ person: 'staff-7', thing: 'catalogue' })],
    ['audit trail, of an action', trail({ action: 'refund' })],
    ['audit trail, three days six years ago', trail(past)],
    ['audit trail, three days six years ago, of a person', trail({ ...past, person: 'staff-7' })],
    ['audit trail, the parts of a bulk action', trail({ part_of: 'run-100' })],
    ['audit trail, of one subject', trail({ subject })],
    ['history of a booking', () => readHistory(core.db, bookingId)],
    ['mails of a booking', () => bookingMails(core.db).where('mail.booking_id', '=', bookingId).execute()],
    ['outbox, newest', () => listMail(core, { limit: 50 })],
    ['purge of the trail, nothing due', () => purgeTrail(core, 20)],
    ['purge of events, nothing due', () => purgeEvents(core, new Date(Date.now() - 3 * 86_400_000))],
  ] as const
}

export async function readingsOf(shop: OpenShop): Promise<Reading[]> {
  const { pool } = shop.core
  const counter = countStatements(pool)
  const one = async (text: string): Promise<string> => String(Object.values((await pool.query(text)).rows[0] ?? {})[0])
  const bookingId = await one('select id from bookings order by id limit 1 offset 500')
  const subject = await one(
    `select subject_id from audit_entries where subject_type = 'booking' order by at limit 1 offset 500`,
  )
  const readings: Reading[] = []
  for (const [name, ask] of questionsOf(shop, bookingId, subject)) {
    const { statements } = await counter.during<unknown>(ask)
    readings.push(await readingOf(pool, name, statements))
  }
  return readings
}
