import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { addTestResource, doubleUses, needOf } from '../inventory/testing/resources.ts'
import { decideStatus, type MovePayments, moveBooking, provePlaces, proveUses } from './index.server.ts'
import { addService, addUsers, admin, book } from './testing/fixtures.ts'

const clients = 64
async function world() {
  const core = await testCore()
  await addUsers(core)
  const boat = await addTestResource(core)
  const tour = () =>
    addService(core, 'tour', { time_slots: ['09:00', '10:00', '11:00'], slot_capacity: 200, resources: [needOf(boat)] })
  return { core, boat, services: [await tour(), await tour()] as const }
}
const settled = async (work: readonly Promise<unknown>[]) => {
  const results = await Promise.allSettled(work)
  for (const result of results)
    if (result.status === 'rejected' && !isRefusal(result.reason)) throw result.reason as Error
  return results.filter(({ status }) => status === 'fulfilled').length
}
const prove = async (core: TestCore) => {
  expect(await doubleUses(core)).toBe(0)
  expect(await provePlaces(core.db)).toEqual([])
  expect(await proveUses(core.db, core)).toEqual([])
}

describe('the last unit', () => {
  it('is used by one of two services for which 64 clients compete', async () => {
    const { core, services } = await world()
    const won = await settled(
      Array.from({ length: clients }, (_, at) =>
        book(core, services[at % 2 === 0 ? 0 : 1], { adults_count: 1 }, admin),
      ),
    )
    // All bookings of the service that was first; none of the other.
    expect(won).toBe(clients / 2)
    const { rows } = await sql<{ services: number }>`
      select count(*)::integer as services from departures where taken > 0`.execute(core.db)
    expect(rows).toEqual([{ services: 1 }])
    await prove(core)
  })
  it('would be used twice by a sale that looks before it takes, without the constraint', async () => {
    const { core, boat } = await world()
    await sql`alter table resource_uses drop constraint resource_uses_once`.execute(core.db)
    const during = sql`'[2026-12-01 06:00+00, 2026-12-01 07:00+00)'::tstzrange`
    const isFree = async () =>
      (await sql`select from resource_uses where resource_id = ${boat} and during && ${during}`.execute(core.db)).rows
        .length === 0
    const take = () =>
      sql`insert into resource_uses (id, resource_id, unit, during, reason)
        values (${newId(core.clock())}, ${boat}, 1, ${during}, 'control')`.execute(core.db)
    // Both look before either takes: no lock keeps the second from it.
    const looked = await Promise.all([isFree(), isFree()])
    for (const free of looked) if (free) await take()
    expect(await doubleUses(core)).toBe(1)
    expect(await proveUses(core.db, core)).toMatchObject([{ fault: 'twice' }])
  })
  it('is guarded by the constraint against such a sale', async () => {
    const { core, boat } = await world()
    const take = () =>
      sql`insert into resource_uses (id, resource_id, unit, during, reason) values (${newId(core.clock())}, ${boat}, 1,
        '[2026-12-01 06:00+00, 2026-12-01 07:00+00)'::tstzrange, 'control')`.execute(core.db)
    await take()
    await expect(take()).rejects.toMatchObject({ code: '23P01' })
  })
})

it('moves, sales and cancellations of two services at once use no unit twice and do not deadlock', async () => {
  const { core, services } = await world()
  const times = ['09:00', '10:00', '11:00'] as const
  const payments: MovePayments = {
    isUndecided: async () => false,
    settle: async () => ({ refund: null }),
    hasOpen: async () => false,
    readOnline: async () => () => false,
    closeOpen: async () => undefined,
  }
  const [first, second] = services
  const bookings = [
    await book(core, first, { travel_time: '09:00', adults_count: 1 }, admin),
    await book(core, second, { travel_time: '10:00', adults_count: 1 }, admin),
    await book(core, first, { travel_time: '11:00', adults_count: 1 }, admin),
  ]
  for (let round = 0; round < 6; round++) {
    const moves = bookings.map(({ id }, at) =>
      moveBooking({ ...core, payments, byStaff: { reason: 'test' } }, admin, {
        ...{ bookingId: id, travel_date: '2026-12-01', travel_time: times[(at + round) % 3] ?? '09:00' },
      }),
    )
    const sales = [...times].map((travel_time, at) =>
      book(core, services[(at + round) % 2 === 0 ? 0 : 1], { travel_time, adults_count: 1 }, admin).then(({ id }) =>
        decideStatus(core, admin, id, 'cancel'),
      ),
    )
    await settled([...moves, ...sales])
    await prove(core)
  }
})
