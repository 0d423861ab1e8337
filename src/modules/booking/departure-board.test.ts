import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { addTestResource, needOf } from '../inventory/testing/resources.ts'
import { decideStatus } from './index.server.ts'
import { type DepartureBoard, readDepartureBoard, readDepartureDays } from './queries/departure-board.server.ts'
import { addService, addUsers, admin, book } from './testing/fixtures.ts'

let core: TestCore
const week = { from: '2026-11-30', days: 7 }
const titled = (board: DepartureBoard) => board.services.map(({ service_title }) => service_title)
const cell = (board: DepartureBoard, title: string, date: string, time: string | null) =>
  board.services
    .find(({ service_title }) => service_title === title)
    ?.departures.find((each) => each.date === date && each.time === time)

beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  const times = { time_slots: ['10:00', '15:00'], slot_capacity: 10 }
  const safari = await addService(core, 'tour', times, { title: 'Safari', status: 'active' })
  await addService(core, 'tour', times, { title: 'A tour without bookings', status: 'active' })
  await addService(core, 'visa', {}, { title: 'Visa', status: 'active' })
  const confirmed = await book(core, safari, { adults_count: 3 })
  await decideStatus(core, admin, confirmed.id, 'confirm')
  await book(core, safari, { adults_count: 2, customer_email: 'zoe@example.com' })
})

describe('the board of departures', () => {
  it('shows each departure of the week with its places, taken and held', async () => {
    const board = await readDepartureBoard(core, week)
    expect(cell(board, 'Safari', '2026-12-01', '10:00')).toMatchObject({
      capacity: 10,
      taken: 5,
      held: 2,
      state: 'few',
      is_overbooked: false,
    })
    expect(cell(board, 'Safari', '2026-12-01', '15:00')).toMatchObject({ taken: 0, held: 0 })
    expect(board).toMatchObject({ from: '2026-11-30', to: '2026-12-06', has_more: false })
    expect(new Set(board.services[0]?.departures.map(({ date }) => date)).size).toBe(7)
  })

  it('lists services with bookings first, the others by title, and none that has no departures', async () => {
    expect(titled(await readDepartureBoard(core, week))).toEqual(['Safari', 'A tour without bookings'])
    expect(titled(await readDepartureBoard(core, { ...week, from: '2027-02-01' }))).toEqual([
      'A tour without bookings',
      'Safari',
    ])
  })

  it('is filtered by kind and by words', async () => {
    expect(titled(await readDepartureBoard(core, { ...week, type: 'ticket' }))).toEqual([])
    expect(titled(await readDepartureBoard(core, { ...week, type: 'tour', q: 'SAFARI' }))).toEqual(['Safari'])
    expect(titled(await readDepartureBoard(core, { ...week, type: 'visa' }))).toEqual([])
  })

  it('is filtered by resource, and by the guide of each departure', async () => {
    const resource_id = await addTestResource(core)
    const fields = { time_slots: ['08:00'], slot_capacity: 5, resources: [needOf(resource_id)] }
    const cruise = await addService(core, 'tour', fields, { title: 'Cruise', status: 'active' })
    expect(titled(await readDepartureBoard(core, { ...week, resource_id }))).toEqual(['Cruise'])
    const start = { service_id: cruise.id, local_date: '2026-12-02', local_time: '08:00' }
    const id = '00000000-0000-7000-8000-000000000002'
    await core.db
      .insertInto('departures')
      .values({ id, ...start, guide: 'Ömar Haddad' })
      .execute()
    for (const guide of ['ömar', 'OMAR had']) {
      const { services } = await readDepartureBoard(core, { ...week, guide })
      expect(services.map(({ departures }) => departures.map(({ date }) => date))).toEqual([['2026-12-02']])
    }
    expect((await readDepartureDays(core, { ...week, guide: 'nobody' })).services).toEqual([])
    await core.db.updateTable('services').set({ status: 'archived' }).where('id', '=', cruise.id).execute()
  })

  it('counts places of moves whose difference is not paid as held', async () => {
    const board = await readDepartureBoard(core, week)
    const [tour] = board.services
    const before = cell(board, 'Safari', '2026-12-01', '10:00')
    const { id: departure_id } = await core.db
      .selectFrom('departures')
      .select('id')
      .where('service_id', '=', tour?.service_id ?? '')
      .executeTakeFirstOrThrow()
    const { id: booking_id } = await core.db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
    const amounts = { places: 3, from_minor: 1, difference_minor: 1, held_until: new Date('2026-12-01') }
    const texts = { change: '{}', actor: '{}', created_at: core.clock() }
    const move = { id: departure_id, booking_id, departure_id, from_departure_id: departure_id, ...amounts, ...texts }
    await core.db.insertInto('prepared_moves').values(move).execute()
    expect(cell(await readDepartureBoard(core, week), 'Safari', '2026-12-01', '10:00')?.held).toBe(
      (before?.held ?? 0) + 3,
    )
    await core.db.deleteFrom('prepared_moves').where('id', '=', departure_id).execute()
  })

  it('marks closed and overbooked departures, and names their notes', async () => {
    const at = (time: string) => core.db.updateTable('departures').where('local_time', '=', time)
    await at('10:00').set({ capacity: 4, note: 'Small boat' }).execute()
    const [{ service_id } = { service_id: '' }] = (await readDepartureBoard(core, week)).services
    await core.db
      .insertInto('departures')
      .values({
        id: '00000000-0000-7000-8000-000000000001',
        service_id,
        local_date: '2026-12-02',
        local_time: '15:00',
        is_closed: true,
      })
      .execute()
    const board = await readDepartureBoard(core, week)
    expect(cell(board, 'Safari', '2026-12-01', '10:00')).toMatchObject({
      ...{ capacity: 4, taken: 5, is_overbooked: true, state: 'sold_out', note: 'Small boat' },
    })
    expect(cell(board, 'Safari', '2026-12-02', '15:00')).toMatchObject({ state: 'closed' })
  })

  it('sums up the days of a month, and names the time of a single departure', async () => {
    const { services, ...rest } = await readDepartureDays(core, { from: '2026-11-30', days: 31 })
    expect(rest).toEqual({ from: '2026-11-30', to: '2026-12-30', has_more: false })
    const daysOf = (title: string) => services.find(({ service_title }) => service_title === title)?.days ?? []
    expect(daysOf('Safari')).toHaveLength(31)
    const day = { departures: 2, time: null, capacity: 20, taken: 0, held: 0, state: 'open' }
    expect(daysOf('Safari').slice(0, 3)).toEqual([
      { ...day, date: '2026-11-30' },
      { ...day, date: '2026-12-01', capacity: 14, taken: 5, held: 2, state: 'overbooked' },
      { ...day, date: '2026-12-02' },
    ])
  })

  it('keeps an archived service on it while places are taken', async () => {
    await core.db.updateTable('services').set({ status: 'archived' }).where('title', '=', 'Safari').execute()
    expect(titled(await readDepartureBoard(core, week))).toEqual(['Safari', 'A tour without bookings'])
    expect(titled(await readDepartureBoard(core, { ...week, from: '2027-02-01' }))).toEqual(['A tour without bookings'])
  })

  it('costs two statements beside the settings for a month, departures and holds, however many services there are', async () => {
    const month = { from: '2026-12-01', days: 31 }
    await readDepartureDays(core, month)
    const count = async () => {
      const { statements } = await countStatements(core.pool).during(() => readDepartureDays(core, month))
      return statements.filter(({ text }) => !/from "?settings/.test(text)).length
    }
    expect(await count()).toBe(2)
    const times = { time_slots: ['06:00'], slot_capacity: null }
    for (let n = 0; n < 10; n++) await addService(core, 'tour', times, { title: `Tour ${n}`, status: 'active' })
    const { services } = await readDepartureDays(core, month)
    expect(services).toHaveLength(12)
    expect(services.at(-1)?.days[0]).toMatchObject({ departures: 1, time: '06:00', capacity: null })
    expect(await count()).toBe(2)
  })
})
