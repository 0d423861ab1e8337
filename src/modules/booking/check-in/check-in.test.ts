import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Session, type TestApp, testApp } from '../../../../tests/support/app.ts'
import { addHours } from '../../../kernel/dates.ts'
import type { StaffRole } from '../../../kernel/staff.ts'
import { issueToken } from '../../../platform/crypto/keyring.server.ts'
import type { CatalogueService } from '../../catalogue/index.server.ts'
import { decideStatus, issueVoucherToken } from '../index.server.ts'
import type { BookingRecord } from '../tables.server.ts'
import { addService, addUsers, admin, book, recordOf } from '../testing/fixtures.ts'
import type { DepartureToCheckIn, MarkResult, VoucherToCheckIn } from './contract.ts'

const day = '2026-12-01'
/** Nine in the morning in Dubai. */
const morning = new Date('2026-12-01T05:00:00Z')

let shop: TestApp
let tour: CatalogueService
const sessions = new Map<StaffRole, Session>()
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  tour = await addService(shop.core, 'tour', { time_slots: ['10:00', '15:00'] }, { title: 'Desert safari' })
  for (const role of ['guide', 'support', 'content'] as const) sessions.set(role, await shop.signIn(role))
})
const before = new Date('2026-11-21T08:00:00Z')
beforeEach(() => shop.core.clock.set(before))

const headersOf = (role: StaffRole) => sessions.get(role)?.headers
async function ask<T>(route: string, body?: object, role: StaffRole = 'guide'): Promise<T> {
  const answer = await shop.call(route, body, headersOf(role))
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as T
}

let customers = 0
type Fields = Parameters<typeof book>[2]
/** Booked some days before, paid and confirmed; the clock then shows the morning of its day. */
async function paidBooking(fields: Fields = {}, service = tour): Promise<BookingRecord> {
  shop.core.clock.set(before)
  const booking = await unpaidBooking(fields, service)
  const paid = { payment_status: 'completed', booking_status: 'confirmed', paid_minor: booking.final_minor } as const
  await shop.core.db.updateTable('bookings').set(paid).where('id', '=', booking.id).execute()
  return recordOf(shop.core, booking.id)
}
async function unpaidBooking(fields: Fields = {}, service = tour): Promise<BookingRecord> {
  shop.core.clock.set(before)
  const customer_email = `guest-${++customers}@example.com`
  const customer_phone = `+9715012${String(10_000 + customers)}`
  const booking = await book(shop.core, service, { customer_email, customer_phone, ...fields })
  shop.core.clock.set(morning)
  return booking
}

type Mark = { mark_id: string; booking_id: string; position: number; made_at: string; is_confirmed?: boolean }
const markOf = (booking: { id: string }, position = 0, more: Partial<Mark> = {}): Mark => ({
  ...{ mark_id: randomUUID(), booking_id: booking.id, position, made_at: shop.core.clock().toISOString() },
  ...more,
})
const send = async (marks: readonly Mark[], role: StaffRole = 'guide') =>
  (await ask<{ results: MarkResult[] }>('POST /api/admin/check-in/marks', { marks }, role)).results
const sendOne = async (mark: Mark, role?: StaffRole) => (await send([mark], role))[0] as MarkResult
const list = (booking: BookingRecord, role?: StaffRole) =>
  ask<DepartureToCheckIn>(`GET /api/admin/check-in/departures/${booking.departure_id}`, undefined, role)
const partyOf = async (booking: BookingRecord, role?: StaffRole) =>
  (await list(booking, role)).parties.find(({ booking_id }) => booking_id === booking.id)
const whoArrived = async (booking: BookingRecord) =>
  (await partyOf(booking))?.people.map(({ arrival }) => arrival !== null)
const undo = (checkInId: string, role: StaffRole = 'guide') =>
  shop.call(`DELETE /api/admin/check-in/arrivals/${checkInId}`, {}, headersOf(role))
const auditsOf = ({ id }: { id: string }) =>
  shop.core.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'before', 'after'])
    .where('subject_id', '=', id)
    .where('action', 'like', 'booking.arriv%')
    .orderBy('at')
    .execute()
const voucher = (code: string, role?: StaffRole) =>
  ask<VoucherToCheckIn>(`GET /api/admin/check-in/vouchers/${encodeURIComponent(code)}`, undefined, role)

describe("today's departures", () => {
  it('show how many are booked and have arrived, on the clock of the service', async () => {
    const booking = await paidBooking({ travel_time: '15:00', children_count: 1 })
    await sendOne(markOf(booking))
    const listed = async () => {
      const { departures } = await ask<{ departures: DepartureToCheckIn[] }>('GET /api/admin/check-in/departures')
      return departures.filter(({ departure_id }) => departure_id === booking.departure_id)
    }
    expect(await listed()).toEqual([
      {
        ...{ departure_id: booking.departure_id, service_type: 'tour', service_title: 'Desert safari', date: day },
        ...{ first_time: '15:00', last_time: '15:00', people: 3, arrived: 1 },
      },
    ])
    // Midnight in Dubai.
    shop.core.clock.set('2026-11-30T19:59:00Z')
    expect(await listed()).toEqual([])
    shop.core.clock.set('2026-11-30T20:00:00Z')
    expect(await listed()).toHaveLength(1)
  })
  it('leave out cancelled bookings', async () => {
    const [going, cancelled] = [await paidBooking(), await paidBooking()]
    await decideStatus(shop.core, admin, cancelled.id, 'cancel', { reason: 'Ill' })
    const { parties, people } = await list(going)
    expect(parties.map(({ booking_id }) => booking_id)).not.toContain(cancelled.id)
    expect(people).toBe(parties.flatMap((party) => party.people).length)
  })
})

describe('an unpaid booking whose hold has ended', () => {
  it('is on no list, cannot be checked in, and its reference says so', async () => {
    const service = await addService(shop.core, 'tour', { time_slots: ['10:00'] })
    const [going, released] = [await paidBooking({}, service), await unpaidBooking({}, service)]
    const change = { places: 0, released_places: released.places }
    await shop.core.db.updateTable('bookings').set(change).where('id', '=', released.id).execute()
    const { people, parties } = await list(going)
    expect([people, parties.map(({ booking_id }) => booking_id)]).toEqual([2, [going.id]])
    expect((await sendOne(markOf(released, 0, { is_confirmed: true }))).outcome).toBe('released')
    expect((await voucher(released.booking_reference)).state).toBe('released')
  })
})

describe('the list of a departure', () => {
  it('has what a guide needs and no more', async () => {
    const booking = await paidBooking({
      adults_count: 1,
      children_count: 1,
      infants_count: 1,
      customer_name: 'Zoë Brown',
    })
    const names = {
      ...{ id: randomUUID(), booking_id: booking.id, position: 1 },
      first_name: 'Tim',
      last_name: 'Brown',
    }
    await shop.core.db
      .insertInto('booking_travelers')
      .values({ ...names, traveler_type: 'child' })
      .execute()
    expect(await partyOf(booking)).toEqual({
      leg: 'outbound',
      ...{ booking_id: booking.id, booking_reference: booking.booking_reference, booking_status: 'confirmed' },
      ...{ customer_name: 'Zoë Brown', customer_phone: booking.customer_phone, travel_time: '10:00' },
      ...{ selected_language: booking.selected_language, pickup_location: null, to_collect: null, trip_facts: [] },
      people: [
        { position: 0, type: 'adult', name: null, arrival: null },
        { position: 1, type: 'child', name: 'Tim Brown', arrival: null },
        { position: 2, type: 'infant', name: null, arrival: null },
      ],
    })
  })
  it('of another day is for staff with bookings only, and an unknown one for nobody', async () => {
    const booking = await paidBooking({ travel_date: '2026-12-02' })
    const route = `GET /api/admin/check-in/departures/${booking.departure_id}`
    const refused = await shop.call(route, undefined, headersOf('guide'))
    expect([refused.status, refused.json().code]).toEqual([404, 'booking/no-check-in'])
    expect(await list(booking, 'support')).toMatchObject({ is_today: false, date: '2026-12-02' })
    const unknown = await shop.call(
      `GET /api/admin/check-in/departures/${randomUUID()}`,
      undefined,
      headersOf('support'),
    )
    expect(unknown.status).toBe(404)
  })
})

describe('a mark', () => {
  it('says who arrived, when and by whom', async () => {
    const booking = await paidBooking()
    const mark = markOf(booking, 1, { made_at: '2026-12-01T04:30:00.000Z' })
    const result = await sendOne(mark)
    expect(result).toMatchObject({ mark_id: mark.mark_id, outcome: 'arrived', arrival: { by: 'Test guide' } })
    expect(result.arrival?.at).toBe(mark.made_at)
    expect(await whoArrived(booking)).toEqual([false, true])
    expect(await auditsOf(booking)).toMatchObject([
      { action: 'booking.arrived', actor_name: 'Test guide', before: null, after: { position: 1, despite: null } },
    ])
  })
  it('sent again changes nothing and gets the same answer', async () => {
    const booking = await paidBooking()
    const mark = markOf(booking)
    const first = await sendOne(mark)
    shop.core.clock.advance(30)
    expect(await sendOne(mark, 'support')).toEqual(first)
    expect(await send([mark, mark])).toEqual([first, first])
    expect(await auditsOf(booking)).toHaveLength(1)
  })
  it('of a person who has arrived leaves the first one and says when and by whom', async () => {
    const booking = await paidBooking()
    const first = await sendOne(markOf(booking))
    shop.core.clock.advance(10)
    const second = await sendOne(markOf(booking), 'support')
    expect(second).toMatchObject({ outcome: 'already', arrival: first.arrival })
    expect(await auditsOf(booking)).toHaveLength(1)
  })
  it('is made once by many devices at the same time', async () => {
    const booking = await paidBooking()
    const results = await Promise.all(Array.from({ length: 12 }, () => sendOne(markOf(booking))))
    const outcomes = results.map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual([...Array.from({ length: 11 }, () => 'already'), 'arrived'])
    expect(new Set(results.map(({ arrival }) => arrival?.check_in_id)).size).toBe(1)
  })
  it('sent many times at once is made once', async () => {
    const booking = await paidBooking()
    const mark = markOf(booking)
    const results = await Promise.all(Array.from({ length: 8 }, () => sendOne(mark)))
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(await auditsOf(booking)).toHaveLength(1)
  })
  it('that is refused does not stop others', async () => {
    const [one, two] = [await paidBooking(), await paidBooking()]
    const cancelled = await paidBooking()
    await decideStatus(shop.core, admin, cancelled.id, 'cancel', { reason: 'Ill' })
    const marks = [markOf(cancelled), markOf(one), markOf({ id: randomUUID() }), markOf(two, 9), markOf(two, 1)]
    const outcomes = (await send(marks)).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['cancelled', 'arrived', 'unknown', 'unknown', 'arrived'])
  })
  it('of an unpaid booking needs a confirmation, which is recorded', async () => {
    const booking = await unpaidBooking()
    expect((await sendOne(markOf(booking))).outcome).toBe('unpaid')
    expect(await whoArrived(booking)).toEqual([false, false])
    expect((await sendOne(markOf(booking, 0, { is_confirmed: true }))).outcome).toBe('arrived')
    expect(await auditsOf(booking)).toMatchObject([{ after: { despite: 'unpaid' } }])
  })
  it('keeps the places of an unpaid booking: its hold no longer ends', async () => {
    const booking = await unpaidBooking(
      {},
      await addService(shop.core, 'tour', { time_slots: ['10:00'], slot_capacity: 9 }),
    )
    const held = { held_until: addHours(morning, 1) }
    await shop.core.db.updateTable('bookings').set(held).where('id', '=', booking.id).execute()
    await sendOne(markOf(booking))
    expect(await recordOf(shop.core, booking.id)).toMatchObject(held)
    await sendOne(markOf(booking, 0, { is_confirmed: true }))
    expect(await recordOf(shop.core, booking.id)).toMatchObject({ held_until: null, places: 2 })
  })
  it('is refused on another day, but not when it only waited on the device', async () => {
    const booking = await paidBooking()
    const mark = markOf(booking, 0, { made_at: '2026-12-01T19:30:00.000Z' })
    shop.core.clock.set('2026-12-02T03:00:00Z')
    expect((await sendOne(markOf(booking, 1))).outcome).toBe('other_day')
    expect(await sendOne(mark)).toMatchObject({ outcome: 'arrived', arrival: { at: mark.made_at } })
  })
  it('of a moved booking does not count at its new departure', async () => {
    const [booking, other] = [await paidBooking(), await paidBooking({ travel_time: '15:00' })]
    await sendOne(markOf(booking))
    const { departure_id } = other
    await shop.core.db.updateTable('bookings').set({ departure_id }).where('id', '=', booking.id).execute()
    expect(await whoArrived({ ...booking, departure_id })).toEqual([false, false])
    expect((await sendOne(markOf(booking))).outcome).toBe('arrived')
  })
  it('needs a list of at most 200 with an id each', async () => {
    const booking = await paidBooking()
    const bad = [
      [],
      [{ ...markOf(booking), mark_id: 'mine' }],
      [{ ...markOf(booking), position: -1 }],
      [{ ...markOf(booking), made_at: 'now' }],
      Array.from({ length: 201 }, () => markOf(booking)),
    ]
    for (const marks of bad) {
      const answer = await shop.call('POST /api/admin/check-in/marks', { marks }, headersOf('guide'))
      expect(answer.status).toBe(422)
    }
  })
})

describe('undoing an arrival', () => {
  it('is audited, and a new mark counts again', async () => {
    const booking = await paidBooking()
    const mark = markOf(booking)
    const { arrival } = await sendOne(mark)
    const answer = await undo(arrival?.check_in_id ?? '', 'support')
    expect(answer.json()).toMatchObject({ check_in_id: arrival?.check_in_id, undone_by: 'Test support' })
    expect(await whoArrived(booking)).toEqual([false, false])
    expect((await auditsOf(booking)).at(-1)).toMatchObject({
      ...{ action: 'booking.arrival-undone', actor_name: 'Test support', after: null },
      before: { position: 0, arrivedBy: 'Test guide' },
    })
    expect((await sendOne(markOf(booking))).outcome).toBe('arrived')
  })
  it('again changes nothing and says who was first', async () => {
    const booking = await paidBooking()
    const { arrival } = await sendOne(markOf(booking))
    const first = await undo(arrival?.check_in_id ?? '')
    shop.core.clock.advance(5)
    expect((await undo(arrival?.check_in_id ?? '', 'support')).json()).toEqual(first.json())
    expect(await auditsOf(booking)).toHaveLength(2)
  })
  it('is not itself undone by a mark whose answer was lost', async () => {
    const booking = await paidBooking()
    const [mark, late] = [markOf(booking), markOf(booking)]
    const { arrival } = await sendOne(mark)
    await sendOne(late, 'support')
    await undo(arrival?.check_in_id ?? '')
    expect((await send([mark, late])).map(({ outcome }) => outcome)).toEqual(['undone', 'undone'])
    expect(await whoArrived(booking)).toEqual([false, false])
  })
  it('is refused to guides on other days, and for what is no arrival', async () => {
    const booking = await paidBooking()
    const { arrival } = await sendOne(markOf(booking))
    const again = markOf(booking)
    await sendOne(again)
    const repeat = await shop.core.db
      .selectFrom('check_ins')
      .select('id')
      .where('mark_id', '=', again.mark_id)
      .executeTakeFirstOrThrow()
    shop.core.clock.advance(24 * 60)
    const codes = [arrival?.check_in_id ?? '', repeat.id, randomUUID()].map(async (id) => (await undo(id)).json().code)
    expect(await Promise.all(codes)).toEqual(Array.from({ length: 3 }, () => 'booking/no-arrival'))
    expect((await undo(arrival?.check_in_id ?? '', 'support')).status).toBe(200)
  })
})

describe('a voucher at the check-in', () => {
  it('is found by its code and by its reference, however it is typed', async () => {
    const booking = await paidBooking()
    const reference = booking.booking_reference
    for (const code of [issueVoucherToken(shop.core, booking.id), reference, ` ${reference.toLowerCase()} `])
      expect(await voucher(code)).toMatchObject({
        ...{ state: 'open', booking_reference: reference, travel_date: day, departure_id: booking.departure_id },
        party: { customer_name: 'Asha Rao' },
      })
  })
  it('says who has arrived, when and by whom', async () => {
    const booking = await paidBooking()
    const { arrival } = await sendOne(markOf(booking))
    expect((await voucher(booking.booking_reference)).party?.people[0]?.arrival).toEqual(arrival)
  })
  it('says that it is unpaid, cancelled or for another day', async () => {
    const [unpaid, cancelled] = [await unpaidBooking(), await paidBooking()]
    expect((await voucher(unpaid.booking_reference)).state).toBe('unpaid')
    await decideStatus(shop.core, admin, cancelled.id, 'cancel', { reason: 'Ill' })
    expect((await voucher(cancelled.booking_reference)).state).toBe('cancelled')
    const tomorrow = await paidBooking({ travel_date: '2026-12-02' })
    expect(await voucher(tomorrow.booking_reference)).toMatchObject({ state: 'other_day', party: null })
    const party = { customer_name: 'Asha Rao' }
    expect(await voucher(tomorrow.booking_reference, 'support')).toMatchObject({ state: 'other_day', party })
  })
  it('of a service without departures needs no check-in', async () => {
    const booking = await paidBooking()
    await shop.core.db
      .updateTable('bookings')
      .set({ departure_id: null, places: 0 })
      .where('id', '=', booking.id)
      .execute()
    expect((await voucher(booking.booking_reference)).state).toBe('not_needed')
  })
  it('with a forged, expired or foreign code is not found', async () => {
    const booking = await paidBooking()
    const token = issueVoucherToken(shop.core, booking.id)
    const foreign = issueToken(shop.core.keys, 'booking', booking.id, addHours(morning, 1))
    for (const code of [`${token.slice(0, -1)}x`, foreign, booking.id, 'TH0000000000', 'x']) {
      const route = `GET /api/admin/check-in/vouchers/${encodeURIComponent(code)}`
      expect((await shop.call(route, undefined, headersOf('guide'))).status, code).toBe(404)
    }
    shop.core.clock.set(addHours(morning, 4 * 365 * 24))
    expect((await shop.call(`GET /api/admin/check-in/vouchers/${token}`, undefined, headersOf('guide'))).status).toBe(
      404,
    )
  })
})

describe("the address of a voucher's code", () => {
  const follow = async (token: string, headers?: Session['headers']) => {
    const answer = await shop.call(`GET /voucher/${token}`, undefined, headers)
    expect([answer.status, answer.headers['cache-control']]).toEqual([303, 'private, no-store'])
    return answer.headers.location
  }
  it('sends staff to the check-in and everybody else to the tracker', async () => {
    const booking = await paidBooking()
    const token = issueVoucherToken(shop.core, booking.id)
    for (const role of ['guide', 'support'] as const)
      expect(await follow(token, headersOf(role))).toBe(`/admin/check-in/voucher/${token}`)
    const tracker = `/track-booking?reference=${booking.booking_reference}`
    for (const headers of [undefined, headersOf('content'), (await shop.signIn('customer')).headers])
      expect(await follow(token, headers)).toBe(tracker)
  })
  it('reveals nothing for a forged code', async () => {
    const booking = await paidBooking()
    for (const token of [booking.id, `${booking.id}.zzzzzz.abc`, 'x'])
      for (const headers of [undefined, headersOf('guide')]) expect(await follow(token, headers)).toBe('/track-booking')
  })
})

describe('the departure page', () => {
  it('shows who has arrived, and the CSV file too', async () => {
    const service = await addService(shop.core, 'tour', { time_slots: ['10:00'] })
    const [one, two] = [await paidBooking({}, service), await paidBooking({ customer_name: 'Zoë Brown' }, service)]
    await send([markOf(one, 0), markOf(one, 1), markOf(two, 0)])
    const url = `/api/admin/services/${service.id}/departures/${day}?time=10:00`
    const page = await ask<object>(`GET ${url}`, undefined, 'support')
    expect(page).toMatchObject({ arrived: 3, parties: [{ arrived: 2 }, { arrived: 1 }] })
    const query = `service_id=${service.id}&date=${day}&time=10:00`
    const csv = await shop.call(`GET /api/admin/departure.csv?${query}`, undefined, headersOf('support'))
    const [head = '', ...rows] = csv.text.slice(1).split('\r\n')
    const at = head.split(',').findIndex((cell) => cell.includes('Arrived'))
    expect(rows.filter(Boolean).map((row) => row.split(',')[at])).toEqual(['2', '1'])
  })
})
