import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { getDetail } from '../catalogue/index.server.ts'
import { readToday, saveSettings } from '../settings/index.server.ts'
import { confirmBooking, createBooking, quoteChoice, systemActor } from './index.server.ts'
import { csvName } from './queries/csv-export.server.ts'
import { readDashboard } from './queries/dashboard.server.ts'
import { readTrends } from './queries/trends.server.ts'
import { scheduleTexts } from './rules/schedule.ts'
import { addService, addUsers, admin, book, recordOf, requestFor, visitor, withBooking } from './testing/fixtures.ts'

let core: TestCore
let stay: CatalogueService
let tour: CatalogueService
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  stay = await addService(core, 'package')
  tour = await addService(core, 'tour', { time_slots: ['09:00', '23:30'], advance_booking_hours: 2 })
})
const useZone = (time_zone: string) => saveSettings(core, admin, { time_zone })
const clockAt = (instant: string) => core.clock.set(new Date(instant))
const dateErrors = async (service: CatalogueService, travel_date: string, travel_time: string | null = null) =>
  (await quoteChoice(core, { ...quoteOf(service), travel_date, travel_time })).errors.map(({ message }) => message)
const quoteOf = ({ kind, id }: CatalogueService) => ({
  ...{ service_type: kind, service_id: id, adults_count: 1, children_count: 0, infants_count: 0, details: {} },
})

/** A quarter of an hour before and after midnight; the last day and the new one in the zone. */
const midnights = [
  ['Asia/Kolkata', '2026-11-21T18:15:00Z', '2026-11-21T18:45:00Z', '2026-11-21', '2026-11-22'],
  ['America/New_York', '2026-11-22T04:45:00Z', '2026-11-22T05:15:00Z', '2026-11-21', '2026-11-22'],
] as const

describe.each(midnights)('an agency in %s', (zone, before, after, day, nextDay) => {
  it('has its own "today" on both sides of midnight', async () => {
    await useZone(zone)
    clockAt(before)
    expect(await readToday(core)).toBe(day)
    expect(await csvName(core)).toBe(`bookings-${day}.csv`)
    clockAt(after)
    expect(await readToday(core)).toBe(nextDay)
    expect(await csvName(core)).toBe(`bookings-${nextDay}.csv`)
  })

  it('sells a departure of today until its midnight, and not after', async () => {
    await useZone(zone)
    clockAt(before)
    expect(await dateErrors(stay, day)).toEqual([])
    clockAt(after)
    expect(await dateErrors(stay, day)).toEqual([scheduleTexts.pastDate])
    await expect(
      createBooking(core, visitor, requestFor(stay, { travel_date: day, travel_time: null }), null),
    ).rejects.toMatchObject({ code: 'booking/invalid' })
  })

  it('counts the notice of a tour on its own clock', async () => {
    await useZone(zone)
    clockAt(before)
    expect(await dateErrors(tour, day, '23:30')).toEqual([scheduleTexts.noSlotLeft])
    expect(await dateErrors(tour, nextDay, '09:00')).toEqual([])
    const booking = await book(core, tour, { travel_date: nextDay, travel_time: '09:00' })
    expect(booking.time_zone).toBe(zone)
    const nineOClock = zone === 'Asia/Kolkata' ? '2026-11-22T03:30:00.000Z' : '2026-11-22T14:00:00.000Z'
    expect(booking.starts_at?.toISOString()).toBe(nineOClock)
  })

  it('tells the shop its zone with each service', async () => {
    await useZone(zone)
    const detail = await getDetail(core, { kind: 'tour', idOrSlug: tour.id })
    expect('service' in detail && detail.service.schedule.timeZone).toBe(zone)
  })

  it('sees on the dashboard what starts today, tomorrow or the day after', async () => {
    await useZone(zone)
    const countAt = (instant: string) => {
      clockAt(instant)
      return readDashboard(core).then(({ needsAction }) => needsAction.departuresSoon ?? 0)
    }
    const [known, knownLater] = [await countAt(before), await countAt(after)]
    const inTwoDays = await book(core, stay, { travel_date: '2026-11-24', travel_time: null })
    await withBooking(core, inTwoDays.id, (trx, booking) => confirmBooking(trx, core, booking, systemActor))
    expect([await countAt(before), await countAt(after)]).toEqual([known, knownLater + 1])
  })
})

describe('the charts', () => {
  const bookingsOn = async (from: string) =>
    (await readTrends(core, '30-days')).points.find((point) => point.from === from)?.bookings

  it('count a booking on the day that it was made for the agency', async () => {
    await useZone('Asia/Kolkata')
    clockAt('2026-11-27T18:15:00Z')
    await book(core, stay, { travel_time: null })
    clockAt('2026-11-27T18:45:00Z')
    await book(core, stay, { travel_time: null })
    await book(core, stay, { travel_time: null })
    expect([await bookingsOn('2026-11-27'), await bookingsOn('2026-11-28')]).toEqual([1, 2])
  })

  it('count every day again when the time zone changes, money as the ledger has it', async () => {
    const { id, currency } = await recordOf(core, (await book(core, stay, { travel_time: null })).id)
    const entry = (kind: string, minor: number, at: string) =>
      sql`
      insert into ledger_entries (booking_id, kind, amount_minor, currency, booking_minor, booking_currency,
        exchange_rate, source, at)
      values (${id}, ${kind}, ${minor}, ${currency}, ${minor}, ${currency}, 1, 'test', ${at})`.execute(core.db)
    await entry('charged', 50_000, '2026-11-27T18:45:00Z')
    await entry('refunded', -20_000, '2026-11-28T04:30:00Z')
    const daysIn = async (zone: string) => {
      await useZone(zone)
      const { rows } = await sql<Record<string, unknown>>`
        select day::text, sum(bookings)::int as bookings, sum(paid_minor)::int as paid, sum(refunded_minor)::int as back
        from booking_days where day between '2026-11-27' and '2026-11-28' group by day order by day`.execute(core.db)
      return rows
    }
    expect(await daysIn('America/New_York')).toEqual([{ day: '2026-11-27', bookings: 4, paid: 50_000, back: 20_000 }])
    expect(await daysIn('Asia/Kolkata')).toEqual([
      { day: '2026-11-27', bookings: 1, paid: 0, back: 0 },
      { day: '2026-11-28', bookings: 3, paid: 50_000, back: 20_000 },
    ])
  })

  it('miss no booking that is made while the time zone changes', async () => {
    await useZone('America/New_York')
    clockAt('2026-12-01T19:00:00Z')
    const made = Array.from({ length: 12 }, (_, n) =>
      book(core, stay, { customer_email: `guest${n}@example.com`, travel_date: '2026-12-20', travel_time: null }),
    )
    await Promise.all([...made.slice(0, 6), useZone('Asia/Kolkata'), ...made.slice(6)])
    const { rows } = await sql<{ day: string; bookings: number }>`
      select day::text, sum(bookings)::int as bookings from booking_days where day >= '2026-12-01' group by day`.execute(
      core.db,
    )
    expect(rows).toEqual([{ day: '2026-12-02', bookings: 12 }])
  })

  const waitsForLock = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(core.db)
    return rows.length > 0
  }
  it.each([
    [{ payment_status: 'failed' }, { paid_minor: 1 }],
    [{ paid_minor: 1 }, { payment_status: 'failed' }],
  ] as const)('wait for a booking that counts %j and then %j while the time zone changes', async (first, second) => {
    await useZone('America/New_York')
    const { id } = await book(core, stay, { customer_email: 'between@example.com', travel_time: null })
    const change = await core.db.transaction().execute(async (trx) => {
      await trx.updateTable('bookings').set(first).where('id', '=', id).execute()
      const outcome = useZone('Asia/Kolkata').then(
        () => 'changed',
        (error: Error) => error.message,
      )
      await expect.poll(waitsForLock).toBe(true)
      await trx.updateTable('bookings').set(second).where('id', '=', id).execute()
      return { outcome }
    })
    expect(await change.outcome).toBe('changed')
  })
})

describe('a service with a time zone of its own', () => {
  it('follows it, whatever the zone of the agency', async () => {
    await useZone('Asia/Dubai')
    const own = await addService(core, 'package', { time_zone: 'America/New_York' })
    clockAt('2026-12-05T04:45:00Z')
    expect(await dateErrors(own, '2026-12-04')).toEqual([])
    expect(await dateErrors(stay, '2026-12-04')).toEqual([scheduleTexts.pastDate])
    const detail = await getDetail(core, { kind: 'package', idOrSlug: own.id })
    expect('service' in detail && detail.service.schedule.timeZone).toBe('America/New_York')
    const { booking } = await createBooking(
      core,
      visitor,
      requestFor(own, { travel_date: '2026-12-04', travel_time: null }),
      null,
    )
    expect(booking.time_zone).toBe('America/New_York')
  })

  it('is refused a zone that does not exist', async () => {
    await expect(addService(core, 'tour', { time_zone: 'Asia/Atlantis' })).rejects.toMatchObject({
      code: 'catalogue/invalid',
    })
  })
})

it('a booking keeps its departure when the agency moves to another zone', async () => {
  await useZone('Asia/Dubai')
  clockAt('2026-12-06T08:00:00Z')
  const { id } = await book(core, tour, { travel_date: '2026-12-10', travel_time: '09:00' })
  await useZone('Asia/Kolkata')
  const kept = await recordOf(core, id)
  expect([kept.time_zone, kept.starts_at?.toISOString()]).toEqual(['Asia/Dubai', '2026-12-10T05:00:00.000Z'])
})
