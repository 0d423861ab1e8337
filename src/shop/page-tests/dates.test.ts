// Pages of a booking write every day alike, other pages in its long or its short form, and all an instant as in emails.
import { expect, test } from 'vitest'
import { datesIn, otherDatesOfBookingPage, otherDatesOfPage } from '../../../tests/support/date-styles.ts'
import { bookingOf, type FakeWorld, paymentOf } from '../testing/fake-api.ts'
import { stepOf } from '../testing/next-step.ts'
import { textAt, withToken } from '../testing/open-page.ts'

const cancellation = {
  steps: [
    { days: 30, percent: 100, until: '2026-10-24' },
    { days: 15, percent: 50, until: '2026-11-08' },
  ],
  free_until: '2026-10-24',
  today: { percent: 50, refund: { minor: 7_750, currency: 'USD' } },
}
const until = '2026-12-01T08:00:00.000Z'
const backTrip = { travel_date: '2026-11-25', travel_time: '09:00', pickup_location: 'Hotel lobby', trip_facts: [] }
const bookings = [
  bookingOf({ cancellation, return_leg: backTrip }),
  bookingOf({ return_date: '2026-12-02', hold: { state: 'held', places: 3, until } }),
  bookingOf({
    ...{ booking_status: 'confirmed', payment_status: 'completed' },
    next_step: stepOf('wait', { because: 'document-check', expectedBy: '2026-12-03' }),
  }),
]
const payments = [
  paymentOf({ free_cancellation_until: '2026-12-12', expires_at: until }),
  paymentOf({ return_date: '2026-12-20', hold: { state: 'held', places: 3, until, left: null, service_href: null } }),
]
const worlds: readonly (readonly [path: string, world: FakeWorld])[] = [
  ...bookings.map((booking) => [`/booking-confirmation?${withToken}`, { bookings: [booking] }] as const),
  ...payments.map((payment) => [`/booking-payment?${withToken}`, { payments: [payment] }] as const),
]

test.each(worlds)('%s writes its dates one way', async (path, world) => {
  const text = await textAt(path, world)
  expect(datesIn(text).length).toBeGreaterThan(0)
  expect(otherDatesOfBookingPage(text)).toEqual([])
})

test('a page of information writes its dates in the long or the short form', async () => {
  const text = await textAt('/privacy')
  expect(datesIn(text).length).toBeGreaterThan(0)
  expect(otherDatesOfPage(text)).toEqual([])
})
