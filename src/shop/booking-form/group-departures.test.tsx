// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { stillToday } from '../../../tests/support/still-today.ts'
import { addDays } from '../../kernel/dates.ts'
import { money } from '../../kernel/money.ts'
import { datesIn } from '../../kernel/shown-dates.ts'
import type { ShopApi } from '../client/api.ts'
import { tourOf } from '../testing/fake-api.ts'
import { lostConnection, openShop, type Screen, type } from '../testing/screen.tsx'

const { longDay } = datesIn('en-GB')

type Listed = Awaited<ReturnType<ShopApi['inventory']['groups']>>
type Group = Listed['departures'][number]
const today = stillToday()
const ahead = (days: number) => addDays(today, days)
const group = (days: number, more: Partial<Group> = {}): Group => ({
  ...{ date: ahead(days), return_date: ahead(days + 10), nights: 10, time: null, hours: null },
  ...{ travel_mode: 'flight', carrier: 'Saudia SV 551', state: 'open', reason: null, left: null },
  ...{ from: money(120_000, 'USD'), prices: null, ...more },
})
const full = { state: 'sold_out', reason: 'full' } as const
const dayOnly = { ...tourOf().schedule, timeRequired: false, slots: [], hasPickup: false }
const details = { ...tourOf().details, group_departures_only: true }
const service = tourOf({ kind: 'package', schedule: dayOnly, details })

const umrahDetails = {
  ...details,
  price: 120_000,
  discount_price: null,
  group_size_min: 1,
  group_size_max: 20,
  pickup_points: [],
}

const answering = (departures: readonly Group[]) =>
  vi.fn(async (): Promise<Listed> => ({ timeZone: 'Asia/Dubai', departures: [...departures] }))
const open = (groups: () => Promise<Listed>, more: object = {}, calls: object = {}) =>
  openShop(
    '/packages/evening-desert-safari/booking',
    { services: [{ ...service, details: { ...details, ...more } }] },
    { inventory: { groups } as never, ...calls },
  )
const radios = async (page: Screen) => (await page.findAllByRole('radio')) as HTMLInputElement[]

test('an item with group departures only lists them with both days, nights, travel, price and seats', async () => {
  const page = await open(answering([group(20, { state: 'few', left: 3 }), group(40, full)]))
  const [first, second] = await radios(page)
  const words = (radio: HTMLInputElement | undefined) => radio?.closest('label')?.textContent.replaceAll('\u00a0', ' ')
  expect(words(first)).toMatch(/ – .*3 seats left10 nightsBy planeSaudia SV 551From \$1,200 per adult/)
  expect(words(second)).toContain('Sold out')
  expect([first?.disabled, second?.disabled]).toEqual([false, true])
  expect(page.queryByRole('button', { name: 'More dates' })).toBeNull()
})

test('departures of an Umrah package have their Hijri date, others none', async () => {
  const umrah = { ...service, kind: 'umrah', details: { ...umrahDetails, group_departures_only: true } }
  const page = await openShop(
    '/umrah/evening-desert-safari/booking',
    { services: [umrah] },
    { inventory: { groups: answering([group(20)]) } as never },
  )
  const [first] = await radios(page)
  expect(first?.closest('label')?.textContent).toMatch(/\d{1,2} [A-Z][A-Za-z -]+ 14\d\d AH/)
  const other = await open(answering([group(20)]))
  expect((await radios(other))[0]?.closest('label')?.textContent).not.toContain(' AH')
})

test('the chosen departure is the travel date, and its own prices are shown for each guest', async () => {
  const own = { prices: { price_adult: 99_000 }, from: money(99_000, 'USD') }
  const page = await open(answering([group(20, own)]))
  const [first] = await radios(page)
  fireEvent.click(first!)
  await waitFor(() => expect(first?.checked).toBe(true))
  await waitFor(() => expect(page.getByRole('group', { name: 'Adults' }).textContent).toContain('$990.00 each'))
  expect(page.getByRole('main').textContent).not.toContain(longDay(ahead(20)))
})

test('without a choice the first press leads to the dates, and the second says that one is missing', async () => {
  const page = await open(answering([group(20)]))
  await radios(page)
  fireEvent.click(page.getAllByRole('button', { name: 'Book Now' })[0]!)
  await page.findByText('First choose a date.')
  expect(page.queryByText('Travel date is required')).toBeNull()
  fireEvent.click(page.getAllByRole('button', { name: 'Book Now' })[0]!)
  expect(await page.findAllByText('Travel date is required')).toHaveLength(1)
})

test('a long list starts short and expands with a button', async () => {
  const page = await open(answering(Array.from({ length: 9 }, (_, n) => group(20 + n))))
  expect(await radios(page)).toHaveLength(6)
  fireEvent.click(page.getByRole('button', { name: 'Show all 9 departures' }))
  await waitFor(() => expect(page.getAllByRole('radio')).toHaveLength(9))
})

test('without departures the form says so, and a failed list can be loaded again', async () => {
  expect(await (await open(answering([]))).findByText('No departures are on sale')).toBeTruthy()
  const answer = { timeZone: 'Asia/Dubai', departures: [group(20)] }
  let isDown = true
  const page = await open(async () => (isDown ? lostConnection() : answer))
  const again = await page.findByRole('button', { name: 'Try again' })
  isDown = false
  fireEvent.click(again)
  expect(await radios(page)).toHaveLength(1)
})

test('customers can ask for other dates: this sends a message and books nothing', async () => {
  const [sendEnquiry, create] = [vi.fn(async (_input: object) => ({ received: true as const })), vi.fn()]
  const page = await open(answering([]), { on_request: true }, { content: { sendEnquiry }, booking: { create } })
  await page.findByText('No departures are on sale')
  fireEvent.click(page.getByRole('button', { name: 'Add one child' }))
  fireEvent.click(page.getByRole('button', { name: 'Ask for other dates' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Ask for other dates' }))
  const send = () => fireEvent.click(dialog.getByRole('button', { name: 'Send message' }))
  send()
  expect(await dialog.findAllByText('Travel dates are required')).toBeTruthy()
  expect(sendEnquiry).not.toHaveBeenCalled()
  type(dialog.getByLabelText(/^Name/), 'Ria Sen')
  type(dialog.getByLabelText(/^Email/), 'ria@example.com')
  type(dialog.getByLabelText(/^Phone/), '+91 98123 45678')
  type(dialog.getByLabelText(/^Travel dates/), 'After Eid')
  send()
  expect(await dialog.findByText(/get back to you soon/)).toBeTruthy()
  expect(sendEnquiry.mock.calls.map(([input]) => input)).toMatchObject([
    {
      ...{ topic: 'departure', service_id: service.id, subject: service.title, name: 'Ria Sen', message: '' },
      ...{ travel_dates: 'After Eid', travellers: '1 adult, 1 child' },
    },
  ])
  // The message is no attempt to book.
  expect(page.queryByText('Travel date is required')).toBeNull()
  expect(create).not.toHaveBeenCalled()
})

test('other dates are offered for items on request only', async () => {
  const page = await open(answering([group(20)]))
  await radios(page)
  expect(page.queryByRole('button', { name: 'Ask for other dates' })).toBeNull()
})
