import { describe, expect, it } from 'vitest'
import { byTerms, departureWorld, type Held, inFull, keep, words } from '../../tests/support/cancelled-departures.ts'
import { provePlaces } from '../modules/booking/index.server.ts'
import { addService } from '../modules/booking/testing/fixtures.ts'
import { proveLedger } from '../modules/payment/index.server.ts'

const world = await departureWorld()
const { shop, core, call, staff, book, choose, receiveCash, list, cancel, rowOf, refundsOf, eventsOf, endMails } = world

const back = '2026-12-05'
const schedule = {
  ...{ from: null, to: null, weekdays: [], starts: 'times', times: ['10:00'], hours: null },
  ...{ capacity: 40, cut_off_hours: 0, prices: {} },
}
const terms = { cancellation_terms: [{ days: 1, percent: 50 }] }
/** Transfers that return on 5 December at 10:00; the path is that of the return leg. */
async function returnLeg() {
  const tour = await addService(core, 'transfer', { offers_return: true, schedules: [schedule], ...terms })
  return { tour, path: `/api/admin/services/${tour.id}/departures/${back}/cancellation` }
}
type Departure = Awaited<ReturnType<typeof returnLeg>>
const trip = { return_trip: true, return_trip_date: back, return_trip_time: '10:00', dropoff_location: 'Hotel Sea' }
const bothWays = (of: Departure) =>
  book(of, { travel_time: '10:00', pickup_location: 'Airport, Terminal 3', details: trip })
async function paid(of: Departure): Promise<Held> {
  const held = await bothWays(of)
  await choose(held, 'cash_on_arrival')
  await receiveCash(held)
  return held
}
const pageOn = async ({ tour }: Departure, date: string) =>
  (await call(`GET /api/admin/services/${tour.id}/departures/${date}?time=10:00`, undefined, staff.headers)).json()
const expectProofs = async () => expect([await provePlaces(core.db), await proveLedger(core.db)]).toEqual([[], []])

describe('a cancelled departure that is the return leg of bookings', () => {
  it('lists and settles them as staff chose, beside those that start there', async () => {
    const of = await returnLeg()
    const [full, half, kept, unpaid] = [await paid(of), await paid(of), await paid(of), await bothWays(of)]
    const starts = await book(of, {
      ...{ travel_date: back, travel_time: '10:00', pickup_location: 'Airport' },
      details: { dropoff_location: 'Hotel Sea' },
    })
    const { bookings } = await list(of)
    const legs = new Map((bookings as unknown as { id: string; leg: string }[]).map(({ id, leg }) => [id, leg]))
    expect([...legs].sort()).toEqual(
      [
        ...[full, half, kept, unpaid].map(({ bookingId }) => [bookingId, 'return']),
        [starts.bookingId, 'outbound'],
      ].sort(),
    )
    const choices = { [half.bookingId]: byTerms, [kept.bookingId]: keep }
    const answer = await cancel(of, { order: { choice: inFull, choices } })
    expect(answer.status, answer.text).toBe(200)
    await shop.runJobs()
    expect((await pageOn(of, back)).cancellation).toMatchObject({ waiting: 0, cancelled: 4, kept: 1, closed: 0 })
    for (const held of [full, half, unpaid, starts])
      expect(await rowOf(held)).toMatchObject({ booking_status: 'cancelled', places: 0 })
    const paidMinor = (await rowOf(full)).paid_minor
    expect([await refundsOf(full), await refundsOf(half)]).toEqual([
      [[paidMinor, 'created']],
      [[paidMinor / 2, 'created']],
    ])
    expect([await rowOf(kept), (await eventsOf(kept)).at(-1)]).toMatchObject([{ places: 1 }, 'departure-cancelled'])
    expect([await pageOn(of, '2026-12-01'), await pageOn(of, back)]).toMatchObject([
      { taken: 1, is_closed: false },
      { taken: 1, is_closed: true },
    ])
    await expectProofs()
  })
  it('tells the customer of a booking that stays about the return leg only, as previewed', async () => {
    const of = await returnLeg()
    const kept = await bothWays(of)
    const body = { time: '10:00', ...words, booking_id: kept.bookingId, choice: keep }
    const preview = (await call(`POST ${of.path}/preview`, body, staff.headers)).json()
    expect(preview.subject).toContain(` on ${back} is cancelled`)
    await cancel(of, { order: { choice: keep } })
    await shop.runJobs()
    const [mail] = endMails(kept)
    expect(mail?.subject).toBe(preview.subject)
    expect(mail?.text).toContain('10:00 AM')
    expect(mail?.text).not.toContain('2026-12-01')
  })
  it('moves the return leg alone, with the mail that was previewed', async () => {
    const of = await returnLeg()
    const held = await paid(of)
    const choice = { kind: 'move', date: '2026-12-06', time: '10:00' }
    const body = { time: '10:00', ...words, booking_id: held.bookingId, choice }
    const preview = (await call(`POST ${of.path}/preview`, body, staff.headers)).json()
    expect((await cancel(of, { order: { choice } })).status).toBe(200)
    await shop.runJobs()
    expect((await pageOn(of, back)).cancellation).toMatchObject({ moved: 1, closed: 0, stuck: [] })
    expect(await rowOf(held)).toMatchObject({ places: 1 })
    const taken = await Promise.all(['2026-12-01', back, '2026-12-06'].map((date) => pageOn(of, date)))
    expect(taken).toMatchObject([{ taken: 1 }, { taken: 0 }, { taken: 1 }])
    const [mail] = shop.outbox.filter(({ to, subject }) => to === held.email && subject === preview.subject)
    const starts = ['2026-12-01 10:00 AM · Return: 2026-12-05 10:00 AM', 'Hotel Sea · Return: 2026-12-06 10:00 AM']
    for (const text of [preview.text, mail?.text]) for (const start of starts) expect(text).toContain(start)
    await expectProofs()
  })
  it('leaves a booking stuck whose return leg would come first, until staff decide again', async () => {
    const of = await returnLeg()
    const held = await paid(of)
    const choice = { kind: 'move', date: '2026-11-30', time: '10:00' }
    expect((await cancel(of, { order: { choice } })).status).toBe(200)
    await shop.runJobs()
    const { cancellation } = await pageOn(of, back)
    expect(cancellation).toMatchObject({
      ...{ moved: 0, closed: 0 },
      stuck: [{ booking_id: held.bookingId, problem: 'The return must start after the outbound trip' }],
    })
    expect(await rowOf(held)).toMatchObject({ booking_status: 'pending', places: 1 })
    const again = { time: '10:00', booking_id: held.bookingId, choice: inFull }
    expect((await call(`POST ${of.path}/retries`, again, staff.headers)).status).toBe(200)
    await shop.runJobs()
    expect(await rowOf(held)).toMatchObject({ booking_status: 'cancelled', places: 0 })
    expect(await refundsOf(held)).toHaveLength(1)
    await expectProofs()
  })
  it('is refused when a return trip was sold meanwhile, and for one that is being settled already', async () => {
    const of = await returnLeg()
    await bothWays(of)
    const { confirm } = await list(of)
    await bothWays(of)
    expect((await cancel(of, { confirm })).status).toBe(409)
    expect((await cancel(of)).status).toBe(200)
    const first = { ...of, path: of.path.replace(back, '2026-12-01') }
    expect((await cancel(first)).json().code).toBe('booking/departure-being-cancelled')
    await shop.runJobs()
    await expectProofs()
  })
})
