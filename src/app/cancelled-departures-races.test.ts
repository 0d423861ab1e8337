import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { byTerms, type Departure, departureWorld, keep } from '../../tests/support/cancelled-departures.ts'
import { createBooking, provePlaces } from '../modules/booking/index.server.ts'
import { codeOf, requestFor } from '../modules/booking/testing/fixtures.ts'
import { anonymous } from '../platform/core.server.ts'

const world = await departureWorld()
const { shop, core, staff, departure, book, paidInCash } = world
const { list, cancel, pageOf, progressOf, rowOf, refundsOf, eventsOf, endMails } = world

describe('a cancellation of a departure that is repeated', () => {
  it('gives the stored answer for the same key, and does nothing else', async () => {
    const of = await departure()
    const held = await paidInCash(of)
    const { confirm } = await list(of)
    const headers = { ...staff.headers, 'idempotency-key': 'cancel-departure-1' }
    const answers = await Promise.all([1, 2, 3].map(() => cancel(of, { confirm, headers })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await shop.runJobs()
    const later = await cancel(of, { confirm, headers })
    expect(new Set([...answers, later].map(({ text }) => text)).size).toBe(1)
    await shop.runJobs()
    expect([await refundsOf(held), endMails(held).length]).toEqual([[[20_000, 'created']], 1])
    expect((await eventsOf(held)).filter((event) => event === 'booking-cancelled')).toHaveLength(1)
  })

  it('is refused for the second of two staff, before and after the bookings are settled', async () => {
    const of = await departure()
    const held = await paidInCash(of)
    const { confirm } = await list(of)
    const orders = [cancel(of, { confirm }), cancel(of, { confirm, order: { choice: keep } })]
    const answers = (await Promise.all(orders)).map((answer) => answer.json())
    expect(answers.filter(({ code }) => code === 'booking/departure-being-cancelled')).toHaveLength(1)
    expect(answers.filter(({ cancellation_id: id }) => id)).toHaveLength(1)
    await shop.runJobs()
    expect((await cancel(of, { confirm })).json().code).toBe('booking/departure-changed')
    expect(endMails(held)).toHaveLength(1)
  })

  it('notifies customers of kept bookings only once', async () => {
    const of = await departure()
    const held = await book(of)
    for (const choice of [keep, keep, byTerms]) {
      expect((await cancel(of, { order: { choice } })).status).toBe(200)
      await shop.runJobs()
    }
    expect(endMails(held).map(({ text }) => text.includes('stays as it is'))).toEqual([true, false])
    expect((await rowOf(held)).booking_status).toBe('cancelled')
  })

  it('continues after a failure between bookings, with each settled once', async () => {
    const of = await departure()
    const held = [await paidInCash(of), await paidInCash(of), await paidInCash(of)]
    const { cancellation_id: id } = (await cancel(of)).json()
    const broken = held[1]!.bookingId
    await sql`create function refuse_one() returns trigger language plpgsql as $$ begin
      if new.booking_id = ${sql.lit(broken)}::uuid then raise exception 'the power is gone'; end if; return new; end $$`.execute(
      core.db,
    )
    await sql`create trigger refuse_one before update on departure_cancellation_bookings
      for each row execute function refuse_one()`.execute(core.db)
    await expect(shop.runJobs()).rejects.toThrow('1 bookings of a cancelled departure are not settled')
    // Control: the failed booking is untouched, though its cancellation was written in the same transaction.
    expect(await progressOf(of)).toMatchObject({ waiting: 1, cancelled: 2 })
    expect((await rowOf(held[1]!)).booking_status).toBe('confirmed')
    await sql`drop trigger refuse_one on departure_cancellation_bookings`.execute(core.db)
    // The queue retries a failed job; after a crash two nodes may run it at the same time.
    await Promise.all([1, 2].map(() => shop.shop.jobs['cancel-departure']?.({ id })))
    await shop.runJobs()
    expect(await progressOf(of)).toMatchObject({ waiting: 0, cancelled: 3 })
    for (const each of held) expect([await refundsOf(each), endMails(each).length]).toEqual([[[20_000, 'created']], 1])
    expect(await provePlaces(core.db)).toEqual([])
  })
})

describe('a sale during the cancellation of its departure', () => {
  const buy = ({ tour }: Departure, n: number) =>
    createBooking(
      core,
      anonymous(`198.51.100.${n}`),
      requestFor(tour, { customer_email: `sale${n}@example.com` }),
      null,
    )
  const openOn = async ({ tour }: Departure) =>
    (
      await core.db
        .selectFrom('bookings')
        .select('id')
        .where('service_id', '=', tour.id)
        .where('booking_status', '<>', 'cancelled')
        .execute()
    ).length

  it('is part of it or refused: no booking is left on the departure', async () => {
    for (let turn = 0; turn < 6; turn++) {
      const of = await departure()
      await book(of)
      const { confirm } = await list(of)
      const [cancelled, ...sales] = await Promise.allSettled([
        cancel(of, { confirm }),
        ...[1, 2, 3].map((n) => buy(of, turn * 3 + n)),
      ])
      await shop.runJobs()
      const status = cancelled?.status === 'fulfilled' ? cancelled.value.status : null
      const sold = sales.filter((sale) => sale.status === 'fulfilled').length
      expect([status, await openOn(of)], `turn ${turn}`).toEqual(status === 200 ? [200, 0] : [409, sold + 1])
    }
  })

  it('that commits after the bookings were read makes staff look again', async () => {
    const of = await departure()
    await book(of)
    const { confirm } = await list(of)
    let cancelling: ReturnType<typeof cancel> | undefined
    await core.db.transaction().execute(async (trx) => {
      await sql`select from departures where service_id = ${of.tour.id} for update`.execute(trx)
      const sale = buy(of, 100)
      await waitForLocks(1)
      cancelling = cancel(of, { confirm })
      await waitForLocks(2)
      // Control: this read misses the sale, which is ahead of the cancellation in the lock queue of the departure.
      expect((await list(of)).confirm).toBe(confirm)
      void sale
    })
    expect((await cancelling!).json().code).toBe('booking/departure-changed')
    expect(await pageOf(of)).toMatchObject({ is_closed: false, cancellation: null, taken: 4 })
    expect((await cancel(of)).status).toBe(200)
    expect(await codeOf(buy(of, 101))).toBe('booking/invalid')
  })

  /** Until this many sessions wait for a row. */
  async function waitForLocks(wanted: number): Promise<void> {
    for (;;) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(core.db)
      if ((rows[0]?.n ?? 0) >= wanted) return
    }
  }
})
