// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { addService, addUsers, book, recordOf } from '../../modules/booking/testing/fixtures.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const { core } = shop
await seedWorld(shop.shop.deps, 'test')
await addUsers(core)
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const { booking_reference: reference, id } = await recordOf(core, (await book(core, await addService(core, 'tour'))).id)

/** Opens the palette, types, and returns its options by group and name. */
async function typing(text: string, at = '/admin/audit') {
  const page = await open(at)
  await page.findByRole('heading', { level: 1 })
  fireEvent.click(await page.findByRole('button', { name: /^Go to\.\.\./ }))
  const palette = within(await page.findByRole('dialog', { name: 'Go to' }))
  const box = palette.getByRole('combobox')
  fireEvent.change(box, { target: { value: text } })
  const settled = async () => {
    await expect.poll(() => palette.getByRole('status').textContent).not.toBe('Searching...')
    return palette.getAllByRole('option').map(({ textContent }) => textContent)
  }
  return { page, palette, box, settled, press: (key: string) => fireEvent.keyDown(box, { key }) }
}

test('an item of any kind is found by the words of its title, and opens in its editor', async () => {
  const { palette, page } = await typing('safari des')
  const option = await palette.findByRole('option', { name: /Desert.*Tour/ })
  fireEvent.click(option)
  await page.findByRole('heading', { name: 'Edit Desert Safari' })
  expect(location.pathname).toMatch(/^\/admin\/tours\/[0-9a-f-]{36}$/)
})

test('an item is found by its title in any language, and says which title that is', async () => {
  const { id, title } = await firstTour()
  const arabic = 'سفاري الصحراء'
  const fields = [{ path: 'title', source: 'x', value: arabic }]
  const answer = await shop.call(`PUT /api/admin/services/${id}/translations/ar`, { version: 0, fields }, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  const { palette, page } = await typing('الصحراء')
  const option = await palette.findByRole('option', { name: `${title} Title in Arabic: ${arabic} Tour` })
  expect(within(option).getByText(arabic).lang).toBe('ar')
  fireEvent.click(option)
  await page.findByRole('heading', { name: `Edit ${title}` })
  const english = await typing(title)
  await english.palette.findByRole('option', { name: `${title} Tour` })
})

test('an item that is not on sale says so', async () => {
  const changed = { action: 'deactivate', items: [await firstTour().then(({ id, version }) => ({ id, version }))] }
  const answer = await shop.call('POST /api/admin/services/changes', changed, owner.headers)
  expect(answer.status, answer.text).toBe(200)
  const { palette } = await typing((await firstTour()).title)
  await palette.findByRole('option', { name: /Tour, not on sale$/ })
})
const firstTour = async () => {
  const list = await shop.call('GET /api/admin/services?kind=tour&limit=1', undefined, owner.headers)
  const [{ id: item, version, title }] = (list.json() as { items: [{ id: string; version: number; title: string }] })
    .items
  return { id: item, version, title }
}

test('a single setting is found by its name, and its field has the focus', async () => {
  for (const [typed, name, label, path] of [
    ['invoice pre', 'Invoice prefix', /^Invoice prefix/, '/admin/settings'],
    ['maintenance', 'Maintenance mode', /^Maintenance mode/, '/admin/content'],
    ['vat', 'Tax number', /^Tax number/, '/admin/settings'],
  ] as const) {
    const { palette, page } = await typing(typed)
    fireEvent.click(await palette.findByRole('option', { name: new RegExp(`^${name}`) }))
    const field = await page.findByLabelText(label)
    await expect.poll(() => document.activeElement === field, { message: name }).toBe(true)
    expect(location.pathname).toBe(path)
    await expect.poll(() => location.search).not.toContain('setting')
  }
})

test('an action with a booking opens its dialog on the page of the booking', async () => {
  const { settled, press, page } = await typing(`cancel ${reference}`)
  expect(await settled()).toEqual([expect.stringMatching(`^Cancel · .*${reference}$`)])
  press('Enter')
  await page.findByRole('dialog', { name: /^Cancel/ })
  expect(location.pathname).toBe(`/admin/bookings/${reference}`)
  await expect.poll(() => location.search).not.toContain('do=')
})

test('an action that the booking does not allow says so', async () => {
  const { settled, press, page } = await typing(`refund ${reference}`)
  expect(await settled()).toHaveLength(1)
  press('Enter')
  await page.findByText('Not possible for this booking', { selector: '.toast p' })
  expect((await recordOf(core, id)).payment_status).toBe('pending')
})

test('an action without a booking is written into the box, for the booking to follow', async () => {
  const { palette, box } = await typing('refu')
  fireEvent.click(await palette.findByRole('option', { name: /^Refund.*then a booking$/ }))
  await expect.poll(() => (box as HTMLInputElement).value).toBe('Refund ')
})

test('a customer is found by name, and opens on their page', async () => {
  await shop.shop.jobs['record-customers']?.({})
  const { palette, page } = await typing('rao asha')
  fireEvent.click(await palette.findByRole('option', { name: /^Asha Rao.*asha@example\.com$/ }))
  await page.findByRole('heading', { name: 'Asha Rao', level: 1 })
  expect(location.pathname).toMatch(/^\/admin\/customers\/[0-9a-f-]{36}$/)
})

test('new items of each kind are actions', async () => {
  const { palette } = await typing('new tour')
  fireEvent.click(await palette.findByRole('option', { name: 'New tour' }))
  await expect.poll(() => location.pathname).toBe('/admin/tours/new')
})

test('staff find what they may enter: no bookings, items or settings for others', async () => {
  const content = await shop.signIn('content')
  expect((await shop.call('GET /api/admin/service-matches?q=desert', undefined, content.headers)).status).toBe(200)
  const support = await shop.signIn('support')
  expect((await shop.call('GET /api/admin/service-matches?q=desert', undefined, support.headers)).status).toBe(403)
})
