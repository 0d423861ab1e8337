import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type Session, type TestApp, testApp } from '../../../tests/support/app.ts'
import type { TestCore } from '../../../tests/support/database.ts'
import { shopPages } from '../../../tests/support/shop-pages.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { type CatalogueService, getService, saveService } from '../catalogue/index.server.ts'
import {
  addDeparture,
  blockDates,
  changeDeparture,
  changeDepartures,
  readAvailability,
  removeDeparture,
  unblockDates,
} from '../inventory/index.server.ts'
import { departuresOn, schedulesOf } from '../inventory/index.ts'
import { defaultSettings } from '../settings/index.ts'
import { changeBooking } from './commands/change-booking.server.ts'
import {
  createBooking,
  decideStatus,
  endHold,
  expireBooking,
  moveBooking,
  provePlaces,
  quoteChoice,
  systemActor,
  takePlacesAgain,
} from './index.server.ts'
import type { ReturnOccasion } from './rules/hold.ts'
import { addService, addUsers, admin, book, recordOf, requestFor, withBooking } from './testing/fixtures.ts'
import { anyCapacity, anyPrice, anySeason, anySlots, type Season, storedSchedules } from './testing/model-season.ts'
import { codeOrNull, noPayments } from './testing/model-steps.ts'
import { expectPagesAgree, expectShopAgrees } from './testing/pages-agree.ts'

// Random schedules, exceptions, added departures, bookings, holds that end and come back, moves, cancellations and
// expiries. After every step the model, the tables, the pure rule, the quote, the calendar, the board and the page of
// departures, the list filtered by a day and the places report must agree; in the end also the API and the shop's page.
// MODEL_RUNS=200 runs more of them.

let shop: TestApp
let staff: Session
let core: TestCore
beforeAll(async () => {
  shop = await testApp({ pages: shopPages() })
  core = shop.core
  staff = await shop.signIn('manager')
  await addUsers(core)
})

const times = ['09:00', '11:00', '15:00'] as const
const days = ['2026-12-01', '2026-12-02'] as const
interface Model {
  slots: readonly string[]
  capacity: number | null
  /** A season on the last of the days; it counts before the daily schedule. */
  season: Season | null
  readonly exceptions: Map<string, { capacity: number | null; isClosed: boolean; price: number | null }>
  /** On sale without a schedule. */
  readonly added: Set<string>
  /** The id of the block of a day. */
  readonly blocked: Map<string, string>
  readonly bookings: {
    readonly id: string
    at: string
    places: number
    infants: number
    isActive: boolean
    /** Its hold has ended. */
    isReleased: boolean
  }[]
}
interface Real {
  service: CatalogueService
}
type Command = fc.AsyncCommand<Model, Real>

const takenAt = ({ bookings }: Model, at: string): number =>
  bookings.reduce((sum, each) => sum + (each.isActive && !each.isReleased && each.at === at ? each.places : 0), 0)
const seasonAt = ({ season }: Model, at: string): Season | null =>
  at.startsWith(days[1]) && season?.slots.includes(at.slice(11)) ? season : null
const isScheduled = (model: Model, at: string): boolean =>
  model.slots.includes(at.slice(11)) || seasonAt(model, at) !== null
function capacityAt(model: Model, at: string): number | null {
  const season = seasonAt(model, at)
  return model.exceptions.get(at)?.capacity ?? (season ? season.capacity : model.capacity)
}
const isOpen = (model: Model, at: string): boolean =>
  !model.blocked.has(at.slice(0, 10)) &&
  (isScheduled(model, at) || model.added.has(at)) &&
  !model.exceptions.get(at)?.isClosed
/** An exception without schedule and bookings is not shown, so it cannot be changed. */
const isShown = (model: Model, at: string): boolean =>
  isScheduled(model, at) || model.added.has(at) || takenAt(model, at) > 0
const standardPrice = 10_000
const priceAt = (model: Model, at: string): number =>
  model.exceptions.get(at)?.price ?? seasonAt(model, at)?.price ?? standardPrice

const keyOf = ({ id }: CatalogueService, at: string) => ({ service_id: id, date: at.slice(0, 10), time: at.slice(11) })
const storedAt = ({ id }: CatalogueService, at: string) =>
  core.db
    .selectFrom('departures')
    .select(['id', 'version'])
    .where('service_id', '=', id)
    .where('local_date', '=', at.slice(0, 10))
    .where('local_time', '=', at.slice(11))
    .executeTakeFirst()
const versionOf = async (service: CatalogueService, at: string) => (await storedAt(service, at))?.version ?? 1
/** How a sale of so many places must end. */
function expectedCode(model: Model, at: string, places: number): string | null {
  if (!isOpen(model, at)) return 'booking/invalid'
  const capacity = capacityAt(model, at)
  return capacity !== null && takenAt(model, at) + places > capacity ? 'booking/slot-full' : null
}

type Place = { readonly at: string; readonly places: number }
/** How a change of the party, of the start or of both must end. */
function expectedChange(model: Model, booking: Model['bookings'][number], to: Place): string | null {
  const isSameParty = booking.places === to.places && booking.infants === 0
  if (booking.at !== to.at) return expectedCode(model, to.at, to.places)
  if (isSameParty) return 'booking/invalid'
  const held = booking.isReleased ? 0 : booking.places
  if (to.places === held) return null
  if (!isShown(model, to.at)) return 'booking/invalid'
  if (to.places < held) return null
  // More people are a sale, but the departure need not be in the schedule any more.
  if (model.blocked.has(to.at.slice(0, 10)) || model.exceptions.get(to.at)?.isClosed) return 'booking/invalid'
  const capacity = capacityAt(model, to.at)
  return capacity !== null && takenAt(model, to.at) - held + to.places > capacity ? 'booking/slot-full' : null
}

/** Whether a booking whose hold has ended gets its places again. */
function canReturn(model: Model, { at, places }: { readonly at: string; readonly places: number }, by: ReturnOccasion) {
  const [capacity, taken] = [capacityAt(model, at), takenAt(model, at)]
  const isGone = !isShown(model, at) || (by !== 'staff' && !isOpen(model, at))
  const isClosed = model.blocked.has(at.slice(0, 10)) || model.exceptions.get(at)?.isClosed
  if (isGone || isClosed || (capacity !== null && taken + places > capacity)) return false
  return by !== 'page' || capacity === null || taken * 2 < capacity
}

/** What the calendar of the shop shows. */
async function shownCalendar({ id }: CatalogueService, range: { readonly from: string; readonly to: string }) {
  const calendar = await readAvailability(core, { kind: 'tour', idOrSlug: id, ...range })
  return days.flatMap((date) =>
    times.map((time) => {
      const of = calendar.days.find((day) => day.date === date)
      const shown = of?.departures.find((each) => each.time === time)
      const isOnSale = shown?.reason === null
      return { at: `${date} ${time}`, isOnSale, left: shown?.left ?? null, from: isOnSale ? shown.from.minor : null }
    }),
  )
}

async function check(model: Model, { service }: Real): Promise<void> {
  const stored = await core.db.selectFrom('departures').selectAll().where('service_id', '=', service.id).execute()
  const schedule = core.kinds.find('tour')!.schedule(service)
  const range = { from: days[0], to: days[1] }
  const sale = { now: core.clock(), zone: 'Asia/Dubai', cutOffMinutes: 0, fewUpTo: defaultSettings.few_places }
  const rows = stored.map((row) => ({
    ...row,
    ...{ date: row.local_date, time: row.local_time, isClosed: row.is_closed, isAdded: row.is_added },
  }))
  const blocked = [...model.blocked.keys()].map((day) => ({ from: day, to: day, reason: '' }))
  const computed = departuresOn(schedulesOf(schedule), rows, { ...range, ...sale, blocked })
  const calendar: object[] = []
  for (const at of days.flatMap((date) => times.map((time) => `${date} ${time}`))) {
    const [date = '', time = ''] = at.split(' ')
    const taken = takenAt(model, at)
    const capacity = capacityAt(model, at)
    expect(stored.find((row) => row.local_date === date && row.local_time === time)?.taken ?? 0).toBe(taken)
    const departure = computed.find((each) => each.date === date && each.time === time)
    expect(departure?.taken ?? 0).toBe(taken)
    const isOnSale = isOpen(model, at) && (capacity === null || taken < capacity)
    expect(departure?.reason === null).toBe(isOnSale)
    if (isOnSale) expect(departure?.vacancies).toBe(capacity === null ? null : capacity - taken)
    const isFew = isOnSale && capacity !== null && capacity - taken <= defaultSettings.few_places
    const from = isOnSale ? priceAt(model, at) : null
    calendar.push({ at, isOnSale, left: isFew ? capacity - taken : null, from })
    const choice = { ...requestFor(service), travel_date: date, travel_time: time, adults_count: 1 }
    const { errors, price } = await quoteChoice(core, { ...choice, children_count: 0, infants_count: 0, details: {} })
    expect(errors.length === 0).toBe(isOnSale)
    if (!isOnSale) continue
    expect(price.final.minor).toBe(priceAt(model, at))
  }
  // The calendar is cached: the notification that a sale changed it may still be on its way.
  await expect.poll(() => shownCalendar(service, range)).toEqual(calendar)
  const held = await core.db
    .selectFrom('bookings')
    .select(['id', 'places', 'released_places as released'])
    .where('service_id', '=', service.id)
    .orderBy('id')
    .execute()
  const expected = model.bookings.map(({ id, places, isActive, isReleased }) => ({
    id,
    places: isActive && !isReleased ? places : 0,
    released: isActive && isReleased ? places : 0,
  }))
  expect(held).toEqual(expected.sort((a, b) => a.id.localeCompare(b.id)))
  expect((await provePlaces(core.db)).filter(({ serviceId }) => serviceId === service.id)).toEqual([])
  await expectPagesAgree(core, service, { departures: departuresOf(model), daily: model })
}
const departuresOf = (model: Model) =>
  days.flatMap((date) =>
    times.map((time) => {
      const at = `${date} ${time}`
      return { date, time, capacity: capacityAt(model, at), taken: takenAt(model, at), isOpen: isOpen(model, at) }
    }),
  )

const command = (name: string, step: (model: Model, real: Real) => Promise<void>): Command => ({
  check: () => true,
  run: async (model, real) => {
    await step(model, real)
    await check(model, real)
  },
  toString: () => name,
})

const at = fc.tuple(fc.constantFrom(...days), fc.constantFrom(...times)).map(([date, time]) => `${date} ${time}`)
let services = 100
const commands = fc.commands(
  [
    fc.record({ at, adults: fc.integer({ min: 1, max: 4 }), infants: fc.nat(1) }).map(({ at, adults, infants }) =>
      command(`book ${adults}+${infants} at ${at}`, async (model, { service }) => {
        const [travel_date = '', travel_time = ''] = at.split(' ')
        const party = { adults_count: adults, infants_count: infants }
        const expected = expectedCode(model, at, adults)
        try {
          const { id } = await book(core, service, { travel_date, travel_time, ...party }, admin)
          expect(expected).toBeNull()
          model.bookings.push({ id, at, places: adults, infants, isActive: true, isReleased: false })
        } catch (error) {
          if (!isRefusal(error)) throw error
          expect(error.code).toBe(expected)
        }
      }),
    ),
    fc.record({ at, adults: fc.integer({ min: 1, max: 4 }) }).map(({ at, adults }) =>
      command(`overbook ${adults} at ${at}`, async (model, { service }) => {
        const byStaff = { admin_notes: null, payment_method: null, overbookingReason: 'A guest of the house' }
        const choice = { travel_date: at.slice(0, 10), travel_time: at.slice(11), adults_count: adults }
        const sale = createBooking({ ...core, byStaff }, admin, requestFor(service, choice), null)
        expect(await codeOrNull(sale)).toBe(isOpen(model, at) ? null : 'booking/invalid')
        if (!isOpen(model, at)) return
        const { booking } = await sale
        model.bookings.push({ id: booking.id, at, places: adults, infants: 0, isActive: true, isReleased: false })
      }),
    ),
    fc.record({ day: fc.constantFrom(...days), isClosed: fc.boolean() }).map(({ day, isClosed }) =>
      command(`${isClosed ? 'close' : 'open'} ${day}`, async (model, { service }) => {
        const starts = times.map((time) => `${day} ${time}`).filter((at) => isShown(model, at))
        const changing = starts.filter((at) => (model.exceptions.get(at)?.isClosed ?? false) !== isClosed)
        let changed = 0
        for (const start of starts) {
          const change = {
            change: isClosed ? ('close' as const) : ('open' as const),
            ...{ capacity: null, prices: null },
            reason: 'Holiday',
          }
          const wanted = { service_id: service.id, from: day, to: day, time: start.slice(11), ...change }
          changed += (await changeDepartures(core, admin, wanted)).changed
        }
        expect(changed).toBe(changing.length)
        for (const at of changing)
          model.exceptions.set(at, { capacity: null, price: null, ...model.exceptions.get(at), isClosed })
      }),
    ),
    fc.record({ at, n: fc.nat(20) }).map(({ at, n }) =>
      command(`move ${n} to ${at}`, async (model) => {
        const active = model.bookings.filter(({ isActive }) => isActive)
        const booking = active[n % Math.max(active.length, 1)]
        if (!booking) return
        const expected = booking.at === at ? 'booking/invalid' : expectedCode(model, at, booking.places)
        const to = { bookingId: booking.id, travel_date: at.slice(0, 10), travel_time: at.slice(11) }
        const moved = moveBooking({ ...core, payments: noPayments, byStaff: { reason: 'A reason' } }, admin, to)
        expect(await codeOrNull(moved)).toBe(expected)
        if (expected !== null) return
        booking.at = at
        // It takes places, also after its hold had ended.
        booking.isReleased = false
      }),
    ),
    fc
      .record({ at: fc.option(at, { nil: null }), n: fc.nat(20), adults: fc.integer({ min: 1, max: 4 }) })
      .map(({ at, n, adults }) =>
        command(`change ${n} to ${adults} at ${at ?? 'its start'}`, async (model) => {
          const active = model.bookings.filter(({ isActive }) => isActive)
          const booking = active[n % Math.max(active.length, 1)]
          if (!booking) return
          const to = { at: at ?? booking.at, places: adults }
          const expected = expectedChange(model, booking, to)
          const { version } = await recordOf(core, booking.id)
          const start = at === null ? {} : { travel_date: at.slice(0, 10), travel_time: at.slice(11) }
          const rest = { reason: 'A reason', difference: 'waive', is_confirmed: false, tell_customer: false } as const
          const change = { bookingId: booking.id, version, adults_count: adults, infants_count: 0, ...start, ...rest }
          const changed = changeBooking({ ...core, payments: noPayments }, admin, { change, idempotencyKey: null })
          expect(await codeOrNull(changed)).toBe(expected)
          if (expected === null) Object.assign(booking, { ...to, infants: 0, isReleased: false })
        }),
      ),
    fc.record({ n: fc.nat(20), expires: fc.boolean() }).map(({ n, expires }) =>
      command(`${expires ? 'expire' : 'cancel'} ${n}`, async ({ bookings }) => {
        const active = bookings.filter(({ isActive }) => isActive)
        const booking = active[n % Math.max(active.length, 1)]
        if (!booking) return
        if (expires) await withBooking(core, booking.id, (trx, row) => expireBooking(trx, core, row, systemActor))
        else await decideStatus(core, admin, booking.id, 'cancel')
        booking.isActive = false
      }),
    ),
    fc.nat(20).map((n) =>
      command(`end the hold of ${n}`, async ({ bookings }) => {
        const held = bookings.filter(({ isActive, isReleased }) => isActive && !isReleased)
        const booking = held[n % Math.max(held.length, 1)]
        if (!booking) return
        await core.db.updateTable('bookings').set({ held_until: core.clock() }).where('id', '=', booking.id).execute()
        expect(await withBooking(core, booking.id, (trx, row) => endHold(trx, core, row))).toBe(true)
        booking.isReleased = true
      }),
    ),
    fc
      .record({ n: fc.nat(20), occasion: fc.constantFrom('page', 'start', 'payment', 'staff') })
      .map(({ n, occasion }) =>
        command(`${n} comes back by ${occasion}`, async (model) => {
          const released = model.bookings.filter(({ isActive, isReleased }) => isActive && isReleased)
          const booking = released[n % Math.max(released.length, 1)]
          if (!booking) return
          const back = await withBooking(core, booking.id, (trx, row) =>
            takePlacesAgain({ trx, deps: core }, row, { occasion, actor: systemActor }),
          )
          expect(back !== null).toBe(canReturn(model, booking, occasion))
          booking.isReleased = back === null
        }),
      ),
    fc
      .record({
        at,
        capacity: fc.option(fc.nat(8), { nil: null }),
        isClosed: fc.boolean(),
        price: anyPrice,
      })
      .map(({ at, capacity, isClosed, price }) =>
        command(`except ${at}: ${capacity}, ${isClosed}, ${price}`, async (model, { service }) => {
          const expected = isShown(model, at) ? null : 'inventory/not-found'
          const prices = price === null ? null : { price_adult: price }
          const change = { ...keyOf(service, at), capacity, is_closed: isClosed, prices, note: null, guide: null }
          const version = await versionOf(service, at)
          const changed = changeDeparture(core, admin, { ...change, return_date: null, version })
          expect(await codeOrNull(changed)).toBe(expected)
          if (expected === null) model.exceptions.set(at, { capacity, isClosed, price })
        }),
      ),
    fc.constantFrom(...days).map((day) =>
      command(`block or unblock ${day}`, async ({ blocked }, { service }) => {
        const known = blocked.get(day)
        if (known) await unblockDates(core, admin, known)
        if (known) blocked.delete(day)
        else {
          const block = { service_id: service.id, from: day, to: day, reason: 'Holiday' }
          blocked.set(day, (await blockDates(core, admin, block)).id)
        }
      }),
    ),
    fc.record({ at, isRemoval: fc.boolean() }).map(({ at, isRemoval }) =>
      command(`${isRemoval ? 'remove' : 'add'} ${at}`, async (model, { service }) => {
        if (isRemoval) {
          const id = (await storedAt(service, at))?.id
          if (!id) return
          const expected = !model.added.has(at)
            ? 'inventory/scheduled'
            : takenAt(model, at) > 0
              ? 'inventory/has-bookings'
              : null
          expect(await codeOrNull(removeDeparture(core, admin, id))).toBe(expected)
          if (expected === null) model.added.delete(at)
          if (expected === null) model.exceptions.set(at, { capacity: null, isClosed: true, price: null })
        } else {
          const expected = isScheduled(model, at) || model.added.has(at) ? 'inventory/exists' : null
          const addition = {
            ...keyOf(service, at),
            ...{ capacity: 3, prices: null, note: null, guide: null, return_date: null },
          }
          expect(await codeOrNull(addDeparture(core, admin, addition))).toBe(expected)
          if (expected === null) model.added.add(at)
          if (expected === null) model.exceptions.set(at, { capacity: 3, isClosed: false, price: null })
        }
      }),
    ),
    fc
      .record({ slots: anySlots(times), capacity: anyCapacity, season: fc.option(anySeason(times)) })
      .map(({ slots, capacity, season }) =>
        command(`schedule ${slots}: ${capacity}, ${JSON.stringify(season)}`, async (model, real) => {
          const { id, version, kind, details } = await getService(core.db, core, real.service.id)
          const schedules = season ? storedSchedules({ slots, capacity }, season, days[1]) : []
          const changed = { ...details, time_slots: slots, slot_capacity: capacity, schedules }
          real.service = await saveService(core, admin, { id, version, kind, details: changed })
          Object.assign(model, { slots, capacity, season })
        }),
      ),
  ],
  { maxCommands: 12 },
)

it('agrees with its tables and with every page after any steps [C169]', async () => {
  await fc.assert(
    fc.asyncProperty(commands, async (steps) => {
      const service = await addService(
        core,
        'tour',
        { time_slots: [...times], slot_capacity: 5 },
        { title: `Model ${++services}` },
      )
      const model: Model = {
        slots: times,
        capacity: 5,
        season: null,
        ...{ exceptions: new Map(), added: new Set(), blocked: new Map(), bookings: [] },
      }
      const real: Real = { service }
      await fc.asyncModelRun(() => ({ model, real }), steps)
      await expectShopAgrees(shop, staff, { service: real.service, departures: departuresOf(model) })
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 15) },
  )
}, 120_000)
