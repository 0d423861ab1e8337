// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openScreen } from '../testing/screen.tsx'
import { departure, service_id } from './testing/departure.ts'

const entry = (n: number, more: object = {}) => ({
  ...{ id: `0198c000-0000-7000-8000-00000000000${n}`, position: n, name: `Guest ${n}`, email: `guest${n}@example.com` },
  ...{ adults: 2, children: 0, infants: 0, places: 2, state: 'waiting', since: '2026-11-20T08:00:00Z' },
  ...{ offered_until: null, booking_id: null },
  ...more,
})
const offered = { position: null, state: 'offered', offered_until: '2026-11-21T12:00:00Z' }

async function show(entries: object[], answers: object = {}) {
  const page = await openScreen(`/admin/departures/${service_id}/2026-12-01/10-00`, {
    'booking/admin/departure': () => departure(),
    'inventory/admin/waiting/list': () => ({ entries, has_more: false }),
    ...answers,
  })
  await page.findByRole('heading', { name: 'Desert safari' })
  return page
}
const rowOf = async (page: Awaited<ReturnType<typeof show>>, name: string) =>
  within((await page.findByText(name)).closest('li') as HTMLElement)

test('the waiting list shows order, party, state, and until when places are held', async () => {
  const page = await show([entry(1), entry(2, offered), entry(3, { position: 2, name: null })])
  await page.findByRole('heading', { name: 'Waiting list' })
  const first = await rowOf(page, '1. Guest 1')
  expect(first.getByText('Waiting')).toBeTruthy()
  expect((await rowOf(page, 'Guest 2')).getByText(/^Places held until/)).toBeTruthy()
  expect(page.getByText('2. guest3@example.com')).toBeTruthy()
})

test('without entries there is no waiting list', async () => {
  const page = await show([])
  await waitFor(() => expect(page.queryByRole('heading', { name: 'Waiting list' })).toBeNull())
})

test('an offer out of order asks for a reason and sends it', async () => {
  const offer = vi.fn((_input: object) => ({ offered_until: '2026-11-21T12:00:00Z' }))
  const page = await show([entry(1), entry(2)], { 'inventory/admin/waiting/offer': offer })
  fireEvent.click((await rowOf(page, '2. Guest 2')).getByRole('button', { name: 'Offer places' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Offer places to Guest 2?' }))
  fireEvent.input(dialog.getByLabelText(/^Reason/), { target: { value: 'A regular guest' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Offer places' }))
  await waitFor(() => expect(offer).toHaveBeenCalledWith({ entry_id: entry(2).id, reason: 'A regular guest' }))
})

test('removing asks first', async () => {
  const remove = vi.fn((_input: object) => ({ removed: true }))
  const page = await show([entry(1)], { 'inventory/admin/waiting/remove': remove })
  fireEvent.click((await rowOf(page, '1. Guest 1')).getByRole('button', { name: 'Remove' }))
  expect(remove).not.toHaveBeenCalled()
  const dialog = within(await page.findByRole('dialog', { name: 'Remove Guest 1 from the waiting list?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(remove).toHaveBeenCalledWith({ entry_id: entry(1).id }))
})
