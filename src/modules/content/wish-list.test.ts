import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService } from '../booking/testing/fixtures.ts'
import { maxWishes } from './index.ts'

const shop = await testApp()
const { core, call } = shop
const asha = (await shop.signIn()).headers
const other = (await shop.signIn()).headers
const list = async (headers: Record<string, string>) => {
  const answer = await call('GET /api/my/wish-list', undefined, headers)
  expect(answer.status, answer.text).toBe(200)
  return (answer.json() as { items: { service_id: string; title: string }[] }).items
}
const change = async (body: object, headers = asha) => call('POST /api/my/wish-list', body, headers)
const idsOf = (items: readonly { service_id: string }[]) => items.map((item) => item.service_id)
const unknown = '0198c000-0000-7000-8000-000000000001'
const [safari, walk] = [await addService(core, 'tour'), await addService(core, 'ticket')]

describe('the wish list of an account', () => {
  it('takes items newest first, each once, and gives them back to this user only', async () => {
    expect((await change({ add: [safari.id] })).status).toBe(200)
    core.clock.advance(1)
    await change({ add: [walk.id, safari.id, unknown] })
    expect(idsOf(await list(asha))).toEqual([walk.id, safari.id])
    expect((await list(asha))[1]?.title).toBe(safari.title)
    expect(await list(other)).toEqual([])
    await change({ remove: [walk.id] })
    expect(idsOf(await list(asha))).toEqual([safari.id])
  })

  it('needs an account, and refuses what is no id and too many at once', async () => {
    for (const route of ['GET /api/my/wish-list', 'POST /api/my/wish-list'])
      expect((await call(route, route.startsWith('POST') ? {} : undefined)).status).toBe(401)
    expect((await change({ add: ['desert-safari'] })).status).toBe(422)
    expect((await change({ add: Array.from({ length: maxWishes + 1 }, () => safari.id) })).status).toBe(422)
  })

  it('keeps the name of an item that was deleted, and shows no card of it', async () => {
    const gone = await addService(core, 'tour')
    await change({ add: [gone.id] })
    await core.db.deleteFrom('services').where('id', '=', gone.id).execute()
    expect(await list(asha)).toContainEqual(expect.objectContaining({ service_id: gone.id, title: gone.title }))
    const cards = await call('POST /api/wish-list/cards', { ids: [gone.id, walk.id, safari.id] })
    expect(cards.json()).toMatchObject({ items: [{ id: walk.id }, { id: safari.id }] })
  })

  it('keeps the newest when there are too many', async () => {
    const ids: string[] = []
    for (let n = 0; n < maxWishes + 2; n++) ids.push((await addService(core, 'ticket')).id)
    await change({ add: ids.slice(0, 2) }, other)
    core.clock.advance(1)
    await change({ add: ids.slice(2) }, other)
    expect(idsOf(await list(other))).toEqual(ids.slice(2))
  })

  it('is erased with the person', async () => {
    const person = { email: 'gone@example.com', confirmation: 'gone@example.com' }
    const { headers } = await shop.signIn('customer', person)
    const owner = await shop.signIn('admin')
    await change({ add: [safari.id] }, headers)
    const count = () => core.db.selectFrom('wish_list_items').selectAll().execute()
    const before = (await count()).length
    const erased = await call('POST /api/admin/people/erasures', person, owner.headers)
    expect(erased.status, erased.text).toBeLessThan(300)
    expect((await count()).length).toBe(before - 1)
  })
})
