import { beforeAll, describe, expect, it } from 'vitest'
import { type Session, type TestApp, testApp } from '../../../tests/support/app.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { changeDeparture } from '../inventory/index.server.ts'
import type { DeparturePage } from './departure-contract.ts'
import { decideStatus } from './index.server.ts'
import { addService, addUsers, admin, book } from './testing/fixtures.ts'

let shop: TestApp
let staff: Session
let tour: CatalogueService
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  staff = await shop.signIn('support')
  const times = { time_slots: ['10:00', '15:00'], slot_capacity: 10 }
  tour = await addService(shop.core, 'tour', times, { title: 'Desert safari' })
  const zoe = { customer_name: 'Zoë Brown', customer_email: 'zoe@example.com', adults_count: 3 }
  const confirmed = await book(shop.core, tour, zoe)
  await decideStatus(shop.core, admin, confirmed.id, 'confirm')
  const pending = await book(shop.core, tour, { adults_count: 2, children_count: 1 })
  const cancelled = await book(shop.core, tour, { customer_email: 'ben@example.com' })
  await decideStatus(shop.core, admin, cancelled.id, 'cancel')
  // Names of old bookings were not checked.
  const change = { customer_name: '=Asha Rao', pickup_location: 'Hotel "Sea", Deira' }
  await shop.core.db.updateTable('bookings').set(change).where('id', '=', pending.id).execute()
})

const ask = (query: string, headers = staff.headers) =>
  shop.call(`GET /api/admin/services/${tour.id}/departures/2026-12-01${query}`, undefined, headers)
async function page(query = '?time=10:00'): Promise<DeparturePage> {
  const answer = await ask(query)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as DeparturePage
}
const csv = (query: string, headers: Partial<Session['headers']> = staff.headers) =>
  shop.call(`GET /api/admin/departure.csv?service_id=${tour.id}${query}`, undefined, headers as Session['headers'])

describe('the page of a departure', () => {
  it('shows its places and everybody who travels, confirmed or not', async () => {
    const departure = await page()
    expect(departure).toMatchObject({ service_title: 'Desert safari', capacity: 10, taken: 6, held: 3, version: 1 })
    expect(departure).toMatchObject({ adults: 5, children: 1, infants: 0, is_overbooked: false, has_more: false })
    expect(departure.parties).toMatchObject([
      { customer_name: '=Asha Rao', booking_status: 'pending', to_collect: { minor: 26_000 }, places: 3 },
      { customer_name: 'Zoë Brown', booking_status: 'confirmed', to_collect: { minor: 30_000 }, places: 3 },
    ])
  })
  it('keeps a booking that was completed before its trip, also in the manifest', async () => {
    const { id } = await book(shop.core, tour, { travel_date: '2026-12-03', adults_count: 2 })
    for (const step of ['confirm', 'complete'] as const) await decideStatus(shop.core, admin, id, step)
    const answer = await shop.call(
      `GET /api/admin/services/${tour.id}/departures/2026-12-03?time=10:00`,
      undefined,
      staff.headers,
    )
    expect(answer.json()).toMatchObject({ adults: 2, parties: [{ booking_status: 'completed' }] })
    expect((await csv('&date=2026-12-03&time=10:00')).text).toContain('Desert safari')
  })
  it('shows nothing outstanding for paid bookings', async () => {
    const { parties } = await page()
    const paid = { payment_status: 'completed' as const, paid_minor: 30_000 }
    await shop.core.db.updateTable('bookings').set(paid).where('id', '=', parties[1]!.id).execute()
    expect((await page()).parties.map(({ to_collect }) => to_collect === null)).toEqual([false, true])
  })
  it('names the prices that can be set and what they are without', async () => {
    expect((await page()).price_fields).toEqual([
      { name: 'price_adult', label: expect.any(String), usual: 10_000 },
      { name: 'price_child', label: expect.any(String), usual: 6_000 },
      { name: 'price_infant', label: expect.any(String), usual: 0 },
    ])
  })
  it('without bookings is empty, and unknown ones are not found', async () => {
    expect(await page('?time=15:00')).toMatchObject({ taken: 0, parties: [], departure_id: null, version: 1 })
    for (const query of ['?time=11:00', '']) expect((await ask(query)).status).toBe(404)
    for (const query of ['?time=25:00', '?time=', '?x=1']) expect((await ask(query)).status).toBe(422)
  })
  it('shows its own capacity beside that of the schedule', async () => {
    const exception = { note: 'Small boat', guide: 'Omar', prices: { price_adult: 9_000 }, is_closed: true }
    const key = { service_id: tour.id, date: '2026-12-01', time: '10:00', version: 1, return_date: null }
    await changeDeparture(shop.core, admin, { ...key, ...exception, capacity: 4 })
    expect(await page()).toMatchObject({
      ...{ capacity: 4, scheduled_capacity: 10, is_overbooked: true, state: 'closed', is_closed: true, version: 2 },
      ...{ own: { capacity: 4, prices: { price_adult: 9_000 } }, note: 'Small boat', guide: 'Omar' },
    })
    expect((await page()).price_fields[0]?.usual).toBe(10_000)
  })
  it('is for staff with bookings only', async () => {
    expect((await ask('?time=10:00', (await shop.signIn('content')).headers)).status).toBe(403)
    expect((await csv('&date=2026-12-01&time=10:00', {})).status).toBe(401)
    expect((await csv('&date=2026-12-01&time=10:00', (await shop.signIn('content')).headers)).status).toBe(403)
  })
  it('of an archived service stays', async () => {
    const old = await addService(shop.core, 'ticket', { time_slots: ['10:00'] })
    await book(shop.core, old)
    await shop.core.db.updateTable('services').set({ status: 'archived' }).where('id', '=', old.id).execute()
    const answer = await shop.call(
      `GET /api/admin/services/${old.id}/departures/2026-12-01?time=10:00`,
      undefined,
      staff.headers,
    )
    expect(answer.json()).toMatchObject({ taken: 2, parties: [{ customer_name: 'Asha Rao' }] })
  })
})

describe('the CSV file of a departure', () => {
  it('has a row per booking, without formulas', async () => {
    const answer = await csv('&date=2026-12-01&time=10:00')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="departure-2026-12-01-10-00.csv"')
    const lines = answer.text.slice(1).split('\r\n').filter(Boolean)
    expect(lines).toHaveLength(3)
    expect(lines[1]).toContain(`,'=Asha Rao,`)
    expect(lines[1]).toContain('"Hotel ""Sea"", Deira"')
    expect(lines[1]).toMatch(/^"?10:00"?,/)
  })
  it('needs a departure', async () => {
    for (const query of ['', '&date=tomorrow', '&date=2026-12-01&time=noon'])
      expect((await csv(query)).status).toBe(422)
    expect((await csv('&date=2026-12-01&time=11:00')).status).toBe(404)
  })
})
