import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { type Application, apply } from '../../../tests/support/applications.ts'
import type { UncheckedDocument } from './contract.ts'
import { uncheckedDocuments } from './queries/document-queue.server.ts'

const shop = await testApp()
const { core } = shop
const owner = await shop.signIn('admin')
type Page = { items: UncheckedDocument[]; total: number; nextCursor: string | null; code?: string }
const list = async (query = '') =>
  (await shop.call(`GET /api/admin/unchecked-documents${query}`, undefined, owner.headers)).json() as unknown as Page
const post = async (path: string, data: object = {}) => {
  const answer = await shop.call(`POST /api/admin/bookings/${path}`, data, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
}
const sold = async (kind: 'visa' | 'ok_to_board' = 'ok_to_board'): Promise<Application> => {
  core.clock.advance(11)
  const held = await apply(shop, kind)
  await post(`${held.bookingId}/arrival-payment`, { reason: 'At the desk' })
  return held
}
const namesOf = async ({ bookingId }: Application) =>
  (await list('?limit=100')).items.filter((each) => each.bookingId === bookingId).map(({ name }) => name)
const dashboard = async () =>
  ((await shop.call('GET /api/admin/dashboard', undefined, owner.headers)).json().needsAction as Record<string, number>)
    .uncheckedDocuments

beforeEach(() => core.clock.advance(11))

describe('the queue of documents', () => {
  it('has the unchecked documents of sold bookings, the longest waiting first, and the dashboard counts them', async () => {
    const unsold = await apply(shop, 'ok_to_board')
    const first = await sold()
    const second = await sold('visa')
    const { items, total } = await list()
    expect(await namesOf(unsold)).toEqual([])
    expect(items.map(({ bookingId }) => bookingId)).toEqual([
      ...Array.from({ length: 3 }, () => first.bookingId),
      ...Array.from({ length: 6 }, () => second.bookingId),
    ])
    expect(new Set(items.slice(3).map(({ traveller }) => traveller))).toEqual(new Set(['Asha Rao', 'Ben Rao']))
    expect([total, await dashboard()]).toEqual([9, 9])
  })

  it('goes on by pages while documents are decided', async () => {
    const before = await list('?limit=4')
    const [one] = before.items
    await post(`${one?.bookingId}/documents/${one?.documentId}/acceptance`)
    const after = await list(`?limit=100&cursor=${before.nextCursor}`)
    const ids = [...before.items, ...after.items].map(({ documentId }) => documentId)
    expect(new Set(ids).size).toBe(9)
    expect(after.total).toBe(8)
    expect((await list('?cursor=eyJ4IjoxfQ')).code).toBe('list/bad-cursor')
  })

  it('loses what is decided, replaced, erased, delivered with its booking, or cancelled', async () => {
    const held = await sold()
    const { items } = await list('?limit=100')
    const own = items.filter(({ bookingId }) => bookingId === held.bookingId)
    await post(`${held.bookingId}/documents/${own[0]?.documentId}/requests`, { reason: 'Glare' })
    expect(await namesOf(held)).toHaveLength(2)
    await post(`${held.bookingId}/cancellation`, { reason: 'Ill' })
    expect(await namesOf(held)).toEqual([])

    const erased = await sold()
    await shop.call(`DELETE /api/admin/bookings/${erased.bookingId}/documents`, undefined, owner.headers)
    expect(await namesOf(erased)).toEqual([])
  })

  it('is for staff who open bookings', async () => {
    const clerk = await shop.signIn('content')
    const path = 'GET /api/admin/unchecked-documents'
    expect((await shop.call(path, undefined, clerk.headers)).status).toBe(403)
    expect((await shop.call(path)).status).toBe(401)
  })

  it('reads open cases by their index, not all bookings', async () => {
    await sql`set enable_seqscan = off`.execute(core.db)
    const { sql: text, parameters } = uncheckedDocuments(core.db).select('document.id').compile()
    expect(parameters).toEqual([])
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${sql.raw(text)}`.execute(core.db)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('bookings_open_cases')
  })
})
