// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openScreen } from '../testing/screen.tsx'
import type { Board } from './week.tsx'

const noResources = { 'inventory/admin/resources/list': () => [] }

const service_id = '0198c000-0000-7000-8000-00000000000a'
const board: Board = {
  ...{ from: '2026-12-01', to: '2026-12-07', has_more: false },
  services: [{ service_id, service_type: 'tour', service_title: 'Safari', departures: [] }],
}

async function open(button: string) {
  const sent: unknown[] = []
  const page = await openScreen('/admin/departures?day=2026-12-01', {
    ...noResources,
    'booking/admin/departures': () => board,
    'booking/admin/departureDays': ({ q }: { q?: string }) => ({
      ...{ from: '2026-12-01', to: '2026-12-01', has_more: false },
      services: q === 'Saf' ? [{ service_id, service_type: 'tour', service_title: 'Safari camp', days: [] }] : [],
    }),
    'booking/admin/departure': () => new Promise(() => {}),
    'inventory/admin/add': (input) => {
      sent.push(input)
      return { departure_id: service_id, version: 1 }
    },
    'inventory/admin/blocks': () => [
      {
        id: service_id,
        service_id: null,
        service_title: null,
        from: '2026-12-24',
        to: '2026-12-26',
        reason: 'Festival',
      },
    ],
    'inventory/admin/block': (input) => {
      sent.push(input)
      return { id: service_id }
    },
    'inventory/admin/unblock': (input) => {
      sent.push(input)
      return { removed: true }
    },
    'inventory/admin/prices': () => ({
      currency: 'AED',
      price_fields: [
        { name: 'price_adult', label: 'Adult price', usual: 9_900 },
        { name: 'price_child', label: 'Child price', usual: null },
      ],
    }),
    'inventory/admin/changeMany': (input) => {
      sent.push(input)
      return { changed: 3 }
    },
  })
  await page.findByText('Safari')
  fireEvent.click(page.getByRole('button', { name: button }))
  const dialog = within(await page.findByRole('dialog', { name: button }))
  const type = (label: RegExp, value: string) => fireEvent.change(dialog.getByLabelText(label), { target: { value } })
  const choose = async () => {
    const box = dialog.getByRole('combobox', { name: /^Service/ })
    fireEvent.focus(box)
    fireEvent.input(box, { target: { value: 'Saf' } })
    fireEvent.click(await dialog.findByRole('option', { name: 'Safari camp (Tour)' }))
  }
  return { dialog, type, choose, sent }
}

test('a departure is added with its day, time and places, and its page opens', async () => {
  const { dialog, type, choose, sent } = await open('Add departure')
  fireEvent.click(dialog.getByRole('button', { name: 'Add departure' }))
  await dialog.findByText('Please choose a service')
  expect(sent).toEqual([])
  await choose()
  type(/^Time/, '18:00')
  type(/^Places/, '40')
  fireEvent.click(dialog.getByRole('button', { name: 'Add departure' }))
  const trip = { return_date: null, travel_mode: null, carrier: null, cut_off_hours: null }
  const empty = { prices: null, guide: null, note: null, ...trip }
  await waitFor(() => expect(sent).toEqual([{ service_id, date: '2026-12-01', time: '18:00', capacity: 40, ...empty }]))
  await waitFor(() => expect(location.pathname).toBe(`/admin/departures/${service_id}/2026-12-01/18-00`))
})

const nothing = { capacity: null, prices: null, guide: null, note: null }

test('departures of a start time are closed with a reason; whole days are blocked', async () => {
  const { dialog, type, choose, sent } = await open('Change departures')
  fireEvent.click(dialog.getByLabelText('Close', { selector: 'input' }))
  type(/^Last day/, '2026-11-30')
  fireEvent.click(dialog.getByRole('button', { name: 'Change departures' }))
  const wrong = ['Please choose a service', 'Please choose a day on or after the first', 'Please enter a reason']
  for (const words of [...wrong, 'Please choose a start time. To close whole days, use Blocked dates.'])
    await dialog.findByText(words)
  expect(sent).toEqual([])
  await choose()
  type(/^Last day/, '2026-12-03')
  type(/^Start time/, '14:00')
  type(/^Reason/, 'Eid holidays')
  fireEvent.click(dialog.getByRole('button', { name: 'Change departures' }))
  const range = { service_id, from: '2026-12-01', to: '2026-12-03', time: '14:00', ...nothing }
  await waitFor(() => expect(sent).toEqual([{ ...range, change: 'close', reason: 'Eid holidays' }]))
})

test('departures are opened again without a reason', async () => {
  const opening = await open('Change departures')
  await opening.choose()
  fireEvent.click(opening.dialog.getByLabelText('Open again'))
  fireEvent.click(opening.dialog.getByRole('button', { name: 'Change departures' }))
  await waitFor(() => expect(opening.sent).toMatchObject([{ change: 'open', time: null, reason: '' }]))
})

test('departures get a new number of places', async () => {
  const { dialog, type, choose, sent } = await open('Change departures')
  await choose()
  type(/^Places/, 'ten')
  fireEvent.click(dialog.getByRole('button', { name: 'Change departures' }))
  await dialog.findByText('Please enter a whole number from 0 to 99999')
  type(/^Places/, '10')
  fireEvent.click(dialog.getByRole('button', { name: 'Change departures' }))
  await waitFor(() => expect(sent).toMatchObject([{ change: 'places', capacity: 10, time: null }]))
})

test('departures get a guide, or none again', async () => {
  const { dialog, type, choose, sent } = await open('Change departures')
  await choose()
  fireEvent.click(dialog.getByLabelText('Set guide'))
  type(/^Last day/, '2026-12-07')
  type(/^Guide/, ' Omar Haddad ')
  fireEvent.click(dialog.getByRole('button', { name: 'Change departures' }))
  const range = { service_id, from: '2026-12-01', to: '2026-12-07', time: null, ...nothing, reason: '' }
  await waitFor(() => expect(sent).toEqual([{ ...range, change: 'guide', guide: 'Omar Haddad' }]))
})

test('departures get prices for a holiday; those left empty stay', async () => {
  const { dialog, type, choose, sent } = await open('Change departures')
  fireEvent.click(dialog.getByLabelText('Set prices'))
  await dialog.findByText('Choose a service to see its prices.')
  await choose()
  await dialog.findByText('Empty: AED 99.00')
  type(/^Adult price/, '12x')
  fireEvent.click(dialog.getByRole('button', { name: 'Change departures' }))
  expect((await dialog.findAllByText(/^Please enter an amount/)).length).toBeGreaterThan(0)
  expect(sent).toEqual([])
  type(/^Adult price/, '123.45')
  fireEvent.click(dialog.getByRole('button', { name: 'Change departures' }))
  const range = { service_id, from: '2026-12-01', to: '2026-12-01', time: null, ...nothing, reason: '' }
  await waitFor(() => expect(sent).toEqual([{ ...range, change: 'prices', prices: { price_adult: 12_345 } }]))
})

test('departures get a note', async () => {
  const { dialog, type, choose, sent } = await open('Change departures')
  await choose()
  fireEvent.click(dialog.getByLabelText('Set note'))
  type(/^Note/, 'Meet at the new pier')
  fireEvent.click(dialog.getByRole('button', { name: 'Change departures' }))
  await waitFor(() => expect(sent).toMatchObject([{ change: 'note', note: 'Meet at the new pier' }]))
})

test('blocked dates are listed and can be unblocked', async () => {
  const { dialog, sent } = await open('Blocked dates')
  await dialog.findByText('Festival')
  fireEvent.click(dialog.getByRole('button', { name: /^Unblock Thu,? 24 Dec to Sat,? 26 Dec, Whole agency$/ }))
  await waitFor(() => expect(sent).toEqual([{ id: service_id }]))
})

test('dates are blocked for the whole agency, or for one service', async () => {
  const { dialog, type, choose, sent } = await open('Blocked dates')
  fireEvent.click(dialog.getByRole('button', { name: 'Block dates' }))
  await dialog.findByText('Please enter a reason')
  expect(sent).toEqual([])
  fireEvent.click(dialog.getByLabelText('One service'))
  await choose()
  type(/^Reason/, 'Boat in the yard')
  fireEvent.click(dialog.getByRole('button', { name: 'Block dates' }))
  const range = { service_id, from: '2026-12-01', to: '2026-12-01' }
  await waitFor(() => expect(sent).toEqual([{ ...range, reason: 'Boat in the yard' }]))
})
