// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import { describe, expect, test, vi } from 'vitest'
import { addDays, dateIn } from '../../kernel/dates.ts'
import { longDay } from '../intl/dates.ts'
import { bookingId, bookingOf, bookingToken, paymentOf, tourOf } from '../testing/fake-api.ts'
import { openShop, refused, type Screen, textIn, type } from '../testing/screen.tsx'

const ahead = (days: number) => addDays(dateIn('Asia/Dubai', new Date()), days)
const hours = { from: '00:00', to: '23:59' }
const transfer = (offers_return = true) =>
  tourOf({
    kind: 'transfer',
    schedule: { ...tourOf().schedule, slots: [], timeRequired: true, hours, hasPickup: true },
    details: {
      ...{ base_price: 15_000, max_passengers: 4, duration_minutes: 30, offers_return, return_price: null },
      ...{ pickup_locations: ['Dubai International Airport'], dropoff_locations: ['Deira'] },
    },
  })
const paymentUrl = `http://shop.test/booking-payment?bookingId=${bookingId}&token=${bookingToken}`

async function open(service = transfer()) {
  const create = vi.fn(async (_input: object) => ({ booking: bookingOf(), token: bookingToken, paymentUrl }))
  const world = { services: [service], payments: [paymentOf()] }
  const page = await openShop(`/booking?type=transfer&id=${service.id}`, world, { booking: { create } })
  fireEvent.click(await page.findByRole('radio', { name: longDay(ahead(3)) }))
  type(page.getByLabelText(/^Time/), '11:00')
  await page.findByLabelText(/^Flight number/)
  type(page.getByLabelText(/^Customer name/), 'Ria Sen')
  type(page.getByLabelText(/^Email/), 'ria@example.com')
  type(page.getByLabelText(/^Phone number/), '98123 45678')
  type(page.getByLabelText(/^Pickup location/), 'Terminal 3')
  type(page.getByLabelText(/^Drop-off location/), 'Hotel Sea')
  return { page, create }
}
const book = (page: Screen) => fireEvent.click(page.getAllByRole('button', { name: 'Book Now' })[0]!)
const returnTrip = (page: Screen) => page.getByRole('checkbox', { name: /^Return trip/ })

describe('a return trip', () => {
  test('is asked for only where it is offered', async () => {
    const { page } = await open(transfer(false))
    expect(page.queryByRole('checkbox', { name: /^Return trip/ })).toBeNull()
  })

  test('has its own price, swaps the places and is sent with its own flight', async () => {
    const { page, create } = await open()
    fireEvent.click(returnTrip(page))
    await page.findByLabelText(/^Return date/)
    expect(textIn(page.getByLabelText(/^Return pickup location/))).toBe('Hotel Sea')
    expect(textIn(page.getByLabelText(/^Return drop-off location/))).toBe('Terminal 3')
    type(page.getByLabelText(/^Return date/), ahead(6))
    type(page.getByLabelText(/^Return flight number/), 'EK 513')
    type(await page.findByLabelText(/^Departure time of the return flight/), '14:20')
    fireEvent.click(await page.findByRole('button', { name: /^Use 10:50 AM$/ }))
    await waitFor(() => expect(textIn(page.getByLabelText(/^Return time/))).toBe('10:50'))
    expect(textIn(page.getByLabelText(/^Time/))).toBe('11:00')
    book(page)
    await page.findByRole('heading', { name: 'Complete Your Payment' })
    expect(create.mock.calls[0]?.[0]).toMatchObject({
      travel_date: ahead(3),
      expected_amount: { minor: 30_000 },
      details: {
        ...{ return_trip: true, return_trip_date: ahead(6), return_trip_time: '10:50' },
        ...{ return_flight_number: 'EK 513', return_flight_direction: 'departure' },
      },
    })
  })

  test('without a day or before the first trip has its error at the field', async () => {
    const { page, create } = await open()
    fireEvent.click(returnTrip(page))
    const date = await page.findByLabelText(/^Return date/)
    book(page)
    const missing = await page.findByRole('link', { name: 'Please choose the day of the return' })
    expect(missing.getAttribute('href')).toBe(`#${date.id}`)
    type(date, ahead(3))
    type(page.getByLabelText(/^Return time/), '10:00')
    book(page)
    const early = await page.findByRole('link', { name: 'The return must start after the outbound trip' })
    expect(early.getAttribute('href')).toBe(`#${page.getByLabelText(/^Return time/).id}`)
    expect(create).not.toHaveBeenCalled()
  })

  test('that is sold out keeps every answer and shows the nearest times at its field', async () => {
    const { page, create } = await open()
    const words = 'This time is sold out. Nearest times with places: 2026-12-05 10:00 AM'
    create.mockImplementationOnce(async () => {
      throw refused(words, { status: 409, errors: [{ path: 'details.return_trip_time', message: words }] })
    })
    fireEvent.click(returnTrip(page))
    type(await page.findByLabelText(/^Return date/), ahead(6))
    const time = page.getByLabelText(/^Return time/)
    type(time, '18:00')
    book(page)
    const link = await page.findByRole('link', { name: words })
    expect(link.getAttribute('href')).toBe(`#${time.id}`)
    expect(textIn(time)).toBe('18:00')
    expect(textIn(page.getByLabelText(/^Return drop-off location/))).toBe('Terminal 3')
  })
})
