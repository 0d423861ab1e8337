import { describe, expect, it } from 'vitest'
import { type Session, testApp } from '../../../../tests/support/app.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import { listColumns } from '../list-columns.ts'
import type { SavedView } from './contract.ts'

const shop = await testApp()
const { core } = shop
const owner = await shop.signIn('admin')
const manager = await shop.signIn('manager')
const asha = await shop.signIn('support')
const ben = await shop.signIn('support')
const path = '/api/admin/booking-views'

const send = async (who: Session, route: string, body?: object, headers: Record<string, string> = {}) => {
  const { status, json, text } = await shop.call(route, body, { ...who.headers, ...headers })
  return { status, text, body: json() as unknown as SavedView & { code: string; errors: { path: string }[] } }
}
const save = async (who: Session, name: string, more: object = {}): Promise<SavedView> => {
  const { status, body, text } = await send(who, `POST ${path}`, { name, is_shared: false, query: {}, ...more })
  expect(status, text).toBe(200)
  return body
}
const list = async (who: Session) => (await send(who, `GET ${path}`)).body as unknown as SavedView[]
const namesOf = async (who: Session) => (await list(who)).map(({ name }) => name)
const update = (who: Session, { id, ...view }: SavedView, change: object = {}) => {
  const { version, name, is_shared } = view
  return send(who, `PUT ${path}/${id}`, { version, name, is_shared, ...change })
}
const remove = (who: Session, { id, version }: Pick<SavedView, 'id' | 'version'>) =>
  send(who, `DELETE ${path}/${id}`, { version })
const trail = (viewId: string) =>
  core.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('subject_id', '=', viewId)
    .orderBy('id')
    .execute()

describe('saving a view', () => {
  it('keeps filters, order and columns, and nothing that is not set', async () => {
    const query = { payment: 'pending', travel_from: '2026-12-01', q: ' rao ', staff: '', sort: 'travel_date' }
    const view = await save(asha, ' Unpaid ', { query: { ...query, columns: ['created_at', 'travel_date'] } })
    expect(view).toEqual({
      ...{ id: view.id, name: 'Unpaid', is_shared: false, is_own: true, may_change: true, version: 1 },
      query: {
        ...{ q: 'rao', payment: 'pending', travel_from: '2026-12-01', sort: 'travel_date', direction: 'desc' },
        columns: ['travel_date', 'created_at'],
      },
    })
    expect(await list(asha)).toEqual([view])
    const { query: plain } = await save(asha, 'All')
    expect(plain).toEqual({ sort: 'created_at', direction: 'desc', columns: [...listColumns] })
  })

  it('happens once for each idempotency key', async () => {
    const body = { name: 'Once', is_shared: false, query: {} }
    const key = { 'idempotency-key': 'views-save-once' }
    const answers = await Promise.all([1, 2].map(() => send(asha, `POST ${path}`, body, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id)
    expect((await send(asha, `POST ${path}`, { ...body, name: 'Twice' }, key)).status).toBe(422)
    // The key of another person is another key.
    expect((await send(ben, `POST ${path}`, body, key)).body.id).not.toBe(answers[0]?.body.id)
    await remove(ben, { id: (await list(ben))[0]?.id ?? '', version: 1 })
  })

  it('refuses a name that the person has already, in any letter case, also in a race', async () => {
    await save(asha, 'Été')
    const again = await send(asha, `POST ${path}`, { name: 'ÉTÉ', is_shared: true, query: {} })
    expect([again.status, again.body.code, again.body.errors[0]?.path]).toEqual([422, 'booking/invalid', 'name'])
    const racing = await Promise.all(
      ['Race', 'race', 'RACE'].map((name) => send(asha, `POST ${path}`, { name, is_shared: false, query: {} })),
    )
    expect(racing.map(({ status }) => status).sort()).toEqual([200, 422, 422])
    await remove(ben, await save(ben, 'Race'))
  })

  it('refuses the 51st', async () => {
    const many = await shop.signIn('support')
    for (let n = 0; n < 49; n++) await save(many, `View ${n}`)
    const last = await Promise.all(
      [1, 2].map((n) => send(many, `POST ${path}`, { name: `Last ${n}`, is_shared: false, query: {} })),
    )
    expect(last.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(last.map(({ body }) => body.code)).toContain('booking/too-many-views')
    expect(await list(many)).toHaveLength(50)
  })

  it.each([
    ['an unknown filter', { query: { limit: '1000' } }],
    ['a filter that would be an object', { query: { q: { $gt: '' } } }],
    ['a prototype', { query: JSON.parse('{"__proto__":{"q":"x"}}') }],
    ['a value that is too long', { query: { q: 'x'.repeat(201) } }],
    ['an unknown state', { query: { status: "pending' or 1=1" } }],
    ['a day that is none', { query: { travel_from: '2026-02-30' } }],
    ['an unknown column', { query: { columns: ['passport_number'] } }],
    ['a great many columns', { query: { columns: Array(1_000).fill('created_at') } }],
    ['an unknown order', { query: { sort: 'admin_notes' } }],
    ['a control character', { query: { q: 'a\u0000b' } }],
    ['an owner', { owner_id: owner.userId }],
    ['a name that is too long', { name: 'x'.repeat(61) }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a name that cannot be seen', { name: '\u200b\u200b' }],
    ['no name', { name: '  ' }],
    ['a list for a query', { query: [] }],
  ])('refuses %s', async (_what, wrong) => {
    const before = await list(ben)
    const { status, text } = await send(ben, `POST ${path}`, { name: 'Hostile', is_shared: false, query: {}, ...wrong })
    expect([400, 422], text).toContain(status)
    expect(await list(ben)).toEqual(before)
  })
  it('takes a name with markup as text', async () => {
    const name = `<img src=x onerror=alert(1)> '; drop table`
    expect((await remove(ben, await save(ben, name))).status).toBe(200)
  })
})

describe('a view of somebody else', () => {
  it('is not there while it is private, not even for owners of the shop', async () => {
    const view = await save(asha, 'Private')
    for (const who of [ben, manager, owner]) {
      expect(await namesOf(who)).not.toContain('Private')
      for (const { status, body } of [await update(who, view), await remove(who, view)])
        expect([status, body.code]).toEqual([404, 'booking/no-view'])
    }
    const unknown = { ...view, id: newId(core.clock()) }
    expect((await update(asha, unknown)).body).toMatchObject({ code: 'booking/no-view' })
    expect(await list(asha)).toContainEqual(view)
  })

  it('is seen once it is shared, and changed by owners of the shop and managers', async () => {
    const view = await save(asha, 'Shared', { is_shared: true })
    expect(await list(ben)).toContainEqual({ ...view, is_own: false, may_change: false })
    for (const { status, body } of [await update(ben, view), await remove(ben, view)])
      expect([status, body.code]).toEqual([403, 'booking/view-not-yours'])
    const renamed = await update(manager, view, { name: 'Shared by all' })
    expect(renamed.body).toEqual({ ...view, name: 'Shared by all', version: 2, is_own: false })
    expect((await list(asha)).find(({ id }) => id === view.id)).toMatchObject({ name: 'Shared by all', is_own: true })
    // No longer shared: only the owner has it; the response still shows the saved view.
    const taken = await update(manager, renamed.body, { is_shared: false })
    expect(taken.body).toMatchObject({ is_shared: false, may_change: false })
    expect(await namesOf(manager)).not.toContain('Shared by all')
    const back = await update(asha, taken.body, { is_shared: true })
    expect((await remove(owner, back.body)).status).toBe(200)
    expect((await remove(owner, back.body)).body.code).toBe('booking/no-view')
  })

  it('is closed to roles without bookings', async () => {
    const view = await save(asha, 'Not for guides', { is_shared: true })
    for (const role of ['guide', 'content', 'customer'] as const) {
      const who = await shop.signIn(role)
      for (const { status } of [
        await send(who, `GET ${path}`),
        await send(who, `POST ${path}`, { name: 'Mine', is_shared: true, query: {} }),
        await update(who, view),
        await remove(who, view),
      ])
        expect(status, role).toBe(403)
    }
    expect((await shop.call(`GET ${path}`)).status).toBe(401)
  })
})

describe('changing a view', () => {
  it('replaces name, reach and query, is recorded, and refuses an old version', async () => {
    const view = await save(asha, 'Before', { query: { status: 'pending' } })
    const query = { status: 'confirmed', sort: 'final_amount', direction: 'asc', columns: [] }
    const changed = await update(asha, view, { name: 'After', is_shared: true, query })
    expect(changed.body).toEqual({ ...view, name: 'After', is_shared: true, query, version: 2 })
    const old = await update(asha, view, { name: 'Old' })
    expect([old.status, old.body.code]).toEqual([409, 'booking/view-changed'])
    expect((await remove(asha, view)).body.code).toBe('booking/view-changed')
    const before = { name: 'Before', is_shared: false, query: view.query }
    const after = { name: 'After', is_shared: true, query }
    const actor_id = asha.userId
    expect(await trail(view.id)).toEqual([
      { action: 'booking.view-saved', actor_id, before: null, after: before },
      { action: 'booking.view-changed', actor_id, before, after },
    ])
    await remove(asha, changed.body)
    expect((await trail(view.id)).at(-1)).toEqual({
      ...{ action: 'booking.view-deleted', actor_id, before: after, after: null },
    })
  })

  it('keeps the query where none is sent, and records nothing where nothing changes', async () => {
    const view = await save(asha, 'Same', { query: { status: 'pending', q: 'x' } })
    expect((await update(asha, view)).body).toEqual(view)
    expect((await update(asha, view, { query: { q: 'x', status: 'pending' } })).body).toEqual(view)
    expect(await trail(view.id)).toHaveLength(1)
    expect((await update(asha, view, { name: 'same' })).body).toMatchObject({ name: 'same', query: view.query })
  })

  it('refuses the name of another view of its owner', async () => {
    await save(asha, 'Taken')
    const view = await save(asha, 'Free', { is_shared: true })
    const taken = await update(manager, view, { name: 'TAKEN' })
    expect([taken.status, taken.body.errors[0]?.path]).toEqual([422, 'name'])
    await save(manager, 'Mine')
    expect((await update(manager, view, { name: 'Mine' })).status).toBe(200)
  })

  it('happens once when two people change a shared view together', async () => {
    const view = await save(asha, 'Together', { is_shared: true })
    const both = await Promise.all([
      update(asha, view, { name: 'Together 1' }),
      update(manager, view, { name: 'Together 2' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

it('the views of an account are deleted with it', async () => {
  const leaver = await shop.signIn('support')
  await save(leaver, 'Left behind', { is_shared: true })
  await core.db.deleteFrom('users').where('id', '=', leaver.userId).execute()
  expect(await namesOf(asha)).not.toContain('Left behind')
})
