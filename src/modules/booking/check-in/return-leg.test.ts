import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { type Session, type TestApp, testApp } from '../../../../tests/support/app.ts'
import type { BookingRecord } from '../tables.server.ts'
import { addService, addUsers, book, recordOf } from '../testing/fixtures.ts'
import type { DepartureToCheckIn, MarkResult, VoucherToCheckIn } from './contract.ts'

let shop: TestApp
let guide: Session
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  guide = await shop.signIn('guide')
})
beforeEach(() => shop.core.clock.set('2026-11-21T08:00:00Z'))
/** Nine in the morning in Dubai. */
const morningOf = (day: string) => shop.core.clock.set(`${day}T05:00:00Z`)
const there = '2026-12-01'
const home = '2026-12-05'

async function returnTrip(day = home, schedule: object = {}): Promise<BookingRecord> {
  const times = { from: null, to: null, weekdays: [], starts: 'times', times: ['10:00', '18:00'], hours: null }
  const schedules = [{ ...times, capacity: 4, cut_off_hours: 0, prices: {}, ...schedule }]
  const ride = await addService(shop.core, 'transfer', { offers_return: true, schedules })
  const back = { return_trip: true, return_trip_date: day, return_trip_time: '18:00' }
  const { id, final_minor: paid_minor } = await book(shop.core, ride, {
    ...{ travel_time: '10:00', pickup_location: 'Airport', details: { dropoff_location: 'Hotel Sea', ...back } },
  })
  const paid = { payment_status: 'completed', booking_status: 'confirmed', paid_minor } as const
  await shop.core.db.updateTable('bookings').set(paid).where('id', '=', id).execute()
  return recordOf(shop.core, id)
}
async function ask<T>(route: string, body?: object): Promise<T> {
  const answer = await shop.call(route, body, guide.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as T
}
type Leg = 'outbound' | 'return'
const markOf = ({ id }: BookingRecord, leg: Leg, position = 0) => ({
  ...{ mark_id: randomUUID(), booking_id: id, leg, position, made_at: shop.core.clock().toISOString() },
})
const send = async (mark: object) =>
  (await ask<{ results: MarkResult[] }>('POST /api/admin/check-in/marks', { marks: [mark] })).results[0]
const list = (id: string | null) => ask<DepartureToCheckIn>(`GET /api/admin/check-in/departures/${id}`)
const today = async ({ service_title: title }: BookingRecord, ids: readonly (string | null)[]) =>
  (await ask<{ departures: DepartureToCheckIn[] }>('GET /api/admin/check-in/departures')).departures
    .filter(({ departure_id: id, service_title }) => ids.includes(id) && service_title === title)
    .map(({ departure_id, people, arrived }) => [departure_id, people, arrived])
const voucher = ({ booking_reference: code }: BookingRecord) =>
  ask<VoucherToCheckIn>(`GET /api/admin/check-in/vouchers/${code}`)

it('is listed and marked on its own day, each traveller once per leg', async () => {
  const booking = await returnTrip()
  const { departure_id: out, return_leg_departure_id: back } = booking
  morningOf(there)
  expect(await today(booking, [out, back])).toEqual([[out, 2, 0]])
  expect(await send(markOf(booking, 'return'))).toMatchObject({ outcome: 'other_day' })
  expect(await send(markOf(booking, 'outbound'))).toMatchObject({ outcome: 'arrived' })
  expect(await voucher(booking)).toMatchObject({
    state: 'open',
    travel_date: there,
    departure_id: out,
    return_leg: null,
  })
  morningOf(home)
  expect(await today(booking, [out, back])).toEqual([[back, 2, 0]])
  expect(await send(markOf(booking, 'outbound', 1))).toMatchObject({ outcome: 'other_day' })
  const mark = markOf(booking, 'return')
  const first = await send(mark)
  expect(first).toMatchObject({ outcome: 'arrived' })
  expect(await send(mark)).toEqual(first)
  expect(await send({ ...mark, leg: 'outbound' })).toMatchObject({ outcome: 'unknown' })
  expect(await send(markOf(booking, 'return'))).toMatchObject({ outcome: 'already', arrival: first?.arrival })
  const page = await list(back)
  expect(page).toMatchObject({ people: 2, arrived: 1, is_today: true, date: home, first_time: '18:00' })
  expect(page.parties).toMatchObject([
    { leg: 'return', travel_time: '18:00', pickup_location: 'Hotel Sea', people: [{ arrival: first?.arrival }, {}] },
  ])
  expect(await voucher(booking)).toMatchObject({
    ...{ state: 'open', travel_date: home, departure_id: back, return_leg: null },
    party: { leg: 'return', people: [{ arrival: first?.arrival }, { arrival: null }] },
  })
})

it('is undone alone, by guides on its day only', async () => {
  const booking = await returnTrip()
  morningOf(there)
  const out = await send(markOf(booking, 'outbound'))
  morningOf(home)
  const back = await send(markOf(booking, 'return'))
  const undo = (mark: MarkResult | undefined) =>
    shop.call(`DELETE /api/admin/check-in/arrivals/${mark?.arrival?.check_in_id}`, {}, guide.headers)
  expect((await undo(out)).status).toBe(404)
  expect((await undo(back)).status).toBe(200)
  const arrived = await shop.core.db
    .selectFrom('check_ins')
    .select('leg')
    .where('booking_id', '=', booking.id)
    .where('undone_at', 'is', null)
    .execute()
  expect(arrived).toEqual([{ leg: 'outbound' }])
  expect((await send(markOf(booking, 'return')))?.outcome).toBe('arrived')
})

it('on the day of the first leg is shown beside it, even on one departure', async () => {
  const hours = { starts: 'hours', times: [], hours: { from: '06:00', to: '22:00' } }
  const booking = await returnTrip(there, hours)
  morningOf(there)
  const id = booking.departure_id
  expect(id).toBe(booking.return_leg_departure_id)
  expect((await send(markOf(booking, 'return', 1)))?.outcome).toBe('arrived')
  expect(await today(booking, [id])).toEqual([[id, 4, 1]])
  const { parties } = await list(id)
  expect(parties.map(({ leg, people }) => [leg, people.map(({ arrival }) => arrival !== null)])).toEqual([
    ['outbound', [false, false]],
    ['return', [false, true]],
  ])
  expect(await voucher(booking)).toMatchObject({
    ...{ state: 'open', party: { leg: 'outbound', travel_time: '10:00' } },
    return_leg: { state: 'open', travel_date: there, party: { leg: 'return', travel_time: '18:00' } },
  })
})

it('of a booking that has none cannot be marked', async () => {
  const tour = await addService(shop.core, 'tour', { time_slots: ['10:00'] })
  const booking = await book(shop.core, tour)
  morningOf(there)
  expect((await send({ ...markOf(booking, 'return'), is_confirmed: true }))?.outcome).toBe('unknown')
})
