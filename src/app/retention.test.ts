/** How long rows are kept: src/app/retention.server.ts, docs/rules/retention.md. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { countStatements } from '../../bench/statement-counter.ts'
import { testApp } from '../../tests/support/app.ts'
import { addService, book } from '../modules/booking/testing/fixtures.ts'
import { newId } from '../platform/crypto/keyring.server.ts'
import { daysBefore, deleteOld, yearsBefore } from '../platform/retention.server.ts'
import { retention } from './retention.server.ts'

const shop = await testApp()
const { core } = shop
const purge = async () => shop.shop.jobs['forget-old-rows']?.({})
const rules = Object.entries(retention)

describe('the list of tables', () => {
  it('names every table of the database', async () => {
    const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'migrations'`.execute(core.db)
    expect(Object.keys(retention).toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  })

  it('lets rows go with another table only where the database does it', async () => {
    const { rows } = await sql<{ pair: string }>`
      select conrelid::regclass || ' with ' || confrelid::regclass as pair from pg_constraint
      where contype = 'f' and confdeltype = 'c'`.execute(core.db)
    const cascades = new Set(rows.map(({ pair }) => pair))
    const promised = rules.flatMap(([table, rule]) => ('with' in rule ? [`${table} with ${rule.with}`] : []))
    expect(promised.filter((pair) => !cascades.has(pair))).toEqual([])
  })

  it('has a recurring job that deletes from each table with a time limit', async () => {
    const counter = countStatements(core.pool)
    const { statements } = await counter.during(async () => {
      for (const { task } of shop.shop.schedule) await shop.shop.jobs[task]?.({})
    })
    const deleted = new Set(statements.flatMap(({ text }) => /^delete from "(\w+)"/.exec(text)?.[1] ?? []))
    // Deletes when it stores the next refused report, too; see its own test.
    const limited = rules.flatMap(([table, rule]) => ('until' in rule ? [table] : []))
    expect(limited.filter((table) => !deleted.has(table))).toEqual([])
    expect([...deleted].filter((table) => 'kept' in (retention[table as keyof typeof retention] ?? {}))).toEqual([])
  })

  it('is the one in the docs', () => {
    const page = readFileSync(new URL('../../docs/rules/retention.md', import.meta.url), 'utf8')
    const limits = rules.flatMap(([table, rule]) => ('until' in rule ? [`| \`${table}\` | ${rule.until} |`] : []))
    expect(limits.filter((row) => !page.includes(row))).toEqual([])
  })
})

describe('the purge', () => {
  const now = core.clock()
  const addEntry = async (at: Date) => {
    const id = newId()
    const facts = { actor_name: 'Asha', action: 'page.changed', subject_type: 'page', subject_id: id }
    await core.db
      .insertInto('audit_entries')
      .values({ id, actor_id: null, ...facts, before: null, after: null, at })
      .execute()
    return id
  }
  const entries = async () => (await core.db.selectFrom('audit_entries').select('id').execute()).map(({ id }) => id)

  it('keeps the audit trail for the years of the setting', async () => {
    const [old, young] = [await addEntry(yearsBefore(now, 11)), await addEntry(yearsBefore(now, 9))]
    await purge()
    expect(await entries()).not.toContain(old)
    expect(await entries()).toContain(young)
    const { headers } = await shop.signIn('admin')
    const settings = { audit_retention_years: 8 }
    expect((await shop.call('PUT /api/admin/settings', { settings }, headers)).status).toBe(200)
    await purge()
    expect(await entries()).not.toContain(young)
    expect((await entries()).length).toBeGreaterThan(0)
  })

  it.each([
    ['audit_retention_years', 6, 'from 7 to 50'],
    ['mail_retention_years', 2, 'from 3 to 50'],
    ['file_view_retention_days', 89, 'from 90 to 3650'],
  ])('refuses %s below the law', async (key, value, words) => {
    const { headers } = await shop.signIn('admin')
    const answer = await shop.call('PUT /api/admin/settings', { settings: { [key]: value } }, headers)
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining(words)])
  })

  it('cannot delete young entries, and nobody else can delete any', async () => {
    const [old, young] = [await addEntry(yearsBefore(now, 12)), await addEntry(yearsBefore(now, 4))]
    await expect(core.db.deleteFrom('audit_entries').where('id', '=', old).execute()).rejects.toThrow('append only')
    const isOld = sql<boolean>`id = ${young}`
    await expect(deleteOld(core, { table: 'audit_entries', isOld })).rejects.toThrow('append only')
    expect(await deleteOld(core, { table: 'audit_entries', isOld: sql`id = ${old}` })).toBe(1)
  })

  it('deletes in batches, and leaves locked rows to the next run', async () => {
    const ids = await Promise.all([13, 13, 13, 13, 13].map((years) => addEntry(yearsBefore(now, years))))
    const counter = countStatements(core.pool)
    const whole = sql<boolean>`at < ${yearsBefore(now, 12)}`
    await core.db.transaction().execute(async (trx) => {
      await sql`select 1 from audit_entries where id = ${ids[0]} for update`.execute(trx)
      const { result, statements } = await counter.during(() =>
        deleteOld(core, { table: 'audit_entries', isOld: whole, rows: 2 }),
      )
      expect([result, statements.length]).toEqual([4, 6])
    })
    expect(await deleteOld(core, { table: 'audit_entries', isOld: whole, rows: 2 })).toBe(1)
  })

  it('keeps sent emails, views of files and reports of providers as long as the list says', async () => {
    const bookingId = (await book(core, await addService(core, 'tour'))).id
    const addMail = async (at: Date) => {
      const id = newId()
      const texts = { subject: 'Confirmed', html: '<p>Yes</p>', text: 'Yes', to_address: 'asha@example.com' }
      const keys = { message_id: `<${id}@shop.test>`, dedupe_key: id, booking_id: bookingId }
      await sql`insert into mail_messages (id, template_name, booking_id, to_address, subject, html, text, message_id, dedupe_key, status, created_at)
        values (${id}, 'confirmation', ${keys.booking_id}, ${texts.to_address}, ${texts.subject}, ${texts.html}, ${texts.text},
          ${keys.message_id}, ${keys.dedupe_key}, 'sent', ${at})`.execute(core.db)
    }
    const fileId = newId()
    await sql`insert into files (id, purpose, content_type, original_name, size_bytes, sha256, storage_key, sealed_key, uploaded_by)
      values (${fileId}, 'proof', 'image/png', 'a.png', 1, decode(repeat('00', 32), 'hex'), ${fileId}, '\\x00', 'visitor')`.execute(
      core.db,
    )
    const addView = (at: Date) =>
      sql`insert into file_views (file_id, viewer, address, at) values (${fileId}, 'support: Asha', '192.0.2.1', ${at})`.execute(
        core.db,
      )
    const addReport = (at: Date, processed: Date | null) =>
      sql`insert into payment_events (id, provider, event_id, verified, outcome, body, received_at, processed_at)
        values (${newId()}, 'stripe', ${newId()}, true, 'applied', '\\x00', ${at}, ${processed})`.execute(core.db)
    for (const years of [8, 6]) await addMail(yearsBefore(now, years))
    for (const days of [731, 729]) await addView(daysBefore(now, days))
    for (const days of [1_096, 1_094]) await addReport(daysBefore(now, days), now)
    await addReport(daysBefore(now, 1_200), null)
    await purge()
    const count = async (table: 'mail_messages' | 'file_views' | 'payment_events') =>
      Number((await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(core.db)).rows[0]?.n)
    expect([await count('mail_messages'), await count('file_views'), await count('payment_events')]).toEqual([1, 1, 2])
  })

  it('forgets jobs that were given up a month ago, and no other', async () => {
    await sql`select graphile_worker.add_job('nothing', json_build_object('n', n), max_attempts => 1) from generate_series(1, 3) n`.execute(
      core.db,
    )
    await sql`update graphile_worker._private_jobs set attempts = 1, updated_at = ${daysBefore(now, 31)}
      where payload::text like '%1%' and attempts = 0 and max_attempts = 1`.execute(core.db)
    await sql`update graphile_worker._private_jobs set attempts = 1, updated_at = ${daysBefore(now, 29)}
      where payload::text like '%2%' and attempts = 0 and max_attempts = 1`.execute(core.db)
    await purge()
    const { rows } = await sql<{ n: number }>`select (payload ->> 'n')::int as n from graphile_worker._private_jobs
      where max_attempts = 1 order by 1`.execute(core.db)
    expect(rows.map(({ n }) => n)).toEqual([2, 3])
  })
})

test('the years before a leap day end on the first of March', () => {
  expect(yearsBefore(new Date('2028-02-29T10:00:00Z'), 1).toISOString()).toBe('2027-03-01T10:00:00.000Z')
})
