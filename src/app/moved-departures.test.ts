import { describe, expect, it } from 'vitest'
import { departureWorld, type Held } from '../../tests/support/cancelled-departures.ts'
import { provePlaces } from '../modules/booking/index.server.ts'
import { admin } from '../modules/booking/testing/fixtures.ts'
import { changeDeparture } from '../modules/inventory/index.server.ts'
import { proveLedger } from '../modules/payment/index.server.ts'

const world = await departureWorld()
const { shop, core, call, staff, support } = world
const { departure, book, paidInCash, paidByCard, withProof, cancel, progressOf, rowOf, refundsOf, eventsOf } = world
type Departure = Awaited<ReturnType<typeof departure>>
type Progress = { stuck: { booking_id: string; problem: string }[] }
const stuckOf = async (of: Departure) => ((await progressOf(of)) as Progress).stuck

const later = { kind: 'move', date: '2026-12-08', time: '10:00' }
const price = ({ tour }: Departure, price_adult: number) => {
  const change = { capacity: null, is_closed: false, note: null, guide: null, return_date: null, version: 1 }
  const at = { service_id: tour.id, date: later.date, time: later.time }
  return changeDeparture(shop.shop.deps, admin, { ...at, ...change, prices: { price_adult } })
}
const retry = (of: Departure, { bookingId }: Held, more: object = {}, headers = staff.headers) =>
  call(`POST ${of.path}/retries`, { time: '10:00', booking_id: bookingId, ...more }, headers)
const dayOf = async ({ bookingId }: Held) =>
  (await core.db.selectFrom('bookings').select('travel_date').where('id', '=', bookingId).executeTakeFirstOrThrow())
    .travel_date
const mailsTo = ({ email }: Held) => shop.outbox.filter(({ to }) => to === email)
const expectProofs = async () => expect([await provePlaces(core.db), await proveLedger(core.db)]).toEqual([[], []])

describe('the bookings of a cancelled departure that move to another one', () => {
  it('keep their money, get the difference back, and read the new day', async () => {
    const of = await departure()
    await price(of, 8_000)
    const [card, unpaid, own, proof] = [await paidByCard(of), await book(of), await paidInCash(of), await withProof(of)]
    const choices = { [own.bookingId]: { ...later, date: '2026-12-09' } }
    expect((await cancel(of, { order: { choice: later, choices } })).status).toBe(200)
    await shop.runJobs()
    expect(await progressOf(of)).toMatchObject({ waiting: 0, moved: 3, by_hand: 1, cancelled: 0, stuck: [] })
    expect([await dayOf(card), await dayOf(unpaid), await dayOf(own)]).toEqual([
      '2026-12-08',
      '2026-12-08',
      '2026-12-09',
    ])
    expect(await dayOf(proof)).toBe('2026-12-01')
    expect(await refundsOf(card)).toEqual([[4_000, 'succeeded']])
    expect(await refundsOf(own)).toEqual([])
    const [mail] = mailsTo(card).filter(({ subject }) => subject.includes('has a new date'))
    for (const part of ['2026-12-08', '2026-12-01', 'Storm warning', '$40.00']) expect(mail?.text).toContain(part)
    await expectProofs()
  })
  it('are charged nothing for a dearer one', async () => {
    const of = await departure()
    await price(of, 15_000)
    const held = await paidByCard(of)
    await cancel(of, { order: { choice: later } })
    await shop.runJobs()
    expect([await dayOf(held), await refundsOf(held), (await eventsOf(held)).at(-1)]).toEqual([
      later.date,
      [],
      'booking-moved',
    ])
    await expectProofs()
  })
  it('stay while there are no places, with the reason, until staff choose again', async () => {
    const of = await departure(4)
    const held = [await paidByCard(of), await paidByCard(of)]
    const full = await book(of, { travel_date: later.date })
    await cancel(of, { order: { choice: later } })
    await shop.runJobs()
    expect(await progressOf(of)).toMatchObject({ waiting: 0, moved: 1, stuck: [{ customer_name: 'Asha Rao' }] })
    const [reported] = await stuckOf(of)
    expect(reported?.problem).toMatch(/places|full/i)
    const stuck = held.find(({ bookingId }) => bookingId === reported?.booking_id)!
    expect(await rowOf(stuck)).toMatchObject({ booking_status: 'confirmed', places: 2 })
    expect(mailsTo(stuck).at(-1)?.text).toContain('Your booking stays as it is for now')
    // Still full.
    expect((await retry(of, stuck)).status).toBe(200)
    await shop.runJobs()
    expect(await stuckOf(of)).toHaveLength(1)
    expect((await retry(of, stuck, { choice: { ...later, date: '2026-12-10' } })).status).toBe(200)
    await shop.runJobs()
    expect(await progressOf(of)).toMatchObject({ moved: 2, stuck: [] })
    expect([await dayOf(stuck), await dayOf(full)]).toEqual(['2026-12-10', later.date])
    expect((await retry(of, stuck)).status).toBe(409)
    await expectProofs()
  })
  it('can be cancelled instead, and do not block a later cancellation', async () => {
    const of = await departure(4)
    const held = await paidByCard(of)
    await book(of, { travel_date: later.date, adults_count: 3 })
    await cancel(of, { order: { choice: later } })
    await shop.runJobs()
    expect(await stuckOf(of)).toHaveLength(1)
    expect((await cancel(of)).status).toBe(200)
    await shop.runJobs()
    expect(await rowOf(held)).toMatchObject({ booking_status: 'cancelled' })
    await expectProofs()
  })
  it('need a departure that is on sale, and another one', async () => {
    const of = await departure()
    await book(of)
    for (const choice of [
      { ...later, date: '2026-12-01' },
      { ...later, time: '11:11' },
      { ...later, date: '2026-01-01' },
    ]) {
      const answer = await cancel(of, { order: { choice } })
      expect([answer.status, answer.json().code]).toEqual([422, 'booking/invalid'])
    }
    expect((await progressOf(of)) ?? null).toBeNull()
  })
  it('refund a difference outside the terms only with the permission to refund', async () => {
    const of = await departure()
    await price(of, 8_000)
    const held = await paidByCard(of)
    core.clock.set('2026-11-30T20:00:00Z')
    await cancel(of, { order: { choice: later }, headers: support.headers })
    await shop.runJobs()
    core.clock.set('2026-11-21T08:00:00Z')
    expect(await stuckOf(of)).toHaveLength(1)
    expect(await refundsOf(held)).toEqual([])
    expect((await retry(of, held)).status).toBe(200)
    await shop.runJobs()
    expect([await dayOf(held), await refundsOf(held)]).toEqual([later.date, [[4_000, 'succeeded']]])
  })
  it('are stuck after five failures of ours, and a retry settles them', async () => {
    const of = await departure()
    const held = await book(of)
    await cancel(of, { order: { choice: { kind: 'refund_by_terms' } } })
    await core.pool.query(`create function fail_cancel() returns trigger language plpgsql as
      $$ begin raise exception 'no'; end $$; create trigger fail_cancel before update on bookings
      for each row when (new.booking_status = 'cancelled') execute function fail_cancel()`)
    // The fifth try.
    await core.pool.query(`update graphile_worker._private_jobs set attempts = 4 where key like 'cancel-departure:%'`)
    await shop.runJobs()
    await core.pool.query('drop trigger fail_cancel on bookings; drop function fail_cancel()')
    expect(await progressOf(of)).toMatchObject({ waiting: 0, stuck: [{ booking_id: held.bookingId }] })
    expect((await retry(of, held)).status).toBe(200)
    await shop.runJobs()
    expect(await rowOf(held)).toMatchObject({ booking_status: 'cancelled' })
  })
})
