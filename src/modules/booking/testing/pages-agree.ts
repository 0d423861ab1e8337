import { expect } from 'vitest'
import type { TestCore } from '../../../../tests/support/database.ts'
import type { LocalDate, LocalTime } from '../../../kernel/dates.ts'
import { type CatalogueService, listServices } from '../../catalogue/index.server.ts'
import { inventoryJobs } from '../../inventory/index.server.ts'
import { readDepartureBoard } from '../queries/departure-board.server.ts'
import { readPlacesReport } from '../queries/places-report.server.ts'

/** What a departure must look like on every page. */
export interface ExpectedDeparture {
  readonly date: LocalDate
  readonly time: LocalTime
  readonly capacity: number | null
  readonly taken: number
  /** On sale if places are left. */
  readonly isOpen: boolean
}
interface Expected {
  readonly departures: readonly ExpectedDeparture[]
  /** The schedule, which applies to the other days of the week. */
  readonly daily: { readonly slots: readonly string[]; readonly capacity: number | null }
}
const hasPlaces = ({ isOpen, capacity, taken }: ExpectedDeparture): boolean =>
  isOpen && (capacity === null || taken < capacity)

/** The board of departures, the list filtered by a day and the places report say the same of a service. */
export async function expectPagesAgree(
  core: TestCore,
  service: CatalogueService,
  { departures, daily }: Expected,
): Promise<void> {
  await expectBoard(core, service, departures)
  await expectLists(core, service, departures)
  await expectReport(core, service, { departures, daily })
}

async function expectBoard(core: TestCore, { title }: CatalogueService, departures: readonly ExpectedDeparture[]) {
  const { services } = await readDepartureBoard(core, { from: departures[0]?.date ?? '', days: 7, q: title })
  const shown = services[0]?.departures ?? []
  for (const expected of departures) {
    const { date, time, taken, capacity, isOpen } = expected
    const cell = shown.find((each) => each.date === date && each.time === time)
    expect(cell?.taken ?? 0).toBe(taken)
    expect(cell?.state === 'open' || cell?.state === 'few').toBe(hasPlaces(expected))
    if (!isOpen || !cell) continue
    // No booking of the model is paid.
    expect(cell).toMatchObject({ capacity, held: taken, is_overbooked: capacity !== null && taken > capacity })
  }
}

async function expectLists(core: TestCore, { id, title }: CatalogueService, departures: readonly ExpectedDeparture[]) {
  await inventoryJobs(core)['refresh-availability']?.({ serviceIds: [id] })
  const days = Map.groupBy(departures, ({ date }) => date)
  for (const [date, ofDay] of days) {
    const { items } = await listServices(core, { kind: 'tour', sort: 'newest', limit: 5, q: title, date })
    expect(items.map((item) => item.id)).toEqual(ofDay.some(hasPlaces) ? [id] : [])
  }
}

async function expectReport(core: TestCore, { id }: CatalogueService, { departures, daily }: Expected) {
  const from = departures[0]?.date ?? ''
  const { items } = await readPlacesReport(core, { from, weeks: 1, limit: 1, service_id: id })
  const open = departures.filter(({ isOpen }) => isOpen)
  const otherDays = 7 - new Set(departures.map(({ date }) => date)).size
  const other = otherDays * daily.slots.length
  const places = open.reduce((sum, { capacity }) => sum + (capacity ?? 0), 0)
  expect(items[0]?.total).toMatchObject({
    departures: open.length + other,
    free_sale: open.filter(({ capacity }) => capacity === null).length + (daily.capacity === null ? other : 0),
    offered: places + other * (daily.capacity ?? 0),
    ...{ held: departures.reduce((sum, { taken }) => sum + taken, 0), sold: 0, used: 0, unknown_days: 0 },
  })
}
