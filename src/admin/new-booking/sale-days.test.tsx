// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, fireEvent, waitFor, within } from '@testing-library/dom'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { stillToday } from '../../../tests/support/still-today.ts'
import { addDays } from '../../kernel/dates.ts'
import { kinds } from '../../services/index.ts'
import { SayProvider } from '../../ui/say.tsx'
import { say } from '../text.ts'
import { emptySale } from './sale.ts'
import { TripFields } from './trip-fields.tsx'
import type { Chosen, SaleForm } from './use-sale.ts'

const today = stillToday()
const [free, full] = [addDays(today, 1), addDays(today, 2)]
const departure = (time: string, state: string, left: number | null = null) => ({
  time,
  hours: null,
  state,
  reason: state === 'sold_out' ? 'full' : null,
  left,
  from: { minor: 5500, currency: 'USD' },
  prices: null,
})
const days = [
  { date: free, state: 'open', departures: [departure('09:00', 'open'), departure('15:00', 'few', 3)] },
  { date: full, state: 'sold_out', departures: [departure('09:00', 'sold_out')] },
].map((day) => ({ ...day, from: null }))
const group = {
  return_date: addDays(today, 12),
  travel_mode: 'coach',
  carrier: 'Al Noor',
  from: { minor: 5500, currency: 'USD' },
}
const groups = [
  { ...group, date: free, state: 'few', left: 3 },
  { ...group, date: full, state: 'sold_out', left: null },
]
vi.mock('../api.ts', () => ({
  api: {
    inventory: {
      availability: async ({ from, to }: { from: string; to: string }) => ({
        days: days.filter(({ date }) => date >= from && date <= to),
      }),
      groups: async () => ({ departures: groups }),
    },
  },
}))

// The calendar is loaded when it opens.
configure({ asyncUtilTimeout: 20_000 })

async function openSale(details: object = {}, key = 'tour', nearest: object[] = []) {
  const kind = kinds.find((each) => each.key === key)!
  const schedule = { slots: ['09:00'], hours: null, dateRequired: true, timeRequired: true, timeZone: 'Asia/Dubai' }
  const item = {
    id: 's1',
    kind: key,
    schedule: { ...schedule, noticeMinutes: 0, hasPickup: false },
    party: { fixed: { adults: 1, children: 0, infants: 0 } },
    documents: [],
    details,
  }
  const [{ shop }, own] = await Promise.all([kind.shop(), kind.form?.()])
  const chosen = { item, kind: { ...kind, shop, form: own?.form } } as unknown as Chosen
  const Sale = () => {
    const [draft, setDraft] = useState(emptySale)
    const change = (next: object) => setDraft({ ...draft, ...next })
    return <TripFields form={{ draft, change, nearest, errors: {} } as unknown as SaleForm} chosen={chosen} />
  }
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  root.render(
    <QueryClientProvider client={client}>
      <SayProvider value={say}>
        <Sale />
      </SayProvider>
    </QueryClientProvider>,
  )
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  return within(document.body)
}
const longDay = (day: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

test('staff choose a day in the calendar and see what is left of each of its times', async () => {
  const page = await openSale()
  fireEvent.click(await page.findByRole('button', { name: 'Calendar' }))
  const calendar = within(await page.findByRole('dialog', { name: 'Choose the day' }))
  expect((await calendar.findByRole('button', { name: /, Sold out$/ })).getAttribute('aria-disabled')).toBe('false')
  fireEvent.click(calendar.getByRole('button', { name: new RegExp(`^${longDay(free).replace(',', ',?')}`) }))
  const times = within(page.getByLabelText(/^Time/))
  expect(await times.findByRole('option', { name: '03:00 PM (3 places left)' })).toBeTruthy()
  expect(times.getByRole('option', { name: '09:00 AM' })).toBeTruthy()
})

test('staff take the nearest departure with places in one click', async () => {
  const page = await openSale({}, 'tour', [{ date: free, time: '15:00', hours: null }])
  const list = within(await page.findByRole('list', { name: 'Nearest departures with places' }))
  fireEvent.click(list.getByRole('button', { name: /, 03:00 PM$/ }))
  const day = page.getByLabelText(/^Date/, { selector: 'input[type=date]' }) as HTMLInputElement
  await waitFor(() => expect(day.value).toBe(free))
  expect(await page.findByRole('option', { name: '03:00 PM (3 places left)', selected: true })).toBeTruthy()
})

test('staff choose a departure of an item sold on group departures only', async () => {
  const page = await openSale({ group_departures_only: true })
  const field = (await page.findByLabelText(/^Group departure/)) as HTMLSelectElement
  const back = addDays(today, 12)
  const option = await page.findByRole('option', {
    name: new RegExp(`^${free}, back ${back} · Coach · Al Noor · from .*· 3`),
  })
  expect((page.getByRole('option', { name: /Sold out$/ }) as HTMLOptionElement).disabled).toBe(false)
  expect(page.queryByRole('button', { name: 'Calendar' })).toBeNull()
  fireEvent.change(field, { target: { value: (option as HTMLOptionElement).value } })
  await vi.waitFor(() => expect(field.value).toBe(free))
})

test('staff choose the return of a transfer in the calendar, with what is left of its times', async () => {
  const page = await openSale({ offers_return: true, pickup_locations: [], dropoff_locations: [] }, 'transfer')
  fireEvent.click(await page.findByRole('checkbox', { name: /^Return trip/ }))
  fireEvent.click(await page.findByRole('button', { name: 'Calendar: Return date' }))
  const calendar = within(await page.findByRole('dialog', { name: 'Choose the day' }))
  await calendar.findByRole('button', { name: /, Sold out$/ })
  fireEvent.click(calendar.getByRole('button', { name: new RegExp(`^${longDay(free).replace(',', ',?')}`) }))
  await vi.waitFor(() => expect(page.getByLabelText(/^Return date/)).toHaveProperty('value', free))
  const times = await page.findByLabelText(/^Return time/)
  const option = await within(times).findByRole('option', { name: '03:00 PM (3 places left)' })
  fireEvent.change(times, { target: { value: (option as HTMLOptionElement).value } })
  await vi.waitFor(() => expect(page.getByLabelText(/^Return time/)).toHaveProperty('value', '15:00'))
})
