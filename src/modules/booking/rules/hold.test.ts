import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addHours, addMinutes, type Instant, instantAt } from '../../../kernel/dates.ts'
import { type HeldBooking, holdEnd, holdMethodOf, holdStateOf, isHalfSold, isHoldOver, mayReturn } from './hold.ts'

const now = instantAt('UTC', '2026-11-21', '08:00')
const settings = { hold_card_minutes: 30, hold_transfer_hours: 24, hold_arrival_hours: 12 }
const unpaid: HeldBooking = {
  booking_status: 'pending',
  payment_status: 'pending',
  paid_minor: 0,
  payment_checking_since: null,
  places: 3,
  released_places: 0,
  held_until: now,
}

describe('the end of a hold', () => {
  const end = (method: 'card' | 'transfer' | 'arrival', ...bounds: (Instant | null)[]) =>
    holdEnd(method, { now, settings, bounds })
  it('follows from the method', () => {
    expect(end('card')).toEqual(addMinutes(now, 30))
    expect(end('transfer')).toEqual(addHours(now, 24))
    expect(end('arrival')).toEqual(addHours(now, 12))
  })
  it('is never later than the cut-off or the expiry of the booking', () => {
    expect(end('transfer', addHours(now, 5), addHours(now, 7))).toEqual(addHours(now, 5))
    expect(end('card', null, addMinutes(now, 10))).toEqual(addMinutes(now, 10))
    expect(end('card', addHours(now, 5))).toEqual(addMinutes(now, 30))
  })
  it('is the earliest of its limits, whatever they are', () => {
    const minutes = fc.integer({ min: -10_000, max: 10_000 })
    const bounds = fc.array(fc.option(minutes), { maxLength: 4 })
    fc.assert(
      fc.property(fc.constantFrom('card', 'transfer', 'arrival'), bounds, (method, offsets) => {
        const limits = offsets.map((each) => (each === null ? null : addMinutes(now, each)))
        const all = [end(method), ...limits].flatMap((each) => (each === null ? [] : [each.getTime()]))
        expect(end(method, ...limits).getTime()).toBe(Math.min(...all))
      }),
    )
  })
  it('is that of a card for every online provider and before a choice', () => {
    expect(['bank_transfer', 'cash_on_arrival', 'stripe', null].map(holdMethodOf)).toEqual([
      'transfer',
      'arrival',
      'card',
      'card',
    ])
  })
})

describe('a hold', () => {
  it('is over from its end on', () => {
    expect(isHoldOver(unpaid, now)).toBe(true)
    expect(isHoldOver(unpaid, addMinutes(now, -1))).toBe(false)
  })
  const kept: readonly (readonly [string, Partial<HeldBooking>])[] = [
    ['a paid booking', { paid_minor: 100 }],
    ['a completed payment', { payment_status: 'completed' }],
    ['a confirmed booking', { booking_status: 'confirmed' }],
    ['a cancelled booking', { booking_status: 'cancelled' }],
    ['a payment under check', { payment_checking_since: now }],
    ['a waiting proof', { held_until: null }],
    ['places that were released before', { places: 0, released_places: 3 }],
  ]
  it.each(kept)('does not end for %s', (_, change) => {
    expect(isHoldOver({ ...unpaid, ...change }, addHours(now, 1))).toBe(false)
  })
  it('is shown as held until it is released, and not once nothing is to be paid', () => {
    expect(holdStateOf(unpaid)).toBe('held')
    expect(holdStateOf({ ...unpaid, payment_status: 'failed' })).toBe('held')
    expect(holdStateOf({ ...unpaid, places: 0, released_places: 3 })).toBe('released')
    expect(holdStateOf({ ...unpaid, held_until: null })).toBeNull()
    expect(holdStateOf({ ...unpaid, paid_minor: 100 })).toBeNull()
    expect(holdStateOf({ ...unpaid, booking_status: 'cancelled' })).toBeNull()
  })
  it('is either over or kept, never shown after it is paid', () => {
    const booking = fc.record({
      booking_status: fc.constantFrom('pending', 'confirmed', 'cancelled', 'completed'),
      payment_status: fc.constantFrom('pending', 'failed', 'completed', 'refunded'),
      paid_minor: fc.constantFrom(0, 100),
      payment_checking_since: fc.constantFrom(null, now),
      places: fc.nat(3),
      released_places: fc.constant(0),
      held_until: fc.constantFrom(null, now, addHours(now, 1)),
    })
    fc.assert(
      fc.property(booking, (each) => {
        if (isHoldOver(each, now)) expect(holdStateOf(each)).toBe('held')
        if (each.paid_minor > 0) expect(holdStateOf(each)).toBeNull()
      }),
    )
  })
})

describe('released places', () => {
  const sold = (taken: number, capacity: number | null = 10) => ({ reason: null, capacity, taken })
  it('come back on opening the page only while the departure is less than half sold', () => {
    expect(mayReturn(sold(4), 'page')).toBe(true)
    expect(mayReturn(sold(5), 'page')).toBe(false)
    expect(mayReturn(sold(500, null), 'page')).toBe(true)
  })
  it('come back for the start of a payment and for money while the departure is on sale', () => {
    expect(mayReturn(sold(9), 'start')).toBe(true)
    expect(mayReturn(sold(9), 'payment')).toBe(true)
  })
  it('come back after the cut-off for money and for staff only', () => {
    const late = { ...sold(1), reason: 'cut_off' } as const
    expect((['page', 'start', 'payment', 'staff'] as const).filter((each) => mayReturn(late, each))).toEqual([
      'payment',
      'staff',
    ])
  })
  it.each(['started', 'out_of_season', 'unscheduled'] as const)('come back for staff only when it is %s', (reason) => {
    const gone = { ...sold(1), reason }
    expect((['page', 'start', 'payment', 'staff'] as const).filter((each) => mayReturn(gone, each))).toEqual(['staff'])
  })
  it('never come back on a closed departure', () => {
    const closed = { ...sold(0), reason: 'closed' } as const
    expect((['page', 'start', 'payment', 'staff'] as const).filter((each) => mayReturn(closed, each))).toEqual([])
  })
  it('come back more easily the stronger the occasion', () => {
    const reason = fc.constantFrom(null, 'started', 'cut_off', 'closed', 'out_of_season', 'unscheduled', 'full')
    const facts = fc.record({ reason, capacity: fc.option(fc.nat(10)), taken: fc.nat(12) })
    fc.assert(
      fc.property(facts, (each) => {
        const answers = (['page', 'start', 'payment', 'staff'] as const).map((occasion) => mayReturn(each, occasion))
        expect(answers).toEqual([...answers].sort((a, b) => Number(a) - Number(b)))
      }),
    )
  })
  it('are judged by half of the capacity, rounded up', () => {
    expect([2, 3].map((taken) => isHalfSold({ taken, capacity: 5 }))).toEqual([false, true])
    expect(isHalfSold({ taken: 0, capacity: 0 })).toBe(true)
  })
})
