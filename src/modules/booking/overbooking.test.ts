import { beforeAll, describe, expect, it } from 'vitest'
import { type Session, type TestApp, testApp } from '../../../tests/support/app.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { changeDeparture } from '../inventory/index.server.ts'
import { provePlaces } from './index.server.ts'
import { addService, addUsers, admin, book, codeOf, requestFor } from './testing/fixtures.ts'

let shop: TestApp
let manager: Session
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  manager = await shop.signIn('manager')
})

async function fullTour(): Promise<CatalogueService> {
  const tour = await addService(shop.core, 'tour', { time_slots: ['10:00'], slot_capacity: 2 })
  await book(shop.core, tour, { adults_count: 2 }, admin)
  return tour
}
const sell = (tour: CatalogueService, more: object, { headers } = manager) =>
  shop.call('POST /api/admin/bookings', { ...requestFor(tour), ...more }, headers)
const storedOf = (tour: CatalogueService) =>
  shop.core.db.selectFrom('departures').selectAll().where('service_id', '=', tour.id).executeTakeFirstOrThrow()
const auditOf = async (bookingId: string) => {
  const query = shop.core.db.selectFrom('audit_entries').select('after').where('subject_id', '=', bookingId)
  return (await query.where('action', '=', 'booking.created').executeTakeFirstOrThrow()).after
}
const idOf = (answer: Awaited<ReturnType<typeof sell>>) => (answer.json().booking as { id: string }).id
const reason = { overbooking_reason: 'The group leader is a guest of the house' }

describe('overbooking', () => {
  it('sells places that a departure does not have, with the reason in the audit trail', async () => {
    const tour = await fullTour()
    expect((await sell(tour, {})).status).toBe(409)
    const answer = await sell(tour, reason)
    expect(answer.status, answer.text).toBe(200)
    expect(await storedOf(tour)).toMatchObject({ taken: 4 })
    expect(await auditOf(idOf(answer))).toMatchObject(reason)
    expect((await provePlaces(shop.core.db)).filter(({ serviceId }) => serviceId === tour.id)).toEqual([])
    expect(await codeOf(book(shop.core, tour, { adults_count: 1 }))).toBe('booking/slot-full')
  })
  it('needs the permission and a reason', async () => {
    const tour = await fullTour()
    expect((await sell(tour, reason, await shop.signIn('support'))).status).toBe(403)
    for (const overbooking_reason of [null, '', '  '])
      expect((await sell(tour, { overbooking_reason })).status).toBe(409)
    expect((await sell(tour, { overbooking_reason: 'x'.repeat(501) })).status).toBe(422)
    expect(await storedOf(tour)).toMatchObject({ taken: 2 })
  })
  it('is not part of the shop', async () => {
    const tour = await fullTour()
    const request = { ...requestFor(tour), ...reason }
    expect((await shop.call('POST /api/bookings', request, manager.headers)).status).toBe(422)
  })
  it('is recorded only when places were missing', async () => {
    const tour = await addService(shop.core, 'tour', { time_slots: ['10:00'], slot_capacity: 9 })
    const answer = await sell(tour, reason)
    expect(answer.status, answer.text).toBe(200)
    expect(await auditOf(idOf(answer))).not.toHaveProperty('overbooking_reason')
  })
  it('of a departure that nobody had booked takes its places too', async () => {
    const tour = await addService(shop.core, 'tour', { time_slots: ['10:00'], slot_capacity: 1 })
    expect((await sell(tour, reason)).status).toBe(200)
    expect(await storedOf(tour)).toMatchObject({ taken: 2 })
  })
  it('does not open a closed departure', async () => {
    const tour = await fullTour()
    const exception = { capacity: null, prices: null, note: null, guide: null, return_date: null, is_closed: true }
    await changeDeparture(shop.core, admin, {
      ...{ service_id: tour.id, date: '2026-12-01', time: '10:00', version: 1 },
      ...exception,
    })
    expect((await sell(tour, reason)).status).toBe(422)
    expect(await storedOf(tour)).toMatchObject({ taken: 2 })
  })
})
