// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { addDays, dateIn } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import type { ServiceDetail } from '../../modules/catalogue/contract.ts'
import { tourOf } from '../testing/fake-api.ts'
import { type OwnApi, openShop, type Screen } from '../testing/screen.tsx'
import type { AvailableDay } from './availability.tsx'
import { readDraft, writeDraft } from './draft.ts'

const { longDay, shortDay } = datesIn('en-GB')

type Departure = AvailableDay['departures'][number]
const ahead = (days: number) => addDays(dateIn('Asia/Dubai', new Date()), days)
const departure = (time: string | null, more: Partial<Departure> = {}): Departure => ({
  ...{ time, hours: null, state: 'open', reason: null, left: null, from: money(5500, 'USD'), prices: null },
  ...{ return_date: null, travel_mode: null, carrier: null, ...more },
})
const full = { state: 'sold_out', reason: 'full' } as const
const day = (date: string, state: AvailableDay['state'], ...departures: Departure[]): AvailableDay => ({
  ...{ date, state, from: null, departures },
})
const days = [
  day(ahead(-3), 'past'),
  day(ahead(3), 'open', departure('09:00'), departure('15:00', full)),
  day(ahead(4), 'sold_out', departure('09:00', full)),
  day(ahead(20), 'open', departure('09:00')),
]
const availability = async () => ({ timeZone: 'Asia/Dubai', days })
const groups = vi.fn(async () => ({
  timeZone: 'Asia/Dubai',
  departures: [
    { ...departure(null), date: ahead(30), nights: 10 },
    { ...departure(null, full), date: ahead(40), nights: 10 },
  ],
}))
const open = (path: string, service: ServiceDetail = tourOf(), own: OwnApi = {}) =>
  openShop(path, { services: [service] }, { inventory: { availability, groups } as never, ...own })
const tour = '/tours/evening-desert-safari'
const isChecked = async (page: Screen, name: string) =>
  waitFor(() => expect((page.getByRole('radio', { name }) as HTMLInputElement).checked).toBe(true))
const adults = (page: Screen) => page.getAllByRole('group', { name: 'Adults' })[0]?.textContent
const warning = (page: Screen, text: string) => page.findByText((_content, node) => node?.textContent === text)

test.each([tour, `${tour}/booking`])('%s takes day, time and party from its address', async (path) => {
  const page = await open(`${path}?date=${ahead(3)}&time=09:00&adults=3&children=1&utm_source=x`)
  await isChecked(page, longDay(ahead(3)))
  await isChecked(page, '09:00 AM')
  expect(adults(page)).toContain('3')
  expect(page.queryByText(/Your other answers/)).toBeNull()
})

test('a day beyond the strip is chosen too', async () => {
  const page = await open(`${tour}/booking?date=${ahead(20)}`)
  expect(await page.findByText(longDay(ahead(20)))).toBeTruthy()
})

test.each([
  ['sold out', ahead(4), 'is sold out'],
  ['past', ahead(-3), 'can no longer be booked'],
])('a shared link with a day that is %s says so and keeps the party', async (_state, date, words) => {
  const page = await open(`${tour}/booking?date=${date}&time=09:00&adults=3`)
  expect(await warning(page, `${longDay(date)} ${words}`)).toBeTruthy()
  expect(adults(page)).toContain('3')
  expect(page.queryAllByRole('radio', { checked: true })).toEqual([])
  fireEvent.click(page.getByRole('radio', { name: longDay(ahead(3)) }))
  await waitFor(() => expect(page.queryByText(/Your other answers/)).toBeNull())
})

test('a shared link with a time that is sold out keeps the day', async () => {
  const page = await open(`${tour}/booking?date=${ahead(3)}&time=15:00`)
  expect(await warning(page, `03:00 PM on ${longDay(ahead(3))} is sold out`)).toBeTruthy()
  await isChecked(page, longDay(ahead(3)))
  expect(page.getByText('Choose another time. Your other answers are still here.')).toBeTruthy()
})

const price = {
  lines: [],
  ...Object.fromEntries(['base', 'discount', 'tax', 'total', 'final'].map((name) => [name, money(5500, 'USD')])),
}
const quote = vi.fn(async () => ({
  ...{ price, errors: [], return_date: null },
  nearest: [
    { date: ahead(3), time: '09:00', hours: null },
    { date: ahead(20), time: null, hours: { from: '10:00', to: '18:00' } },
  ],
}))
test('a sold-out choice offers the nearest departures with places, and one tap chooses day and time', async () => {
  const page = await open(`${tour}/booking?date=${ahead(4)}&time=09:00&adults=3`, tourOf(), {
    booking: { quote } as never,
  })
  const list = within(await page.findByRole('list', { name: 'Nearest departures with places' }))
  expect(quote).toHaveBeenLastCalledWith(
    expect.objectContaining({ travel_date: ahead(4), travel_time: '09:00', adults_count: 3 }),
  )
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    `${shortDay(ahead(3))}, 09:00 AM`,
    `${shortDay(ahead(20))}, 10:00 AM to 06:00 PM`,
  ])
  fireEvent.click(list.getByRole('button', { name: `${shortDay(ahead(3))}, 09:00 AM` }))
  await isChecked(page, longDay(ahead(3)))
  await isChecked(page, '09:00 AM')
  expect(adults(page)).toContain('3')
  expect(page.queryByText('Nearest departures with places')).toBeNull()
})

test('a link whose day cannot be a date changes nothing', async () => {
  const page = await open(`${tour}/booking?date=%3Cscript%3E&time=99:99&adults=1000`)
  await page.findByRole('radio', { name: longDay(ahead(3)) })
  expect(page.queryAllByRole('radio', { checked: true })).toEqual([])
})

test('a later change is kept through a reload and "Back"; a new visit of the link counts again', () => {
  const service = tourOf()
  const visit = (key: string) => history.replaceState({ __TSR_key: key }, '', `/x?date=${ahead(3)}&adults=2`)
  visit('first')
  const draft = readDraft(service)
  expect(draft).toMatchObject({ date: ahead(3), adults: 2 })
  writeDraft(service, { ...draft, date: ahead(20) })
  expect(readDraft(service).date).toBe(ahead(20))
  visit('second')
  expect(readDraft(service).date).toBe(ahead(3))
  sessionStorage.clear()
})

test('the bar of a form opens day, time and guests in a sheet, which continues the form', async () => {
  const page = await open(tour)
  await page.findByRole('radio', { name: longDay(ahead(4)).concat(', Sold out') })
  const bar = document.querySelector<HTMLElement>('[data-price-bar]')!
  fireEvent.click(within(bar).getByRole('button', { name: /Choose a date/ }))
  const sheet = within(await page.findByRole('dialog', { name: 'Choose a date' }))
  fireEvent.click(sheet.getByRole('button', { name: 'Continue' }))
  expect(await sheet.findByText('First choose a date.')).toBeTruthy()
  expect(sheet.queryByText('Travel date is required')).toBeNull()
  fireEvent.click(sheet.getByRole('radio', { name: longDay(ahead(3)) }))
  fireEvent.click(await sheet.findByRole('radio', { name: '09:00 AM' }))
  fireEvent.click(sheet.getByRole('button', { name: 'Continue' }))
  await page.findByLabelText(/^Customer name/)
  expect(page.queryByRole('dialog')).toBeNull()
})

const dayOnly = { ...tourOf().schedule, timeRequired: false, slots: [], hasPickup: false }
const journey = (details: object) =>
  tourOf({
    ...{ kind: 'umrah', slug: 'ten-days', href: '/umrah/ten-days', schedule: dayOnly },
    details: {
      ...tourOf().details,
      price: 145_000,
      includes: [],
      excludes: [],
      pickup_points: [],
      itinerary: [],
      ...details,
    },
  })

test('an item whose form is on another page lists its departures in a sheet and carries the choice on', async () => {
  const page = await open('/umrah/ten-days', journey({ group_departures_only: true }))
  const [link] = await page.findAllByRole('link', { name: 'Choose a date' })
  await waitFor(() => expect(link?.getAttribute('aria-haspopup')).toBe('dialog'))
  fireEvent.click(link!)
  const sheet = within(await page.findByRole('dialog', { name: 'Choose a date' }))
  const [first] = await sheet.findAllByRole('radio')
  fireEvent.click(first!)
  fireEvent.click(sheet.getByRole('button', { name: 'Add one adult' }))
  await waitFor(() => expect(sheet.getByRole('group', { name: 'Adults' }).textContent).toContain('2'))
  fireEvent.click(sheet.getByRole('button', { name: 'Continue' }))
  await page.findByLabelText(/^Customer name/)
  expect(location.pathname + location.search).toBe(`/umrah/ten-days/booking?date=${ahead(30)}&adults=2`)
  await waitFor(() => expect((page.getAllByRole('radio')[0] as HTMLInputElement).checked).toBe(true))
  expect(adults(page)).toContain('2')
})

test("the list's day leads from the page of an item to its form", async () => {
  const page = await open(`/umrah/ten-days?date=${ahead(3)}`, journey({}))
  await waitFor(() =>
    expect(page.getAllByRole('link', { name: 'Book Now' })[0]?.getAttribute('href')).toBe(
      `/umrah/ten-days/booking?date=${ahead(3)}&adults=1`,
    ),
  )
})

test('a link to a group departure that is sold out or no longer listed says so', async () => {
  for (const [date, words] of [
    [ahead(40), 'is sold out'],
    [ahead(50), 'is not on sale'],
  ] as const) {
    const page = await open(`/umrah/ten-days/booking?date=${date}`, journey({ group_departures_only: true }))
    expect(await warning(page, `${longDay(date)} ${words}`)).toBeTruthy()
  }
})
