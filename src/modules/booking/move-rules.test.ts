import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type MovableBooking,
  maxMoves,
  obstacleForAll,
  obstacleForCustomer,
  priceObjection,
  settlementOf,
} from './rules/move.ts'

const now = new Date('2026-12-02T08:00:00Z')
const booking = (given: Partial<MovableBooking> = {}): MovableBooking => ({
  booking_status: 'confirmed',
  payment_status: 'completed',
  cancellation_terms: [
    { days: 7, percent: 100 },
    { days: 3, percent: 50 },
  ],
  currency: 'AED',
  final_minor: 60_000,
  paid_minor: 60_000,
  refunded_minor: 0,
  travel_date: '2026-12-20',
  starts_at: null,
  time_zone: 'Asia/Dubai',
  payment_checking_since: null,
  departure_id: 'd',
  instant_confirmation: true,
  expires_at: null,
  ...given,
})
const obstacle = (given: Partial<MovableBooking> = {}, at = now, moves = 0) =>
  obstacleForCustomer(booking(given), { now: at, moves })
const at = (instant: string) => new Date(instant)

describe('a customer may move a booking', () => {
  it('as long as cancellation is free, to the end of that day in the time zone of the service', () => {
    expect(obstacle({}, at('2026-12-13T19:59:59Z'))).toBeNull()
    expect(obstacle({}, at('2026-12-13T20:00:00Z'))).toBe('tooLate')
  })
  it('until the start where cancellation is free on the day itself', () => {
    const free = { cancellation_terms: [{ days: 0, percent: 100 }], starts_at: at('2026-12-20T06:00:00Z') }
    expect(obstacle(free, at('2026-12-20T05:59:59Z'))).toBeNull()
    expect(obstacle(free, at('2026-12-20T06:00:00Z'))).toBe('tooLate')
  })
  it('never where no terms were agreed, or where they return less than everything', () => {
    expect(obstacle({ cancellation_terms: null })).toBe('noTerms')
    expect(obstacle({ cancellation_terms: [{ days: 1, percent: 99 }] })).toBe('tooLate')
  })
  it('three times', () => {
    expect(obstacle({}, now, maxMoves - 1)).toBeNull()
    expect(obstacle({}, now, maxMoves)).toBe('tooOften')
  })
  it('not after the agency has confirmed the day of an item on request', () => {
    expect(obstacle({ instant_confirmation: false })).toBe('confirmedByAgency')
    expect(obstacle({ instant_confirmation: false, booking_status: 'pending' })).toBeNull()
  })
})

describe('nobody moves a booking', () => {
  it.each([
    ['cancelled', { booking_status: 'cancelled' }],
    ['completed', { booking_status: 'completed' }],
    ['noDepartures', { departure_id: null }],
    ['checking', { payment_checking_since: now }],
    ['refunded', { payment_status: 'refunded' }],
    ['expired', { expires_at: now }],
  ] as const)('that is %s', (why, given) => {
    expect(obstacleForAll(booking(given), now)).toBe(why)
    expect(obstacle(given)).toBe(why)
  })
  it('unless it has time left to be paid', () => {
    expect(obstacleForAll(booking({ expires_at: at('2026-12-02T08:00:01Z') }), now)).toBeNull()
  })
})

const aed = (minor: number) => ({ minor, currency: 'AED' })
const unpaid = { paid_minor: 0, payment_status: 'pending' } as const
const free = { paid_minor: 0, final_minor: 0 } as const

describe('the price after a move', () => {
  it.each([
    ['same', {}, 60_000],
    ['same', unpaid, 60_000],
    ['open', unpaid, 70_000],
    ['open', unpaid, 0],
    ['open', { ...unpaid, payment_status: 'failed' }, 50_000],
    ['refund', {}, 59_999],
    ['dearer', {}, 60_001],
    ['other', {}, 0],
    ['same', free, 0],
    ['dearer', free, 1],
  ] as const)('is settled as %s: %o, now %d', (settlement, given, minor) => {
    expect(settlementOf(booking(given), aed(minor))).toBe(settlement)
  })
  it('cannot be compared in another currency', () => {
    expect(settlementOf(booking(), { minor: 60_000, currency: 'USD' })).toBe('other')
  })
  it('can be chosen by a customer unless more would have to be paid for a paid booking and nobody takes it online', () => {
    fc.assert(
      fc.property(fc.nat(200_000), fc.nat(200_000), fc.boolean(), (final_minor, minor, isPaid) => {
        const paid_minor = isPaid ? final_minor : 0
        const payment_status = isPaid || final_minor === 0 ? 'completed' : 'pending'
        const given = { final_minor, paid_minor, payment_status } as const
        const mayChoose = priceObjection(booking(given), aed(minor), () => false) === null
        const mayPay = priceObjection(booking(given), aed(minor), () => true) === null
        expect(mayPay).toBe(mayChoose || minor > final_minor)
        const isSettled = payment_status === 'completed'
        expect(mayChoose).toBe(!isSettled || minor === final_minor || (minor < final_minor && minor > 0))
      }),
    )
  })
})
