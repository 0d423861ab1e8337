// @vitest-environment happy-dom
import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { stillToday } from '../../../tests/support/still-today.ts'
import { addDays } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import { tourOf } from '../testing/fake-api.ts'
import { openShop, type Screen } from '../testing/screen.tsx'
import type { AvailableDay } from './availability.tsx'

const { longDay } = datesIn('en-GB')

const today = stillToday()
const ahead = (days: number) => addDays(today, days)
type Departure = AvailableDay['departures'][number]

const departure = (time: string | null, more: Partial<Departure> = {}): Departure => ({
  time,
  hours: null,
  state: 'open',
  reason: null,
  left: null,
  from: money(5500, 'USD'),
  prices: null,
  ...{ return_date: null, travel_mode: null, carrier: null },
  ...more,
})
const day = (date: string, ...departures: Departure[]): AvailableDay => ({
  date,
  state: departures[0]?.state ?? 'closed',
  from: null,
  departures,
})
const full = { state: 'sold_out', reason: 'full' } as const
const days = [
  day(ahead(3), departure('09:00'), departure('15:00', { state: 'few', left: 3 }), departure('17:00', full)),
  day(ahead(4), departure('09:00', full)),
  day(ahead(5)),
  day(ahead(6), departure(null, { hours: { from: '10:00', to: '18:00' } })),
]
const open = (availability = vi.fn(async () => ({ timeZone: 'Asia/Dubai', days }))) =>
  openShop('/tours/evening-desert-safari/booking', { services: [tourOf()] }, { inventory: { availability } as never })
const choose = async (page: Screen, date: string) =>
  fireEvent.click(await page.findByRole('radio', { name: longDay(date) }))

test('the times of the chosen day show what is left, and a full one cannot be chosen [C169]', async () => {
  const page = await open()
  await choose(page, ahead(3))
  const time = async (name: string) => (await page.findByRole('radio', { name })) as HTMLInputElement
  expect((await time('03:00 PM 3 places left')).disabled).toBe(false)
  expect((await time('05:00 PM Sold out')).disabled).toBe(true)
  expect((await time('09:00 AM')).disabled).toBe(false)
})

test('days that are sold out or closed cannot be chosen and say why [C169, C170]', async () => {
  const page = await open()
  for (const name of [`${longDay(ahead(4))}, Sold out`, `${longDay(ahead(5))}, Not on sale on this day`])
    expect(((await page.findByRole('radio', { name })) as HTMLInputElement).disabled).toBe(true)
})

test('a day with opening hours asks for any time within them', async () => {
  const page = await open()
  await page.findByRole('radio', { name: `${longDay(ahead(4))}, Sold out` })
  await choose(page, ahead(6))
  expect(await page.findByText('From 10:00 AM to 06:00 PM')).toBeTruthy()
  expect((page.getByLabelText(/^Time/) as HTMLInputElement).type).toBe('time')
})

test("without an answer the item's own times are offered", async () => {
  const page = await open(vi.fn(async () => Promise.reject(new TypeError('Failed to fetch'))))
  await choose(page, ahead(3))
  await waitFor(() =>
    expect(page.getAllByRole('radio', { name: /[AP]M$/ }).length).toBe(tourOf().schedule.slots.length),
  )
})
