import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Session, type TestApp, testApp } from '../../../tests/support/app.ts'
import { applicationKinds, apply } from '../../../tests/support/applications.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import { issueBookingToken, issueReviewToken } from './index.server.ts'
import type { BookingRecord } from './tables.server.ts'
import { addService, addUsers, admin, book, recordOf } from './testing/fixtures.ts'

let shop: TestApp
let tour: CatalogueService
let owner: Session
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
  owner = await shop.signIn('customer', { email: customer_email })
  tour = await addService(shop.core, 'tour', { ...slots, free_cancellation: true, instant_confirmation: true })
})
beforeEach(() => shop.core.clock.advance(11))

const customer_email = 'mira@example.com'
const aBooking = (service: CatalogueService = tour, more: object = {}) =>
  book(shop.core, service, { customer_email, ...more })
const slots = { time_slots: ['10:00', '11:00'], slot_capacity: 40 }
const withoutTerms = { ...slots, free_cancellation: false }
const there = { travel_date: '2026-12-08', travel_time: '11:00' }
const tokenOf = (booking: BookingRecord) => issueBookingToken(shop.core, booking)
const move = (booking: BookingRecord, body: object, headers?: Record<string, string>) =>
  shop.call(`POST /api/bookings/${booking.id}/moves`, { ...there, ...body }, headers)
const quote = (booking: BookingRecord, body: object, headers?: Record<string, string>) =>
  shop.call(`POST /api/bookings/${booking.id}/move-quotes`, { ...there, ...body }, headers)
const day = async ({ id }: BookingRecord) => (await recordOf(shop.core, id)).travel_date

describe('a booking is moved', () => {
  it('by the holder of its link and by its owner, with one mail', async () => {
    for (const by of ['link', 'owner']) {
      const booking = await aBooking()
      await shop.runJobs()
      shop.outbox.length = 0
      const [body, headers] = by === 'link' ? [{ token: tokenOf(booking) }, {}] : [{}, owner.headers]
      const asked = await quote(booking, body, headers)
      expect(asked.json()).toMatchObject({
        ...{ settlement: 'same', errors: [], objection: null, new_amount: { minor: 20_000, currency: 'USD' } },
        version: booking.version,
      })
      const answer = await move(booking, { ...body, version: booking.version }, headers)
      expect([answer.status, answer.json()]).toMatchObject([200, { ...there, move: { obstacle: null, left: 2 } }])
      const titles = (answer.json().timeline as { title: string }[]).map(({ title }) => title)
      expect(titles).toContain('Booking Changed')
      await shop.runJobs()
      expect(shop.outbox.map(({ to, subject }) => [to, subject])).toEqual([
        [customer_email, `Booking ${booking.booking_reference} has a new date`],
      ])
      expect(shop.outbox[0]?.text).toContain('Previously booked for: 2026-12-01 10:00 AM')
    }
  })

  it('by nobody else: the answer is that of a booking that does not exist', async () => {
    const booking = await aBooking()
    const other = await aBooking()
    const stranger = await shop.signIn('customer')
    const content = await shop.signIn('content')
    const reviewToken = issueReviewToken(shop.core, booking.id, 30)
    for (const [body, headers] of [
      [{}, {}],
      [{ token: 'x' }, {}],
      [{ token: tokenOf(other) }, {}],
      [{ token: reviewToken }, {}],
      [{}, stranger.headers],
      [{}, content.headers],
    ] as const) {
      for (const answer of [await quote(booking, body, headers), await move(booking, body, headers)])
        expect([answer.status, answer.json().code]).toEqual([404, 'booking/not-found'])
    }
    expect(await day(booking)).toBe('2026-12-01')
  })

  it('once for a repeated request', async () => {
    const booking = await aBooking()
    const headers = { 'idempotency-key': 'move-it-once-only' }
    const body = { token: tokenOf(booking), version: booking.version }
    const answers = [await move(booking, body, headers), await move(booking, body, headers)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.json()).toMatchObject({ ...there, move: { left: 2 } })
    const other = await move(booking, { ...body, travel_date: '2026-12-09' }, headers)
    expect([other.status, other.json().code]).toEqual([422, 'idempotency/other-request'])
    const again = await move(booking, body)
    expect([again.status, again.json().code]).toEqual([409, 'booking/changed'])
  })

  it('not while the shop is closed', async () => {
    const booking = await aBooking()
    await saveSettings(shop.core, admin, { maintenance_mode: true })
    const answer = await move(booking, { token: tokenOf(booking) })
    await saveSettings(shop.core, admin, { maintenance_mode: false })
    expect([answer.status, answer.json().code]).toEqual([503, 'booking/shop-closed'])
  })
})

describe('a booking that cannot be moved says why', () => {
  async function expectReason(bookingId: string, token: string, reason: string) {
    const is_offered = (await recordOf(shop.core, bookingId)).departure_id !== null
    const booking = await recordOf(shop.core, bookingId)
    for (const answer of [await quote(booking, { token }), await move(booking, { token })])
      expect([answer.status, answer.json()]).toMatchObject([409, { code: 'booking/not-movable', title: reason }])
    const view = await shop.call(`GET /api/bookings/${bookingId}?token=${token}`)
    expect(view.json().move).toEqual({ is_offered, obstacle: reason, until: null, left: 3 })
  }
  it('without terms', async () => {
    const booking = await aBooking(await addService(shop.core, 'tour', withoutTerms))
    await expectReason(booking.id, tokenOf(booking), 'Please contact us to change the date of this booking.')
  })
  it.each(applicationKinds)('without departures: a %s', async (kind) => {
    const { bookingId, token } = await apply(shop, kind)
    await expectReason(bookingId, token, 'This booking has no departure date to change.')
  })

  it('and the tracker with the email address alone asks for the link', async () => {
    const { booking_reference: reference } = await aBooking()
    const track = async (headers = {}) => {
      const answer = await shop.call('POST /api/tracking-lookups', { reference, email: customer_email }, headers)
      return (answer.json().booking as { move: object }).move
    }
    expect(await track()).toMatchObject({
      obstacle: expect.stringContaining('open this booking with its private link'),
    })
    expect(await track(owner.headers)).toMatchObject({ obstacle: null, until: '2026-12-01' })
  })

  it('and a day that is not on sale has its error at the field', async () => {
    const booking = await aBooking()
    const token = tokenOf(booking)
    for (const [body, path] of [
      [{ travel_date: '2026-11-01' }, 'travel_date'],
      [{ travel_time: '12:00' }, 'travel_time'],
      [{ travel_date: '2026-12-01', travel_time: '10:00' }, 'travel_date'],
    ] as const) {
      const answer = await move(booking, { token, ...body })
      expect([answer.status, answer.json().errors]).toMatchObject([422, [{ path }]])
      expect((await quote(booking, { token, ...body })).json().errors).toMatchObject([{ path }])
    }
    expect((await move(booking, { token, travel_date: 'soon' })).status).toBe(422)
    expect((await move(booking, { token, price: 1 })).status).toBe(422)
  })
})

describe('staff move a booking', () => {
  const byStaff = (booking: BookingRecord, body: object, { headers }: Session) =>
    shop.call(`POST /api/admin/bookings/${booking.id}/moves`, { ...there, ...body }, headers)
  it('outside the terms with a reason, if their role allows bookings', async () => {
    const [support, content] = [await shop.signIn('support'), await shop.signIn('content')]
    const booking = await book(shop.core, await addService(shop.core, 'tour', withoutTerms))
    expect((await byStaff(booking, { reason: 'x' }, content)).status).toBe(403)
    expect((await byStaff(booking, { reason: 'x' }, owner)).status).toBe(403)
    const asked = await shop.call(`POST /api/admin/bookings/${booking.id}/move-quotes`, there, support.headers)
    expect(asked.json()).toMatchObject({ needs_reason: true, settlement: 'same', errors: [] })
    const without = await byStaff(booking, {}, support)
    expect([without.status, without.json().errors]).toMatchObject([422, [{ path: 'reason' }]])
    const answer = await byStaff(booking, { reason: 'The guest is ill' }, support)
    expect([answer.status, answer.json()]).toMatchObject([200, there])
    expect(answer.json().history).toMatchObject([
      { event: 'booking-created' },
      {
        event: 'booking-moved',
        actor: 'admin',
        data: { movedFrom: '2026-12-01 10:00', movedTo: '2026-12-08 11:00', reason: 'The guest is ill' },
      },
    ])
    // Only moves by the customer count.
    expect(answer.json().move).toMatchObject({ left: 3 })
  })
})
