// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import type { PlacesReport } from '../../modules/booking/contract.ts'
import { openScreen } from '../testing/screen.tsx'
import type { Figures } from './sum.ts'

const figures = (more: Partial<Figures> = {}): Figures => ({
  ...{ departures: 7, free_sale: 0, offered: 70, sold: 35, held: 4, used: 30, unknown_days: 0, percent_sold: 50 },
  ...more,
})
const twice = figures({ departures: 14, offered: 140, sold: 70, held: 8, used: 60 })
const safari = {
  ...{ service_id: 'a', service_type: 'tour', service_title: 'Safari', total: twice },
  weeks: [
    { week: '2026-11-23', ...figures() },
    { week: '2026-11-30', ...figures() },
  ],
}
const free = figures({ free_sale: 7, offered: 0, sold: 5, held: 0, used: 0, percent_sold: null })
const tower = {
  ...{ service_id: 'b', service_type: 'ticket', service_title: 'Tower & sky', total: free },
  weeks: [{ week: '2026-11-30', ...free }],
}

async function show(items: PlacesReport['items'], address = 'from=2026-11-25&weeks=4') {
  const asked: unknown[] = []
  const page = await openScreen(`/admin/places-report?${address}`, {
    'booking/admin/placesReport': (input) => {
      asked.push(input)
      return { from: '2026-11-23', to: '2026-12-20', items, nextCursor: null }
    },
  })
  await page.findByRole('table')
  const row = (name: string | RegExp) => within(page.getByRole('rowheader', { name }).closest('tr') as HTMLElement)
  const cells = (name: string | RegExp) =>
    row(name)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  return { page, asked, row, cells }
}

test('a row per service shows its figures, free sale without a number, and their total', async () => {
  const { asked, cells } = await show([safari, tower])
  expect(asked[0]).toEqual({ from: '2026-11-23', weeks: 4 })
  expect(cells(/Safari/)).toEqual(['14', '140', '70', '8', '60', '50%'])
  expect(cells(/Tower/)).toEqual(['7', 'Free sale', '5', '0', '0', '–'])
  expect(cells('Total of the services shown')).toEqual(['21', '140 and free sale', '75', '8', '60', '50%'])
})

test('the weeks of a service open below it, and their numbers lead to its departures', async () => {
  const { page, row } = await show([safari, tower])
  const opener = page.getByRole('button', { name: /Safari/ })
  expect(opener.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(opener)
  await waitFor(() => expect(opener.getAttribute('aria-expanded')).toBe('true'))
  const links = row(/30 Nov.* to .*6 Dec/).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    Array.from({ length: 5 }, () => '/admin/departures?day=2026-11-30&type=tour&q=Safari'),
  )
  const [total] = row(/^Safari/).getAllByRole('link')
  expect(total?.getAttribute('href')).toContain('service=a')
})

test('days that were not recorded are named, and the filters are in the CSV address', async () => {
  const unknown = figures({ departures: 0, offered: 0, unknown_days: 7, percent_sold: null })
  const { page, cells } = await show(
    [{ ...safari, total: unknown, weeks: [] }],
    'from=2026-11-25&weeks=13&type=tour&q=saf',
  )
  expect(cells(/Safari/)[1]).toBe('Not recorded')
  await page.findByText(/not recorded on some of these days/)
  expect(page.getByRole('link', { name: /CSV/ }).getAttribute('href')).toBe(
    '/api/admin/places-report.csv?from=2026-11-23&weeks=13&type=tour&q=saf',
  )
})

test('print opens the print view', async () => {
  const { page } = await show([safari])
  const print = vi.fn()
  vi.stubGlobal('print', print)
  fireEvent.click(page.getByRole('button', { name: 'Print' }))
  expect(print).toHaveBeenCalledOnce()
})
