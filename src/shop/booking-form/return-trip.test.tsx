// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDays, dateIn } from '../../kernel/dates.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import { bookingId, bookingOf, bookingToken, paymentOf, tourOf } from '../testing/fake-api.ts'
import { errorOf, openShop, refused, type Screen, textIn, type } from '../testing/screen.tsx'

const { longDay } = datesIn('en-GB')

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

type Days = (range: { from: string; to: string }) => Promise<unknown>
async function open(service = transfer(), availability?: Days) {
  const create = vi.fn(async (_input: object) => ({ booking: bookingOf(), token: bookingToken, paymentUrl }))
  const world = { services: [service], payments: [paymentOf()] }
  const answers = { booking: { create }, ...(availability && { inventory: { availability } }) }
  const page = await openShop(`/booking?type=transfer&id=${service.id}`, world, answers as never)
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
    await page.findByText('Please choose the day of the return')
    expect(errorOf(date)).toBe('Please choose the day of the return')
    type(date, ahead(3))
    type(page.getByLabelText(/^Return time/), '10:00')
    book(page)
    await page.findByText('The return must start after the outbound trip')
    expect(errorOf(page.getByLabelText(/^Return time/))).toBe('The return must start after the outbound trip')
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
    await page.findAllByText(words)
    expect(errorOf(time)).toBe(words)
    expect(textIn(time)).toBe('18:00')
    expect(textIn(page.getByLabelText(/^Return drop-off location/))).toBe('Terminal 3')
  })
})

describe('the start of a return trip', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const place = { hours: null, from: null, prices: null, return_date: null }
  const at = (time: string, left: number) => {
    const isFull = left === 0
    return { ...place, time, left, state: isFull ? 'sold_out' : 'open', reason: isFull ? 'full' : null }
  }
  /** Day 6 is sold out, day 7 has one van left at 10:00 and none at 18:00. */
  const days: Days = async ({ from, to }) => {
    const all = []
    for (let date = from; date <= to; date = addDays(date, 1)) {
      const lefts = date === ahead(6) ? [0, 0] : date === ahead(7) ? [1, 0] : [4, 4]
      const state = lefts.every((left) => left === 0) ? 'sold_out' : 'open'
      all.push({ date, state, from: null, departures: [at('10:00', lefts[0] ?? 0), at('18:00', lefts[1] ?? 0)] })
    }
    return { timeZone: 'Asia/Dubai', days: all }
  }
  const timed = () =>
    tourOf({ ...transfer(), schedule: { ...transfer().schedule, slots: ['10:00', '18:00'], hours: null } })

  test('is chosen in the calendar, which shows what is left and no day before the outbound trip', async () => {
    const service = timed()
    const world = { services: [service], payments: [paymentOf()] }
    const answers = { inventory: { availability: days } }
    const page = await openShop(`/booking?type=transfer&id=${service.id}`, world, answers as never)
    fireEvent.click(await page.findByRole('radio', { name: longDay(ahead(3)) }))
    fireEvent.click(await page.findByRole('checkbox', { name: /^Return trip/ }))
    fireEvent.click(await page.findByRole('button', { name: 'Return calendar' }))
    const calendar = within(await page.findByRole('dialog', { name: 'Return date' }))
    const full = await calendar.findByRole('button', { name: new RegExp(`${longDay(ahead(6))}.*Sold out`, 'i') })
    // The outbound trip may be on the first day of a month.
    const isInMonth = ahead(2).slice(0, 7) === ahead(3).slice(0, 7)
    const before = isInMonth ? new RegExp(longDay(ahead(2))) : 'Previous month'
    const early = calendar.getByRole('button', { name: before })
    for (const day of [full, early]) expect(day.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(calendar.getByRole('button', { name: new RegExp(longDay(ahead(7))) }))
    await waitFor(() => expect(textIn(page.getByLabelText(/^Return date/))).toBe(ahead(7)))
    const times = within(await page.findByRole('group', { name: /^Return time/ }))
    expect(times.getByRole('radio', { name: /06:00 PM/ })).toHaveProperty('disabled', true)
    fireEvent.click(times.getByRole('radio', { name: /10:00 AM/ }))
    await waitFor(() => expect(times.getByRole('radio', { name: /10:00 AM/ })).toHaveProperty('checked', true))
  })
})
