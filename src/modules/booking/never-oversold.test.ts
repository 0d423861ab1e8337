import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { barrier } from '../../../tests/support/barrier.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { anonymous } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { takePlaces } from '../inventory/index.server.ts'
import {
  createBooking,
  endHold,
  type MovePayments,
  moveBooking,
  provePlaces,
  systemActor,
  takePlacesAgain,
} from './index.server.ts'
import { addService, addUsers, admin, book, recordOf, requestFor, withBooking } from './testing/fixtures.ts'

// 64 clients compete for the last 10 places of one departure, in every way a booking can take places. The connection of
// one is killed while the others wait for its places. The control is the same contest without the condition.

const capacity = 36
const clients = 64
let shop: TestApp
beforeAll(async () => {
  shop = await testApp({ trustProxy: 1 })
  await addUsers(shop.core)
})

const guest = (n: number) => ({
  ...{ customer_email: `guest${n}@example.com`, customer_phone: `+9198123${String(10_000 + n)}` },
  adults_count: 1 + (n % 2),
})
const there = { travel_date: '2026-12-01', travel_time: '10:00' }
const elsewhere = { travel_date: '2026-12-02', travel_time: '10:00' }
const noPayments: MovePayments = {
  isUndecided: async () => false,
  settle: async () => ({ refund: null }),
  hasOpen: async () => false,
  readOnline: async () => () => false,
  closeOpen: async () => undefined,
}

interface Contest {
  readonly service: CatalogueService
  readonly isUnlimited: boolean
  /** Resolved when the client that will be killed has taken its places. */
  readonly hasTaken: PromiseWithResolvers<void>
}
/** True: the client got its places. False: none were left. */
type Client = () => Promise<boolean>
async function isSold(sale: Promise<unknown>): Promise<boolean> {
  try {
    return (await sale) !== null
  } catch (error) {
    if (isRefusal(error, 'booking/slot-full')) return false
    throw error
  }
}
const overbooking = (isUnlimited: boolean) => (isUnlimited ? { overbookingReason: 'Control' } : {})

async function inTheShop(contest: Contest, n: number): Promise<Client> {
  const { service, isUnlimited } = contest
  if (isUnlimited) return byPhone(contest, n)
  const { core } = shop
  return () => isSold(createBooking(core, anonymous(`198.51.100.${n + 1}`), requestFor(service, guest(n)), null))
}
async function byPhone({ service, isUnlimited }: Contest, n: number): Promise<Client> {
  const byStaff = { admin_notes: null, payment_method: null, ...overbooking(isUnlimited) }
  return () => isSold(createBooking({ ...shop.core, byStaff }, admin, requestFor(service, guest(n)), null))
}
async function overTheApi(contest: Contest, n: number): Promise<Client> {
  const { service, isUnlimited } = contest
  if (isUnlimited) return byPhone(contest, n)
  const headers = { 'x-forwarded-for': `203.0.113.${n + 1}`, 'idempotency-key': `contest-${service.id}-${n}` }
  return async () => {
    const { status, text } = await shop.call('POST /api/bookings', requestFor(service, guest(n)), headers)
    if (status !== 409) expect(status, text).toBe(201)
    else expect(text).toContain('slot-full')
    return status === 201
  }
}
async function byMoving({ service, isUnlimited }: Contest, n: number): Promise<Client> {
  const { id } = await book(shop.core, service, { ...guest(n), ...elsewhere }, admin)
  const byStaff = { reason: 'Asked', ...overbooking(isUnlimited) }
  const to = { bookingId: id, ...there }
  return () => isSold(moveBooking({ ...shop.core, payments: noPayments, byStaff }, admin, to))
}
/** Its hold ended; it takes its places again to be paid. */
async function byReturning({ service, isUnlimited }: Contest, n: number): Promise<Client> {
  const { core } = shop
  const { id } = await book(core, service, guest(n), admin)
  await core.db.updateTable('bookings').set({ held_until: core.clock() }).where('id', '=', id).execute()
  await withBooking(core, id, (trx, booking) => endHold(trx, core, booking))
  const take: typeof takePlaces = (trx, wanted) => takePlaces(trx, { ...wanted, isOverbooking: isUnlimited })
  const again = { occasion: isUnlimited ? ('payment' as const) : ('start' as const), actor: systemActor }
  return () =>
    isSold(withBooking(core, id, (trx, booking) => takePlacesAgain({ trx, deps: core, take }, booking, again)))
}
/**
 * Its connection is killed once it has taken its places and another client waits for them: the database gives them back.
 */
async function killed({ service, hasTaken }: Contest, n: number): Promise<Client> {
  const onPlaced = async (trx: Trx) => {
    hasTaken.resolve()
    while (!(await isSomebodyWaiting(trx)));
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
  }
  const caller = anonymous(`192.0.2.${n + 1}`)
  return async () => {
    const sale = createBooking({ ...shop.core, onPlaced }, caller, requestFor(service, guest(n)), null)
    const error = await sale.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(String(error)).toMatch(/terminat/)
    return false
  }
}
async function isSomebodyWaiting(trx: Trx): Promise<boolean> {
  const { rows } =
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
  return rows.length > 0
}
const ways = [inTheShop, byPhone, overTheApi, byMoving, byReturning, inTheShop, overTheApi]

/** Returns how many places are taken of the departure, and how many its bookings hold. */
async function compete(isUnlimited: boolean) {
  const { core } = shop
  const service = await addService(core, 'tour', { slot_capacity: capacity })
  const contest = { service, isUnlimited, hasTaken: Promise.withResolvers<void>() }
  const prepared: Client[] = []
  for (let n = 1; n < clients; n++) prepared.push(await (ways[n % ways.length] ?? inTheShop)(contest, n))
  for (const adults_count of [18, 8]) await book(core, service, { adults_count }, admin)
  const dying = (await killed(contest, 0))()
  await Promise.race([contest.hasTaken.promise, dying])
  const sold = await Promise.all([dying, ...prepared.map((client) => client())])
  const { rows } = await sql<{ taken: number; booked: number }>`
    select d.taken, (select sum(places) from bookings b where b.departure_id = d.id)::int as booked
    from departures d where d.service_id = ${service.id} and d.local_date = ${there.travel_date}`.execute(core.db)
  return { ...rows[0], sales: sold.filter(Boolean).length, service }
}

describe('the last 10 places', () => {
  it('are never oversold to 64 clients in every way of booking, while a connection is killed [C169]', async () => {
    const { taken, booked, sales } = await compete(false)
    expect([taken, booked]).toEqual([capacity, capacity])
    expect(sales).toBeGreaterThanOrEqual(5)
    expect(await provePlaces(shop.core.db)).toEqual([])
  })

  it('(control) are oversold in the same contest without the condition', async () => {
    const { taken, booked } = await compete(true)
    expect(taken).toBeGreaterThan(capacity)
    expect(booked).toBe(taken)
  })

  it('(control) are oversold by a look and an update without the condition', async () => {
    const { db } = shop.core
    const service = await addService(shop.core, 'tour', { slot_capacity: 20 })
    const { departure_id } = await recordOf(shop.core, (await book(shop.core, service, { adults_count: 18 }, admin)).id)
    const allHaveLooked = barrier(8)
    const take = async (trx: Trx) => {
      const { rows } = await sql<{ taken: number }>`select taken from departures where id = ${departure_id}`.execute(
        trx,
      )
      await allHaveLooked()
      if ((rows[0]?.taken ?? 0) + 2 > 20) return
      await sql`update departures set taken = taken + 2 where id = ${departure_id}`.execute(trx)
    }
    await Promise.all(Array.from({ length: 8 }, () => db.transaction().execute(take)))
    const { rows } = await sql<{ taken: number }>`select taken from departures where id = ${departure_id}`.execute(db)
    expect(rows[0]?.taken).toBe(34)
  })
})
