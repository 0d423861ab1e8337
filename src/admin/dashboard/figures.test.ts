// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { formatMoney, type Money } from '../../kernel/money.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import { press, shows } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'
import type { DashboardFigures } from './dashboard-data.ts'

const shop = await testApp()
const { core } = shop
await seedWorld(shop.shop.deps, 'test')
await addUsers(core)
const tour = await addService(core, 'tour')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const send = async (route: string, data?: object) => {
  const answer = await shop.call(route, data, owner.headers)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.json()
}
for (let n = 0; n < 4; n++) await book(core, tour)
// Each payment status is among the newest bookings.
for (const decision of ['approved', 'rejected']) {
  core.clock.advance(1)
  const { id: bookingId } = await book(core, tour)
  await send('POST /api/payments', { bookingId, paymentMethod: 'bank_transfer' })
  await send(`POST /api/admin/bookings/${bookingId}/verification`, { decision })
}
core.clock.advance(1)
await book(core, tour)
const exact = (value: Money) => formatMoney(value, { exact: true })

test('the dashboard shows the figures and the five newest bookings of the server [A027, A032, A035, A036, A037, A038, A040]', async () => {
  const figures = (await send('GET /api/admin/dashboard')) as unknown as DashboardFigures
  const page = await open('/admin')
  const region = within(await page.findByRole('region', { name: 'Recent Bookings' }))
  const figure = (name: string) => page.getByText(name, { selector: 'dt, dt a' }).closest('dt')?.nextElementSibling
  expect(figures.revenue.minor).toBeGreaterThan(0)
  expect(figure('Total Revenue (AED)')?.textContent).toBe(exact(figures.revenue))
  expect(figure('Total Bookings')?.textContent).toBe(String(figures.bookings))
  expect(figure('Pending Bookings')?.textContent).toBe(String(figures.pending))
  const kinds = { Tours: 'tour', Packages: 'package', Visas: 'visa', Tickets: 'ticket', Transfers: 'transfer' }
  for (const [label, key] of Object.entries({ ...kinds, 'Umrah Packages': 'umrah', 'Ok to Board': 'ok_to_board' }))
    expect(figure(label)?.textContent).toBe(String(figures.services[key]))

  const rows = region.getAllByRole('listitem')
  expect(rows).toHaveLength(5)
  const tones: Record<string, string> = { completed: 'tone-success', failed: 'tone-danger', pending: 'tone-neutral' }
  for (const [index, booking] of figures.recent.entries()) {
    const row = rows[index]!
    const { service_title: title, customer_name: name, customer_email: email } = booking
    await shows(() => row, title, name, email, exact(booking.final_amount))
    expect(row.querySelector('time')?.getAttribute('datetime')).toBe(booking.created_at)
    const [status, payment] = row.querySelectorAll('.badge')
    expect(status?.textContent.toLowerCase()).toContain(booking.booking_status)
    expect(payment?.className).toContain(tones[booking.payment_status])
  }
  const statuses = figures.recent.map(({ payment_status }) => payment_status)
  expect(statuses.slice(0, 3)).toEqual(['pending', 'failed', 'completed'])
})

test('the charts are shown as tables with the counts of the server, by day and by month', async () => {
  type Trends = { points: { net: Money }[]; byStatus: { bookings: number }[] }
  const days = (await send('GET /api/admin/trends')) as Trends
  const months = (await send('GET /api/admin/trends?period=12-months')) as Trends
  const page = await open('/admin')
  const card = async (name: string | RegExp) => within((await page.findAllByRole('region', { name }))[0]!)
  const revenue = await card(/^Revenue \(/)
  await press(revenue, /^View as table/)
  const isTable = async (length: number, net?: Money) => {
    await expect.poll(() => revenue.getAllByRole('row').length).toBe(length)
    await expect.poll(() => revenue.getAllByRole('row')[1]?.textContent).toContain(exact(net!))
  }
  await isTable(31, days.points.at(-1)?.net)
  fireEvent.click(revenue.getByLabelText('12 months'))
  await isTable(13, months.points.at(-1)?.net)
  await press(revenue, /^View as chart/)
  await expect.poll(() => revenue.queryByRole('table')).toBeNull()

  const byStatus = await card('Bookings by status')
  const [pending] = days.byStatus
  expect(byStatus.getAllByRole('listitem')[0]?.textContent).toBe(`Pending${pending?.bookings}`)
  await press(byStatus, /^View as table/)
  await expect.poll(() => byStatus.queryAllByRole('row').length).toBe(5)
  expect(byStatus.getAllByRole('row')[1]?.textContent).toContain(String(pending?.bookings))
})
