// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { stillToday } from '../../../tests/support/still-today.ts'
import { addDays } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import { tourOf } from '../testing/fake-api.ts'
import { openShop } from '../testing/screen.tsx'

const { shortDayAndYear } = datesIn('en-GB')

const today = stillToday()
const date = addDays(today, 3)
const departure = (time: string, more: object = {}) => ({
  ...{ time, hours: null, state: 'open', reason: null, left: null, from: money(5500, 'USD'), prices: null },
  ...{ return_date: null, travel_mode: null, carrier: null },
  ...more,
})
const full = { state: 'sold_out', reason: 'full' }
const days = [
  { date, state: 'open', from: null, departures: [departure('09:00'), departure('15:00', full)] },
  { date: addDays(today, 4), state: 'sold_out', from: null, departures: [departure('09:00', full)] },
]
const service = tourOf()
const availability = async () => ({ timeZone: 'Asia/Dubai', days })
const refusal = { data: { code: 'inventory/not-sold-out', errors: [] }, status: 409 }

async function openForm(waiting: object, path = '/tours/evening-desert-safari/booking') {
  return openShop(path, { services: [service] }, { inventory: { availability, waiting } as never })
}
async function openDialog(join: (fields: unknown) => Promise<unknown>) {
  const page = await openForm({ join })
  fireEvent.click(await page.findByRole('button', { name: 'Notify me' }))
  const dialog = await within(document.body).findByRole('dialog', { name: 'Join the waiting list' })
  const inside = within(dialog)
  const type = (label: string | RegExp, value: string) =>
    fireEvent.input(inside.getByLabelText(label), { target: { value } })
  const send = () => fireEvent.click(inside.getByRole('button', { name: 'Join the waiting list' }))
  return { inside, type, send }
}

test('Notify me lists the sold-out departures and sends the request', async () => {
  const join = vi.fn(async (_wish: unknown) => ({ accepted: true }))
  const { inside, type, send } = await openDialog(join)
  const options = [...(inside.getByLabelText(/^Departure/) as HTMLSelectElement).options].map(({ text }) => text)
  expect(options).toEqual([`${shortDayAndYear(date)}, 03:00 PM`, `${shortDayAndYear(addDays(today, 4))}, 09:00 AM`])
  type(/^Email/, 'omar@example.com')
  type(/^Adults/, '3')
  send()
  await waitFor(() => expect(join).toHaveBeenCalledTimes(1))
  expect(join.mock.calls[0]?.[0]).toEqual({
    ...{ kind: 'tour', idOrSlug: service.id, date, time: '15:00', email: 'omar@example.com', name: '' },
    ...{ adults: 3, children: 0, infants: 0, company_website: '' },
  })
  await inside.findByText('You are on the waiting list')
})

test('an item whose bookings use their own vehicle has no waiting list', async () => {
  const own = { ...service, schedule: { ...service.schedule, hasWaitingList: false } }
  const page = await openShop(
    '/tours/evening-desert-safari/booking',
    { services: [own] },
    { inventory: { availability } as never },
  )
  const soldOut = () => document.querySelector<HTMLInputElement>(`input[value="${addDays(today, 4)}"]`)
  await waitFor(() => expect(soldOut()?.disabled).toBe(true))
  expect(page.queryByRole('button', { name: 'Notify me' })).toBeNull()
})

test('a wrong address and an impossible party are marked at their fields; nothing is sent', async () => {
  const join = vi.fn(async () => ({ accepted: true }))
  const { inside, type, send } = await openDialog(join)
  type(/^Email/, 'omar')
  type(/^Adults/, '0')
  send()
  await waitFor(() => expect(inside.getByLabelText(/^Email/).getAttribute('aria-invalid')).toBe('true'))
  expect(inside.getByLabelText(/^Adults/).getAttribute('aria-invalid')).toBe('true')
  expect(join).not.toHaveBeenCalled()
})

test('a refusal keeps what was typed and says what to do', async () => {
  const message = 'This departure has places for you again. You can book them now.'
  const { inside, type, send } = await openDialog(() => Promise.reject({ ...refusal, message }))
  type(/^Email/, 'omar@example.com')
  send()
  await inside.findByText(message)
  expect((inside.getByLabelText(/^Email/) as HTMLInputElement).value).toBe('omar@example.com')
})

const offerOf = (more: object = {}) => ({
  ...{ service_id: service.id, date, time: '15:00', adults: 2, children: 0, infants: 0 },
  ...{ is_open: true, until: '2026-12-01T12:00:00.000Z' },
  ...more,
})
const link = `/tours/evening-desert-safari/booking?date=${date}&time=15:00&adults=2&waiting=token-1`

test('the link of an offer fills in the trip, and its departure can be chosen although it is sold out', async () => {
  const page = await openForm({ offer: async () => offerOf() }, link)
  await page.findByText('These places are held for you')
  const time = (await page.findByRole('radio', { name: '03:00 PM' })) as HTMLInputElement
  await waitFor(() => expect([time.checked, time.disabled]).toEqual([true, false]))
  expect(location.search).not.toContain('token-1')
})

test('the choice of an offer stays while the offer is being loaded', async () => {
  const slowly = () => new Promise((resolve) => setTimeout(() => resolve(offerOf()), 200))
  const page = await openForm({ offer: slowly }, link)
  await page.findByRole('radio', { name: '03:00 PM Sold out' })
  await page.findByText('These places are held for you')
  expect(((await page.findByRole('radio', { name: '03:00 PM' })) as HTMLInputElement).checked).toBe(true)
})

test('the link of an offer that has ended says so, and offers the waiting list again', async () => {
  const page = await openForm({ offer: async () => offerOf({ is_open: false }) }, link)
  await page.findByText('These places are no longer held for you')
  expect(((await page.findByRole('radio', { name: '03:00 PM Sold out' })) as HTMLInputElement).disabled).toBe(true)
  await page.findByRole('button', { name: 'Notify me' })
})

const entry = (more: object = {}) => ({
  ...{ service_title: 'Evening Desert Safari', service_href: '/tours/evening-desert-safari', date, time: '15:00' },
  ...{ adults: 2, children: 1, infants: 0, state: 'waiting', offered_until: null, offer_href: null },
  ...more,
})
const openEntry = (waiting: object) =>
  openShop('/waiting-list?token=t-1', { services: [service] }, { inventory: { waiting } as never })

test('the page of an entry shows its state and leaves the list with one button', async () => {
  const leave = vi.fn(async () => entry({ state: 'left' }))
  const page = await openEntry({ entry: async () => entry(), leave })
  await page.findByText('You are on the waiting list')
  expect(page.getByText(/2 adults, 1 child/)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: 'Leave the waiting list' }))
  await page.findByText('You have left the list')
  expect(leave).toHaveBeenCalledWith({ token: 't-1' })
  expect(page.queryByRole('button', { name: 'Leave the waiting list' })).toBeNull()
})

test('the page of an offer leads to the booking form', async () => {
  const offered = { state: 'offered', offered_until: '2026-12-01T12:00:00.000Z', offer_href: `${link}x` }
  const page = await openEntry({ entry: async () => entry(offered) })
  const book = await page.findByRole('link', { name: 'Book your places' })
  expect(book.getAttribute('href')).toContain('waiting=token-1x')
})

test('a link that belongs to nothing says so', async () => {
  const page = await openEntry({ entry: () => Promise.reject({ status: 404, data: { code: 'inventory/not-found' } }) })
  await page.findByText('This link does not work')
})
