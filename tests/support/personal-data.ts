import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Session, TestApp } from './app.ts'
import type { TestCore } from './database.ts'

/** The tables and columns that contain one of the words, including the job queue. */
export async function placesOf({ db }: Pick<TestCore, 'db'>, these: readonly string[]): Promise<string[]> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select c.table_name as table, c.column_name as column, c.data_type as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.data_type in ('text', 'character varying', 'character', 'json', 'jsonb', 'bytea', 'ARRAY')
    union all select 'graphile_worker._private_jobs', 'payload', 'json'`.execute(db)
  expect(columns.length).toBeGreaterThan(150)
  const places: string[] = []
  for (const [table, own] of Object.entries(Object.groupBy(columns, (each) => each.table))) {
    const bodies = (own ?? []).map(({ column, type }) => {
      const shown = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
      return sql`(${column}, ${shown})`
    })
    const { rows } = await sql<{ name: string }>`
      select distinct told.name from ${sql.table(table)}, lateral (values ${sql.join(bodies)}) as told (name, body)
      where exists (select from unnest(${[...these]}::text[]) as word where position(lower(word) in lower(told.body)) > 0)`.execute(
      db,
    )
    places.push(...rows.map(({ name }) => `${table}.${name}`))
  }
  return places.sort()
}

const idIn = (path: string) => path.split('/').at(-1)

/** Writes to the record of the address, as staff do: contact, tags, notes, tasks, also deleted ones. Saves views about it. */
export async function keepRecord(shop: TestApp, staff: Session, email: string): Promise<void> {
  const send = async (route: string, body?: object) =>
    (await shop.call(route, body, staff.headers)).json() as Record<string, unknown> & { items: { id: string }[] }
  await shop.shop.jobs['record-customers']?.({})
  const path = `/api/admin/customers/${(await send(`GET /api/admin/customers?q=${email}`)).items[0]?.id}`
  const { version } = await send(`GET ${path}`)
  const change = { name: 'Asha Rao', email, phone: '+919876543210', language: 'Hindi', tags: ['sunita'], version }
  await send(`PUT ${path}`, { ...change, marketing: 'agreed' })
  await send(`POST ${path}/notes`, { text: 'Asha Rao travels with Kabir' })
  const wrong = await send(`POST ${path}/notes`, { text: 'Zubaida is her sister' })
  await send(`DELETE ${path}/notes/${wrong.id}`, {})
  const due = { due_on: '2026-12-01', assignee_id: null }
  const task = await send('POST /api/admin/tasks', { customer_id: idIn(path), text: 'Call Asha Rao', ...due })
  await send(`PUT /api/admin/tasks/${task.id}`, { text: 'Call Sunita', ...due, version: 1 })
  await send(`DELETE /api/admin/tasks/${task.id}`, {})
  const { items } = await send(`GET /api/admin/bookings?q=${email}`)
  await send('POST /api/admin/tasks', { booking_id: items[0]?.id, text: 'Kabir needs a seat', ...due })
  const message = (await send(`GET /api/admin/contact-messages?q=${email}`)).items[0]?.id
  await send(`POST /api/admin/contact-messages/${message}/replies`, { text: 'Dear Asha Rao', last_entry: null })
  await send(`POST /api/admin/contact-messages/${message}/answers`, { text: 'Sunita' })
  for (const [name, q] of [
    ['Asha Rao', ''],
    ['Her bookings', email],
    ['No longer here', 'asha rao'],
  ]) {
    const { id, version } = await send('POST /api/admin/booking-views', { name, is_shared: true, query: { q } })
    if (name === 'No longer here') await send(`DELETE /api/admin/booking-views/${id}`, { version })
  }
}
