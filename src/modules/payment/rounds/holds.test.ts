import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addHours, addMinutes } from '../../../kernel/dates.ts'
import { decideStatus, endHold, moveBooking } from '../../booking/index.server.ts'
import { codeOf, withBooking } from '../../booking/testing/fixtures.ts'
import { saveSettings } from '../../settings/index.server.ts'
import { openPaymentPage } from '../attempts/open-payment-page.server.ts'
import { askForProof, readPaymentPage, recordArrivalPayment, storeProof, sweepPayments } from '../index.server.ts'
import { movePayments } from '../moves/move-payments.server.ts'
import { type HoldsWorld, holdsWorld } from '../testing/holds-world.ts'
import { admin, aPdf, type Held, pieces, visitor } from '../testing/world.ts'

let world: HoldsWorld
beforeAll(async () => {
  world = await holdsWorld()
})
const start = new Date('2026-11-21T08:00:00Z')
beforeEach(() => world.clock.set(start))

const open = (held: Held) => openPaymentPage(world, visitor, held)
const prove = (held: Held) =>
  storeProof(world, visitor, held.bookingId, held.token, {
    bytes: pieces(aPdf()),
    originalName: 'a.pdf',
    allowGif: false,
  })
const minutes = (n: number) => addMinutes(start, n)
const hours = (n: number) => addHours(start, n)
const historyOf = async ({ bookingId }: Held) =>
  (
    await world.db
      .selectFrom('booking_history')
      .select('event')
      .where('booking_id', '=', bookingId)
      .orderBy('id')
      .execute()
  ).map(({ event }) => event)

describe('the places of an unpaid booking', () => {
  it('are freed 30 minutes after it was made; the booking stays open until it expires [C187]', async () => {
    const tour = await world.tour(10)
    const held = await world.bookPlaces(tour, 3)
    expect(await world.booking(held.bookingId)).toMatchObject({ held_until: minutes(30), expires_at: hours(48) })
    await world.sweepAfter(29)
    expect(await world.taken(tour)).toBe(3)
    await world.sweepAfter(1)
    expect(await world.taken(tour)).toBe(0)
    const released = { booking_status: 'pending', places: 0, released_places: 3, expires_at: hours(48) }
    expect(await world.booking(held.bookingId)).toMatchObject(released)
    expect(await historyOf(held)).toContain('hold-ended')
    await world.sweepAfter(60 * 48)
    const ended = { booking_status: 'cancelled', places: 0, released_places: 0, held_until: null }
    expect(await world.booking(held.bookingId)).toMatchObject(ended)
    expect(await world.taken(tour)).toBe(0)
    expect(await world.wrongCounts()).toEqual([])
  })

  it('have no hold where places are not limited', async () => {
    const held = await world.aBooking()
    expect((await world.booking(held.bookingId)).held_until).toBeNull()
    await world.sweepAfter(60)
    expect(await world.booking(held.bookingId)).toMatchObject({ places: 2, released_places: 0 })
    expect((await readPaymentPage(world, visitor, held)).hold).toBeNull()
  })

  it('are held by the hour when staff have booked', async () => {
    const { bookingId } = await world.sold(await world.tour(10), 2)
    expect((await world.booking(bookingId)).held_until).toEqual(hours(24))
  })

  it('are never held beyond the cut-off of their departure', async () => {
    const tour = await world.tour(10, { time_slots: ['13:00'], advance_booking_hours: 0 })
    await saveSettings(world, admin, { cut_off_minutes: 40 })
    const held = await world.bookPlaces(tour, 2, { travel_date: '2026-11-21', travel_time: '13:00' })
    expect((await world.booking(held.bookingId)).held_until).toEqual(minutes(20))
    await world.started(held, 'bank_transfer')
    expect((await world.booking(held.bookingId)).held_until).toEqual(minutes(20))
    await saveSettings(world, admin, { cut_off_minutes: 0 })
  })

  it('are kept after the end of sale, because slow payment methods are refused', async () => {
    const tour = await world.tour(10, { time_slots: ['13:00'], advance_booking_hours: 0, instant_confirmation: false })
    await saveSettings(world, admin, { cut_off_minutes: 40 })
    const held = await world.bookPlaces(tour, 2, { travel_date: '2026-11-21', travel_time: '13:00' })
    // Staff kept the booking.
    await world.db.updateTable('bookings').set({ held_until: null }).where('id', '=', held.bookingId).execute()
    world.clock.advance(30)
    for (const method of ['bank_transfer', 'cash_on_arrival'])
      expect(await codeOf(world.started(held, method))).toBe('payment/amount-unavailable')
    expect((await readPaymentPage(world, visitor, held)).methods.map(({ name }) => name)).toEqual(['made_up'])
    expect((await world.started(held)).attempt.state).toBe('requires_action')
    expect(await world.booking(held.bookingId)).toMatchObject({ places: 2, held_until: null, payment_gateway: null })
    await saveSettings(world, admin, { cut_off_minutes: 0 })
  })

  it('follow the settings', async () => {
    await saveSettings(world, admin, { hold_card_minutes: 45, hold_transfer_hours: 3 })
    const held = await world.bookPlaces(await world.tour(10), 2)
    expect((await world.booking(held.bookingId)).held_until).toEqual(minutes(45))
    await world.started(held, 'bank_transfer')
    expect((await world.booking(held.bookingId)).held_until).toEqual(hours(3))
    await saveSettings(world, admin, { hold_card_minutes: 30, hold_transfer_hours: 24 })
  })

  it('are kept while a payment is being checked', async () => {
    const tour = await world.tour(10)
    const held = await world.bookPlaces(tour, 2)
    await world.db
      .updateTable('bookings')
      .set({ payment_checking_since: start })
      .where('id', '=', held.bookingId)
      .execute()
    await world.sweepAfter(60)
    expect(await world.taken(tour)).toBe(2)
  })

  it('are not freed when the provider, asked once more, reports the payment', async () => {
    const tour = await world.tour(10)
    const held = await world.bookPlaces(tour, 2)
    const { orderRef } = await world.started(held)
    world.madeUp.pay(orderRef)
    expect(await world.endHoldOf(held)).toMatchObject({ payment_status: 'completed', places: 2, held_until: null })
    expect(await historyOf(held)).not.toContain('hold-ended')
  })

  it('are not freed when the hold was renewed, or the booking paid, since the round listed it', async () => {
    const tour = await world.tour(10)
    const [active, paid] = [await world.bookPlaces(tour, 2), await world.bookPlaces(tour, 3)]
    world.clock.advance(31)
    await open(active)
    await recordArrivalPayment(world, admin, { bookingId: paid.bookingId, reason: 'Paid at the desk' })
    for (const { bookingId } of [active, paid]) {
      const ended = withBooking(world, bookingId, (trx, booking) => endHold(trx, world, booking))
      expect(await ended).toBe(false)
    }
    expect(await world.taken(tour)).toBe(5)
  })

  it('are freed although the provider does not answer', async () => {
    const held = await world.bookPlaces(await world.tour(10), 2)
    await world.started(held)
    world.madeUp.mood.status = 'silent'
    const released = await world.endHoldOf(held)
    world.madeUp.mood.status = 'ok'
    expect(released).toMatchObject({ booking_status: 'pending', places: 0, released_places: 2 })
  })
})

describe('activity on the payment page', () => {
  it('holds the places for another 30 minutes', async () => {
    const tour = await world.tour(10)
    const held = await world.bookPlaces(tour, 2)
    world.clock.advance(20)
    const { hold } = await open(held)
    expect(hold).toMatchObject({ state: 'held', until: minutes(50).toISOString(), places: 2 })
    world.clock.advance(20)
    await world.started(held)
    expect((await world.booking(held.bookingId)).held_until).toEqual(minutes(70))
    await world.sweepAfter(29)
    expect(await world.taken(tour)).toBe(2)
  })

  it('never shortens a longer hold', async () => {
    const held = await world.bookPlaces(await world.tour(10), 2)
    await world.started(held, 'bank_transfer')
    world.clock.advance(10)
    await open(held)
    await world.started(held, 'bank_transfer')
    expect((await world.booking(held.bookingId)).held_until).toEqual(hours(24))
  })

  it('takes released places again while the departure is less than half sold', async () => {
    const tour = await world.tour(10)
    const held = await world.bookPlaces(tour, 2)
    await world.bookPlacesPaid(tour, 4)
    await world.endHoldOf(held)
    expect((await readPaymentPage(world, visitor, held)).hold).toMatchObject({ state: 'released', places: 2 })
    const { hold } = await open(held)
    expect(hold).toMatchObject({ state: 'held', until: addMinutes(world.clock(), 30).toISOString() })
    expect(await world.taken(tour)).toBe(6)
    expect(await historyOf(held)).toContain('places-taken-again')
  })

  it('leaves them released from half sold on, until a payment is started', async () => {
    const tour = await world.tour(10)
    const held = await world.bookPlaces(tour, 2)
    await world.bookPlacesPaid(tour, 5)
    await world.endHoldOf(held)
    expect((await open(held)).hold).toMatchObject({ state: 'released', left: 5 })
    expect(await world.taken(tour)).toBe(5)
    await world.started(held)
    expect(await world.taken(tour)).toBe(7)
    expect(await world.booking(held.bookingId)).toMatchObject({ places: 2, released_places: 0 })
  })

  it('starts no payment when too few places are left, and says so', async () => {
    const tour = await world.tour(4)
    const held = await world.bookPlaces(tour, 2)
    await world.endHoldOf(held)
    await world.bookPlacesPaid(tour, 3)
    expect((await open(held)).hold).toMatchObject({
      state: 'gone',
      left: 1,
      service_href: expect.stringContaining('/'),
    })
    expect(await codeOf(world.started(held))).toBe('booking/places-gone')
    expect(await world.attempts(held.bookingId)).toEqual([])
  })

  it('is limited by the unpaid places of the customer', async () => {
    const tour = await world.tour(60)
    const phone = { customer_email: 'greedy@example.com' }
    const first = await world.bookPlaces(tour, 18, phone)
    await world.endHoldOf(first)
    const second = await world.bookPlaces(tour, 10, phone)
    expect((await open(first)).hold).toMatchObject({ state: 'released' })
    expect(await codeOf(world.started(first))).toBe('booking/too-many-unpaid')
    await world.endHoldOf(second)
    expect((await open(first)).hold).toMatchObject({ state: 'held' })
  })
})

describe('a bank transfer', () => {
  it('holds the places for a day, and a waiting proof keeps them', async () => {
    const tour = await world.tour(10)
    const [silent, proven] = [await world.bookPlaces(tour, 2), await world.bookPlaces(tour, 3)]
    await world.started(silent, 'bank_transfer')
    await prove(proven)
    expect((await world.booking(silent.bookingId)).held_until).toEqual(hours(24))
    expect((await world.booking(proven.bookingId)).held_until).toBeNull()
    await world.sweepAfter(24 * 60 + 1)
    expect(await world.taken(tour)).toBe(3)
    await askForProof(world, admin, { bookingId: proven.bookingId, reason: 'Not readable' })
    await world.sweepAfter(24 * 60)
    expect(await world.booking(proven.bookingId)).toMatchObject({ booking_status: 'pending', released_places: 3 })
    await prove(proven)
    expect(await world.booking(proven.bookingId)).toMatchObject({ places: 3, released_places: 0, held_until: null })
  })

  it('takes its proof although no places are left, and staff cannot approve it before there are', async () => {
    const tour = await world.tour(4)
    const held = await world.bookPlaces(tour, 2)
    await world.started(held, 'bank_transfer')
    await world.endHoldOf(held)
    await world.bookPlacesPaid(tour, 4)
    await prove(held)
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_gateway: 'bank_transfer', released_places: 2 })
    const approve = () => world.decide(held, 'approved')
    expect(await codeOf(approve())).toBe('booking/places-gone')
    await world.db.updateTable('departures').set({ capacity: 6 }).where('service_id', '=', tour.id).execute()
    await approve()
    expect(await world.booking(held.bookingId)).toMatchObject({ booking_status: 'confirmed', places: 2 })
    expect(await world.wrongCounts()).toEqual([])
  })

  it('keeps the places while its proof waits, also when another method is chosen', async () => {
    const tour = await world.tour(10, { instant_confirmation: false })
    const held = await world.bookPlaces(tour, 2)
    await prove(held)
    for (const method of ['cash_on_arrival', 'bank_transfer', undefined]) {
      await world.started(held, method)
      expect((await world.booking(held.bookingId)).held_until, method).toBeNull()
    }
    await world.sweepAfter(60 * 25)
    expect(await world.taken(tour)).toBe(2)
  })

  it('keeps the places that come back while its proof waits', async () => {
    const tour = await world.tour(4)
    const held = await world.bookPlaces(tour, 2)
    await world.endHoldOf(held)
    await world.bookPlacesPaid(tour, 4)
    await prove(held)
    await world.db.updateTable('departures').set({ capacity: 20 }).where('service_id', '=', tour.id).execute()
    await open(held)
    expect(await world.booking(held.bookingId)).toMatchObject({ places: 2, released_places: 0, held_until: null })
  })

  it('that a card replaces leaves the hold of a card', async () => {
    const held = await world.bookPlaces(await world.tour(10), 2)
    await world.started(held, 'bank_transfer')
    await world.started(held)
    expect((await world.booking(held.bookingId)).held_until).toEqual(minutes(30))
  })
})

describe('a move to another departure', () => {
  const move = (bookingId: string, travel_date: string) => {
    const deps = { ...world, payments: movePayments(world), byStaff: { reason: 'Asked by phone' } }
    return moveBooking(deps, admin, { bookingId, travel_date, travel_time: '10:00' })
  }
  it('restarts the hold, and takes places for a booking that had none', async () => {
    const tour = await world.tour(10)
    const [held, released] = [await world.bookPlaces(tour, 2), await world.bookPlaces(tour, 3)]
    await world.db
      .updateTable('bookings')
      .set({ held_until: hours(1) })
      .where('id', '=', held.bookingId)
      .execute()
    await world.endHoldOf(released)
    expect(await world.taken(tour)).toBe(2)
    const until = addMinutes(world.clock(), 30)
    for (const { bookingId } of [held, released])
      expect(await move(bookingId, '2026-12-02')).toMatchObject({ held_until: until, released_places: 0 })
    expect(await world.taken(tour)).toBe(5)
    expect(await world.wrongCounts()).toEqual([])
  })
})

describe('cash on arrival', () => {
  it('holds the places for a day until staff confirm; they take released places again', async () => {
    const tour = await world.tour(4, { instant_confirmation: false })
    const held = await world.bookPlaces(tour, 2)
    await world.started(held, 'cash_on_arrival')
    expect(await world.booking(held.bookingId)).toMatchObject({ held_until: hours(24), expires_at: null })
    expect(await world.endHoldOf(held)).toMatchObject({ booking_status: 'pending', released_places: 2 })
    await decideStatus(world, admin, held.bookingId, 'confirm')
    const confirmed = { booking_status: 'confirmed', places: 2, released_places: 0, held_until: null }
    expect(await world.booking(held.bookingId)).toMatchObject(confirmed)
    await world.sweepAfter(60 * 24 * 3)
    expect(await world.taken(tour)).toBe(2)
  })

  it('is not confirmed without places', async () => {
    const tour = await world.tour(4, { instant_confirmation: false })
    const held = await world.bookPlaces(tour, 2)
    await world.started(held, 'cash_on_arrival')
    await world.endHoldOf(held)
    await world.bookPlacesPaid(tour, 3)
    expect(await codeOf(decideStatus(world, admin, held.bookingId, 'confirm'))).toBe('booking/places-gone')
    const paying = recordArrivalPayment(world, admin, { bookingId: held.bookingId, reason: 'Paid at the desk' })
    expect(await codeOf(paying)).toBe('booking/places-gone')
    expect(await world.booking(held.bookingId)).toMatchObject({ payment_status: 'pending', paid_minor: 0 })
  })

  it('keeps the places once it is confirmed, and holds them again when another method replaces it', async () => {
    const tour = await world.tour(10, { instant_confirmation: true })
    const held = await world.bookPlaces(tour, 2)
    await world.started(held, 'cash_on_arrival')
    expect(await world.booking(held.bookingId)).toMatchObject({ booking_status: 'confirmed', held_until: null })
    await world.sweepAfter(60 * 25)
    await world.started(held)
    const until = addMinutes(world.clock(), 30)
    expect(await world.booking(held.bookingId)).toMatchObject({
      booking_status: 'pending',
      held_until: until,
      places: 2,
    })
  })
})

describe('a payment that arrives after the hold', () => {
  it('takes the places again', async () => {
    const tour = await world.tour(4, { instant_confirmation: true })
    const held = await world.bookPlaces(tour, 2)
    const { attempt, orderRef } = await world.started(held)
    await world.endHoldOf(held)
    expect(await world.taken(tour)).toBe(0)
    await world.paid(attempt.id, orderRef)
    const paid = { booking_status: 'confirmed', payment_status: 'completed', places: 2, released_places: 0 }
    expect(await world.booking(held.bookingId)).toMatchObject(paid)
    expect(await world.taken(tour)).toBe(2)
    expect(await world.wrongCounts()).toEqual([])
  })

  it('also takes them after the cut-off, but not on a departure that was closed', async () => {
    const [late, closed] = [await world.tour(4), await world.tour(4)]
    const held = [await world.bookPlaces(late, 2), await world.bookPlaces(closed, 2)] as const
    const started = [await world.started(held[0]), await world.started(held[1])] as const
    for (const each of held) await world.endHoldOf(each)
    await world.db.updateTable('departures').set({ is_closed: true }).where('service_id', '=', closed.id).execute()
    // The tour departs at 10:00 in Dubai.
    await saveSettings(world, admin, { cut_off_minutes: 10_080 })
    world.clock.set('2026-11-25T08:00:00Z')
    await world.db.updateTable('bookings').set({ expires_at: '2026-11-30T08:00:00Z' }).execute()
    for (const { attempt, orderRef } of started) await world.paid(attempt.id, orderRef)
    await saveSettings(world, admin, { cut_off_minutes: 0 })
    expect(await world.booking(held[0].bookingId)).toMatchObject({ payment_status: 'completed', places: 2 })
    expect(await world.booking(held[1].bookingId)).toMatchObject({ booking_status: 'cancelled', places: 0 })
  })

  const paidTooLate = async () => {
    const tour = await world.tour(4)
    const held = await world.bookPlaces(tour, 2)
    const { attempt, orderRef } = await world.started(held)
    await world.endHoldOf(held)
    await world.bookPlacesPaid(tour, 3)
    await world.paid(attempt.id, orderRef)
    return { tour, held, attempt }
  }

  it('is refunded when no places are left, and the customer is notified at once', async () => {
    const { tour, held, attempt } = await paidTooLate()
    expect(await world.refunds(attempt.id)).toMatchObject([{ amount_minor: 20_000, reason: 'late_payment' }])
    expect(await world.booking(held.bookingId)).toMatchObject({
      booking_status: 'cancelled',
      paid_minor: 20_000,
      places: 0,
    })
    const events = await world.events(held.bookingId)
    expect(events).toContain('booking.places-gone')
    expect(events).not.toContain('payment.completed')
    expect(await world.taken(tour)).toBe(3)
    expect(await world.wrongCounts()).toEqual([])
  })

  it('waits for staff instead where late payments are not refunded automatically', async () => {
    await saveSettings(world, admin, { auto_refund_late: false })
    const { held, attempt } = await paidTooLate()
    await saveSettings(world, admin, { auto_refund_late: true })
    expect(await world.refunds(attempt.id)).toEqual([])
    expect((await world.attempts(held.bookingId))[0]).toMatchObject({ review_reason: 'late-payment-kept' })
    expect(await world.booking(held.bookingId)).toMatchObject({
      booking_status: 'cancelled',
      payment_status: 'completed',
    })
    expect(await world.events(held.bookingId)).toEqual(
      expect.arrayContaining(['booking.places-gone', 'payment.under-review']),
    )
  })

  it('counts once, however often it is reported', async () => {
    const { held, attempt } = await paidTooLate()
    for (const n of [1, 2, 3]) await world.hook(`evt_again_${attempt.id}_${n}`, attempt.id)
    await sweepPayments(world)
    expect(await world.refunds(attempt.id)).toHaveLength(1)
    expect((await world.events(held.bookingId)).filter((name) => name === 'booking.places-gone')).toHaveLength(1)
  })
})
