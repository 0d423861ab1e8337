// @vitest-environment happy-dom
import { within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { type Place, press, shows, toast } from '../testing/hands.ts'
import { lostConnection } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const make = async (path: string, body: object) => {
  const made = await shop.call(`POST /api/admin/${path}`, body, owner.headers)
  expect(made.status, made.text).toBe(200)
  return made.json() as { id: string }
}
const lists = [
  [
    'sliders',
    'A slide',
    () => make('sliders', { title: 'A slide', image_url: 'desert-1' }),
    'Slider deleted successfully',
  ],
  [
    'content/menus',
    'An item',
    () => make('menu-items', { name: 'An item', href: '/tours' }),
    'Menu item deleted successfully',
  ],
  [
    'promos',
    'TENOFF',
    () => make('promo-codes', { code: 'TENOFF', discount: { percentHundredths: 1_000 } }),
    'Promo code deleted successfully',
  ],
] as const
const undo = async (page: Place, message: string) => {
  const shown = (await toast(page, message)).closest<HTMLElement>('.toast')
  return press(within(shown!), 'Undo')
}
const isListed = (page: Place, name: string) => page.queryByRole('button', { name: `Edit ${name}` }) !== null
async function openList(path: string) {
  const page = await open(path.startsWith('content') ? '/admin/content' : `/admin/${path}`)
  if (path.startsWith('content')) await press(page, /Menus/, 'tab')
  return page
}

test.each(lists)('%s: a deletion is undone from the message, or from the trash', async (path, name, add, message) => {
  const { id } = await add()
  const page = await openList(path)
  const remove = async () => {
    await press(page, `Delete ${name}`)
    const question = within(await page.findByRole('dialog'))
    // The message of an earlier deletion may be in the dialog too.
    expect(question.getAllByText('You can restore it from the trash for 30 days.')[0]).toBeTruthy()
    await press(question, 'Delete')
  }
  await remove()
  await expect.poll(() => isListed(page, name)).toBe(false)
  await undo(page, message)
  await toast(page, 'Undone')
  await expect.poll(() => isListed(page, name)).toBe(true)

  await remove()
  await expect.poll(() => isListed(page, name)).toBe(false)
  const toggle = await press(page, 'Trash')
  expect(toggle.getAttribute('aria-pressed')).toBe('true')
  const trash = await page.findByRole('list', { name: 'Trash' })
  await shows(() => trash, name, 'By Test admin, 2026-11-21 12:00 PM', '30 days left')
  await press(page, `Restore ${name}`)
  await toast(page, `${name} restored`)
  await page.findByText('The trash is empty')
  await press(page, 'Trash')
  await expect.poll(() => isListed(page, name)).toBe(true)

  await remove()
  await press(page, 'Trash')
  await press(page, `Delete for good: ${name}`)
  const question = within(await page.findByRole('dialog', { name: `Delete ${name} for good?` }))
  await press(question, 'Keep')
  await press(page, `Delete for good: ${name}`)
  await press(within(await page.findByRole('dialog')), 'Delete for good')
  await toast(page, `${name} deleted for good`)
  await page.findByText('The trash is empty')
  const left = await shop.core.db
    .selectFrom('audit_entries')
    .select('action')
    .where('subject_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  expect(left?.action).toMatch(/\.(deleted|removed)$/)
})

test('a trash that cannot be loaded says so and can be tried again', async () => {
  const page = await open('/admin/promos', { 'promo/admin/trash/list': lostConnection })
  await press(page, 'Trash')
  await toast(page, 'Failed to load the trash')
  expect(page.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a trending entry that was taken out returns to its place', async () => {
  const details = { price_adult: 5_500, location: 'Dubai' }
  for (const title of ['First trend', 'Second trend']) {
    const { id } = await make('services', { kind: 'tour', title, details })
    await make('trending', { service_type: 'tour', service_id: id })
  }
  const page = await open('/admin/trending')
  const names = () =>
    page.queryAllByRole('button', { name: /^Remove / }).map((button) => button.getAttribute('aria-label'))
  await press(page, 'Remove First trend')
  await expect.poll(names).toEqual(['Remove Second trend'])
  await undo(page, 'Product removed from trending list')
  await expect.poll(names).toEqual(['Remove First trend', 'Remove Second trend'])
})
