import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { barrier } from '../../../tests/support/barrier.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { defaultSettings } from '../settings/index.ts'
import { createBooking, decideStatus, endHold, expireBooking } from './index.server.ts'
import { addService, addUsers, admin, codeOf, recordOf, requestFor, withBooking } from './testing/fixtures.ts'
import { limitUnpaidPlaces, originKeys } from './unpaid-places.server.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await testApp()
  await addUsers(shop.core)
})

const limited = (capacity = 36): Promise<CatalogueService> =>
  addService(shop.core, 'tour', { slot_capacity: capacity, instant_confirmation: true })
let visitors = 0
/** A visitor with an address of their own. */
const someone = (): Caller => {
  visitors += 1
  return anonymous(`198.51.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`)
}
const contactOf = (n: number) => ({
  customer_email: `guest${n}@example.com`,
  customer_phone: `+9198${String(10_000_000 + n).slice(-8)}`,
})
let contacts = 0
const newContact = () => {
  contacts += 1
  return contactOf(contacts)
}
const bookAs = (caller: Caller, service: CatalogueService, more: object = {}) =>
  createBooking(shop.core, caller, requestFor(service, { ...newContact(), ...more }), null)
const payInCash = async (bookingId: string, token: string, headers: Record<string, string> = {}) => {
  const started = await shop.call('POST /api/payments', { bookingId, token, paymentMethod: 'cash_on_arrival' }, headers)
  expect(started.status).toBe(200)
}
const outcomes = (all: readonly PromiseSettledResult<unknown>[]) =>
  all.filter(({ status }) => status === 'fulfilled').length
const day = (n: number) => `2026-12-${String(n).padStart(2, '0')}`

describe('unpaid places', () => {
  it('of a family of nine are booked without trouble, and paid in cash', async () => {
    const caller = someone()
    const { booking, token } = await bookAs(caller, await limited(), { adults_count: 9 })
    await payInCash(booking.id, token)
    expect(await recordOf(shop.core, booking.id)).toMatchObject({
      booking_status: 'confirmed',
      awaits_agency: false,
      expires_at: null,
    })
  })
  it('of one network are limited on a departure and in total, whatever the contact', async () => {
    const service = await limited()
    const caller = someone()
    await bookAs(caller, service, { adults_count: 18 })
    expect(await codeOf(bookAs(caller, service, { adults_count: 1 }))).toBe('booking/too-many-unpaid')
    for (const n of [2, 3, 4, 5, 6, 7, 8]) await bookAs(caller, service, { adults_count: 18, travel_date: day(n) })
    const last = bookAs(caller, service, { adults_count: 7, travel_date: day(9) })
    expect(await codeOf(last)).toBe('booking/too-many-unpaid')
    await bookAs(caller, service, { adults_count: 6, travel_date: day(9) })
    await bookAs(someone(), service, { adults_count: 18 })
  })
  it('of one contact are limited, whatever the network and the spelling of address and phone', async () => {
    const service = await limited()
    const spelt = (customer_email: string, customer_phone: string | null, n: number, adults_count = 15) =>
      bookAs(someone(), service, { customer_email, customer_phone, adults_count, travel_date: day(n) })
    await spelt('Kim.Lee@gmail.com', '+919812300001', 1)
    await spelt('kimlee+shop@googlemail.com', '+919812300002', 2)
    for (const n of [3, 4]) await spelt('kimlee@gmail.com', null, n)
    expect(await codeOf(spelt('k.i.m.lee+x@gmail.com', null, 5, 1))).toBe('booking/too-many-unpaid')
    await spelt('one@example.com', '098123 00003', 1)
    await spelt('two@example.com', '+91 98123-00003', 2)
    for (const n of [3, 4]) await spelt(`day-${n}@example.com`, '+919812300003', n)
    expect(await codeOf(spelt('three@example.com', '+91 (98123) 00003', 5, 1))).toBe('booking/too-many-unpaid')
  })
  it('are free again after the booking was paid, cancelled or expired', async () => {
    const service = await limited(100)
    const caller = someone()
    const book = async () => (await bookAs(caller, service, { adults_count: 18 })).booking.id
    await decideStatus(shop.core, admin, await book(), 'cancel')
    const { core } = shop
    await withBooking(core, await book(), (trx, booking) =>
      expireBooking(trx, core, booking, { kind: 'system', id: null, name: null }),
    )
    await sql`update bookings set paid_minor = final_minor where id = ${await book()}`.execute(core.db)
    await book()
  })
  it('are counted in places: infants on a lap take none, and a vehicle is one', async () => {
    const caller = someone()
    const tour = await limited(100)
    await bookAs(caller, tour, { adults_count: 18, infants_count: 18 })
    expect(await codeOf(bookAs(caller, tour, { adults_count: 1 }))).toBe('booking/too-many-unpaid')
    const family = { ...newContact(), adults_count: 18, infants_count: 18 }
    for (const n of [2, 3, 4]) await bookAs(someone(), tour, { ...family, travel_date: day(n) })
    const transfer = await addService(shop.core, 'transfer')
    await sql`insert into departures (id, service_id, local_date, capacity)
      values (gen_random_uuid(), ${transfer.id}, '2026-12-01', 50)`.execute(shop.core.db)
    const details = { dropoff_location: '', flight_number: '' }
    const ride = { adults_count: 3, pickup_location: 'Airport', details }
    for (let n = 0; n < 6; n++) await bookAs(caller, transfer, ride)
    const { booking } = await bookAs(caller, transfer, ride)
    expect(await recordOf(shop.core, booking.id)).toMatchObject({ places: 1, origin_keys: expect.anything() })
  })
  it('do not count once they were released', async () => {
    const service = await limited(100)
    const caller = someone()
    const { booking } = await bookAs(caller, service, { adults_count: 18 })
    expect(await codeOf(bookAs(caller, service, { adults_count: 1 }))).toBe('booking/too-many-unpaid')
    const { core } = shop
    await core.db.updateTable('bookings').set({ held_until: core.clock() }).where('id', '=', booking.id).execute()
    expect(await withBooking(core, booking.id, (trx, row) => endHold(trx, core, row))).toBe(true)
    await bookAs(caller, service, { adults_count: 18 })
  })
  it('are not limited for staff and where places are not limited', async () => {
    const service = await limited(100)
    for (let n = 0; n < 3; n++) await bookAs(admin, service, { adults_count: 18, ...contactOf(900) })
    const open = await addService(shop.core, 'tour')
    const caller = someone()
    for (let n = 0; n < 4; n++) await bookAs(caller, open, { adults_count: 18, ...contactOf(901) })
    const { origin_keys } = await recordOf(shop.core, (await bookAs(caller, open)).booking.id)
    expect(origin_keys).toBeNull()
  })
  it('never exceed the limit under 20 parallel requests', async () => {
    const service = await limited(100)
    const caller = someone()
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => bookAs(caller, service, { adults_count: 6 })))
    expect(outcomes(all)).toBe(3)
  })
  it('(control) exceed the limit without the lock', async () => {
    const service = await limited(100)
    const { core } = shop
    const keys = originKeys(core, { address: '203.0.113.200', email: 'control@example.com', phone: null })
    const slot = { serviceId: service.id, date: '2026-12-01', time: '10:00' }
    const facts = { keys, slot, places: 6, today: '2026-11-21' }
    const {
      id: _,
      booking_reference: __,
      search_person: ___,
      ...row
    } = await recordOf(core, (await bookAs(someone(), service, { adults_count: 6 })).booking.id)
    const allWereAllowed = barrier(5)
    const take = (n: number) =>
      core.db.transaction().execute(async (trx) => {
        await limitUnpaidPlaces({ trx, limits: defaultSettings }, facts, async () => undefined)
        await allWereAllowed()
        const json = { price_lines: JSON.stringify(row.price_lines), details: '{}', cancellation_terms: null }
        const own = { id: `01900000-0000-7000-8000-0000000001${10 + n}`, booking_reference: `TH00000001${10 + n}` }
        const copy = { ...row, ...json, gateway_response: null, ...own, origin_keys: keys }
        await trx.insertInto('bookings').values(copy).execute()
      })
    const all = await Promise.allSettled(Array.from({ length: 5 }, (_, n) => take(n)))
    expect(outcomes(all)).toBeGreaterThan(3)
  })
  it('are counted by digests, which name nobody', async () => {
    const { booking } = await bookAs(someone(), await limited())
    const stored = await recordOf(shop.core, booking.id)
    expect(stored.origin_keys).toHaveLength(3)
    expect(JSON.stringify(stored.origin_keys)).not.toContain('example')
  })
})

describe('a cash booking', () => {
  const payCash = async (caller: Caller, service: CatalogueService, more: object = {}, headers = {}) => {
    const { booking, token } = await bookAs(caller, service, more)
    await payInCash(booking.id, token, headers)
    return recordOf(shop.core, booking.id)
  }
  it('of ten people waits for the agency, keeps its expiry, and is confirmed by staff', async () => {
    const waiting = await payCash(someone(), await limited(), { adults_count: 10 })
    expect(waiting).toMatchObject({
      booking_status: 'pending',
      awaits_agency: true,
      payment_gateway: 'cash_on_arrival',
    })
    expect(waiting.expires_at).not.toBeNull()
    const { headers } = await shop.signIn('admin')
    const figures = (await shop.call('GET /api/admin/dashboard', undefined, headers)).json() as {
      needsAction: { awaitingAgency: number }
    }
    expect(figures.needsAction.awaitingAgency).toBe(1)
    const confirmed = await decideStatus(shop.core, admin, waiting.id, 'confirm')
    expect(confirmed).toMatchObject({ booking_status: 'confirmed', awaits_agency: false, expires_at: null })
    expect(confirmed.timeline.map(({ event }) => event)).toContain('awaiting-agency')
  })
  it('of a customer with a verified address is accepted at once', async () => {
    const { email, headers } = await shop.signIn('customer', { email: 'verified@example.com', isVerified: true })
    const own = { customer_email: email, adults_count: 10 }
    expect(await payCash(someone(), await limited(), own, headers)).toMatchObject({ booking_status: 'confirmed' })
    expect(await payCash(someone(), await limited(), { adults_count: 10 }, headers)).toMatchObject({
      awaits_agency: true,
    })
    const unproven = await shop.signIn('customer', { email: 'unproven@example.com', isVerified: false })
    const claimed = { customer_email: unproven.email, adults_count: 10 }
    expect(await payCash(someone(), await limited(), claimed, unproven.headers)).toMatchObject({ awaits_agency: true })
  })
  it('waits when small bookings of one visitor add up, also in parallel', async () => {
    const service = await limited(100)
    const caller = someone()
    const all = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => payCash(caller, service, { adults_count: 8, travel_date: day(n) })),
    )
    expect(all.filter(({ awaits_agency }) => !awaits_agency)).toHaveLength(4)
  })
  it('waits when many visitors fill one departure with cash', async () => {
    const service = await limited(100)
    const waits: boolean[] = []
    for (let n = 0; n < 6; n++) waits.push((await payCash(someone(), service, { adults_count: 5 })).awaits_agency)
    expect(waits).toEqual([false, false, false, false, true, true])
    expect(await payCash(someone(), service, { adults_count: 5, travel_date: day(9) })).toMatchObject({
      awaits_agency: false,
    })
  })
  it('that waits can still be paid online, and then waits no longer', async () => {
    const waiting = await payCash(someone(), await limited(), { adults_count: 10 })
    await shop.call(
      `POST /api/admin/bookings/${waiting.id}/arrival-payment`,
      { reason: 'Paid at the desk' },
      (await shop.signIn('admin')).headers,
    )
    expect(await recordOf(shop.core, waiting.id)).toMatchObject({ payment_status: 'completed', awaits_agency: false })
  })
})
