import { beforeAll, describe, expect, it, vi } from 'vitest'
import { countStatements } from '../../../bench/statement-counter.ts'
import { type Session, type TestApp, testApp } from '../../../tests/support/app.ts'
import { listenForInvalidation } from '../../platform/cache-invalidation.server.ts'
import { say } from '../../platform/messages.server.ts'
import {
  bookingMailFacts,
  confirmBooking,
  issueBookingToken,
  lockBooking,
  systemActor,
} from '../booking/index.server.ts'
import { addService, addUsers, admin, book, codeOf } from '../booking/testing/fixtures.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { findOrIssueInvoice } from '../printouts/invoices.server.ts'
import { printVoucher, writeCalendarFile } from '../printouts/printouts.server.ts'
import type { DepartureAddition } from './add-departure.server.ts'

let shop: TestApp
let staff: Session
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  staff = await shop.signIn('support')
})

const groupOf = (details: object = {}) => addService(shop.core, 'umrah', { group_departures_only: true, ...details })
const plain = { time: null, capacity: 12, prices: null, note: null, guide: null, return_date: null }
const post = ({ id }: CatalogueService, addition: Partial<DepartureAddition>) =>
  shop.call(`POST /api/admin/services/${id}/departures`, { ...plain, ...addition }, staff.headers)
async function add(service: CatalogueService, addition: Partial<DepartureAddition>): Promise<void> {
  const answer = await post(service, addition)
  expect(answer.status, answer.text).toBe(200)
}
async function listed({ kind, id }: CatalogueService): Promise<Record<string, unknown>[]> {
  const answer = await shop.call(`GET /api/services/${kind}/${id}/group-departures`)
  expect(answer.status, answer.text).toBe(200)
  return answer.json().departures as Record<string, unknown>[]
}
const quote = async ({ kind, id }: CatalogueService, date: string) =>
  (
    await shop.call('POST /api/quotes', { service_type: kind, service_id: id, travel_date: date, adults_count: 1 })
  ).json()
const december = { date: '2026-12-05', return_date: '2026-12-15' }
const byPlane = { travel_mode: 'flight', carrier: 'Saudia SV 551, back SV 550' } as const

describe('an item with group departures only', () => {
  it('is sold on these days only, whatever its schedules say', async () => {
    const everyDay = { starts: 'day', capacity: 40 }
    const group = await groupOf({ schedules: [everyDay] })
    expect(await codeOf(book(shop.core, group, { travel_date: '2026-12-05', travel_time: null }))).toBe(
      'booking/invalid',
    )
    await add(group, december)
    expect(
      await book(shop.core, group, { travel_date: '2026-12-05', travel_time: null, adults_count: 2 }),
    ).toMatchObject({
      places: 2,
    })
    expect(await codeOf(book(shop.core, group, { travel_date: '2026-12-06', travel_time: null }))).toBe(
      'booking/invalid',
    )
  })
  it('departs by its schedules again when the switch is off', async () => {
    const tour = await addService(shop.core, 'package')
    expect(await book(shop.core, tour, { travel_date: '2026-12-06', travel_time: null })).toMatchObject({ places: 2 })
    expect(await listed(tour)).toEqual([])
  })
})

describe('the list of group departures', () => {
  it('has both dates, nights, means of travel, lowest price and places left', async () => {
    const group = await groupOf({ price_child: 90_000 })
    await add(group, { date: '2027-02-01', capacity: null })
    await add(group, { ...december, ...byPlane, capacity: 3, prices: { price: 99_000 } })
    expect(await listed(group)).toEqual([
      {
        ...{ date: '2026-12-05', time: null, hours: null, return_date: '2026-12-15', nights: 10, ...byPlane },
        ...{ state: 'few', reason: null, left: 3, from: { minor: 99_000, currency: 'USD' }, prices: { price: 99_000 } },
      },
      {
        ...{ date: '2027-02-01', time: null, hours: null, return_date: null, nights: null },
        ...{ travel_mode: null, carrier: null, state: 'open', reason: null, left: null, prices: null },
        from: { minor: 120_000, currency: 'USD' },
      },
    ])
  })
  it('keeps what is sold out, and leaves out what is closed, blocked, past or not added by hand', async () => {
    const group = await groupOf()
    const days = ['2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04']
    for (const date of days) await add(group, { date, capacity: 1 })
    await book(shop.core, group, { travel_date: days[0]!, travel_time: null, adults_count: 1 }, admin)
    const closing = { ...plain, capacity: 1, version: 1, is_closed: true }
    expect(
      (await shop.call(`PUT /api/admin/services/${group.id}/departures/${days[1]}`, closing, staff.headers)).status,
    ).toBe(200)
    const blocking = { service_id: group.id, from: days[2], to: days[2], reason: 'Eid' }
    expect((await shop.call('POST /api/admin/blocked-dates', blocking, staff.headers)).status).toBe(200)
    expect((await listed(group)).map(({ date, state }) => [date, state])).toEqual([
      [days[0], 'sold_out'],
      [days[3], 'few'],
    ])
  })
  it('ends the sale of a departure at its own cut-off, or earlier at that of the agency', async () => {
    const group = await groupOf()
    // The clock shows noon in Dubai on 21 November; the last minute of 25 November is 108 hours away.
    await add(group, { date: '2026-11-25', cut_off_hours: 109 })
    await add(group, { date: '2026-11-26', cut_off_hours: 109 })
    expect((await listed(group)).map(({ date }) => date)).toEqual(['2026-11-26'])
    expect(await codeOf(book(shop.core, group, { travel_date: '2026-11-25', travel_time: null }))).toBe(
      'booking/invalid',
    )
    await book(shop.core, group, { travel_date: '2026-11-26', travel_time: null })
  })
  it('is empty for kinds without departures, and missing for an unknown item', async () => {
    expect(await listed(await addService(shop.core, 'visa'))).toEqual([])
    expect((await shop.call('GET /api/services/umrah/never-there/group-departures')).status).toBe(404)
    expect((await shop.call('GET /api/services/hotel/never-there/group-departures')).status).toBe(404)
  })
  it('refuses a carrier that is too long, an unknown means of travel and a cut-off below 0', async () => {
    const group = await groupOf()
    for (const wrong of [{ carrier: 'x'.repeat(201) }, { travel_mode: 'camel' }, { cut_off_hours: -1 }])
      expect((await post(group, { ...december, ...(wrong as object) })).status).toBeGreaterThanOrEqual(400)
    await add(group, { ...december, carrier: '  ' })
    expect((await listed(group))[0]).toMatchObject({ carrier: null })
  })
})

describe('the return of a group', () => {
  it('is in the quote, the booking, lists, the invoice, the tracker, mails, voucher and calendar file, as it is now', async () => {
    const group = await groupOf()
    await add(group, { ...december, ...byPlane })
    expect(await quote(group, '2026-12-05')).toMatchObject({ return_date: '2026-12-15', errors: [] })
    const booking = await book(shop.core, group, { travel_date: '2026-12-05', travel_time: null })
    const change = { ...plain, ...byPlane, version: 1, is_closed: false, return_date: '2026-12-16' }
    const changed = await shop.call(`PUT /api/admin/services/${group.id}/departures/2026-12-05`, change, staff.headers)
    expect(changed.status, changed.text).toBe(200)
    const token = issueBookingToken(shop.core, booking)
    const view = await shop.call(`GET /api/bookings/${booking.id}?token=${token}`)
    expect(view.json()).toMatchObject({ travel_date: '2026-12-05', return_date: '2026-12-16', ...byPlane })
    const page = await shop.call(`GET /api/bookings/${booking.id}/payment?token=${token}`)
    expect(page.json()).toMatchObject({ return_date: '2026-12-16' })
    const tracked = await shop.call('POST /api/tracking-lookups', { reference: booking.booking_reference })
    expect(tracked.json()).toMatchObject({ access: 'status', return_date: '2026-12-16' })
    const rows = await shop.call(`GET /api/admin/bookings?q=${booking.booking_reference}`, undefined, staff.headers)
    expect(rows.json().items).toMatchObject([{ travel_date: '2026-12-05', return_date: '2026-12-16' }])
    const { content } = await findOrIssueInvoice(shop.core, booking.id)
    expect(content).toMatchObject({ travelDate: '2026-12-05', returnDate: '2026-12-16' })
    const facts = await bookingMailFacts(shop.core, booking.id, () => true)
    expect(say(facts?.values.travel_date ?? '')).toBe(
      '2026-12-05 (25 Jumada al-Thani 1448 AH), back on 2026-12-16 (11 nights)',
    )
    const printed: string[] = []
    const render = async (paper: unknown) => {
      printed.push(JSON.stringify(paper))
      return Buffer.from('')
    }
    await shop.core.db.transaction().execute(async (trx) => {
      await confirmBooking(trx, shop.core, await lockBooking(trx, booking.id), systemActor)
    })
    await printVoucher({ ...shop.core, pdfRenderer: { render } as never }, booking.id)
    expect(printed[0]).toContain('{"label":"Return","value":"2026-12-16"}')
    expect(printed[0]).toContain('{"label":"Travel by","value":"Flight · Saudia SV 551, back SV 550"}')
    const calendar = (await writeCalendarFile(shop.core, booking.id)).bytes.toString()
    expect(calendar).toContain('DTSTART;VALUE=DATE:20261205')
    expect(calendar).toContain('DTEND;VALUE=DATE:20261217')
  })
  it('is not shown where it is not known', async () => {
    const booking = await book(shop.core, await addService(shop.core, 'umrah'), {
      travel_date: '2026-12-05',
      travel_time: null,
    })
    const view = await shop.call(`GET /api/bookings/${booking.id}?token=${issueBookingToken(shop.core, booking)}`)
    expect(view.json()).toMatchObject({ return_date: null, travel_mode: null, carrier: null })
    const facts = await bookingMailFacts(shop.core, booking.id, () => true)
    expect(say(facts?.values.travel_date ?? '')).toBe('2026-12-05 (25 Jumada al-Thani 1448 AH)')
    expect(facts?.values.travel_time).toBe('')
    expect(view.json().trip_facts).toEqual([{ label: 'Hijri date', value: '25 Jumada al-Thani 1448 AH' }])
    expect((await writeCalendarFile(shop.core, booking.id)).bytes.toString()).not.toContain('DTEND')
  })
})

it('a list of groups is cached, and read again when a sale or the minute changes what it shows', async () => {
  const group = await groupOf()
  await add(group, december)
  const stop = await listenForInvalidation(shop.core, () => {})
  const counter = countStatements(shop.core.pool)
  const reads = async () => {
    const { statements } = await counter.during(() => listed(group))
    return statements.filter(({ text }) => text.includes('from departures d')).length
  }
  // Staff changes and the settings are notified a moment later.
  await vi.waitFor(async () => expect(await reads()).toBe(0))
  await book(shop.core, group, { travel_date: december.date, travel_time: null, adults_count: 4 }, admin)
  await vi.waitFor(async () => expect(await listed(group)).toMatchObject([{ left: 8 }]))
  await vi.waitFor(async () => expect(await reads()).toBe(0))
  shop.core.clock.advance(1)
  expect(await reads()).toBe(1)
  shop.core.clock.advance(-1)
  await stop()
})
