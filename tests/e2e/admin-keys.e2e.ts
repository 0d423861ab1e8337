// The back office by keys alone: the palette, the letters, and the switch that turns them off.
import { expect, test } from './support/admin.ts'
import { expectAccessible } from './support/axe.ts'
import { book } from './support/bookings.ts'

test('the palette leads to a section and to a booking, by keys alone', async ({ page, request, guest }) => {
  const { id } = await book(guest)
  const { booking_reference: reference } = await (await request.get(`/api/admin/bookings/${id}`)).json()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Section, booking or action' })
  await page.keyboard.press('Control+k')
  await expect(box).toBeFocused()
  await page.keyboard.type('trans')
  await expect(page.getByRole('option')).toHaveText([/^Transfers/, /^Bank Transfer Settings/])
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^Bank Transfer Settings/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/bank-settings$/)
  await expect(box).toHaveCount(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type(reference)
  await expect(page.getByRole('option').filter({ hasText: reference })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: new RegExp(reference) })).toBeVisible()
  expect(new URL(page.url()).searchParams.get('booking')).toBe(id)
})

test('letters lead to sections, to the search and to a new item; typed into a field they are letters', async ({
  page,
}) => {
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
  const search = page.getByRole('searchbox', { name: 'Search bookings' })
  await expect(search).toBeVisible()
  await page.keyboard.press('/')
  await expect(search).toBeFocused()
  await page.keyboard.type('gt/n')
  await expect(search).toHaveValue('gt/n')
  await expect(page).toHaveURL(/\/admin\/bookings/)
  await page.locator('#section').focus()
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL(/\/admin\/tours$/)
  await expect(page.getByRole('heading', { name: 'Tours', level: 1 })).toBeVisible()
  await page.keyboard.press('n')
  await expect(page).toHaveURL(/\/admin\/tours\/new|[?&]edit=|item=new/)
})

test('single keys can be switched off for good; both dialogs are clean in both themes, also on a phone', async ({
  page,
}) => {
  for (const [width, height] of [
    [360, 740],
    [1280, 800],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.goto('/admin')
      await page
        .getByRole('button', { name: /^Go to/ })
        .filter({ visible: true })
        .click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await expectAccessible(page, `palette at ${width} px, ${colorScheme}`)
      await page.keyboard.press('Escape')
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await expectAccessible(page, `keys at ${width} px, ${colorScheme}`)
      await page.keyboard.press('Escape')
    }
  await page.keyboard.press('?')
  await page.getByRole('switch', { name: /^Single keys/ }).click()
  await page.keyboard.press('Escape')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Dashboard', level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('g')
  await page.keyboard.press('b')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
  await expect(page).toHaveURL(/\/admin$/)
})
