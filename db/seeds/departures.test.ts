import { expect, test } from 'vitest'
import { addDays, dateIn, daysBetween, type LocalDate } from '../../src/kernel/dates.ts'
import { hijriDay } from '../../src/kernel/hijri.ts'
import { provePlaces } from '../../src/modules/booking/index.server.ts'
import { listServicesOnSale } from '../../src/modules/inventory/index.server.ts'
import { type Departure, departuresOn, schedulesOf } from '../../src/modules/inventory/index.ts'
import { defaultSettings } from '../../src/modules/settings/index.ts'
import { scheduleIn } from '../../src/services/shared/schedule.ts'
import { testCore } from '../../tests/support/database.ts'
import { seedWorld } from './index.server.ts'

type Deps = Parameters<typeof listServicesOnSale>[0]
/** What the shop sells in the days ahead, by the slug of the item. */
async function departuresBySlug(deps: Deps, days: number): Promise<ReadonlyMap<string, readonly Departure[]>> {
  const now = deps.clock()
  const zone = defaultSettings.time_zone
  const range = { from: dateIn(zone, now), to: addDays(dateIn(zone, now), days) }
  const kinds = deps.kinds.all.map(({ key }) => key)
  const services = await listServicesOnSale(deps, { kinds, q: '', max: 500 }, range)
  const entries = services.flatMap(({ service, rows, blocked }) => {
    const kind = deps.kinds.find(service.kind)
    if (!kind || service.status !== 'active') return []
    const schedule = scheduleIn(zone, kind.schedule(service))
    const sale = { now, zone: schedule.timeZone, cutOffMinutes: 0, fewUpTo: defaultSettings.few_places, blocked }
    return [[service.slug, departuresOn(schedulesOf(schedule), rows, { ...range, ...sale })] as const]
  })
  return new Map(entries)
}
const departuresOf = async (deps: Deps) => [...(await departuresBySlug(deps, 30)).values()].flat()

/** Each day of a week, by day and by night, and ends of months and years. */
const moments = [
  ...['2026-11-21T08:00:00Z', '2026-11-22T19:59:00Z', '2026-11-23T20:01:00Z', '2026-11-24T05:00:00Z'],
  ...['2026-11-25T12:00:00Z', '2026-11-26T16:30:00Z', '2026-11-27T03:00:00Z'],
  ...['2027-01-31T22:30:00Z', '2028-02-29T05:00:00Z', '2028-12-31T19:59:00Z'],
]
async function demoOf(seeded: string) {
  const core = await testCore()
  core.clock.set(seeded)
  const store = { put: async () => undefined, remove: async () => undefined }
  const deps = { ...core, isSandbox: true, store } as never as Parameters<typeof seedWorld>[0]
  await seedWorld(deps, 'demo')
  return { core, deps }
}
test.each(moments)('the demo of %s has a departure in every state within thirty days', async (seeded) => {
  const { core, deps } = await demoOf(seeded)
  const departures = await departuresOf(deps)
  const ofState = (state: string) => departures.filter((each) => each.state === state)
  expect(ofState('open').length).toBeGreaterThan(10)
  expect(ofState('few').some(({ taken }) => taken > 0)).toBe(true)
  // The group that is nearly full.
  const [group] = ofState('few').filter(({ isAdded }) => isAdded)
  expect(group).toMatchObject({ vacancies: 3 })
  expect(group?.taken).toBeGreaterThan(25)
  expect(ofState('closed').some(({ note }) => note === 'The jeeps are in the workshop that day.')).toBe(true)
  const overbooked = departures.filter(({ capacity, taken }) => capacity !== null && taken > capacity)
  expect(overbooked).toMatchObject([{ note: expect.stringContaining('One guest more') }])
  const reasons = await core.db
    .selectFrom('audit_entries')
    .select('after')
    .where('action', '=', 'booking.created')
    .execute()
  expect(JSON.stringify(reasons)).toContain('overbooking_reason')
  const entries = await core.db
    .selectFrom('waiting_entries')
    .select(['departure_id', 'state', 'places'])
    .orderBy('created_at')
    .execute()
  expect(entries.map(({ state, places }) => [state, places])).toEqual([
    ['waiting', 3],
    ['waiting', 1],
    ['waiting', 4],
  ])
  const soldOut = ofState('sold_out').find(({ departureId }) => departureId === entries[0]?.departure_id)
  expect(soldOut).toMatchObject({ vacancies: 0 })
  expect(await provePlaces(core.db)).toEqual([])
})

const weekdayOf = (day: LocalDate): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00Z`))
/** Weekly journeys, and the days of notice that visas need. */
const weekly: Readonly<Record<string, readonly [string, number]>> = {
  'umrah-by-coach-from-dubai': ['Thursday', 4],
  'five-star-umrah-from-dubai': ['Wednesday', 7],
  'umrah-from-mumbai-ten-days': ['Sunday', 10],
  'umrah-from-hyderabad-fourteen-days': ['Tuesday', 10],
  'family-umrah-from-delhi': ['Saturday', 10],
}
test('the demo sells journeys on the days that their texts name, and none that is about to begin', async () => {
  const { deps } = await demoOf('2026-11-21T17:04:00Z')
  const bySlug = await departuresBySlug(deps, 400)
  const onSale = (slug: string) => (bySlug.get(slug) ?? []).flatMap(({ date, reason }) => (reason === null ? date : []))
  for (const [slug, [weekday, notice]] of Object.entries(weekly)) {
    expect(new Set(onSale(slug).map(weekdayOf)), slug).toEqual(new Set([weekday]))
    expect(daysBetween('2026-11-21', onSale(slug)[0] ?? ''), slug).toBeGreaterThanOrEqual(notice)
  }
  const [lastNights, ...others] = bySlug.get('ramadan-umrah-luxury') ?? []
  expect(others).toEqual([])
  expect(hijriDay(lastNights?.date ?? '')).toMatchObject({ day: 20, month: 9 })
  expect(lastNights?.trip.returnDate).toBe(addDays(lastNights?.date ?? '', 10))
  expect(onSale('dubai-short-break')[0]).toBe('2026-11-23')
})
