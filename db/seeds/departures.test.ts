import { expect, test } from 'vitest'
import { addDays, dateIn } from '../../src/kernel/dates.ts'
import { provePlaces } from '../../src/modules/booking/index.server.ts'
import { listServicesOnSale } from '../../src/modules/inventory/index.server.ts'
import { type Departure, departuresOn, schedulesOf } from '../../src/modules/inventory/index.ts'
import { defaultSettings } from '../../src/modules/settings/index.ts'
import { scheduleIn } from '../../src/services/shared/schedule.ts'
import { testCore } from '../../tests/support/database.ts'
import { seedWorld } from './index.server.ts'

/** What the shop sells in the next thirty days. */
async function departuresOf(deps: Parameters<typeof listServicesOnSale>[0]): Promise<readonly Departure[]> {
  const now = deps.clock()
  const zone = defaultSettings.time_zone
  const range = { from: dateIn(zone, now), to: addDays(dateIn(zone, now), 30) }
  const kinds = deps.kinds.all.map(({ key }) => key)
  const services = await listServicesOnSale(deps, { kinds, q: '', max: 500 }, range)
  return services.flatMap(({ service, rows, blocked }) => {
    const kind = deps.kinds.find(service.kind)
    if (!kind || service.status !== 'active') return []
    const schedule = scheduleIn(zone, kind.schedule(service))
    const sale = { now, zone: schedule.timeZone, cutOffMinutes: 0, fewUpTo: defaultSettings.few_places, blocked }
    return departuresOn(schedulesOf(schedule), rows, { ...range, ...sale })
  })
}

/** Each day of a week, by day and by night, and ends of months and years. */
const moments = [
  ...['2026-11-21T08:00:00Z', '2026-11-22T19:59:00Z', '2026-11-23T20:01:00Z', '2026-11-24T05:00:00Z'],
  ...['2026-11-25T12:00:00Z', '2026-11-26T16:30:00Z', '2026-11-27T03:00:00Z'],
  ...['2027-01-31T22:30:00Z', '2028-02-29T05:00:00Z', '2028-12-31T19:59:00Z'],
]
test.each(moments)('the demo of %s has a departure in every state within thirty days', async (seeded) => {
  const core = await testCore()
  core.clock.set(seeded)
  const store = { put: async () => undefined, remove: async () => undefined }
  const deps = { ...core, isSandbox: true, store } as never as Parameters<typeof seedWorld>[0]
  await seedWorld(deps, 'demo')
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
