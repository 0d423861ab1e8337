// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { openScreen } from '../testing/screen.tsx'
import { departure, party, service_id } from './testing/departure.ts'

async function show(given: Partial<DeparturePage> = {}) {
  const changes: unknown[] = []
  const asked: unknown[] = []
  const page = await openScreen(`/admin/departures/${service_id}/2026-12-01/10-00`, {
    'booking/admin/departure': (input) => {
      asked.push(input)
      return departure(given)
    },
    'inventory/admin/change': (input) => {
      changes.push(input)
      return { departure_id: departure().departure_id, version: 4 }
    },
  })
  await page.findByRole('heading', { name: 'Desert safari' })
  return { page, changes, asked }
}
const unchanged = {
  ...{ service_id, date: '2026-12-01', time: '10:00', version: 3, is_closed: false },
  ...{ return_date: null, travel_mode: null, carrier: null, cut_off_hours: null },
}

test('a departure shows its day, its places and everybody who travels', async () => {
  const { page, asked } = await show({ taken: 5, held: 2, released: 3 })
  expect(asked).toEqual([{ service_id, date: '2026-12-01', time: '10:00' }])
  expect(page.getByText(/^Tuesday,? 1 December 2026 · 10:00 AM$/)).toBeTruthy()
  expect(page.getByText('5 of 10 places taken')).toBeTruthy()
  expect(page.getByText('2 held, not paid')).toBeTruthy()
  expect(page.getByText(/^3 places no longer held: unpaid, so back on sale/)).toBeTruthy()
  const row = page.getByText('Ria Sen').closest('li') as HTMLElement
  expect(row.textContent).toContain('Ria Sen+971501234567')
  expect(row.textContent).toContain('2 adults, 1 childRia Sen, Om Sen')
  expect(row.textContent).toContain('Pickup: Hotel Sea, DeiraLanguage: English')
  expect(row.textContent).toContain('Collect: $155.00')
  expect(page.getByRole('link', { name: 'TH0000000001' }).getAttribute('href')).toBe('/admin/bookings/TH0000000001')
})

test('paid bookings and missing documents are marked', async () => {
  const { page } = await show({
    parties: [party({ to_collect: null, misses_documents: true, booking_status: 'pending' })],
  })
  for (const words of ['Paid', 'Documents missing', 'Pending']) expect(page.getByText(words)).toBeTruthy()
})

test('a departure shows who has arrived from its day on', async () => {
  const two = [party({ arrived: 3 }), party({ id: 'b', customer_name: 'Lena', arrived: 1 })]
  const { page } = await show({ date: '2020-01-01', adults: 4, children: 2, arrived: 4, parties: two })
  page.getByText(/· 4 of 6 arrived$/)
  expect(page.getByText('Ria Sen').closest('li')?.textContent).toContain('Arrived')
  expect(page.getByText('Lena').closest('li')?.textContent).toContain('1 of 3 arrived')
  const { page: nobody } = await show({ date: '2020-01-01' })
  nobody.getByText('Not arrived')
})

test('a departure shows no arrivals before its day', async () => {
  const { page } = await show({ date: '2999-01-01' })
  expect(page.queryByText(/arrived/i)).toBeNull()
})

test('the CSV file is that of the departure', async () => {
  const { page } = await show()
  expect(page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    `/api/admin/departure.csv?service_id=${service_id}&date=2026-12-01&time=10%3A00`,
  )
})

test('print opens the print view', async () => {
  const { page } = await show()
  const print = vi.fn()
  vi.stubGlobal('print', print)
  fireEvent.click(page.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})

test('closing a departure with bookings asks first and keeps everything else', async () => {
  const { page, changes } = await show({ note: 'Small boat', own: { capacity: 10, prices: { price_adult: 9_000 } } })
  fireEvent.click(page.getByRole('button', { name: 'Close departure' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Close this departure?' }))
  expect(dialog.getByText(/3 places stay booked/)).toBeTruthy()
  expect(changes).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Close departure' }))
  const exception = { capacity: 10, prices: { price_adult: 9_000 }, note: 'Small boat', guide: null }
  await waitFor(() => expect(changes).toEqual([{ ...unchanged, ...exception, is_closed: true }]))
})

test('closing a departure without bookings, and opening one, does not ask', async () => {
  const { page, changes } = await show({ taken: 0, parties: [], is_closed: true, state: 'closed' })
  expect(page.getByText('Closed')).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: 'Open departure' }))
  await waitFor(() => expect(changes).toMatchObject([{ is_closed: false }]))
})

test('the editor sends places, prices, guide and note, and leaves empty fields to the schedule', async () => {
  const { page, changes } = await show()
  fireEvent.click(page.getByRole('button', { name: 'Edit departure' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Edit departure' }))
  const type = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  type(/^Places/, '2')
  expect(dialog.getByText(/3 places are taken already/)).toBeTruthy()
  type(/^Adult price/, '12.345')
  type(/^Places/, 'two')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/whole number/)
  await dialog.findByText(/Please enter an amount/)
  expect(changes).toEqual([])
  type(/^Places/, '12')
  type(/^Adult price/, '120.50')
  type(/^Guide/, 'Omar')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const sent = { capacity: 12, prices: { price_adult: 12_050 }, guide: 'Omar', note: null }
  await waitFor(() => expect(changes).toEqual([{ ...unchanged, ...sent }]))
})

test('a group departure shows and saves its return date, means of travel and cut-off', async () => {
  const trip = {
    return_date: '2026-12-11',
    travel_mode: 'flight',
    carrier: 'Saudia SV 551',
    cut_off_hours: 48,
  } as const
  const { page, changes } = await show({ ...trip, is_whole_day: true })
  expect(page.getByText('Plane · Saudia SV 551')).toBeTruthy()
  expect(page.getByText('48 hours')).toBeTruthy()
  fireEvent.click(page.getByRole('button', { name: 'Edit departure' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Edit departure' }))
  const type = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  type(/^Sale ends/, '9000')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Please enter a whole number from 0 to 8760')
  expect(changes).toEqual([])
  type(/^Sale ends/, '72')
  type(/^Travels by/, 'coach')
  type(/^Flight or carrier/, '')
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const sent = { return_date: '2026-12-11', travel_mode: 'coach', carrier: null, cut_off_hours: 72 }
  await waitFor(() => expect(changes).toMatchObject([sent]))
})

test('an overbooked departure says by how much', async () => {
  const { page } = await show({ taken: 12, is_overbooked: true, state: 'sold_out' })
  expect(page.getByText('Overbooked')).toBeTruthy()
  expect(page.getByText(/2 places are booked too many/)).toBeTruthy()
})

test('a departure of a blocked day says why it is not sold', async () => {
  const { page } = await show({ state: 'closed', blocked_reason: 'Eid holidays' })
  expect(page.getByText('This day is blocked: Eid holidays')).toBeTruthy()
})

test('a departure that has started cannot be changed', async () => {
  const { page } = await show({ has_started: true, state: 'past' })
  expect(page.getByText('Sale ended')).toBeTruthy()
  for (const name of ['Edit departure', 'Close departure']) expect(page.queryByRole('button', { name })).toBeNull()
})

test('only a departure without bookings that was added by hand can be removed', async () => {
  const { page } = await show({ is_added: true })
  expect(page.getByText('Added by hand')).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Remove departure' })).toBeNull()
})

test('a departure without bookings says so', async () => {
  const { page } = await show({ taken: 0, parties: [] })
  expect(page.getByText('Nobody is booked on this departure')).toBeTruthy()
})

test('an address without a day is not a page', async () => {
  const page = await openScreen(`/admin/departures/${service_id}/tomorrow`)
  expect(await page.findByText(/not found/i)).toBeTruthy()
})
