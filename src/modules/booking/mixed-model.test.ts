import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { decideStatus, findPreparedMove } from './index.server.ts'
import { addUsers, admin } from './testing/fixtures.ts'
import {
  bookTour,
  days,
  faultsOf,
  fillRide,
  findOfferToken,
  joinTour,
  keepRide,
  type MixedWorld,
  mixedWorld,
  moveRide,
  pageFaults,
  paidRide,
  payMove,
  refusalCode,
  type Slot,
  snapshotOf,
  sweepOffers,
  times,
  useOf,
} from './testing/mixed-world.ts'

// Random return trips, moves of either leg, prepared moves, a waiting list and shared vans, all at once. After every step
// places, vans, bookings and the pages of visitors and staff agree, and each booking is where the model has it. Where the
// outcome is certain it is predicted.

let core: TestCore
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
})

interface Trip {
  readonly id: string
  there: Slot
  back: Slot | null
  /** Where it moves once the difference is paid. */
  prepared: { readonly there: Slot; readonly back: Slot | null } | null
  isOpen: boolean
}
interface Model {
  readonly capacity: number
  readonly vans: number
  readonly trips: Trip[]
  readonly tours: { readonly id: string; isOpen: boolean }[]
}
const keyOf = (slot: Slot | null) => slot && `${slot.date} ${slot.time}`
const isBefore = (a: Slot, b: Slot) => (keyOf(a) ?? '') < (keyOf(b) ?? '')

async function check(model: Model, world: MixedWorld): Promise<void> {
  expect(await faultsOf(world)).toEqual([])
  expect(await pageFaults(world, model)).toEqual([])
  for (const trip of model.trips) {
    const row = await core.db.selectFrom('bookings').selectAll().where('id', '=', trip.id).executeTakeFirstOrThrow()
    const prepared = await findPreparedMove(core.db, row)
    const { travel_date, travel_time, return_leg_date: date, return_leg_time: time } = row
    expect({
      there: `${travel_date} ${travel_time}`,
      back: date && `${date} ${time}`,
      places: row.places,
      isPrepared: prepared !== null,
    }).toEqual({
      there: keyOf(trip.there),
      back: keyOf(trip.back),
      places: trip.isOpen ? 1 : 0,
      isPrepared: trip.prepared !== null,
    })
  }
}

type Step = (model: Model, world: MixedWorld) => Promise<void>
const command = (name: string, step: Step): fc.AsyncCommand<Model, MixedWorld> => ({
  check: () => true,
  run: async (model, world) => {
    await step(model, world)
    await check(model, world)
  },
  toString: () => name,
})
const open = <Each extends { isOpen: boolean }>(all: readonly Each[], at: number): Each | undefined => {
  const candidates = all.filter(({ isOpen }) => isOpen)
  return candidates[at % Math.max(candidates.length, 1)]
}
/** A refused step leaves everything alone. */
async function attempt(world: MixedWorld, work: () => Promise<unknown>): Promise<string | null> {
  const before = await snapshotOf(world)
  const code = await refusalCode(work())
  if (code !== null) expect(await snapshotOf(world)).toEqual(before)
  return code
}
async function hasRoom(model: Model, world: MixedWorld, slots: readonly Slot[]): Promise<boolean> {
  const uses = await Promise.all(slots.map((slot) => useOf(world, world.ride, slot)))
  return uses.every(({ taken, vans }) => taken < model.capacity && vans < model.vans)
}

const slot = fc.record({ date: fc.constantFrom(...days), time: fc.constantFrom(...times) })
const at = fc.nat(20)
/** A return that comes first is the outbound leg. */
const trip = fc
  .record({ there: slot, back: fc.option(slot) })
  .map(({ there, back }) => (back && isBefore(back, there) ? { there: back, back: there } : { there, back }))

const sell = ({ there, back }: { there: Slot; back: Slot | null }) =>
  command(`ride ${keyOf(there)} / ${keyOf(back)}`, async (model, world) => {
    if (back && !isBefore(there, back)) return
    const slots = [there, ...(back ? [back] : [])]
    const expected = (await hasRoom(model, world, slots)) ? null : 'booking/slot-full'
    const sale = async () => {
      const { id } = await paidRide(world, there, back)
      model.trips.push({ id, there, back, prepared: null, isOpen: true })
    }
    expect(await attempt(world, sale)).toBe(expected)
  })

type Moved = {
  readonly n: number
  readonly there: Slot | null
  readonly back: Slot | null
  readonly isCharged: boolean
}
const move = ({ n, there, back, isCharged }: Moved) =>
  command(`move ${n} to ${keyOf(there)} / ${keyOf(back)}${isCharged ? ', charged' : ''}`, async (model, world) => {
    const of = open(model.trips, n)
    if (!of) return
    const to = { there: there ?? of.there, back: of.back && (back ?? of.back) }
    const request = {
      ...{ bookingId: of.id, travel_date: to.there.date, travel_time: to.there.time },
      ...(to.back && back && { return_leg_date: to.back.date, return_leg_time: to.back.time }),
    }
    const code = await attempt(world, () => moveRide(world, request, isCharged ? 'charge' : 'waive'))
    const isSame = keyOf(to.there) === keyOf(of.there) && keyOf(to.back) === keyOf(of.back)
    if (isSame || (to.back && !isBefore(to.there, to.back))) return expect(code).toBe('booking/invalid')
    expect([null, 'booking/slot-full']).toContain(code)
    if (code !== null) return
    const row = await core.db.selectFrom('bookings').selectAll().where('id', '=', of.id).executeTakeFirstOrThrow()
    if (await findPreparedMove(core.db, row)) of.prepared = to
    else Object.assign(of, to, { prepared: null })
  })

/** The vehicle takes any party, so no place moves; a prepared move ends. */
const fill = (n: number, adults: number) =>
  command(`${adults} people in ${n}`, async (model, world) => {
    const of = open(model.trips, n)
    if (!of) return
    const row = await core.db.selectFrom('bookings').selectAll().where('id', '=', of.id).executeTakeFirstOrThrow()
    if (row.adults_count === adults) return
    expect(await attempt(world, () => fillRide(world, row, adults))).toBeNull()
    Object.assign(of, { prepared: null })
  })

const toDearer = (n: number, leg: 'there' | 'back') =>
  move({ n, there: null, back: null, [leg]: { date: days[3], time: times[1] }, isCharged: true })
const prepared = (model: Model, n: number) =>
  open(
    model.trips.filter((each) => each.prepared),
    n,
  )
const pay = (n: number) =>
  command(`pay ${n}`, async (model, world) => {
    const of = prepared(model, n)
    if (!of?.prepared) return
    expect((await payMove(world, of.id))?.kind).toBe('completed')
    Object.assign(of, of.prepared, { prepared: null })
  })
const keep = (n: number) =>
  command(`keep ${n}`, async (model) => {
    const of = prepared(model, n)
    if (!of) return
    await keepRide(core, of.id)
    of.prepared = null
  })
const cancelRide = (n: number) =>
  command(`cancel ride ${n}`, async (model) => {
    const of = open(model.trips, n)
    if (!of) return
    await decideStatus(core, admin, of.id, 'cancel')
    Object.assign(of, { isOpen: false, prepared: null })
  })
const cancelTour = (n: number) =>
  command(`cancel tour ${n}`, async (model) => {
    const of = open(model.tours, n)
    if (!of) return
    await decideStatus(core, admin, of.id, 'cancel')
    of.isOpen = false
  })
const sellTour = (date: string) => async (model: Model, world: MixedWorld) => {
  const { taken, vans, isDue } = await useOf(world, world.tour, { date, time: times[0] })
  const isFree = taken < model.capacity && !isDue && (taken > 0 || vans < model.vans)
  const sale = async () => model.tours.push({ id: (await bookTour(world, date)).id, isOpen: true })
  expect(await attempt(world, sale)).toBe(isFree ? null : 'booking/slot-full')
  return isFree
}
const sellOutAndWait = (date: string) =>
  command(`sell out ${date} and wait`, async (model, world) => {
    while (await sellTour(date)(model, world));
    expect([null, 'inventory/not-waitable']).toContain(await attempt(world, () => joinTour(world, date)))
  })
const offers = (hours: number) =>
  command(`offers after ${hours} hours`, async (_model, world) => {
    await sweepOffers(world, hours)
  })
const bookOffer = command('book an offer', async (model, world) => {
  await sweepOffers(world)
  const offer = await findOfferToken(world)
  if (offer) model.tours.push({ id: (await bookTour(world, offer.date, offer.token)).id, isOpen: true })
})

const date = fc.constantFrom(...days)
const leg = fc.constantFrom('there' as const, 'back' as const)
const commands = fc.commands(
  [
    trip.map(sell),
    trip.map(sell),
    fc.record({ n: at, there: fc.option(slot), back: fc.option(slot), isCharged: fc.boolean() }).map(move),
    fc.tuple(at, leg).map(([n, of]) => toDearer(n, of)),
    fc.tuple(at, leg).map(([n, of]) => toDearer(n, of)),
    at.map(pay),
    at.map(pay),
    fc.oneof(
      at.map(keep),
      at.map(cancelRide),
      date.map((day) => command(`tour ${day}`, async (m, w) => void (await sellTour(day)(m, w)))),
    ),
    fc.tuple(at, fc.constantFrom(1, 2, 3)).map(([n, people]) => fill(n, people)),
    date.map(sellOutAndWait),
    at.map(cancelTour),
    fc.oneof(fc.constantFrom(0, 5).map(offers), fc.constant(bookOffer)),
    fc.constant(bookOffer),
  ],
  { maxCommands: 30, size: 'max' },
)

const firstTrips = [
  { there: { date: days[0], time: times[0] }, back: { date: days[1], time: times[1] } },
  { there: { date: days[0], time: times[1] }, back: { date: days[2], time: times[1] } },
]

it('return trips, moves, prepared moves, offers and shared vans always add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 4 }), commands, async (...random) => {
      const [capacity, vans, steps] = random
      const world = await mixedWorld(core, { capacity, vans })
      await fc.asyncModelRun(
        () => ({ model: { capacity, vans, trips: [], tours: [] } as Model, real: world }),
        [...firstTrips.map(sell), ...steps],
      )
    }),
    { numRuns: 6 },
  )
}, 120_000)
