import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { barrier } from '../../../tests/support/barrier.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { anonymous } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { joinList, takePlaces } from '../inventory/index.server.ts'
import { offerHref } from '../inventory/waiting/links.server.ts'
import { offerPlaces } from '../inventory/waiting/offer-places.server.ts'
import {
  createBooking,
  decideStatus,
  endHold,
  type MovePayments,
  moveBooking,
  provePlaces,
  systemActor,
  takePlacesAgain,
} from './index.server.ts'
import { addService, addUsers, admin, book, recordOf, requestFor, withBooking } from './testing/fixtures.ts'

// 64 clients compete for the last 10 places of one departure, in every way a booking can take places: in the shop, over
// the API, by staff, with an offer of the waiting list, by a move of the customer or of staff, and by a return after a
// hold. One takes its places and kills the connections of three that wait for them, and then its own. The control is the
// same contest without the condition.

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
  /** Tokens of open offers, of one place each. */
  readonly offers: string[]
  /** Resolved when the client that will be killed has taken its places. */
  readonly hasTaken: PromiseWithResolvers<void>
}
/** Of three clients that wait for places, and of one that has taken them. */
const kills = 4
type Outcome = 'sold' | 'full' | 'killed'
type Client = () => Promise<Outcome>
async function outcomeOf(sale: Promise<unknown>): Promise<Outcome> {
  try {
    return (await sale) === null ? 'full' : 'sold'
  } catch (error) {
    if (isRefusal(error, 'booking/slot-full')) return 'full'
    if (/terminat/.test(String(error))) return 'killed'
    throw error
  }
}
const overbooking = (isUnlimited: boolean) => (isUnlimited ? { overbookingReason: 'Control' } : {})

async function inTheShop(contest: Contest, n: number): Promise<Client> {
  const { service, isUnlimited } = contest
  if (isUnlimited) return byPhone(contest, n)
  const { core } = shop
  return () => outcomeOf(createBooking(core, anonymous(`198.51.100.${n + 1}`), requestFor(service, guest(n)), null))
}
async function byPhone({ service, isUnlimited }: Contest, n: number): Promise<Client> {
  const byStaff = { admin_notes: null, payment_method: null, ...overbooking(isUnlimited) }
  return () => outcomeOf(createBooking({ ...shop.core, byStaff }, admin, requestFor(service, guest(n)), null))
}
async function overTheApi(contest: Contest, n: number): Promise<Client> {
  const { service, isUnlimited } = contest
  if (isUnlimited) return byPhone(contest, n)
  const headers = { 'x-forwarded-for': `203.0.113.${n + 1}`, 'idempotency-key': `contest-${service.id}-${n}` }
  return async () => {
    const { status, text } = await shop.call('POST /api/bookings', requestFor(service, guest(n)), headers)
    if (status === 500) return 'killed'
    if (status !== 409) expect(status, text).toBe(201)
    else expect(text).toContain('slot-full')
    return status === 201 ? 'sold' : 'full'
  }
}
async function byMoving({ service }: Contest, n: number): Promise<Client> {
  const { id } = await book(shop.core, service, { ...guest(n), ...elsewhere }, admin)
  const byStaff = { reason: 'Asked' }
  const to = { bookingId: id, ...there }
  return () => outcomeOf(moveBooking({ ...shop.core, payments: noPayments, byStaff }, admin, to))
}
async function byOwnMove(contest: Contest, n: number): Promise<Client> {
  if (contest.isUnlimited) return byMoving(contest, n)
  const { core } = shop
  const { id } = await book(core, contest.service, { ...guest(n), ...elsewhere }, admin)
  const caller = anonymous(`198.18.0.${n + 1}`)
  return () => outcomeOf(moveBooking({ ...core, payments: noPayments }, caller, { bookingId: id, ...there }))
}
/** Its offer holds one place; it wants two. */
async function withAnOffer(contest: Contest, n: number): Promise<Client> {
  const waiting_offer = contest.offers.pop()
  if (contest.isUnlimited || !waiting_offer) return byPhone(contest, n)
  const request = requestFor(contest.service, { ...guest(n), adults_count: 2, waiting_offer })
  return () => outcomeOf(createBooking(shop.core, anonymous(`198.18.1.${n + 1}`), request, null))
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
    outcomeOf(withBooking(core, id, (trx, booking) => takePlacesAgain({ trx, deps: core, take }, booking, again)))
}
/** Once others wait for its places, it kills the connections of three and its own: the database gives back what they took. */
async function killing({ service, hasTaken }: Contest, n: number): Promise<Client> {
  const onPlaced = async (trx: Trx) => {
    hasTaken.resolve()
    while ((await waitingClients(trx)).length < kills);
    for (const pid of (await waitingClients(trx)).slice(1, kills))
      await sql`select pg_terminate_backend(${pid})`.execute(trx)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx)
  }
  const sale = { ...shop.core, onPlaced }
  return () => outcomeOf(createBooking(sale, anonymous(`192.0.2.${n + 1}`), requestFor(service, guest(n)), null))
}
async function waitingClients(trx: Trx): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' order by pid`.execute(trx)
  return rows.map(({ pid }) => pid)
}
const ways = [inTheShop, byPhone, overTheApi, byMoving, byReturning, withAnOffer, byOwnMove]

/** Eight parties of one wait for the sold-out departure. One of its bookings ends, and each is offered a place. */
async function offerEight(service: CatalogueService): Promise<string[]> {
  const { core } = shop
  const sold = [
    await book(core, service, { adults_count: 18 }, admin),
    await book(core, service, { adults_count: 18 }, admin),
  ] as const
  const start = { date: there.travel_date, time: there.travel_time }
  for (let n = 0; n < 8; n++) {
    const party = { adults: 1, children: 0, infants: 0, name: '', company_website: '' }
    const request = {
      kind: 'tour',
      idOrSlug: service.id,
      ...start,
      ...party,
      email: `waits${service.id}${n}@example.com`,
    }
    await joinList(core, anonymous(`198.19.0.${n + 1}`), request)
  }
  await decideStatus(core, admin, sold[1].id, 'cancel')
  await offerPlaces(core, sold[0].departure_id ?? '')
  const entries = await core.db
    .selectFrom('waiting_entries')
    .selectAll()
    .where('departure_id', '=', sold[0].departure_id)
    .where('state', '=', 'offered')
    .execute()
  return entries.map((entry) => {
    const { searchParams } = new URL(offerHref(core, '/tours/a', { ...entry, ...start }), 'http://shop.test')
    return searchParams.get('waiting') ?? ''
  })
}

/** Returns how many places are taken of the departure, and how many its bookings and open offers hold. */
async function compete(isUnlimited: boolean) {
  const { core } = shop
  const service = await addService(core, 'tour', {
    slot_capacity: capacity,
    cancellation_terms: [{ days: 1, percent: 100 }],
  })
  const offers = await offerEight(service)
  expect(offers).toHaveLength(8)
  const contest = { service, isUnlimited, offers, hasTaken: Promise.withResolvers<void>() }
  const prepared: Client[] = []
  for (let n = 1; n < clients; n++) prepared.push(await (ways[n % ways.length] ?? inTheShop)(contest, n))
  const first = (await killing(contest, 0))()
  await Promise.race([contest.hasTaken.promise, first])
  const outcomes = await Promise.all([first, ...prepared.map((client) => client())])
  const { rows } = await sql<{ taken: number; booked: number; offered: number }>`
    select d.taken, (select sum(places) from bookings b where b.departure_id = d.id)::int as booked,
      (select sum(held) from waiting_entries w where w.departure_id = d.id)::int as offered
    from departures d where d.service_id = ${service.id} and d.local_date = ${there.travel_date}`.execute(core.db)
  return { ...rows[0], outcomes, service }
}
const count = (outcomes: readonly Outcome[], wanted: Outcome) => outcomes.filter((each) => each === wanted).length

describe('the last 10 places', () => {
  it('are never oversold to 64 clients in every way of booking, while connections are killed [C169]', async () => {
    const { taken, booked = 0, offered = 0, outcomes } = await compete(false)
    expect([taken, booked + offered]).toEqual([capacity, capacity])
    expect(count(outcomes, 'sold')).toBeGreaterThanOrEqual(5)
    expect(count(outcomes, 'killed')).toBe(kills)
    expect(await provePlaces(shop.core.db)).toEqual([])
  })

  it('(control) are oversold in the same contest without the condition', async () => {
    const { taken, booked = 0, offered = 0 } = await compete(true)
    expect(taken).toBeGreaterThan(capacity)
    expect(booked + offered).toBe(taken)
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
