import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { at, waitingWorld } from '../../tests/support/waiting-list.ts'
import { provePlaces } from '../modules/booking/index.server.ts'
import { admin } from '../modules/booking/testing/fixtures.ts'
import type { CatalogueService } from '../modules/catalogue/index.server.ts'
import type { takePlaces } from '../modules/inventory/index.server.ts'
import { endOffers } from '../modules/inventory/waiting/end-offers.server.ts'
import { offerPlaces } from '../modules/inventory/waiting/offer-places.server.ts'
import { offerNow } from '../modules/inventory/waiting/staff.server.ts'

const world = await waitingWorld()
const { shop, core, soldOut, join, cancel, departureOf, entriesOf, statesOf, mailsTo, tokenIn, sell } = world

const bookedOn = async (tour: CatalogueService) => {
  const { rows } = await sql<{ places: number }>`select coalesce(sum(places), 0)::int as places from bookings
    where service_id = ${tour.id}`.execute(core.db)
  return rows[0]?.places ?? 0
}
const heldOn = async (tour: CatalogueService) => (await entriesOf(tour)).reduce((sum, { held }) => sum + held, 0)

describe('the last 10 places', () => {
  it('are never oversold to 64 clients while offers are made, used and ended [C169]', async () => {
    const { tour, bookings } = await soldOut({ capacity: 20 })
    for (let n = 0; n < 8; n++) await join(tour, { email: `race${n}@example.com`, adults: 1 + (n % 3) })
    await cancel(bookings[0]!.id)
    await shop.runJobs()
    const [offered] = await entriesOf(tour)
    const token = tokenIn(offered!.email, 'waiting')
    const { id } = await departureOf(tour)
    // Ten more places become free, one booking after the other, while everybody tries to get them.
    const freeing = bookings.slice(1, 6).map((each) => cancel(each.id))
    const clients = Array.from({ length: 64 }, (_, n) =>
      n % 8 === 0 ? offerPlaces(core, id) : n % 8 === 1 ? endOffers(core) : sell(tour, racing(n, token)),
    )
    const results = await Promise.allSettled([...freeing, ...clients])
    await shop.runJobs()
    const codes = results.flatMap((each) =>
      each.status === 'rejected' ? [(each.reason as { code?: string }).code ?? String(each.reason)] : [],
    )
    expect([...new Set(codes)]).toEqual(['booking/slot-full'])
    const { taken } = await departureOf(tour)
    expect(taken).toBeLessThanOrEqual(20)
    expect((await bookedOn(tour)) + (await heldOn(tour))).toBe(taken)
    expect(await provePlaces(core.db)).toEqual([])
    // Only parties that did not fit are still waiting.
    const queue = (await entriesOf(tour)).filter(({ state }) => state === 'waiting')
    for (const entry of queue) expect(entry.places).toBeGreaterThan(20 - taken)
    expect((await entriesOf(tour))[0]?.state).toBe('booked')
  })
  const racing = (n: number, token: string) => ({
    adults_count: 1 + (n % 2),
    ...(n % 8 < 4 && { waiting_offer: token }),
  })

  it('(control) are oversold by offers that look first and take then', async () => {
    const { tour, bookings } = await soldOut({ capacity: 2 })
    await join(tour, { adults: 2 })
    await core.db.updateTable('departures').set({ has_waiting: false }).where('service_id', '=', tour.id).execute()
    await cancel(bookings[0]!.id)
    const { id } = await departureOf(tour)
    const unconditional: typeof takePlaces = async (trx, { places }) => {
      await trx
        .updateTable('departures')
        .set(({ eb }) => ({ taken: eb('taken', '+', places) }))
        .where('id', '=', id)
        .execute()
      return id
    }
    // Makes an offer from a departure read without a lock, before the sale.
    const before = await departureOf(tour)
    await sell(tour)
    await core.db.transaction().execute(async (trx) => {
      const free = 2 - before.taken
      if (free >= 2)
        await unconditional(trx, {
          departure: { serviceId: tour.id, ...at },
          places: 2,
          capacity: 2,
          now: core.clock(),
        })
    })
    expect((await departureOf(tour)).taken).toBe(4)
    await core.db.updateTable('departures').set({ taken: 2 }).where('id', '=', id).execute()
  })
})

describe('an offer', () => {
  it('is made once by two jobs at once, with one mail', async () => {
    const { tour, bookings } = await soldOut()
    for (const email of ['pair1@example.com', 'pair2@example.com']) await join(tour, { email })
    await shop.runJobs()
    await cancel(bookings[0]!.id)
    const { id } = await departureOf(tour)
    await Promise.all([offerPlaces(core, id), offerPlaces(core, id), offerPlaces(core, id)])
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['offered', 'waiting'])
    expect([mailsTo('pair1@example.com').length, mailsTo('pair2@example.com').length]).toEqual([2, 1])
    expect((await departureOf(tour)).taken).toBe(10)
  })

  it('is whole or not there after a crash between taking the places and the mail', async () => {
    const { tour, bookings } = await soldOut()
    await join(tour, { email: 'crash@example.com' })
    await shop.runJobs()
    await cancel(bookings[0]!.id)
    await sql`create function refuse_offer() returns trigger language plpgsql as $$ begin
      if new.name = 'waiting.offered' then raise exception 'the power is gone'; end if; return new; end $$`.execute(
      core.db,
    )
    await sql`create trigger refuse_offer before insert on events for each row execute function refuse_offer()`.execute(
      core.db,
    )
    await expect(shop.runJobs()).rejects.toThrow('places were not offered')
    // Control: the places were taken in the same transaction, and are free again.
    expect([(await departureOf(tour)).taken, await statesOf(tour)]).toEqual([8, ['waiting']])
    expect(await provePlaces(core.db)).toEqual([])
    await sql`drop trigger refuse_offer on events`.execute(core.db)
    await Promise.all([1, 2].map(() => shop.shop.jobs['offer-waiting']?.({ serviceIds: [tour.id] })))
    await shop.runJobs()
    expect([(await departureOf(tour)).taken, await statesOf(tour)]).toEqual([10, ['offered']])
    expect(mailsTo('crash@example.com')).toHaveLength(2)
  })

  it('is mailed once when its event is delivered twice', async () => {
    const { tour, bookings } = await soldOut()
    await join(tour, { email: 'twice@example.com' })
    await shop.runJobs()
    await cancel(bookings[0]!.id)
    await shop.runJobs()
    const event = await core.db.selectFrom('events').select('id').where('name', '=', 'waiting.offered').execute()
    await core.db.updateTable('events').set({ heard_at: null }).execute()
    for (const { id } of event) await shop.shop.jobs['deliver-event']?.({ id })
    await shop.runJobs()
    expect(mailsTo('twice@example.com')).toHaveLength(2)
  })

  it('is used once by two bookings at once; the second gets nothing', async () => {
    const { tour, bookings } = await soldOut()
    await join(tour, { email: 'double@example.com' })
    await cancel(bookings[0]!.id)
    await shop.runJobs()
    const waiting_offer = tokenIn('double@example.com', 'waiting')
    const results = await Promise.allSettled([1, 2, 3].map(() => sell(tour, { waiting_offer })))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect((await departureOf(tour)).taken).toBe(10)
    expect(await provePlaces(core.db)).toEqual([])
  })

  it('that is used while it ends is used or ended, never both', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const { tour, bookings } = await soldOut()
      await join(tour, { email: `edge${turn}@example.com` })
      await cancel(bookings[0]!.id)
      await shop.runJobs()
      const waiting_offer = tokenIn(`edge${turn}@example.com`, 'waiting')
      await core.db
        .updateTable('waiting_entries')
        .set({ offered_until: new Date(core.clock().getTime() + 1) })
        .where('state', '=', 'offered')
        .execute()
      const sale = sell(tour, { waiting_offer })
      core.clock.advance(1)
      const [sold] = await Promise.allSettled([sale, endOffers(core)])
      await endOffers(core)
      const state = (await statesOf(tour))[0]
      expect([state, state === 'expired' ? 'any' : sold?.status]).toEqual(
        state === 'expired' ? ['expired', 'any'] : ['booked', 'fulfilled'],
      )
      expect(await provePlaces(core.db)).toEqual([])
    }
  })
})

describe('somebody whose offer ended unused', () => {
  const waits = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(core.db)
    return rows[0]?.n
  }
  it('rejoins while staff offer them places: they are on the list once', async () => {
    const { tour } = await soldOut({ capacity: 4, sold: 2 })
    const { id } = await departureOf(tour)
    await core.db.updateTable('departures').set({ taken: 4 }).where('id', '=', id).execute()
    await join(tour, { email: 'again@example.com' })
    await core.db.updateTable('waiting_entries').set({ state: 'expired' }).where('departure_id', '=', id).execute()
    const [entry] = await entriesOf(tour)
    const working: Promise<unknown>[] = []
    await core.db.transaction().execute(async (trx) => {
      await sql`select from departures where id = ${id} for update`.execute(trx)
      working.push(join(tour, { email: 'again@example.com' }))
      await expect.poll(waits).toBe(1)
      working.push(offerNow(core, admin, { entryId: entry!.id, reason: 'A regular guest' }))
      await expect.poll(waits).toBe(2)
    })
    const [joined, offered] = await Promise.allSettled(working)
    expect(joined).toMatchObject({ value: { status: 200 } })
    expect(offered).toMatchObject({ reason: { code: 'inventory/not-waiting' } })
    expect(await statesOf(tour)).toEqual(['expired', 'waiting'])
  })
})
