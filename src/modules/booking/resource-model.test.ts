import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { readAvailability } from '../inventory/index.server.ts'
import { addTestResource, doubleUses, needOf, usesOfResource } from '../inventory/testing/resources.ts'
import {
  decideStatus,
  endHold,
  expireBooking,
  type MovePayments,
  moveBooking,
  provePlaces,
  proveUses,
  systemActor,
  takePlacesAgain,
} from './index.server.ts'
import { addService, addUsers, admin, book, withBooking } from './testing/fixtures.ts'

// Random sales, moves, holds that end and come back, cancellations and expiries of two services with one shared resource.
// After every step no unit is used twice, uses are what the bookings say, and pages agree with the model.

let core: TestCore
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
})

const times = ['09:00', '10:00', '11:00', '12:00'] as const
type Time = (typeof times)[number]
interface Booked {
  readonly id: string
  readonly of: number
  time: Time
  state: 'held' | 'released' | 'ended'
}
interface Model {
  readonly units: number
  readonly bookings: Booked[]
}
interface Real {
  readonly resource: string
  readonly services: readonly CatalogueService[]
}
const minutes = [60, 90]
const setup = [0, 30]
const windowAt = (of: number, time: Time) => {
  const start = Number(time.slice(0, 2)) * 60
  return { from: start - (setup[of] ?? 0), to: start + (minutes[of] ?? 0) }
}
const departuresOf = ({ bookings }: Model, without?: Booked) =>
  [
    ...new Set(
      bookings.filter((each) => each.state === 'held' && each !== without).map(({ of, time }) => `${of} ${time}`),
    ),
  ].map((key) => ({ of: Number(key[0]), time: key.slice(2) as Time }))

/** With two units, whether a unit is free depends on which one each departure has: the table says. */
async function isFree({ resource }: Real, model: Model, of: number, time: Time, without?: Booked): Promise<boolean> {
  const others = departuresOf(model, without)
  if (others.some((each) => each.of === of && each.time === time)) return true
  const wanted = windowAt(of, time)
  const minuteOf = (at: string) => Number(at.slice(6, 8)) * 60 + Number(at.slice(9))
  const staying = new Set(
    others.map((each) => {
      const { from, to } = windowAt(each.of, each.time)
      return `${from}-${to}`
    }),
  )
  const busy = (await usesOfResource(core, resource))
    .map(({ unit, from, to }) => ({ unit, from: minuteOf(from), to: minuteOf(to) }))
    .filter(({ from, to }) => staying.has(`${from}-${to}`) && from < wanted.to && wanted.from < to)
  return new Set(busy.map(({ unit }) => unit)).size < model.units
}

const payments: MovePayments = {
  isUndecided: async () => false,
  settle: async () => ({ refund: null }),
  hasOpen: async () => false,
  readOnline: async () => () => false,
  closeOpen: async () => undefined,
}
const isDone = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work
    return true
  } catch (error) {
    if (isRefusal(error, 'booking/slot-full')) return false
    throw error
  }
}

async function check(model: Model, real: Real): Promise<void> {
  expect(await doubleUses(core)).toBe(0)
  expect(await provePlaces(core.db)).toEqual([])
  expect(await proveUses(core.db, core)).toEqual([])
  const uses = await usesOfResource(core, real.resource)
  const clock = (n: number) => `12-01 ${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`
  const expected = departuresOf(model).map(({ of, time }) => {
    const { from, to } = windowAt(of, time)
    return `${clock(from)} ${clock(to)}`
  })
  expect(uses.map(({ from, to }) => `${from} ${to}`).sort()).toEqual(expected.sort())
  for (const [of, service] of real.services.entries()) {
    const range = { kind: 'tour', idOrSlug: service.id, from: '2026-12-01', to: '2026-12-01' }
    const [day] = (await readAvailability(core, range)).days
    for (const time of times) {
      const shown = day?.departures.find((each) => each.time === time)
      expect(`${of} ${time} ${shown?.reason === null}`).toBe(`${of} ${time} ${await isFree(real, model, of, time)}`)
    }
  }
}

type Step = (model: Model, real: Real) => Promise<void>
const command = (name: string, step: Step): fc.AsyncCommand<Model, Real> => ({
  check: () => true,
  run: async (model, real) => {
    await step(model, real)
    await check(model, real)
  },
  toString: () => name,
})
const pick = ({ bookings }: Model, at: number, state: Booked['state']): Booked | undefined => {
  const candidates = bookings.filter((each) => each.state === state)
  return candidates[at % Math.max(candidates.length, 1)]
}
const ended = (name: string, end: (booking: Booked) => Promise<unknown>) =>
  fc.nat(20).map((at) =>
    command(`${name} ${at}`, async (model) => {
      const booking = pick(model, at, 'held')
      if (!booking) return
      await end(booking)
      booking.state = 'ended'
    }),
  )
const time = fc.constantFrom(...times)

const commands = fc.commands(
  [
    fc.record({ of: fc.nat(1), time }).map(({ of, time }) =>
      command(`book ${of} at ${time}`, async (model, real) => {
        const service = real.services[of]
        if (!service) return
        const expected = await isFree(real, model, of, time)
        const sale = book(core, service, { travel_time: time, adults_count: 1 }, admin).then(({ id }) => {
          model.bookings.push({ id, of, time, state: 'held' })
        })
        expect(await isDone(sale)).toBe(expected)
      }),
    ),
    fc.record({ at: fc.nat(20), time }).map(({ at, time }) =>
      command(`move ${at} to ${time}`, async (model, real) => {
        const booking = pick(model, at, 'held')
        if (!booking || booking.time === time) return
        const expected = await isFree(real, model, booking.of, time, booking)
        const moved = moveBooking({ ...core, payments, byStaff: { reason: 'test' } }, admin, {
          ...{ bookingId: booking.id, travel_date: '2026-12-01', travel_time: time },
        })
        expect(await isDone(moved)).toBe(expected)
        if (expected) booking.time = time
      }),
    ),
    ended('cancel', ({ id }) => decideStatus(core, admin, id, 'cancel')),
    ended('expire', ({ id }) => withBooking(core, id, (trx, row) => expireBooking(trx, core, row, systemActor))),
    fc.nat(20).map((at) =>
      command(`end hold ${at}`, async (model) => {
        const booking = pick(model, at, 'held')
        if (!booking) return
        await core.db.updateTable('bookings').set({ held_until: core.clock() }).where('id', '=', booking.id).execute()
        expect(await withBooking(core, booking.id, (trx, row) => endHold(trx, core, row))).toBe(true)
        booking.state = 'released'
      }),
    ),
    fc.nat(20).map((at) =>
      command(`take again ${at}`, async (model, real) => {
        const booking = pick(model, at, 'released')
        if (!booking) return
        const expected = await isFree(real, model, booking.of, booking.time)
        const back = await withBooking(core, booking.id, (trx, row) =>
          takePlacesAgain({ trx, deps: core }, row, { occasion: 'payment', actor: systemActor }),
        )
        expect(back !== null).toBe(expected)
        if (expected) booking.state = 'held'
      }),
    ),
  ],
  { maxCommands: 14 },
)

it('two services with one shared resource never use a unit twice, and uses equal what bookings say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2 }), commands, async (units, steps) => {
      const resource = await addTestResource(core, { units })
      const tour = (of: number) =>
        addService(core, 'tour', {
          ...{ time_slots: [...times], slot_capacity: 50 },
          resources: [needOf(resource, { minutes: minutes[of] ?? 60, setup_minutes: setup[of] ?? 0 })],
        })
      const services = [await tour(0), await tour(1)]
      await fc.asyncModelRun(
        () => ({ model: { units, bookings: [] as Booked[] }, real: { resource, services } }),
        steps,
      )
    }),
    { numRuns: 12 },
  )
}, 120_000)
