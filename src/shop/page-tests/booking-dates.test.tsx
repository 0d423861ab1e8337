// @vitest-environment happy-dom
// 'My booking' and the list of one's bookings write their dates like the pages that the server renders (dates.test.ts).
import { fireEvent } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { datesIn, otherDatesOfBookingPage } from '../../../tests/support/date-styles.ts'
import { bookingOf } from '../testing/fake-api.ts'
import { stepOf } from '../testing/next-step.ts'
import { textOf, withToken } from '../testing/open-page.ts'
import { openShop, type } from '../testing/screen.tsx'

const at = '2026-12-01T08:00:00.000Z'
const stages = (['received', 'checked', 'submitted', 'decided'] as const).map((stage, place) => ({
  ...{ stage, is_done: place === 0, at: place === 0 ? at : null },
}))
const cancellation = {
  ...{ steps: [{ days: 30, percent: 100, until: '2026-10-24' }], free_until: '2026-10-24' },
  today: { percent: 50, refund: { minor: 7_750, currency: 'USD' } },
}
const leg = { travel_date: '2026-11-25', travel_time: '09:00', pickup_location: 'Hotel lobby', trip_facts: [] }
const trip = bookingOf({ cancellation, return_leg: leg, hold: { state: 'held', places: 3, until: at } })
const paid = { booking_status: 'confirmed', payment_status: 'completed' } as const
const visa = bookingOf({
  ...{ ...paid, service_type: 'visa', case_progress: { stages, expected_by: '2026-12-03' } },
  next_step: stepOf('wait', { because: 'document-check', expectedBy: '2026-12-03' }),
})

function expectOneStyle(element: HTMLElement, atLeast: number): void {
  const text = textOf(element.innerHTML)
  expect(datesIn(text).length).toBeGreaterThanOrEqual(atLeast)
  expect(otherDatesOfBookingPage(text)).toEqual([])
}

describe('dates of bookings have one style', () => {
  test.each([
    ['a trip', trip, 6],
    ['a visa', visa, 4],
  ])('in My booking of %s', async (_, booking, atLeast) => {
    const page = await openShop(`/track-booking?${withToken}`, { bookings: [booking] })
    expectOneStyle(await page.findByRole('region', { name: 'Your booking' }), atLeast)
  })

  test('in the tracker by reference alone', async () => {
    const track = async () =>
      ({ ...trip, access: 'status', day_note: '', return_date: '2026-11-27', timeline: [...trip.timeline] }) as never
    const page = await openShop('/booking-tracker', {}, { booking: { track } })
    type(page.getByLabelText(/^Booking reference/), trip.booking_reference)
    fireEvent.click(page.getByRole('button', { name: 'Track booking' }))
    expectOneStyle(await page.findByRole('region', { name: 'Your booking' }), 3)
  })

  test('in the list of own bookings', async () => {
    const mine = async () => ({ items: [{ ...trip, return_date: '2026-11-27' }], nextCursor: null }) as never
    const user = { id: 'u1', email: 'aisha@example.com' } as never
    const page = await openShop('/booking-history', { user }, { booking: { mine } })
    expectOneStyle(await page.findByRole('article'), 2)
  })
})
