import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addHours } from '../../../kernel/dates.ts'
import { arrivedAt, type CheckedBooking, despiteOf, dueOf, judgeMark, maxWaitHours, voucherState } from './rules.ts'

const booking: CheckedBooking = {
  ...{ booking_status: 'confirmed', payment_status: 'completed', final_minor: 300, paid_minor: 300 },
  ...{ travel_date: '2026-12-01', time_zone: 'Asia/Dubai', departure_id: 'd', released_places: 0 },
  ...{ adults_count: 2, children_count: 1, infants_count: 1 },
}
/** Ten in the morning in Dubai on the day of travel. */
const now = new Date('2026-12-01T06:00:00Z')
const mark = { position: 0, madeAt: now, isConfirmed: false }
const judge = (change: Partial<CheckedBooking> = {}, more: Partial<typeof mark> = {}, at = now) =>
  judgeMark({ ...booking, ...change }, { ...mark, ...more }, at)

describe('the amount due', () => {
  it('is the rest of an unpaid booking', () => {
    expect(dueOf({ ...booking, payment_status: 'pending', paid_minor: 100 })).toBe(200)
  })
  it('is nothing once the payment is complete or refunded, and never negative', () => {
    for (const payment_status of ['completed', 'refunded'] as const)
      expect(dueOf({ ...booking, payment_status, paid_minor: 0 })).toBe(0)
    expect(dueOf({ ...booking, payment_status: 'pending', paid_minor: 400 })).toBe(0)
  })
})

describe('a voucher', () => {
  const state = (change: Partial<CheckedBooking>, at = now) => voucherState({ ...booking, ...change }, at)
  it('is valid on its day, in the time zone of the service', () => {
    expect(state({})).toBe('open')
    expect(state({}, new Date('2026-11-30T20:00:00Z'))).toBe('open')
    expect(state({}, new Date('2026-11-30T19:59:00Z'))).toBe('other_day')
    expect(state({}, new Date('2026-12-01T20:00:00Z'))).toBe('other_day')
  })
  it('says when it is unpaid or not confirmed', () => {
    expect(state({ payment_status: 'pending', paid_minor: 0 })).toBe('unpaid')
    expect(state({ booking_status: 'pending' })).toBe('unconfirmed')
    expect(despiteOf({ ...booking, booking_status: 'pending', payment_status: 'pending', paid_minor: 0 })).toBe(
      'unpaid',
    )
  })
  it('of a cancelled booking says so on every day', () => {
    for (const at of [now, addHours(now, 48)]) expect(state({ booking_status: 'cancelled' }, at)).toBe('cancelled')
  })
  it('of an unpaid booking whose hold has ended says so', () => {
    const released = { payment_status: 'pending', paid_minor: 0, released_places: 4 } as const
    expect(state(released)).toBe('released')
    expect(judge(released, { isConfirmed: true })).toBe('released')
  })
  it('of a service without departures needs no check-in', () => {
    expect(state({ departure_id: null })).toBe('not_needed')
    expect(state({ departure_id: null, travel_date: null })).toBe('not_needed')
  })
})

describe('a mark', () => {
  it('is accepted for each person of the party', () => {
    for (const position of [0, 1, 2, 3]) expect(judge({}, { position })).toBeNull()
    expect(judge({}, { position: 4 })).toBe('unknown')
    expect(judge({ departure_id: null })).toBe('unknown')
  })
  it('of a completed booking is accepted: the job that completes bookings may be faster', () => {
    expect(judge({ booking_status: 'completed' })).toBeNull()
  })
  it('is refused for cancelled bookings and other days, whatever staff confirm', () => {
    expect(judge({ booking_status: 'cancelled' }, { isConfirmed: true })).toBe('cancelled')
    expect(judge({ travel_date: '2026-12-02' }, { isConfirmed: true })).toBe('other_day')
    expect(judge({ travel_date: null }, { isConfirmed: true })).toBe('other_day')
  })
  it('of an unpaid or unconfirmed booking needs a confirmation', () => {
    const unpaid = { payment_status: 'pending', paid_minor: 0 } as const
    expect(judge(unpaid)).toBe('unpaid')
    expect(judge({ booking_status: 'pending' })).toBe('unconfirmed')
    expect(judge(unpaid, { isConfirmed: true })).toBeNull()
  })
  it('that waited on a device counts on the day on which it was made', () => {
    const madeAt = new Date('2026-12-01T19:00:00Z')
    expect(judge({}, { madeAt }, addHours(madeAt, 10))).toBeNull()
    expect(judge({}, { madeAt }, addHours(madeAt, maxWaitHours))).toBeNull()
    expect(judge({}, { madeAt }, addHours(madeAt, maxWaitHours + 1))).toBe('other_day')
  })
  it('made by a device whose clock is ahead does not open a later day', () => {
    expect(judge({ travel_date: '2026-12-02' }, { madeAt: new Date('2026-12-02T06:00:00Z') })).toBe('other_day')
  })
})

describe('the time of an arrival', () => {
  it('is that of the device, unless it is ahead or has waited too long', () => {
    expect(arrivedAt(addHours(now, -1), now)).toEqual(addHours(now, -1))
    expect(arrivedAt(addHours(now, 1), now)).toEqual(now)
    expect(arrivedAt(new Date(0), now)).toEqual(now)
  })
  it('is never in the future and never older than a mark may wait', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (madeAt) => {
        const at = arrivedAt(madeAt, now)
        expect(at <= now && at >= addHours(now, -maxWaitHours)).toBe(true)
      }),
    )
  })
})
