// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openScreen } from '../testing/screen.tsx'
import type { DepartureDays } from './month.tsx'
import type { Board, BoardDeparture } from './week.tsx'

const noResources = { 'inventory/admin/resources/list': () => [] }

const departure = (given: Partial<BoardDeparture>): BoardDeparture => ({
  date: '2026-12-01',
  time: '10:00',
  hours: null,
  capacity: 10,
  taken: 0,
  held: 0,
  offered: 0,
  waiting: 0,
  is_overbooked: false,
  state: 'open',
  note: null,
  ...given,
})
const board = (...departures: BoardDeparture[]): Board => ({
  from: '2026-12-01',
  to: '2026-12-07',
  services: [{ service_id: 'a', service_type: 'tour', service_title: 'Safari', departures }],
  has_more: false,
})

async function show(shown: Board) {
  const asked: unknown[] = []
  const page = await openScreen('/admin/departures?day=2026-12-01', {
    ...noResources,
    'booking/admin/departures': (input) => {
      asked.push(input)
      return shown
    },
  })
  const row = (await page.findByText('Safari')).closest('tr') as HTMLElement
  return { page, asked, row: within(row) }
}

test('a departure shows its start, taken and held places, and links to its page', async () => {
  const { row } = await show(board(departure({ taken: 5, held: 2, note: 'Small boat' })))
  const link = row.getByRole('link')
  expect(link.textContent).toBe('10:00 AM5 of 102 held, not paidSmall boat')
  expect(link.getAttribute('href')).toBe('/admin/departures/a/2026-12-01/10-00')
})

test('a departure without bookings leads to its page too', async () => {
  const { row } = await show(
    board(
      departure({}),
      departure({ capacity: null, time: null, date: '2026-12-02' }),
      departure({ capacity: null, date: '2026-12-03' }),
    ),
  )
  expect(row.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['10:00 AM0 of 10', '/admin/departures/a/2026-12-01/10-00'],
    ['Open', '/admin/departures/a/2026-12-02'],
    ['10:00 AM · Open', '/admin/departures/a/2026-12-03/10-00'],
  ])
})

test('free sale shows what is booked, and only that it is open before', async () => {
  const free = { capacity: null, time: null }
  const { row } = await show(board(departure(free), departure({ ...free, date: '2026-12-02', taken: 4 })))
  expect(row.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Open', 'All day4 booked'])
})

test('a week without bookings on free sale says so', async () => {
  const { row } = await show(board(departure({ capacity: null, time: null })))
  expect(row.getByText('No bookings this week')).toBeTruthy()
})

test.each([
  [{ state: 'closed' }, 'Closed'],
  [{ state: 'past' }, 'Sale ended'],
  [{ state: 'sold_out', taken: 10 }, 'Sold out'],
  [{ state: 'sold_out', taken: 12, is_overbooked: true }, 'Overbooked'],
] as const)('a departure that is %j says so', async (given, words) => {
  const { row } = await show(board(departure(given)))
  expect(row.getByText(words)).toBeTruthy()
})

test.each([
  [{ from: '09:00', to: '22:00' }, '09:00 AM to 10:00 PM'],
  [{ from: '00:00', to: '23:59' }, 'Any time'],
])('opening hours %j are named', async (hours, words) => {
  const { row } = await show(board(departure({ time: null, hours })))
  expect(row.getByText(words)).toBeTruthy()
})

test('the next week and a kind are asked of the server', async () => {
  const { page, asked } = await show(board(departure({})))
  expect(asked).toEqual([{ from: '2026-12-01', days: 7 }])
  fireEvent.click(page.getByRole('button', { name: 'Next week' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ from: '2026-12-08', days: 7 }))
  fireEvent.change(page.getByLabelText('Kind'), { target: { value: 'ticket' } })
  await waitFor(() => expect(asked.at(-1)).toEqual({ from: '2026-12-08', days: 7, type: 'ticket' }))
})

test('a list that is cut off says so', async () => {
  const { page } = await show({ ...board(departure({})), has_more: true })
  expect(page.getByText(/More services match/)).toBeTruthy()
})

test('the starts of a busy day that nobody has booked are folded away', async () => {
  const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00']
  const booked = { '10:00': { taken: 3 }, '11:00': { waiting: 2 }, '12:00': { note: 'Small boat' } }
  const starts = times.map((time) => departure({ time, ...booked[time as keyof typeof booked] }))
  const { row } = await show(board(...starts))
  const folded = within(row.getByText('4 starts without bookings').closest('details') as HTMLElement)
  expect(folded.getAllByRole('link', { hidden: true }).map((link) => link.textContent?.slice(0, 5))).toEqual([
    ...['09:00', '09:30', '10:30', '11:30'],
  ])
  expect(row.getAllByRole('link')).toHaveLength(7)
})

test('the board is filtered by resource and by guide, and the address keeps both', async () => {
  const asked: unknown[] = []
  const id = '00000000-0000-7000-8000-0000000000b0'
  const page = await openScreen('/admin/departures?day=2026-12-01', {
    'booking/admin/departures': (input) => {
      asked.push(input)
      return board(departure({}))
    },
    'inventory/admin/resources/list': () => [{ id, name: 'Sea Star', type: 'boat', units: 1 }],
  })
  fireEvent.change(await page.findByLabelText('Resource'), { target: { value: id } })
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ resource_id: id }))
  fireEvent.change(page.getByLabelText('Guide'), { target: { value: 'Omar' } })
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ resource_id: id, guide: 'Omar' }))
  expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject({ resource: id, guide: 'Omar' })
})

test("the manifest's old address opens the week from its day on", async () => {
  const asked: unknown[] = []
  const page = await openScreen('/admin/manifest?day=2026-12-01', {
    ...noResources,
    'booking/admin/departures': (input) => {
      asked.push(input)
      return board(departure({}))
    },
  })
  await page.findByText('Safari')
  expect(location.pathname + location.search).toBe('/admin/departures?day=2026-12-01')
  expect(asked).toEqual([{ from: '2026-12-01', days: 7 }])
})

test('a month shows the days of each service, with their state and places', async () => {
  const asked: unknown[] = []
  const day = { departures: 1, time: '10:00', capacity: 10, taken: 0, held: 0, state: 'open' } as const
  const month: DepartureDays = {
    ...{ from: '2026-12-01', to: '2026-12-31', has_more: true },
    services: [
      {
        ...{ service_id: 'a', service_type: 'tour', service_title: 'Safari' },
        days: [
          { ...day, date: '2026-12-05', taken: 4, held: 1 },
          { ...day, date: '2026-12-06', taken: 1, departures: 2, capacity: 20, time: null },
          { ...day, date: '2026-12-07', taken: 12, state: 'overbooked' },
        ],
      },
    ],
  }
  const page = await openScreen('/admin/departures?day=2026-12-17&view=month', {
    ...noResources,
    'booking/admin/departureDays': (input) => {
      asked.push(input)
      return month
    },
    'booking/admin/departures': (input) => {
      asked.push(input)
      return board(departure({}))
    },
  })
  await page.findByText('Safari')
  expect(asked).toEqual([{ from: '2026-12-01', days: 31 }])
  const hrefOf = (name: RegExp) => page.getByRole('link', { name }).getAttribute('href')
  expect(hrefOf(/^Sat,? 5 Dec: 4 of 10, 1 held, not paid, Open$/)).toBe('/admin/departures/a/2026-12-05/10-00')
  expect(hrefOf(/^Sun,? 6 Dec: 1 of 20, Open$/)).toBe('/admin/departures?day=2026-12-06&q=Safari')
  expect(hrefOf(/^Mon,? 7 Dec: 12 of 10, Overbooked$/)).toBe('/admin/departures/a/2026-12-07/10-00')
  const bars = page
    .getAllByRole('link', { name: /Dec: / })
    .map((link) => [...link.querySelectorAll('svg > rect')].map((bar) => bar.getAttribute('width')))
  expect(bars).toEqual([
    ['40%', '30%'],
    ['5%', '5%'],
    ['100%', '100%'],
  ])
  expect(page.getByText(/More services match/)).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: 'Next month' }))
  await waitFor(() => expect(asked.at(-1)).toEqual({ from: '2027-01-01', days: 31 }))
  fireEvent.change(page.getByLabelText('View'), { target: { value: '' } })
  await waitFor(() => expect(asked.at(-1)).toEqual({ from: '2027-01-01', days: 7 }))
})
