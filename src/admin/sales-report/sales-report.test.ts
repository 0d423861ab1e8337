// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book } from '../../modules/booking/testing/fixtures.ts'
import { choose, fillIn } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
await seedWorld(shop.shop.deps, 'test')
await addUsers(shop.core)
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
await book(shop.core, await addService(shop.core, 'tour', {}, { title: 'Safari' }))

test('a month is shown by kind, and by item after one choice, with the total of each currency', async () => {
  const page = await open('/admin/sales-report?from=2026-11-01&to=2026-11-21')
  const table = within(await page.findByRole('table', { name: 'Sales from 2026-11-01 to 2026-11-21' }))
  const kind = table.getByRole('link', { name: 'Tours' })
  expect(kind.getAttribute('href')).toBe('/admin/bookings?booked_from=2026-11-01&booked_to=2026-11-21&type=tour')
  table.getByRole('rowheader', { name: 'Total in USD' })
  await choose(page, 'Group by', 'Item')
  await page.findByRole('rowheader', { name: 'Safari' })
  expect(location.search).toContain('by=item')
  expect(page.getByRole('link', { name: 'Download CSV' }).getAttribute('href')).toBe(
    '/api/admin/sales-report.csv?from=2026-11-01&to=2026-11-21&by=item',
  )
})

test('a period without sales says so, and another can be chosen', async () => {
  const page = await open('/admin/sales-report?from=2025-01-01&to=2025-01-31')
  await page.findByText('Nothing was sold in this period')
  await choose(page, 'Period', 'This year')
  await page.findByRole('link', { name: 'Tours' })
  await fillIn(page, 'From', '2026-11-22')
  await page.findByText('Nothing was sold in this period')
})
