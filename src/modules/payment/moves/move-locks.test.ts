/** Prepared moves lock departures in the one order, so they never deadlock with sales and other moves. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Trx } from '../../../platform/db/database.server.ts'
import { decideStatus, issueBookingToken, moveBooking, provePlaces } from '../../booking/index.server.ts'
import { addService, admin, book, visitor } from '../../booking/testing/fixtures.ts'
import { changeDeparture } from '../../inventory/index.server.ts'
import { type Held, paymentWorld, type World } from '../testing/world.ts'
import { movePayments } from './move-payments.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([])
})

type Booked = Held & { readonly serviceId: string }
/** A paid booking on 1 December; every other day costs more. */
async function paid(): Promise<Booked> {
  const fields = { time_slots: ['10:00'], slot_capacity: 4, instant_confirmation: true }
  const service = await addService(world, 'tour', { ...fields, cancellation_terms: [{ days: 1, percent: 100 }] })
  const change = { capacity: null, is_closed: false, note: null, guide: null, return_date: null, version: 1 }
  for (const date of ['2026-11-30', '2026-12-08', '2026-12-09'])
    await changeDeparture(world, admin, {
      ...{ service_id: service.id, date, time: '10:00', ...change, prices: { price_adult: 13_000 } },
    })
  const record = await book(world, service)
  const held = { bookingId: record.id, token: issueBookingToken(world, record), serviceId: service.id }
  const { attempt, orderRef } = await world.started(held)
  world.madeUp.pay(orderRef)
  await world.hook(`locks-${record.id}`, attempt.id)
  return held
}
const move = ({ bookingId }: Held, travel_date: string) =>
  moveBooking({ ...world, payments: movePayments(world) }, visitor, { bookingId, travel_date, travel_time: '10:00' })

/** Another sale that holds the first departure and wants the second while `work` waits for it. */
async function against(work: () => Promise<unknown>, { serviceId }: Booked, [first, second]: readonly string[]) {
  const lock = (trx: Trx, date: string | undefined) =>
    sql`select from departures where service_id = ${serviceId} and local_date = ${date} for no key update`.execute(trx)
  let working: Promise<unknown> = Promise.resolve()
  await world.db.transaction().execute(async (trx) => {
    await lock(trx, first)
    working = work()
    await expect.poll(() => countWaiting(), { timeout: 5_000 }).toBe(1)
    await lock(trx, second)
  })
  await working
}
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db)
  return rows[0]?.n ?? 0
}

describe('the departure of a prepared move is locked in the order of days', () => {
  it('when another move replaces it', async () => {
    const held = await paid()
    await move(held, '2026-12-09')
    await against(() => move(held, '2026-12-08'), held, ['2026-12-08', '2026-12-09'])
    expect(await provePlaces(world.db)).toEqual([])
  })
  it('when the booking is cancelled', async () => {
    const held = await paid()
    await move(held, '2026-11-30')
    const cancel = () => decideStatus(world, admin, held.bookingId, 'cancel', { reason: 'Test' })
    await against(cancel, held, ['2026-11-30', '2026-12-01'])
    expect(await provePlaces(world.db)).toEqual([])
  })
})
