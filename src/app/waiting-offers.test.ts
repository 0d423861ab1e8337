import { describe, expect, it } from 'vitest'
import { at, waitingWorld } from '../../tests/support/waiting-list.ts'
import { provePlaces } from '../modules/booking/index.server.ts'
import { admin } from '../modules/booking/testing/fixtures.ts'
import { saveService } from '../modules/catalogue/index.server.ts'
import { changeDeparture } from '../modules/inventory/index.server.ts'

const { shop, core, call, soldOut, join, cancel, departureOf, entriesOf, statesOf, mailsTo, tokenIn, buy, sweep } =
  await waitingWorld()

const cleared = async () => expect(await provePlaces(core.db)).toEqual([])

describe('places that become free', () => {
  it('are offered in order and held, and the link books exactly these', async () => {
    const { tour, bookings } = await soldOut()
    for (const [n, adults] of [4, 2, 2].entries())
      await join(tour, { email: `turn${n}-${tour.slug}@example.com`, adults })
    await shop.runJobs()
    await cancel(bookings[0]!.id)
    // Freed places are kept for the waiting list.
    expect((await buy(tour)).json()).toMatchObject({ code: 'booking/slot-full' })
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['waiting', 'offered', 'waiting'])
    expect((await departureOf(tour)).taken).toBe(10)
    await cleared()
    expect((await buy(tour)).json()).toMatchObject({ code: 'booking/slot-full' })
    const email = `turn1-${tour.slug}@example.com`
    expect(mailsTo(email).map(({ subject }) => subject.split(':')[0])).toEqual([
      'You are on the waiting list',
      'Places for you',
    ])
    const waiting_offer = tokenIn(email, 'waiting')
    expect((await call(`GET /api/waiting-offers?token=${waiting_offer}`)).json()).toMatchObject({
      ...{ service_id: tour.id, ...at, adults: 2, children: 0, infants: 0, is_open: true },
      until: '2026-11-21T12:00:00.000Z',
    })
    const quote = await call('POST /api/quotes', {
      ...{ service_type: 'tour', service_id: tour.id, travel_date: at.date, travel_time: at.time, adults_count: 2 },
      waiting_offer,
    })
    expect(quote.json()).toMatchObject({ errors: [] })
    const booked = await buy(tour, { waiting_offer })
    expect(booked.status, booked.text).toBe(200)
    expect(await entriesOf(tour)).toMatchObject([
      { state: 'waiting' },
      { state: 'booked', held: 0, booking_id: (booked.json().booking as { id: string }).id },
      { state: 'waiting' },
    ])
    expect((await departureOf(tour)).taken).toBe(10)
    await cleared()
    // The link used twice.
    expect((await buy(tour, { waiting_offer })).json()).toMatchObject({ code: 'booking/slot-full' })
    expect((await call(`GET /api/waiting-offers?token=${waiting_offer}`)).json()).toMatchObject({ is_open: false })
  })

  it('are offered to the large party first once it fits', async () => {
    const { tour, bookings } = await soldOut()
    await join(tour, { adults: 4 })
    await join(tour, { adults: 3 })
    await cancel(bookings[0]!.id)
    await shop.runJobs()
    // No waiting party fits into two places, so they are on general sale.
    expect(await statesOf(tour)).toEqual(['waiting', 'waiting'])
    await cancel(bookings[1]!.id)
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['offered', 'waiting'])
  })

  it('go to the next person when an offer is not used, and an old link holds nothing', async () => {
    const { tour, bookings } = await soldOut()
    const [first, second] = [`first-${tour.slug}@example.com`, `second-${tour.slug}@example.com`]
    await join(tour, { email: first })
    await join(tour, { email: second })
    await cancel(bookings[0]!.id)
    await shop.runJobs()
    const waiting_offer = tokenIn(first, 'waiting')
    const start = core.clock()
    core.clock.advance(4 * 60)
    expect((await buy(tour, { waiting_offer })).json()).toMatchObject({ code: 'booking/slot-full' })
    await sweep()
    expect(await statesOf(tour)).toEqual(['expired', 'offered'])
    expect((await departureOf(tour)).taken).toBe(10)
    const late = await buy(tour, { waiting_offer })
    expect(late.json()).toMatchObject({ code: 'booking/slot-full', errors: [{ path: 'travel_time' }] })
    expect(mailsTo(second)).toHaveLength(2)
    expect((await join(tour, { email: first })).status).toBe(200)
    expect(await statesOf(tour)).toEqual(['expired', 'offered', 'waiting'])
    core.clock.set(start)
    await cleared()
  })

  it('can be booked for a smaller or a larger party, as far as places are left', async () => {
    const { tour, bookings } = await soldOut()
    const email = `party-${tour.slug}@example.com`
    await join(tour, { email, adults: 4 })
    await join(tour, { adults: 2 })
    await cancel(bookings[0]!.id)
    await cancel(bookings[1]!.id)
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['offered', 'waiting'])
    const waiting_offer = tokenIn(email, 'waiting')
    const larger = await buy(tour, { waiting_offer, adults_count: 5 })
    expect(larger.json()).toMatchObject({ code: 'booking/slot-full', facts: { left: 4 } })
    expect(await statesOf(tour)).toEqual(['offered', 'waiting'])
    expect((await buy(tour, { waiting_offer, adults_count: 2 })).status).toBe(200)
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['booked', 'offered'])
    expect((await departureOf(tour)).taken).toBe(10)
    await cleared()
  })

  it('count for their departure only, and only with the right link', async () => {
    const { tour, bookings } = await soldOut()
    const other = await soldOut()
    const email = `link-${tour.slug}@example.com`
    await join(tour, { email })
    await cancel(bookings[0]!.id)
    await shop.runJobs()
    const waiting_offer = tokenIn(email, 'waiting')
    const list = tokenIn(email, 'token')
    const forged = waiting_offer.replace('~1.', '~2.')
    expect(forged).not.toBe(waiting_offer)
    for (const token of [list, forged, `${waiting_offer}x`, '', 'x'.repeat(300)])
      expect((await buy(tour, { waiting_offer: token })).json()).toMatchObject({ code: 'booking/slot-full' })
    expect((await buy(other.tour, { waiting_offer })).json()).toMatchObject({ code: 'booking/slot-full' })
    for (const token of [waiting_offer, forged, 'x'])
      expect((await call(`GET /api/waiting-list?token=${token}`)).status).toBe(404)
    expect((await call(`GET /api/waiting-offers?token=${list}`)).status).toBe(404)
    expect(await statesOf(tour)).toEqual(['offered'])
  })

  it('of an offer that is left go to the next person', async () => {
    const { tour, bookings } = await soldOut()
    const email = `leaves-${tour.slug}@example.com`
    await join(tour, { email })
    await join(tour)
    await cancel(bookings[0]!.id)
    await shop.runJobs()
    const view = (await call(`GET /api/waiting-list?token=${tokenIn(email, 'token')}`)).json()
    expect(view).toMatchObject({ state: 'offered', offered_until: '2026-11-21T12:00:00.000Z' })
    expect(String(view.offer_href)).toContain(`${tour.slug}/booking?date=2026-12-01&time=10%3A00&adults=2&waiting=`)
    await call('POST /api/waiting-list/leave', { token: tokenIn(email, 'token') })
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['left', 'offered'])
    await cleared()
  })

  it('through more capacity are offered too; a closed departure offers nothing until it is open', async () => {
    const { tour, bookings } = await soldOut()
    await join(tour)
    await join(tour)
    const plain = { prices: null, note: null, guide: null, return_date: null }
    const change = async (more: { capacity: number | null; is_closed: boolean }) =>
      changeDeparture(core, admin, {
        ...{ service_id: tour.id, ...at, ...plain, ...more },
        version: (await departureOf(tour)).version,
      })
    await change({ capacity: null, is_closed: true })
    await cancel(bookings[0]!.id)
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['waiting', 'waiting'])
    await change({ capacity: 12, is_closed: false })
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['offered', 'offered'])
    expect((await departureOf(tour)).taken).toBe(12)
    const email = (await entriesOf(tour))[0]!.email
    await change({ capacity: 12, is_closed: true })
    const closed = await buy(tour, { waiting_offer: tokenIn(email, 'waiting') })
    expect(closed.json()).toMatchObject({ code: 'booking/invalid' })
    await cleared()
  })

  it('through a changed item are offered before others can buy them', async () => {
    const { tour } = await soldOut()
    await join(tour)
    const { id, title, version } = tour
    const details = { ...tour.details, slot_capacity: 12 }
    await saveService(shop.shop.deps, admin, { kind: 'tour', id, title, version, details })
    expect((await buy(tour)).json()).toMatchObject({ code: 'booking/slot-full' })
    await shop.runJobs()
    expect(await statesOf(tour)).toEqual(['offered'])
  })
})
