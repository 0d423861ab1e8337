import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cashOnArrival } from '../../../adapters/payments/cash-on-arrival/provider.ts'
import { changeBooking, quoteChange } from '../../booking/commands/change-booking.server.ts'
import { correctAnswers } from '../../booking/commands/correct-answers.server.ts'
import { saveTraveller } from '../../booking/commands/save-traveller.server.ts'
import { decideStatus, issueBookingToken, provePlaces } from '../../booking/index.server.ts'
import { addService, admin, book, codeOf, refusalOf } from '../../booking/testing/fixtures.ts'
import { changeDeparture } from '../../inventory/index.server.ts'
import { proveLedger, sweepPayments } from '../index.server.ts'
import { type Held, paymentWorld, type World } from '../testing/world.ts'
import { movePayments } from './move-payments.server.ts'

let world: World
beforeAll(async () => {
  world = await paymentWorld([cashOnArrival])
})
beforeEach(() => world.clock.set('2026-11-21T08:00:00Z'))

type Booked = Held & { serviceId: string }
/** For two on 1 December for 200.00, with five places on each departure. */
async function booked(details: object = {}): Promise<Booked> {
  const fields = { time_slots: ['10:00'], slot_capacity: 5, instant_confirmation: true }
  const terms = { cancellation_terms: [{ days: 7, percent: 100 }] }
  const title = `tour ${Math.random().toString(36).slice(2)}`
  const service = await addService(world, 'tour', { ...fields, ...terms, ...details }, { title })
  const record = await book(world, service)
  return { bookingId: record.id, token: issueBookingToken(world, record), serviceId: service.id }
}
let hooks = 0
async function pay(held: Held) {
  const started = await world.started(held)
  world.madeUp.pay(started.orderRef)
  await world.hook(`change-${++hooks}`, started.attempt.id)
}
async function paid(details: object = {}): Promise<Booked> {
  const held = await booked(details)
  await pay(held)
  return held
}
type Wanted = Partial<Parameters<typeof changeBooking>[2]['change']>
const deps = () => ({ ...world, payments: movePayments(world) })
async function change({ bookingId }: Held, wanted: Wanted, idempotencyKey: string | null = null) {
  const { version } = await world.booking(bookingId)
  const rest = { difference: 'charge', is_confirmed: false, tell_customer: true } as const
  const reason = 'Agreed by phone'
  return changeBooking(deps(), admin, { change: { bookingId, version, reason, ...rest, ...wanted }, idempotencyKey })
}
const quote = ({ bookingId }: Held, wanted: object) =>
  quoteChange(world, admin, { change: { bookingId, ...wanted }, isOnline: () => true })
const takenOf = async ({ serviceId }: Booked) => {
  const query = world.db.selectFrom('departures').select(['local_date', 'taken']).where('service_id', '=', serviceId)
  return Object.fromEntries((await query.where('taken', '>', 0).execute()).map((row) => [row.local_date, row.taken]))
}
async function refundsOf({ bookingId }: Held) {
  const all = await Promise.all((await world.attempts(bookingId)).map(({ id }) => world.refunds(id)))
  return all.flatMap((refunds) => refunds.map(({ amount_minor: minor, reason }) => [minor, reason]))
}
async function expectProofs() {
  expect(await proveLedger(world.db)).toEqual([])
  expect(await provePlaces(world.db)).toEqual([])
}
const pathsOf = async (work: Promise<unknown>) => (await refusalOf(work)).errors.map(({ path }) => path)
const historyOf = (bookingId: string) =>
  world.db
    .selectFrom('booking_history')
    .select(['event', 'data'])
    .where('booking_id', '=', bookingId)
    .orderBy('id')
    .execute()
const eventsOf = async (name: 'booking.changed' | 'booking.moved' | 'booking.move-prepared', bookingId: string) =>
  (await world.db.selectFrom('events').select('payload').where('name', '=', name).execute()).filter(
    ({ payload }) => (payload as { bookingId: string }).bookingId === bookingId,
  )

describe('the party of an unpaid booking', () => {
  it('grows and shrinks with its places and its price', async () => {
    const held = await booked()
    expect(await quote(held, { adults_count: 3 })).toMatchObject({ settlement: 'open', new_amount: { minor: 30_000 } })
    await change(held, { adults_count: 3, children_count: 1 })
    expect(await world.booking(held.bookingId)).toMatchObject({ adults_count: 3, places: 4, final_minor: 36_000 })
    expect(await takenOf(held)).toEqual({ '2026-12-01': 4 })
    await change(held, { adults_count: 1, children_count: 0 })
    expect(await world.booking(held.bookingId)).toMatchObject({ adults_count: 1, places: 1, final_minor: 10_000 })
    expect(await takenOf(held)).toEqual({ '2026-12-01': 1 })
    await expectProofs()
    const history = await historyOf(held.bookingId)
    expect(history.filter(({ event }) => event === 'booking-changed').map(({ data }) => data)).toMatchObject([
      { adults_count: '2 → 3', children_count: '0 → 1', priceBeforeMinor: 20_000, priceAfterMinor: 36_000 },
      { adults_count: '3 → 1', children_count: '1 → 0' },
    ])
    expect(await eventsOf('booking.changed', held.bookingId)).toHaveLength(2)
  })
  it('changes together with the day', async () => {
    const held = await booked()
    await change(held, { adults_count: 4, travel_date: '2026-12-03', travel_time: '10:00' })
    expect(await world.booking(held.bookingId)).toMatchObject({ travel_date: '2026-12-03', places: 4 })
    expect(await takenOf(held)).toEqual({ '2026-12-03': 4 })
    await expectProofs()
  })
  it('is refused at its fields, and where places are missing', async () => {
    const held = await booked()
    expect(await pathsOf(change(held, { adults_count: 0 }))).toEqual(['adults_count'])
    expect(await pathsOf(change(held, { infants_count: 3 }))).toContain('infants_count')
    expect(await codeOf(change(held, { adults_count: 6 }))).toBe('booking/slot-full')
    expect((await quote(held, { adults_count: 6 })).errors.map(({ path }) => path)).toEqual(['travel_time'])
    expect(await pathsOf(change(held, {}))).toEqual(['travel_date'])
    expect(await codeOf(change(held, { adults_count: 3, version: 0 }))).toBe('booking/changed')
    expect(await takenOf(held)).toEqual({ '2026-12-01': 2 })
  })
  it('shrinks on a departure that was closed since, but does not grow', async () => {
    const held = await booked()
    const closed = { capacity: null, is_closed: true, note: null, guide: null, return_date: null, prices: null }
    const at = { service_id: held.serviceId, date: '2026-12-01', time: '10:00', version: 1 }
    await changeDeparture(world, admin, { ...at, ...closed })
    expect(await pathsOf(change(held, { adults_count: 3 }))).toEqual(['travel_time'])
    await change(held, { adults_count: 1 })
    expect(await takenOf(held)).toEqual({ '2026-12-01': 1 })
    await expectProofs()
  })
  it('changes once for a repeated request', async () => {
    const held = await booked()
    const { version } = await world.booking(held.bookingId)
    for (const _ of [1, 2]) await change(held, { adults_count: 3, version }, 'change-key-1')
    const history = await historyOf(held.bookingId)
    expect(history.filter(({ event }) => event === 'booking-changed')).toHaveLength(1)
  })
  it('changes without a mail if staff choose, and the history says so', async () => {
    const held = await booked()
    await change(held, { adults_count: 3, tell_customer: false })
    expect(await eventsOf('booking.changed', held.bookingId)).toEqual([])
    expect((await historyOf(held.bookingId)).at(-1)?.data).toMatchObject({ customer: 'not-told' })
    await change(held, { travel_date: '2026-12-04', travel_time: '10:00', tell_customer: false })
    expect(await eventsOf('booking.moved', held.bookingId)).toEqual([])
  })
})

describe('the party of a paid booking', () => {
  it('that becomes cheaper gets the difference back', async () => {
    const held = await paid()
    await change(held, { adults_count: 1 })
    expect(await world.booking(held.bookingId)).toMatchObject({ adults_count: 1, places: 1, final_minor: 10_000 })
    expect(await refundsOf(held)).toEqual([[10_000, 'booking_moved']])
    await expectProofs()
  })
  it('that becomes dearer holds only the places it gains, and changes with the payment', async () => {
    const held = await paid()
    await change(held, { adults_count: 4 })
    expect(await world.booking(held.bookingId)).toMatchObject({ adults_count: 2, places: 2, final_minor: 20_000 })
    expect(await takenOf(held)).toEqual({ '2026-12-01': 4 })
    await expectProofs()
    await pay(held)
    expect(await world.booking(held.bookingId)).toMatchObject({
      ...{ adults_count: 4, places: 4, final_minor: 40_000, paid_minor: 40_000 },
    })
    expect(await takenOf(held)).toEqual({ '2026-12-01': 4 })
    expect(await eventsOf('booking.changed', held.bookingId)).toHaveLength(1)
    await expectProofs()
  })
  it('that becomes dearer on another day holds all places there', async () => {
    const held = await paid()
    await change(held, { adults_count: 3, travel_date: '2026-12-03', travel_time: '10:00' })
    expect(await takenOf(held)).toEqual({ '2026-12-01': 2, '2026-12-03': 3 })
    await pay(held)
    expect(await takenOf(held)).toEqual({ '2026-12-03': 3 })
    expect(await world.booking(held.bookingId)).toMatchObject({ adults_count: 3, travel_date: '2026-12-03' })
    await expectProofs()
  })
  it('stays as it is when the difference is not paid in time; late money changes it if there are places', async () => {
    const held = await paid()
    await change(held, { adults_count: 4 })
    const started = await world.started(held)
    world.clock.advance(3 * 24 * 60)
    await sweepPayments(world)
    const { outcome } = await world.db
      .selectFrom('prepared_moves')
      .select('outcome')
      .where('booking_id', '=', held.bookingId)
      .executeTakeFirstOrThrow()
    expect(await takenOf(held)).toEqual({ '2026-12-01': outcome === null ? 4 : 2 })
    world.madeUp.pay(started.orderRef)
    await world.hook(`change-${++hooks}`, started.attempt.id)
    expect(await world.booking(held.bookingId)).toMatchObject({ adults_count: 4, places: 4 })
    expect(await takenOf(held)).toEqual({ '2026-12-01': 4 })
    await expectProofs()
  })
  it('that becomes dearer is waived with a reason, and keeps its price', async () => {
    const held = await paid()
    expect(await codeOf(change(held, { adults_count: 3, difference: 'waive', reason: '' }))).toBe(
      'booking/reason-required',
    )
    await change(held, { adults_count: 3, difference: 'waive', reason: 'Our mistake' })
    expect(await world.booking(held.bookingId)).toMatchObject({ adults_count: 3, places: 3, final_minor: 20_000 })
    await expectProofs()
  })
  it('of a transfer changes without touching its vehicle', async () => {
    const ride = await addService(world, 'transfer', {}, { title: `ride ${Math.random()}` })
    const record = await book(world, ride, { pickup_location: 'Airport', details: { dropoff_location: 'Hotel' } })
    const held = { bookingId: record.id, token: issueBookingToken(world, record), serviceId: ride.id }
    const before = await takenOf(held)
    await change(held, { adults_count: 3, answers: { dropoff_location: 'Pier' } })
    expect(await world.booking(held.bookingId)).toMatchObject({
      adults_count: 3,
      details: { dropoff_location: 'Pier' },
    })
    expect(await takenOf(held)).toEqual(before)
    expect(await pathsOf(change(held, { answers: { return_trip: true } }))).toContain('details.return_trip')
  })
})

describe('the travellers of a changed party', () => {
  const asha = {
    ...{ full_name: 'Asha Rao', passport_number: 'Z1234567', passport_expiry: '2031-01-01' },
    ...{ date_of_birth: '1990-05-17', tentative_arrival_date: '2026-12-10', tentative_departure_date: '2026-12-20' },
  }
  async function family() {
    const visa = await addService(world, 'visa', { child_price: 5_000 }, { title: `visa ${Math.random()}` })
    const none = { travel_date: null, travel_time: null, children_count: 1 }
    const record = await book(world, visa, { ...none, details: { booking_option: 'pay_now' } })
    const people = [asha, { ...asha, full_name: 'Ben Rao', passport_number: 'C7654321' }]
    const child = { ...asha, full_name: 'Chi Rao', passport_number: 'D7654321', date_of_birth: '2020-01-01' }
    for (const [position, traveller] of [...people, child].entries())
      await saveTraveller(world, admin, { bookingId: record.id, position, traveller })
    return { bookingId: record.id, token: issueBookingToken(world, record), serviceId: visa.id }
  }
  const namesOf = async ({ bookingId }: Held) => {
    const query = world.db.selectFrom('booking_travelers').select(['position', 'first_name']).orderBy('position')
    return (await query.where('booking_id', '=', bookingId).execute()).map((row) => [row.position, row.first_name])
  }

  it('are removed by choice, and the others get their places', async () => {
    const held = await family()
    expect(await pathsOf(change(held, { adults_count: 1 }))).toEqual(['removed'])
    expect(await pathsOf(change(held, { adults_count: 1, removed: [2] }))).toEqual(['removed'])
    await change(held, { adults_count: 1, removed: [0] })
    expect(await namesOf(held)).toEqual([
      [-1, 'Asha'],
      [0, 'Ben'],
      [1, 'Chi'],
    ])
    const { final_minor, party_round } = await world.booking(held.bookingId)
    expect([final_minor, party_round]).toEqual([14_000, 1])
    const [entry] = (await historyOf(held.bookingId)).filter(({ event }) => event === 'booking-changed')
    expect(entry?.data).toMatchObject({ adults_count: '2 → 1', removed_traveller_1_name: 'Asha Rao → –' })
  })
  it('that are added make room in the order of ages, and their details are asked', async () => {
    const held = await family()
    await change(held, { adults_count: 3 })
    expect(await namesOf(held)).toEqual([
      [0, 'Asha'],
      [1, 'Ben'],
      [3, 'Chi'],
    ])
    expect((await world.booking(held.bookingId)).case_stage).toBe('waiting_for_documents')
    const dora = { ...asha, full_name: 'Dora Rao', passport_number: 'E7654321' }
    const { version } = await world.booking(held.bookingId)
    const rest = { answers: {}, is_confirmed: false, tell_customer: false }
    const travellers = [{ position: 2, traveller: dora }]
    await correctAnswers(world, admin, { bookingId: held.bookingId, version, travellers, ...rest })
    expect(await namesOf(held)).toContainEqual([2, 'Dora'])
  })
  it('of a paid application change with the payment of the difference', async () => {
    const held = await family()
    await pay(held)
    await change(held, { adults_count: 1, children_count: 3, removed: [1] })
    await pay(held)
    expect(await world.booking(held.bookingId)).toMatchObject({
      adults_count: 1,
      children_count: 3,
      final_minor: 24_000,
    })
    expect(await namesOf(held)).toEqual([
      [-1, 'Ben'],
      [0, 'Asha'],
      [1, 'Chi'],
    ])
    await expectProofs()
  })
  it('that have arrived keep their arrival, unless they are removed', async () => {
    const held = await booked()
    const { departure_id } = await world.booking(held.bookingId)
    const mark = (position: number, id: string) =>
      sql`
      insert into check_ins (id, mark_id, booking_id, departure_id, position, arrived_at, arrived_by, created_at)
      values (${id}, ${id}, ${held.bookingId}, ${departure_id}, ${position}, now(), 'Guide', now())`.execute(world.db)
    await mark(0, '01900000-0000-7000-8000-000000000001')
    await mark(1, '01900000-0000-7000-8000-000000000002')
    await change(held, { adults_count: 1, removed: [0] })
    const rows = await world.db
      .selectFrom('check_ins')
      .select(['position', 'undone_by'])
      .where('booking_id', '=', held.bookingId)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { position: 0, undone_by: 'Asma Khan' },
      { position: 0, undone_by: null },
    ])
  })
  it('are not changed after the application was submitted, unless staff confirm it', async () => {
    const held = await family()
    const entry = { booking_id: held.bookingId, event: 'case-submitted', actor: 'admin' } as const
    await world.db.insertInto('booking_history').values(entry).execute()
    expect(await codeOf(change(held, { adults_count: 3 }))).toBe('booking/already-submitted')
    await change(held, { adults_count: 3, is_confirmed: true })
  })
  it('have another day without a departure, by the rules of a new booking', async () => {
    const held = await family()
    expect(await pathsOf(change(held, {}))).toEqual(['travel_date'])
    expect(await pathsOf(change(held, { travel_date: '2026-11-01' }))).toEqual(['travel_date'])
    await change(held, { travel_date: '2026-12-12' })
    expect(await world.booking(held.bookingId)).toMatchObject({ travel_date: '2026-12-12', departure_id: null })
    expect((await historyOf(held.bookingId)).at(-1)).toMatchObject({ event: 'booking-moved' })
  })
  it('of a cancelled booking do not change', async () => {
    const held = await family()
    await decideStatus(world, admin, held.bookingId, 'cancel')
    expect(await codeOf(change(held, { adults_count: 3 }))).toBe('booking/not-movable')
  })
})
