import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { type CatalogueService, getService, saveService } from '../catalogue/index.server.ts'
import { recordOffered } from '../inventory/index.server.ts'
import { decideStatus } from './index.server.ts'
import type { PlacesReport } from './places-report-contract.ts'
import { exportPlacesReport, readPlacesReport } from './queries/places-report.server.ts'
import { addService, addUsers, admin, book } from './testing/fixtures.ts'

let shop: TestApp
let safari: CatalogueService
const week = { from: '2026-12-02', weeks: 1, limit: 20 }
const times = { time_slots: ['10:00', '15:00'], slot_capacity: 10 }
const of = (report: PlacesReport, title = 'Safari') => report.items.find(({ service_title }) => service_title === title)
async function csvOf(filter: { from: string; weeks: number; q?: string }): Promise<string> {
  let csv = ''
  for await (const part of exportPlacesReport(shop.core, filter)) csv += part
  return csv
}

beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  safari = await addService(shop.core, 'tour', times, { title: 'Safari' })
  await addService(shop.core, 'tour', { ...times, slot_capacity: null }, { title: 'Open air' })
  const confirmed = await book(shop.core, safari, { adults_count: 3 })
  await decideStatus(shop.core, admin, confirmed.id, 'confirm')
  await book(shop.core, safari, { adults_count: 2, travel_date: '2026-12-06', customer_email: 'zoe@example.com' })
  const gone = await book(shop.core, safari, { adults_count: 4, customer_email: 'ben@example.com' })
  await decideStatus(shop.core, admin, gone.id, 'cancel')
  await sql`insert into check_ins (id, mark_id, booking_id, departure_id, position, arrived_at, arrived_by)
    select gen_random_uuid(), gen_random_uuid(), id, departure_id, n, now(), 'Guide' from bookings, generate_series(0, 1) n
    where id = ${confirmed.id}`.execute(shop.core.db)
})

describe('the places report', () => {
  it('shows what is offered, sold, held and used in a week, from its Monday on', async () => {
    const report = await readPlacesReport(shop.core, week)
    expect(report).toMatchObject({ from: '2026-11-30', to: '2026-12-06', nextCursor: null })
    const figures = { departures: 14, free_sale: 0, offered: 140, sold: 3, held: 2, used: 2, unknown_days: 0 }
    expect(of(report)?.weeks).toEqual([{ week: '2026-11-30', ...figures, percent_sold: 2 }])
    expect(of(report)?.total).toEqual({ ...figures, percent_sold: 2 })
  })

  it('has no number of places for free sale, and lists services with bookings first', async () => {
    const report = await readPlacesReport(shop.core, week)
    expect(report.items.map(({ service_title }) => service_title)).toEqual(['Safari', 'Open air'])
    expect(of(report, 'Open air')?.total).toMatchObject({
      departures: 14,
      free_sale: 14,
      offered: 0,
      percent_sold: null,
    })
  })

  it('counts places as held that an offer to the waiting list takes', async () => {
    const change = (by: number) =>
      sql`update departures set taken = taken + ${by}
        where service_id = ${safari.id} and local_date = '2026-12-01'`.execute(shop.core.db)
    await change(2)
    expect(of(await readPlacesReport(shop.core, week))?.total).toMatchObject({ sold: 3, held: 4 })
    await change(-2)
  })

  it('counts both legs of a return trip', async () => {
    const { rows } = await sql<{ id: string }>`select id from departures
      where service_id = ${safari.id} and local_date = '2026-12-06'`.execute(shop.core.db)
    await sql`update bookings set return_leg_departure_id = ${rows[0]?.id}, return_leg_date = '2026-12-06'
      where service_id = ${safari.id} and booking_status = 'confirmed'`.execute(shop.core.db)
    await sql`update departures set taken = taken + 3 where id = ${rows[0]?.id}`.execute(shop.core.db)
    expect(of(await readPlacesReport(shop.core, week))?.total).toMatchObject({ sold: 6, held: 2, used: 2 })
    await sql`update bookings set return_leg_departure_id = null, return_leg_date = null`.execute(shop.core.db)
    await sql`update departures set taken = taken - 3 where id = ${rows[0]?.id}`.execute(shop.core.db)
  })

  it('is filtered by kind, words and service, and continues after the page', async () => {
    const titles = async (filter: object) =>
      (await readPlacesReport(shop.core, { ...week, ...filter })).items.map(({ service_title }) => service_title)
    expect(await titles({ type: 'ticket' })).toEqual([])
    expect(await titles({ type: 'visa' })).toEqual([])
    expect(await titles({ q: 'open' })).toEqual(['Open air'])
    expect(await titles({ service_id: safari.id })).toEqual(['Safari'])
    const { items, nextCursor } = await readPlacesReport(shop.core, { ...week, limit: 1 })
    expect(items).toHaveLength(1)
    expect(await titles({ limit: 1, cursor: nextCursor ?? '' })).toEqual(['Open air'])
    for (const cursor of ['x', 'WzEsMiwzXQ'])
      await expect(readPlacesReport(shop.core, { ...week, cursor })).rejects.toSatisfy(isRefusal)
  })

  it('marks past days that were not recorded', async () => {
    const past = await readPlacesReport(shop.core, { ...week, from: '2026-11-02' })
    expect(of(past)).toMatchObject({ total: { departures: 0, unknown_days: 7, percent_sold: null }, weeks: [] })
  })

  it('is only for staff who may see bookings, and refuses what is not a range', async () => {
    const route = 'GET /api/admin/places-report?from=2026-12-01'
    expect((await shop.call(route)).status).toBe(401)
    for (const query of ['from=2026-13-01', 'from=2026-12-01&weeks=54', 'from=2026-12-01&weeks=0', 'weeks=2'])
      expect((await shop.call(`GET /api/admin/places-report.csv?${query}`)).status).toBe(401)
  })

  it('is exported with a row for each week, and no cell is a formula', async () => {
    await addService(shop.core, 'tour', times, { title: '=HYPERLINK("https://evil.example")' })
    const lines = (await csvOf({ from: '2026-12-01', weeks: 2 })).trim().split('\r\n')
    expect(lines[0]).toContain('Service,Kind,Week from,Departures,Offered,')
    expect(lines).toContain('Safari,tour,2026-11-30,14,140,0,3,2,2,2,0')
    expect(lines).toContain('Open air,tour,2026-12-07,14,,14,0,0,0,,0')
    expect(lines.filter((line) => /^"?=/.test(line))).toEqual([])
    expect(lines.filter((line) => line.startsWith(`"'=HYPERLINK`))).toHaveLength(2)
  })

  it('costs the same few statements for a year and however many services', async () => {
    const count = async () => {
      const { statements } = await countStatements(shop.core.pool).during(() =>
        readPlacesReport(shop.core, { from: '2026-06-01', weeks: 53, limit: 20 }),
      )
      return statements.filter(({ text }) => !/from "?settings/.test(text)).length
    }
    const before = await count()
    for (let n = 0; n < 12; n++) await addService(shop.core, 'tour', times, { title: `Tour ${n}` })
    expect(await count()).toBe(before)
    expect(before).toBeLessThanOrEqual(5)
  })
})

describe('a past week', () => {
  it('stays as it was when its schedule is changed or the item archived, and is recorded once', async () => {
    const { core } = shop
    core.clock.set('2026-11-23T08:00:00Z')
    await recordOffered(core)
    for (const day of ['24', '25', '26', '27', '28', '29', '30']) {
      core.clock.set(`2026-11-${day}T08:00:00Z`)
      await recordOffered(core)
    }
    const last = { ...week, from: '2026-11-23', service_id: safari.id }
    const before = await readPlacesReport(core, last)
    expect(of(before)?.total).toMatchObject({ departures: 14, offered: 140, unknown_days: 0 })
    const { id, kind, version, details } = await getService(core.db, core, safari.id)
    const changed = { ...details, time_slots: ['10:00'], slot_capacity: 99 }
    await saveService(core, admin, { id, kind, version, details: changed })
    await recordOffered(core)
    expect(await readPlacesReport(core, last)).toEqual(before)
    await sql`update services set status = 'archived' where id = ${id}`.execute(core.db)
    expect(await readPlacesReport(core, last)).toEqual(before)
    expect(await csvOf({ from: '2026-11-23', weeks: 1, q: 'safari' })).toContain('Safari,tour,2026-11-23,14,140,')
  })

  it('(control) changes without the record', async () => {
    const { core } = shop
    await sql`delete from offered_days where day = '2026-11-29'`.execute(core.db)
    const last = { ...week, from: '2026-11-23', service_id: safari.id }
    expect(of(await readPlacesReport(core, last))?.total).toMatchObject({ departures: 12 })
  })

  it('of a service added later has nothing offered, because its days are recorded', async () => {
    shop.core.clock.set('2026-11-30T08:00:00Z')
    await recordOffered(shop.core)
    await addService(shop.core, 'tour', times, { title: 'Added later' })
    const report = await readPlacesReport(shop.core, { ...week, from: '2026-11-23', weeks: 2, q: 'added later' })
    expect(of(report, 'Added later')?.weeks).toMatchObject([{ week: '2026-11-30', offered: 140 }])
  })
})
