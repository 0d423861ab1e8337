import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { addService } from '../booking/testing/fixtures.ts'
import { auditThings, wholeActions } from './audit-rules.ts'
import type { AuditLine } from './contract.ts'

const shop = await testApp()
const { core } = shop
const owner = await shop.signIn('admin')
const other = await shop.signIn('manager')
const call = (route: string, body?: object, who = owner) => shop.call(route, body, who.headers)
type Page = { items: AuditLine[]; nextCursor: string | null }
async function trail(query: string): Promise<Page> {
  const answer = await call(`GET /api/admin/audit?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as Page
}
const actions = ({ items }: Page) => items.map(({ action }) => action)

test('a change of several items is one entry, which opens to its parts', async () => {
  const items = await Promise.all([1, 2, 3].map((n) => addService(core, 'tour', {}, { title: `Tour ${n}` })))
  core.clock.advance(1)
  const from = items.map(({ id }) => ({ id, version: 1 }))
  const changed = await call('POST /api/admin/services/changes', { action: 'deactivate', items: from })
  expect(changed.json()).toMatchObject({ done: 3 })
  const { items: lines } = await trail('thing=catalogue')
  expect(lines[0]).toMatchObject({ action: 'services.deactivate', after: { items: 3 }, parts: { count: 3 } })
  const parts = await trail(`part_of=${lines[0]?.subject_id}&limit=2`)
  const rest = await trail(`part_of=${lines[0]?.subject_id}&cursor=${parts.nextCursor}`)
  expect(actions(parts)).toEqual(['service.updated', 'service.updated'])
  const titles = [...parts.items, ...rest.items].map(({ subject }) => subject?.title)
  expect(titles.toSorted()).toEqual(['Tour 1', 'Tour 2', 'Tour 3'])
  // The item's own entries include its part in bulk actions.
  expect(actions(await trail(`subject=${items[0]?.id}`))).toContain('service.updated')

  const [one] = await Promise.all([addService(core, 'tour')])
  core.clock.advance(1)
  await call('POST /api/admin/services/changes', { action: 'deactivate', items: [{ id: one?.id, version: 1 }] })
  expect(actions(await trail('thing=catalogue'))[0]).toBe('service.updated')
})

test('an entry names its subject and the ids within it as they are called today, or were called last', async () => {
  const item = await addService(core, 'tour', {}, { title: 'Creek walk' })
  core.clock.advance(1)
  await call(`PATCH /api/admin/services/${item.id}`, { version: 1, title: 'Creek by night' })
  const known = await trail(`subject=${item.id}`)
  for (const { subject } of known.items)
    expect(subject).toMatchObject({ title: 'Creek by night', exists: true, kind: 'tour', currency: 'USD' })
  const removed = await call(`DELETE /api/admin/services/${item.id}`, { version: 2 })
  const trashed = await trail(`subject=${item.id}`)
  expect(trashed.items[0]?.subject).toMatchObject({ title: 'Creek by night', exists: false })
  core.clock.advance(1)
  const { version } = removed.json() as { version: number }
  expect((await call(`DELETE /api/admin/trashed-services/${item.id}`, { version })).status).toBe(200)
  const gone = await trail(`subject=${item.id}`)
  expect(gone.items.length).toBeGreaterThan(3)
  for (const { subject } of gone.items) expect(subject).toMatchObject({ title: 'Creek by night', exists: false })

  const vans = { name: 'Vans', type: 'vehicle', units: 2, seats: 6 }
  const { id: vanId } = (await call('POST /api/admin/resources', vans)).json() as { id: string }
  const safari = await addService(core, 'tour', {}, { title: 'Safari' })
  const details = { resources: [{ resource_id: vanId, minutes: 60 }] }
  core.clock.advance(1)
  expect((await call(`PATCH /api/admin/services/${safari.id}`, { version: 1, details })).status).toBe(200)
  const [changed] = (await trail(`subject=${safari.id}`)).items
  expect(changed?.names).toMatchObject({ [vanId]: 'Vans' })
})

test('the trail is filtered by person and by kind of thing', async () => {
  core.clock.advance(1)
  await call('POST /api/admin/promo-codes', { code: 'BYOWNER', discount: { percentHundredths: 1_000 } })
  core.clock.advance(1)
  const theirs = { code: 'BYOTHER', discount: { percentHundredths: 1_000 } }
  expect((await call('POST /api/admin/promo-codes', theirs, other)).status).toBe(200)
  const codes = async (query: string) => (await trail(query)).items.map(({ subject }) => subject?.title)
  expect(await codes('thing=promos')).toEqual(['BYOTHER', 'BYOWNER'])
  expect(await codes(`thing=promos&person=${other.userId}`)).toEqual(['BYOTHER'])
  expect(await codes('thing=promos&person=shop')).toEqual([])
  const first = await trail('thing=promos&limit=1')
  const next = `thing=promos&limit=1&cursor=${first.nextCursor}`
  expect(await codes(next)).toEqual(['BYOWNER'])
  expect(await codes(`${next}&to=2099-12-31`)).toEqual(['BYOWNER'])
  expect(await codes(`${next}&to=2000-12-31`)).toEqual([])
  expect(await codes('action=PROMO')).toEqual(['BYOTHER', 'BYOWNER'])
  expect(await codes(`action=promo&person=${other.userId}`)).toEqual(['BYOTHER'])
  expect(await codes('action=promo&thing=bookings')).toEqual([])
  const { subject_id } = first.items[0] as AuditLine
  expect(await codes(`subject=${subject_id}&thing=promos&action=Created`)).toEqual(['BYOTHER'])
  expect(await codes(`subject=${subject_id}&thing=bookings`)).toEqual([])
  expect(await codes(`subject=${subject_id}&action=removed`)).toEqual([])
  expect(new Set((await trail(`person=${other.userId}`)).items.map(({ who }) => who))).toEqual(
    new Set(['Test manager']),
  )
  expect((await call('GET /api/admin/audit?thing=parrots')).status).toBe(422)
})

test('the kinds of things and the bulk actions do not overlap', () => {
  const types = Object.values(auditThings).flat()
  expect(new Set(types).size).toBe(types.length)
  expect(new Set(wholeActions).size).toBe(wholeActions.length)
})
