import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { countStatements } from '../../../../bench/statement-counter.ts'
import { multipart } from '../../../../tests/integration/upload-corpus.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import type { LeftItem, RecentImport, UploadView } from './contract.ts'
import { forgetUploads, runBatch } from './jobs.server.ts'

let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
})
beforeEach(() => shop.core.clock.advance(1))

const call = (route: string, body?: Record<string, unknown>) => shop.call(route, body, staff)
async function ok<T>(route: string, body?: Record<string, unknown>): Promise<T> {
  const answer = await call(route, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as T
}
const address = (id: string) => `/api/admin/catalogue-uploads/${id}`
const get = (id: string) => ok<UploadView>(`GET ${address(id)}`)
const undo = (id: string) => call(`POST ${address(id)}/undo`, {})
const left = async (id: string) => (await ok<{ items: LeftItem[] }>(`GET ${address(id)}/left`)).items
async function stage(lines: readonly string[], kind = 'tour'): Promise<string> {
  const { payload, headers } = multipart([{ bytes: lines.join('\n'), name: 'items.csv' }])
  const url = `/api/admin/catalogue-uploads?kind=${kind}`
  const sent = await shop.app.inject({ method: 'POST', url, payload, headers: { ...staff, ...headers } })
  expect(sent.statusCode, sent.body).toBe(201)
  await shop.runJobs()
  return sent.json<UploadView>().id
}
async function start(lines: readonly string[], kind?: string): Promise<string> {
  const id = await stage(lines, kind)
  await ok(`POST ${address(id)}/commit`, {})
  return id
}
async function bring(lines: readonly string[], kind?: string): Promise<UploadView> {
  const id = await start(lines, kind)
  await shop.runJobs()
  const done = await get(id)
  expect(done, JSON.stringify(done.faults)).toMatchObject({ state: 'done', counts: { failed: 0, invalid: 0 } })
  return done
}
async function undone(id: string): Promise<UploadView> {
  expect((await undo(id)).status).toBe(200)
  await shop.runJobs()
  return get(id)
}
const add = (title: string, more: Record<string, unknown> = {}) =>
  ok<{ id: string; slug: string; version: number }>('POST /api/admin/services', {
    ...{ kind: 'tour', title, ...more },
    details: { price_adult: 1_000, location: 'Dubai', highlights: ['Music'], ...(more.details as object) },
  })
/** Without what every change counts and times. */
const catalogue = (like: string) =>
  shop.core.db
    .selectFrom('services')
    .select(['id', 'slug', 'title', 'status', 'is_featured', 'currency', 'from_minor', 'was_minor', 'summary'])
    .select(['location', 'featured_image', 'facets', 'details', 'seo_title', 'seo_description', 'search_text'])
    .where('title', 'like', like)
    .where('trashed_at', 'is', null)
    .orderBy('id')
    .execute()
const stateOf = (like: string) =>
  shop.core.db
    .selectFrom('services')
    .select(['title', 'status', 'version', sql<boolean>`trashed_at is not null`.as('trashed')])
    .where('title', 'like', like)
    .orderBy('title')
    .execute()
const audits = (id: string) =>
  shop.core.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'after'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()

describe('the audit trail of an import', () => {
  it('is one entry, and one more for its undo', async () => {
    const { headers } = await shop.signIn('admin')
    const trail = async (query: string) => {
      const answer = await shop.call(`GET /api/admin/audit?${query}`, undefined, headers)
      const { items } = answer.json() as { items: { action: string; subject_id: string; parts: unknown }[] }
      return items
    }
    const old = (await trail('thing=catalogue')).length
    const { id } = await bring(['title,price_adult', 'Trail one,10', 'Trail two,20'])
    const [entry, ...others] = await trail('thing=catalogue')
    expect(others).toHaveLength(old)
    expect(entry).toMatchObject({ action: 'catalogue.upload-started', subject_id: id, parts: { count: 2 } })
    const parts = await trail(`part_of=${id}`)
    expect(parts.map(({ action }) => action).filter((name) => name === 'service.created')).toHaveLength(2)
    shop.core.clock.advance(1)
    await undone(id)
    expect((await trail('thing=catalogue')).slice(0, 2).map(({ action }) => action)).toEqual([
      'catalogue.upload-undone',
      'catalogue.upload-started',
    ])
  })
})

describe('undoing an import', () => {
  it('gives the catalogue of before, and one audit entry with the numbers', async () => {
    const one = await add('Before one', { summary: 'Old', seo_title: 'Old title', is_featured: true })
    const two = await add('Before two', { details: { highlights: [] } })
    const before = await catalogue('Before%')
    const { id, undo: possible } = await bring([
      'slug,title,price_adult,summary,is_featured,highlights,seo_title,currency,status',
      `${one.slug},Before changed,25,New,no,Dinner; Stars,,AED,inactive`,
      `${two.slug},Before two,30,,,Dinner,New title,USD,`,
      'before-three,Before three,10,,,,,USD,',
    ])
    expect(possible).toMatchObject({
      ...{ state: 'possible', by: null, at: null },
      counts: { total: 3, trashed: 1, archived: 0, putBack: 2, left: 0 },
    })
    expect(await catalogue('Before%')).not.toEqual(before)
    shop.core.clock.advance(1)
    const after = await undone(id)
    expect(await catalogue('Before%')).toEqual(before)
    expect(await stateOf('Before three')).toMatchObject([{ status: 'archived', version: 2, trashed: true }])
    expect(after).toMatchObject({ state: 'done', counts: { stored: 3 } })
    const counts = { trashed: 1, archived: 0, putBack: 2, left: 0 }
    expect(after.undo).toMatchObject({ state: 'done', by: 'Test content', counts: { total: 3, ...counts } })
    expect((await audits(id)).map(({ action }) => action)).toEqual([
      'catalogue.upload-started',
      'catalogue.upload-done',
      'catalogue.upload-undone',
    ])
    expect((await audits(id)).at(-1)).toEqual({
      ...{ action: 'catalogue.upload-undone', actor_name: 'Test content' },
      after: { kind: 'tour', fileName: 'items.csv', ...counts },
    })
    expect(await audits(one.id)).toHaveLength(2)
  })

  it('leaves items that changed since, whether the import created or changed them, and names them', async () => {
    const changed = await add('Since changed')
    const { id } = await bring([
      'slug,title,price_adult',
      `${changed.slug},Since changed,20`,
      'since-made,Since made,20',
      'since-gone,Since gone,20',
      'since-other,Since other,20',
    ])
    const idOf = async (title: string) => (await catalogue(title))[0]?.id ?? ''
    const [made, gone] = [await idOf('Since made'), await idOf('Since gone')]
    await ok(`PATCH /api/admin/services/${changed.id}`, { version: 2, summary: 'Mine' })
    await ok(`PATCH /api/admin/services/${made}`, { version: 1, title: 'Since made mine' })
    await ok(`DELETE /api/admin/services/${gone}`, { version: 1 })
    await ok(`DELETE /api/admin/trashed-services/${gone}`, { version: 2 })
    expect((await get(id)).undo?.counts).toMatchObject({ trashed: 1, putBack: 0, left: 3 })
    expect((await undone(id)).undo?.counts).toEqual({ total: 4, trashed: 1, archived: 0, putBack: 0, left: 3 })
    expect(await left(id)).toEqual([
      { row: 2, id: changed.id, title: 'Since changed', isArchived: false, reason: 'Changed since the import' },
      { row: 3, id: made, title: 'Since made mine', isArchived: false, reason: 'Changed since the import' },
      { row: 4, id: null, title: 'Since gone', isArchived: false, reason: 'This item no longer exists' },
    ])
    expect(await catalogue('Since%')).toMatchObject([
      { title: 'Since changed', summary: 'Mine', from_minor: 2_000 },
      { title: 'Since made mine' },
    ])
  })

  it('archives a created item that was booked meanwhile', async () => {
    const lines = Array.from({ length: 7 }, (_, n) => `Booked ${n},10`)
    const { id } = await bring(['title,price_adult', ...lines])
    const [booked] = await catalogue('Booked 4')
    const person = { customer_name: 'Asha Rao', customer_email: 'asha@example.com', customer_phone: '+919876543210' }
    const trip = { service_type: 'tour', service_id: booked?.id, travel_date: '2026-12-20', travel_time: '14:00' }
    const made = await shop.call('POST /api/bookings', { ...trip, ...person, adults_count: 1 })
    expect(made.status, made.text).toBe(200)
    expect((await undone(id)).undo?.counts).toMatchObject({ trashed: 6, archived: 1, left: 0 })
    expect((await stateOf('Booked%')).filter(({ trashed }) => !trashed)).toMatchObject([
      { title: 'Booked 4', status: 'archived', version: 2 },
    ])
    expect(await left(id)).toMatchObject([{ title: 'Booked 4', isArchived: true }])
    const restored = await ok(`POST /api/admin/services/${booked?.id}/restoration`, { version: 2 })
    expect(restored).toMatchObject({ status: 'active' })
  })

  it('puts the one active item of a kind back in place of the created one', async () => {
    await bring(['title,status', 'First clearance,active'], 'ok_to_board')
    const [first] = await catalogue('First clearance')
    const { id } = await bring(
      ['slug,title,status', `${first?.slug},First clearance,inactive`, ',Second clearance,active'],
      'ok_to_board',
    )
    await undone(id)
    expect(await stateOf('% clearance')).toMatchObject([
      { title: 'First clearance', status: 'active', trashed: false },
      { title: 'Second clearance', status: 'archived', trashed: true },
    ])
  })
})

describe('the request', () => {
  it('is refused while the import is checked or stored, and after 30 days', async () => {
    const id = await stage(['title,price_adult', 'Early one,10'])
    expect((await undo(id)).json()).toMatchObject({ code: 'catalogue/upload-state' })
    await ok(`POST ${address(id)}/commit`, {})
    const early = await undo(id)
    expect([early.status, early.json().code]).toEqual([409, 'catalogue/upload-state'])
    await shop.runJobs()
    const listed = async () => (await ok<{ items: RecentImport[] }>('GET /api/admin/catalogue-uploads')).items
    expect((await listed())[0]).toMatchObject({ id, fileName: 'items.csv', by: 'Test content', isUndone: false })
    shop.core.clock.advance(29 * 1_440)
    await forgetUploads(shop.core)
    expect((await get(id)).undo?.state).toBe('possible')
    shop.core.clock.advance(1_440)
    expect((await get(id)).undo).toBeNull()
    expect((await undo(id)).json()).toMatchObject({ code: 'catalogue/upload-too-old' })
    expect(await listed()).toEqual([])
    await forgetUploads(shop.core)
    expect((await undo(id)).status).toBe(404)
  })

  it('changes nothing when it is repeated, during the undo and after it', async () => {
    const { id } = await bring(['title,price_adult', 'Twice one,10', 'Twice two,10'])
    const answers = await Promise.all([undo(id), undo(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await shop.runJobs()
    const [one] = await stateOf('Twice one')
    const { id: item } = await shop.core.db
      .selectFrom('services')
      .select('id')
      .where('title', '=', 'Twice one')
      .executeTakeFirstOrThrow()
    await ok(`POST /api/admin/services/${item}/restoration`, { version: one?.version })
    const before = await stateOf('Twice%')
    expect((await undone(id)).undo).toMatchObject({ state: 'done', counts: { trashed: 2 } })
    expect(await stateOf('Twice%')).toEqual(before)
    expect((await audits(id)).filter(({ action }) => action === 'catalogue.upload-undone')).toHaveLength(1)
  })

  it('is for staff of the catalogue only', async () => {
    const { id } = await bring(['title,price_adult', 'Guarded one,10'])
    for (const role of ['customer', 'support'] as const) {
      const { headers } = await shop.signIn(role)
      for (const route of [`POST ${address(id)}/undo`, `GET ${address(id)}/left`, 'GET /api/admin/catalogue-uploads'])
        expect((await shop.call(route, route.startsWith('POST') ? {} : undefined, headers)).status).toBe(403)
    }
    expect((await shop.call(`POST ${address(id)}/undo`, {})).status).toBe(401)
    expect((await get(id)).undo?.state).toBe('possible')
  })
})

describe('a long undo', () => {
  const many = (name: string, amount: number) => [
    'title,price_adult',
    ...Array.from({ length: amount }, (_, n) => `${name} ${n},10`),
  ]

  it('that is interrupted leaves whole batches, says how far it is, and continues', async () => {
    const { id } = await bring(many('Cut', 450))
    await undo(id)
    const { deps } = shop.shop
    await runBatch(deps, id)
    // Breaks the second batch, like a power failure.
    await sql`create function break_off() returns trigger language plpgsql as
      $$ begin if new.title = 'Cut 100' then raise 'gone'; end if; return new; end $$`.execute(deps.db)
    await sql`create trigger break_off before update on services for each row execute function break_off()`.execute(
      deps.db,
    )
    await expect(runBatch(deps, id)).rejects.toThrow('gone')
    const trashed = async () => (await stateOf('Cut %')).filter((item) => item.trashed).length
    expect(await trashed()).toBe(200)
    expect((await get(id)).undo).toMatchObject({ state: 'running', counts: { total: 450, trashed: 200 } })
    await forgetUploads(shop.core)
    await sql`drop trigger break_off on services`.execute(deps.db)
    await shop.runJobs()
    expect((await get(id)).undo).toMatchObject({ state: 'done', counts: { total: 450, trashed: 450, left: 0 } })
    expect(await trashed()).toBe(450)
  })

  it('takes as many statements for 40 items as for two', async () => {
    const { deps } = shop.shop
    const counter = countStatements(deps.pool)
    const costOf = async (id: string) => {
      await undo(id)
      const { statements } = await counter.during(() => runBatch(deps, id))
      return statements.filter(({ text }) => !text.includes('pg_notify')).length
    }
    const costs: number[][] = []
    for (const amount of [2, 40]) {
      const name = `Costly ${amount}`
      await bring(many(name, amount))
      const slugs = (await catalogue(`${name} %`)).map(({ slug }) => slug)
      const changed = await bring(['slug,price_adult', ...slugs.map((slug) => `${slug},20`)])
      const putBack = await costOf(changed.id)
      await shop.runJobs()
      const again = await bring(many(`${name} again`, amount))
      costs.push([putBack, await costOf(again.id)])
      await shop.runJobs()
    }
    expect(costs[1]).toEqual(costs[0])
    expect(Math.max(...costs.flat())).toBeLessThanOrEqual(20)
  })
})
