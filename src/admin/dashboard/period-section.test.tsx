// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { addDays } from '../../kernel/dates.ts'
import { agencyToday } from '../agency-clock.ts'
import { lostConnection, openScreen, owner } from '../testing/screen.tsx'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const figures = ({ from, to }: { from: string; to: string }) => ({
  ...{ from, to, previous: { from: '2026-10-01', to: '2026-10-30' } },
  ...{ now: { bookings: 12, net: usd(150_000) }, before: { bookings: 10, net: usd(200_000) } },
  kinds: [{ kind: 'tour', now: { bookings: 8, paid: 4 }, before: { bookings: 7, paid: 7 } }],
  outstanding: { bookings: 3, amount: usd(45_050) },
})

test('figures of a period open their lists and are compared in words; own dates are chosen', async () => {
  const asked: unknown[] = []
  const page = await openScreen('/admin', {
    'content/admin/itemVisits': ({ to }: { to: string }) => ({ tour: to === '2026-10-30' ? 70 : 160 }),
    'booking/admin/periodFigures': (period: never) => {
      asked.push(period)
      return figures(period)
    },
  })
  const today = agencyToday()
  const section = within(await page.findByRole('region', { name: 'In this period' }))
  const made = await section.findByRole('link', { name: '12' })
  const days = `booked_from=${addDays(today, -29)}&booked_to=${today}`
  expect(made.getAttribute('href')).toBe(`/admin/bookings?${days}`)
  expect(made.closest('div')?.textContent).toContain('↑ 20% more than before (10)')
  const net = section.getByRole('link', { name: '$1,500.00' })
  expect(net.getAttribute('href')).toBe(`/admin/sales-report?from=${addDays(today, -29)}&to=${today}`)
  expect(net.closest('div')?.textContent).toContain('↓ 25% less than before ($2,000.00)')
  const earlier = 'from=2026-10-01'
  expect(section.getByRole('link', { name: /^↓ 25% less/ }).getAttribute('href')).toContain(`sales-report?${earlier}`)
  expect(section.getByRole('link', { name: /^↑ 20% more/ }).getAttribute('href')).toBe(
    `/admin/bookings?booked_${earlier}&booked_to=2026-10-30`,
  )
  const paidBefore = section.getAllByRole('link', { name: 'before: 7' })[1]
  expect(paidBefore?.getAttribute('href')).toBe(
    `/admin/bookings?type=tour&booked_${earlier}&booked_to=2026-10-30&payment=completed`,
  )
  const due = section.getByRole('link', { name: '$450.50' })
  expect(due.getAttribute('href')).toBe('/admin/bookings?open=balance')
  section.getByText('3 bookings, as of today')
  expect(section.getByRole('link', { name: '4' }).getAttribute('href')).toBe(
    `/admin/bookings?type=tour&${days}&payment=completed`,
  )
  await section.findByText('160')
  expect(section.getByRole('row', { name: /^Tour/ }).textContent).toBe(
    'Tour160before: 708before: 74before: 72.5%before: 10%',
  )
  section.getByText(/Compared with 2026-10-01 – 2026-10-30/)

  fireEvent.click(section.getByRole('radio', { name: 'Today' }))
  await expect.poll(() => asked.at(-1)).toEqual({ from: today, to: today })
  expect(location.search).toBe('?period=today')
  fireEvent.click(section.getByRole('radio', { name: 'Own dates' }))
  const from = (await section.findByLabelText('From')) as HTMLInputElement
  fireEvent.change(from, { target: { value: '2026-01-01' } })
  await expect.poll(() => asked.at(-1)).toEqual({ from: '2026-01-01', to: today })
  fireEvent.change(section.getByLabelText('To'), { target: { value: '2025-01-01' } })
  await section.findByRole('alert')
})

test('a lost connection can be tried again, and staff without bookings see numbers without links', async () => {
  let isLost = true
  const content = { ...owner, role: 'content' as const, areas: ['overview', 'content'] as const }
  const page = await openScreen('/admin', {
    'account/session': () => ({ user: content }),
    'booking/admin/periodFigures': (period: never) => (isLost ? lostConnection() : figures(period)),
  })
  await page.findByText('Failed to load the figures of the period')
  isLost = false
  const section = within(page.getByRole('region', { name: 'In this period' }))
  fireEvent.click(section.getByRole('button', { name: 'Try again' }))
  await section.findByText('$450.50')
  expect(section.queryByRole('link')).toBeNull()
})
