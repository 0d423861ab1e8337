import { expect } from 'vitest'
import type { Session, TestApp } from '../../../../tests/support/app.ts'
import type { TestCore } from '../../../../tests/support/database.ts'
import type { LocalDate, LocalTime } from '../../../kernel/dates.ts'
import { type CatalogueService, listServices } from '../../catalogue/index.server.ts'
import { inventoryJobs } from '../../inventory/index.server.ts'
import { defaultSettings } from '../../settings/index.ts'
import { readDepartureBoard, readDepartureDays } from '../queries/departure-board.server.ts'
import { readDeparturePage } from '../queries/departure-page.server.ts'
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

/**
 * The board and the month of departures, the page of a departure (in turns), the list filtered by a day and the places
 * report say the same of a service.
 */
export async function expectPagesAgree(
  core: TestCore,
  service: CatalogueService,
  { departures, daily }: Expected,
): Promise<void> {
  await expectBoard(core, service, departures)
  await expectMonth(core, service, departures)
  await expectDeparturePage(core, service, departures)
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

async function expectMonth(core: TestCore, { title }: CatalogueService, departures: readonly ExpectedDeparture[]) {
  const { services } = await readDepartureDays(core, { from: departures[0]?.date ?? '', days: 31, q: title })
  for (const [date, ofDay] of Map.groupBy(departures, (each) => each.date)) {
    const day = services[0]?.days.find((each) => each.date === date)
    expect(day?.taken ?? 0).toBe(ofDay.reduce((sum, { taken }) => sum + taken, 0))
  }
}

let turn = 0
async function expectDeparturePage(
  core: TestCore,
  service: CatalogueService,
  departures: readonly ExpectedDeparture[],
) {
  const expected = departures[++turn % departures.length]
  // The page of a departure that neither exists nor has bookings is refused.
  if (!expected || (!expected.isOpen && expected.taken === 0)) return
  const { date, time, taken, capacity } = expected
  const page = await readDeparturePage(core, { service_id: service.id, date, time })
  expect(page).toMatchObject({
    taken,
    held: taken,
    is_overbooked: capacity !== null && taken > capacity && page.capacity !== null,
  })
  expect(page.parties.reduce((sum, { places }) => sum + places, 0)).toBe(taken)
  expect(page.state === 'open' || page.state === 'few').toBe(hasPlaces(expected))
  if (expected.isOpen) expect(page.capacity).toBe(capacity)
}

/** Beyond the functions that they call: the API over HTTP, as customers and staff ask it, and the list as a page. */
export async function expectShopAgrees(
  { call, core }: TestApp,
  { headers }: Session,
  {
    service: { id, title },
    departures,
  }: { readonly service: CatalogueService; readonly departures: readonly ExpectedDeparture[] },
): Promise<void> {
  await inventoryJobs(core)['refresh-availability']?.({ serviceIds: [id] })
  const [from, to] = [departures[0]?.date, departures.at(-1)?.date]
  const read = async <Answer>(path: string): Promise<Answer> => {
    const { status, text, json } = await call(`GET ${path}`, undefined, headers)
    expect(status, text).toBe(200)
    return json() as Answer
  }
  type Shown = { days: { date: string; departures: { time: string; state: string; left: number | null }[] }[] }
  const shownOf = async () => {
    const { days } = await read<Shown>(`/api/services/tour/${id}/availability?from=${from}&to=${to}`)
    return departures.map(({ date, time }) => {
      const shown = days.find((day) => day.date === date)?.departures.find((each) => each.time === time)
      const isOnSale = shown?.state === 'open' || shown?.state === 'few'
      return { date, time, isOnSale, left: shown?.state === 'few' ? shown.left : null }
    })
  }
  const wanted = departures.map((each) => {
    const left = hasPlaces(each) && each.capacity !== null ? each.capacity - each.taken : null
    const isFew = left !== null && left <= defaultSettings.few_places
    return { date: each.date, time: each.time, isOnSale: hasPlaces(each), left: isFew ? left : null }
  })
  // The calendar is cached: the notification that a sale changed it may still be on its way.
  await expect.poll(shownOf).toEqual(wanted)
  type Board = { services: { departures: { date: string; time: string; taken: number }[] }[] }
  const { services } = await read<Board>(`/api/admin/departures?from=${from}&q=${encodeURIComponent(title)}`)
  for (const { date, time, taken } of departures) {
    const cell = services[0]?.departures.find((each) => each.date === date && each.time === time)
    expect(cell?.taken ?? 0).toBe(taken)
  }
  for (const [date, ofDay] of Map.groupBy(departures, (each) => each.date)) {
    // Searches are not cached, so the page is as new as its list.
    const { text } = await call(`GET /tours?q=${encodeURIComponent(title)}&date=${date}`, undefined, {
      accept: 'text/html',
    })
    expect(text.includes(`>${title}<`), `${title} on ${date}`).toBe(ofDay.some(hasPlaces))
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
