import { describe, expect, it } from 'vitest'
import { testApp } from '../../../../tests/support/app.ts'
import { addService, addUsers, admin, book, refusalOf } from '../../booking/testing/fixtures.ts'
import { saveService } from '../../catalogue/index.server.ts'
import { doubleUses, needOf, usesOfResource } from '../testing/resources.ts'

const shop = await testApp()
const core = { ...shop.shop.deps, ...shop.core }
await addUsers(core)
const staff = await shop.signIn('admin')
const support = await shop.signIn('support')
const call = (to: string, body?: object, { headers } = staff) => shop.call(to, body, headers)
const add = async (given: object = {}) => {
  const made = await call('POST /api/admin/resources', {
    name: `Boat ${Math.random()}`,
    type: 'boat',
    units: 1,
    ...given,
  })
  expect(made.status, made.text).toBe(200)
  return made.json() as { id: string; version: number }
}
const listed = async (id: string) =>
  ((await call('GET /api/admin/resources')).json() as unknown as { id: string }[]).find((each) => each.id === id)
const change = (id: string, given: object) =>
  call(`PUT /api/admin/resources/${id}`, { name: `Boat ${id}`, type: 'boat', units: 1, version: 1, ...given })
const tourWith = (id: string) =>
  addService(core, 'tour', { time_slots: ['10:00', '15:00'], slot_capacity: 8, resources: [needOf(id)] })
const blockOf = (more: object = {}) => ({
  ...{ unit: 1, from_date: '2026-12-01', from_time: '09:00', to_date: '2026-12-01', to_time: '12:00' },
  ...{ reason: 'New engine', ...more },
})
const block = (id: string, more: object = {}) => call(`POST /api/admin/resources/${id}/blocks`, blockOf(more))

describe('the exceptions of an editor', () => {
  const read = async (query: string) => {
    const answer = await call(`GET /api/admin/departure-exceptions?${query}`)
    expect(answer.status, answer.text).toBe(200)
    return answer.json() as unknown as { resources: unknown }
  }
  it('have the uses of the resources that the form names, and no others', async () => {
    const { id } = await add({ units: 2 })
    const tour = await tourWith(id)
    const { departure_id } = await book(core, tour)
    expect((await block(id, { unit: 2 })).status).toBe(200)
    const uses = [
      { unit: 2, from: '2026-12-01T05:00:00.000Z', to: '2026-12-01T08:00:00.000Z', departure_id: null },
      { unit: 1, from: '2026-12-01T06:00:00.000Z', to: '2026-12-01T07:00:00.000Z', departure_id },
    ]
    for (const item of ['', `&service_id=${tour.id}`])
      expect((await read(`resource_ids[]=${id}${item}`)).resources).toMatchObject([{ id, units: 2, uses }])
    expect((await read(`service_id=${tour.id}`)).resources).toEqual([])
  })
})

describe('a departure that comes back on another day', () => {
  it('uses its boat until then, and is refused days on which others use it', async () => {
    const { id } = await add()
    const [group, other] = [await tourWith(id), await tourWith(id)]
    await book(core, group)
    await book(core, other, { travel_date: '2026-12-03', travel_time: '10:00' })
    const fields = { capacity: null, prices: null, note: null, guide: null, is_closed: false, time: '10:00' }
    let version = 1
    const comeBack = async (return_date: string | null) => {
      const answer = await call(`PUT /api/admin/services/${group.id}/departures/2026-12-01`, {
        ...{ ...fields, return_date, version },
      })
      version = (answer.json() as { version?: number }).version ?? version
      return answer
    }
    const usedUntil = async () => (await usesOfResource(core, id))[0]?.to
    expect(await usedUntil()).toBe('12-01 11:00')
    expect((await comeBack('2026-12-02')).status).toBe(200)
    expect(await usedUntil()).toBe('12-03 00:00')
    expect((await comeBack('2026-12-03')).json()).toMatchObject({
      code: 'inventory/invalid',
      errors: [{ path: 'return_date' }],
    })
    expect(await usedUntil()).toBe('12-03 00:00')
    expect((await comeBack(null)).status).toBe(200)
    expect(await usedUntil()).toBe('12-01 11:00')
    expect(await doubleUses(core)).toBe(0)
  })
})

describe('resources', () => {
  it('leave a tour its waiting list, but not a transfer, whose bookings each use their own', async () => {
    const { id } = await add({ type: 'vehicle' })
    const transfer = await addService(core, 'transfer', { resources: [needOf(id)] })
    const lists = []
    for (const { kind, slug } of [await tourWith(id), transfer, await addService(core, 'transfer')])
      lists.push((await call(`GET /api/services/${kind}/${slug}`)).json())
    expect(lists).toMatchObject(
      [true, false, true].map((hasWaitingList) => ({ service: { schedule: { hasWaitingList } } })),
    )
  })
  it('are added, changed and listed; names are unique, versions are checked', async () => {
    const { id, version } = await add({ name: 'Sea Star', seats: 12 })
    expect(await listed(id)).toMatchObject({ name: 'Sea Star', type: 'boat', units: 1, seats: 12, is_archived: false })
    const again = await call('POST /api/admin/resources', { name: 'sea star', type: 'boat', units: 1 })
    expect(again.status).toBe(422)
    expect((await change(id, { name: 'Sea Star II', units: 2, version })).status).toBe(200)
    expect((await change(id, { name: 'Sea Star III', version })).status).toBe(409)
    expect(await listed(id)).toMatchObject({ name: 'Sea Star II', units: 2, version: 2 })
  })
  it('refuse absurd numbers, and changes by staff without the catalogue', async () => {
    for (const given of [
      { units: 0 },
      { units: 201 },
      { units: 1.5 },
      { units: 1e308 },
      { name: ' ' },
      { type: 'ship' },
    ]) {
      const refused = await call('POST /api/admin/resources', { name: 'Absurd', type: 'boat', units: 1, ...given })
      expect(refused.status, JSON.stringify(given)).toBe(422)
    }
    expect((await call('GET /api/admin/resources', undefined, support)).status).toBe(200)
    const forbidden = await call('POST /api/admin/resources', { name: 'Mine', type: 'boat', units: 1 }, support)
    expect(forbidden.status).toBe(403)
  })
  it('cannot lose a unit or be archived while in use; the refusal names what uses it', async () => {
    const { id } = await add({ units: 2 })
    const [first, second] = [await tourWith(id), await tourWith(id)]
    await book(core, first)
    await book(core, second)
    const fewer = await change(id, { units: 1 })
    expect(fewer.status).toBe(409)
    expect(fewer.text).toContain('A tour 2026-12-01 10:00')
    expect((await change(id, { units: 3 })).status).toBe(200)
    const archived = await change(id, { units: 3, is_archived: true, version: 2 })
    expect(archived.status).toBe(409)
    expect(archived.text).toContain('A tour')
  })
  it('that are archived can be named by no item, and sell nothing', async () => {
    const { id } = await add()
    const tour = await addService(core, 'tour', { time_slots: ['10:00'] })
    expect((await change(id, { is_archived: true })).status).toBe(200)
    const refused = await refusalOf(
      saveService(core, admin, {
        ...{ kind: 'tour', id: tour.id, version: tour.version },
        details: { ...tour.details, resources: [needOf(id)] },
      }),
    )
    expect(refused.errors).toMatchObject([{ path: 'details.resources.0.resource_id' }])
  })
})

describe('a blocked unit', () => {
  it('is used by nothing until the block ends', async () => {
    const { id } = await add()
    const tour = await tourWith(id)
    const blocked = await block(id)
    expect(blocked.status, blocked.text).toBe(200)
    expect((await refusalOf(book(core, tour))).code).toBe('booking/slot-full')
    await book(core, tour, { travel_time: '15:00' })
    expect((await block(id, { from_time: '15:30', to_time: '16:00' })).status).toBe(409)
    const { uses } = (await call('GET /api/admin/resource-uses?day=2026-12-01')).json() as unknown as {
      uses: { resource_id: string; reason: string | null; departure: object | null }[]
    }
    expect(uses.filter((use) => use.resource_id === id)).toMatchObject([
      { unit: 1, reason: 'New engine', departure: null },
      { unit: 1, reason: null, departure: { service_title: 'A tour', time: '15:00' } },
    ])
    const ended = await call(`DELETE /api/admin/resource-blocks/${(blocked.json() as { id: string }).id}`, {})
    expect(ended.status, ended.text).toBe(200)
    await book(core, tour)
  })
  it('must exist, end after its start and have a reason', async () => {
    const { id } = await add()
    expect((await block(id, { unit: 2 })).status).toBe(422)
    expect((await block(id, { to_time: '09:00' })).status).toBe(422)
    expect((await block(id, { reason: ' ' })).status).toBe(422)
  })
})

describe('staff', () => {
  it('give a departure another free unit, never one in use', async () => {
    const { id } = await add({ units: 3 })
    const [first, second] = [await tourWith(id), await tourWith(id)]
    const booking = await book(core, first)
    await book(core, second)
    const at = `GET /api/admin/departures/${booking.departure_id}/resource-uses`
    const [use] = (await call(at)).json() as unknown as { id: string; unit: number; free_units: number[] }[]
    expect(use).toMatchObject({ unit: 1, free_units: [3] })
    const choose = (unit: number) => call(`PUT /api/admin/resource-uses/${use?.id}`, { unit })
    expect((await choose(2)).status).toBe(409)
    expect((await choose(4)).status).toBe(422)
    expect((await choose(3)).status).toBe(200)
    expect((await usesOfResource(core, id)).map(({ unit }) => unit).sort()).toEqual([2, 3])
  })
  it('that give two departures one unit at the same time: one is refused', async () => {
    const { id } = await add({ units: 3 })
    const bookings = [await book(core, await tourWith(id)), await book(core, await tourWith(id))]
    const uses = await Promise.all(
      bookings.map(async ({ departure_id }) => {
        const [use] = (await call(`GET /api/admin/departures/${departure_id}/resource-uses`)).json() as unknown as {
          id: string
        }[]
        return use?.id
      }),
    )
    const done = await Promise.all(uses.map((use) => call(`PUT /api/admin/resource-uses/${use}`, { unit: 3 })))
    expect(done.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await doubleUses(core)).toBe(0)
  })
})

describe('an item that gets a resource', () => {
  const save = (tour: { id: string; version: number; details: object }, id: string) =>
    saveService(core, admin, {
      ...{ kind: 'tour', id: tour.id, version: tour.version },
      details: { ...tour.details, resources: [needOf(id)] },
    })
  const plain = () => addService(core, 'tour', { time_slots: ['10:00', '15:00'], slot_capacity: 8 })
  it('gives it to the departures that are booked already', async () => {
    const { id } = await add()
    const tour = await plain()
    await book(core, tour)
    await book(core, tour, { travel_time: '15:00' })
    await save(tour, id)
    expect(await usesOfResource(core, id)).toMatchObject([{ from: '12-01 10:00' }, { from: '12-01 15:00' }])
  })
  it('is refused while one of them would find it in use', async () => {
    const { id } = await add()
    await book(core, await tourWith(id))
    const tour = await plain()
    await book(core, tour)
    const refused = await refusalOf(save(tour, id))
    expect(refused.errors).toMatchObject([{ path: 'details.resources', message: expect.stringContaining('10:00') }])
    expect(await usesOfResource(core, id)).toHaveLength(1)
  })
})
