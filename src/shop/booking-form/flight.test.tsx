// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import { describe, expect, test, vi } from 'vitest'
import { addDays, dateIn } from '../../kernel/dates.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import { bookingId, bookingOf, bookingToken, paymentOf, tourOf } from '../testing/fake-api.ts'
import { errorOf, openShop, type Screen, textIn, type } from '../testing/screen.tsx'

const { longDay, shortDay } = datesIn('en-GB')

const day = addDays(dateIn('Asia/Dubai', new Date()), 3)
const hours = { from: '00:00', to: '23:59' }
const transfer = (from = '00:00') =>
  tourOf({
    kind: 'transfer',
    schedule: { ...tourOf().schedule, slots: [], timeRequired: true, hours: { ...hours, from }, hasPickup: true },
    details: {
      base_price: 15_000,
      max_passengers: 4,
      duration_minutes: 30,
      pickup_locations: ['Dubai International Airport'],
      dropoff_locations: ['Deira'],
    },
  })
const paymentUrl = `http://shop.test/booking-payment?bookingId=${bookingId}&token=${bookingToken}`

async function open(service = transfer()) {
  const create = vi.fn(async (_input: object) => ({ booking: bookingOf(), token: bookingToken, paymentUrl }))
  const world = { services: [service], payments: [paymentOf()] }
  const page = await openShop(`/booking?type=transfer&id=${service.id}`, world, { booking: { create } })
  fireEvent.click(await page.findByRole('radio', { name: longDay(day) }))
  type(page.getByLabelText(/^Time/), '11:00')
  await page.findByLabelText(/^Flight number/)
  return { page, create }
}
const timeOf = (page: Screen) => textIn(page.getByLabelText(/^Time/))
const suggestion = (page: Screen) =>
  page
    .getAllByRole('status')
    .map((each) => each.textContent)
    .join(' ')
const plain = (words: string) => words.replaceAll(/[\u00a0\u202f]/g, ' ')

describe('the flight of a transfer', () => {
  test('suggests a pickup with its reason, which changes the time only when it is taken', async () => {
    const { page } = await open()
    expect((page.getByRole('radio', { name: 'From the airport' }) as HTMLInputElement).checked).toBe(true)
    type(page.getByLabelText(/^Landing time/), '14:20')
    expect(plain(suggestion(page))).toContain('Your flight lands at 02:20 PM. We suggest pickup at 03:05 PM.')
    expect(timeOf(page)).toBe('11:00')
    fireEvent.click(page.getByRole('button', { name: 'Use 03:05 PM' }))
    await waitFor(() => expect(timeOf(page)).toBe('15:05'))
    expect(suggestion(page)).toContain('Your pickup is at the suggested time.')
    expect(document.activeElement?.textContent).toContain('Your pickup is at the suggested time.')
  })

  test('says that a suggestion after midnight is on the next day, and keeps the day of the flight', async () => {
    const { page } = await open()
    type(page.getByLabelText(/^Landing time/), '23:50')
    const next = addDays(day, 1)
    const shown = plain(suggestion(page))
    expect(shown).toContain(`Your flight lands on ${shortDay(day)} at 11:50 PM.`)
    expect(shown).toContain(`We suggest pickup at 12:35 AM on ${shortDay(next)}. That is the day after your flight.`)
    fireEvent.click(page.getByRole('button', { name: `Use 12:35 AM on ${shortDay(next)}` }))
    const tile = page.getByRole('radio', { name: longDay(next) }) as HTMLInputElement
    await waitFor(() => expect(tile.checked).toBe(true))
    expect(timeOf(page)).toBe('00:35')
    expect(textIn(page.getByLabelText(/^Flight date/))).toBe(day)
    expect(suggestion(page)).toContain('Your pickup is at the suggested time.')
  })

  test('leaves time for the drive and the check-in on the way to the airport', async () => {
    const { page } = await open()
    fireEvent.click(page.getByRole('radio', { name: 'To the airport' }))
    type(await page.findByLabelText(/^Departure time of the flight/), '14:20')
    expect(plain(suggestion(page))).toContain(
      'Your flight leaves at 02:20 PM. We suggest pickup at 10:50 AM. You arrive at the airport 3 hours before departure.',
    )
  })

  test('does not offer a time outside the hours of the transfer', async () => {
    const { page } = await open(transfer('10:00'))
    fireEvent.click(page.getByRole('radio', { name: 'To the airport' }))
    type(await page.findByLabelText(/^Departure time of the flight/), '12:00')
    expect(suggestion(page)).toContain('This time cannot be booked:')
    expect(page.queryByRole('button', { name: /^Use / })).toBeNull()
  })

  test('is sent with its time, and a wrong number has its error at the field', async () => {
    const { page, create } = await open()
    type(page.getByLabelText(/^Customer name/), 'Ria Sen')
    type(page.getByLabelText(/^Email/), 'ria@example.com')
    type(page.getByLabelText(/^Phone number/), '98123 45678')
    type(page.getByLabelText(/^Pickup location/), 'Terminal 3')
    const number = page.getByLabelText(/^Flight number/)
    type(number, '12345')
    type(page.getByLabelText(/^Landing time/), '14:20')
    const book = () => fireEvent.click(page.getAllByRole('button', { name: 'Book Now' })[0]!)
    book()
    await page.findByText('Please enter a flight number such as EK 512')
    expect(errorOf(number)).toBe('Please enter a flight number such as EK 512')
    expect(number.getAttribute('aria-invalid')).toBe('true')
    expect(create).not.toHaveBeenCalled()
    type(number, 'ek512')
    fireEvent.focusOut(number)
    await waitFor(() => expect(textIn(number)).toBe('EK 512'))
    book()
    await page.findByRole('heading', { name: 'Complete Your Payment' })
    expect(create.mock.calls[0]?.[0]).toMatchObject({
      travel_time: '11:00',
      details: { flight_direction: 'arrival', flight_number: 'EK 512', flight_time: '14:20' },
    })
  })
})
