// Keyboard use of the back office: command palette, single-key shortcuts, and the setting that turns them off.
import { expect, goInside, test } from './support/admin.ts'
import { examined, expectAccessible, schemes } from './support/axe.ts'
import { book } from './support/bookings.ts'

test('the palette and single letters lead everywhere, are accessible, and the letters can be switched off for good', async ({
  page,
  request,
  guest,
}) => {
  const { id } = await book(guest)
  const { booking_reference: reference } = await (await request.get(`/api/admin/bookings/${id}`)).json()
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  const pressKeys = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  await page.goto('/admin')
  await expect(heading('Dashboard')).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Section, booking or action' })
  await test.step('the palette leads to a section and to a booking', async () => {
    await pressKeys('Control+k')
    await expect(box).toBeFocused()
    await page.keyboard.type('trans')
    await expect(page.getByRole('option')).toHaveText([/^Transfers/, /^Bank Transfer Settings/])
    await pressKeys('ArrowDown')
    await expect(page.getByRole('option', { selected: true })).toHaveText(/^Bank Transfer Settings/)
    await pressKeys('Enter')
    await expect(page).toHaveURL(/\/admin\/bank-settings$/)
    await expect(box).toHaveCount(0)
    await pressKeys('Control+k')
    await page.keyboard.type(reference)
    await expect(page.getByRole('option').filter({ hasText: reference })).toHaveCount(1)
    await pressKeys('Enter')
    await expect(page.getByRole('dialog', { name: new RegExp(reference) })).toBeVisible()
    expect(new URL(page.url()).searchParams.get('booking')).toBe(id)
  })
  await test.step('letters lead to sections, to the search and to a new item; in a field they are letters', async () => {
    await goInside(page, '/admin')
    await expect(heading('Dashboard')).toBeVisible()
    await page.locator('#section').focus()
    await pressKeys('g', 'b')
    await expect(heading('Bookings')).toBeVisible()
    const search = page.getByRole('searchbox', { name: 'Search bookings' })
    await expect(search).toBeVisible()
    await pressKeys('/')
    await expect(search).toBeFocused()
    await page.keyboard.type('gt/n')
    await expect(search).toHaveValue('gt/n')
    await expect(page).toHaveURL(/\/admin\/bookings/)
    await page.locator('#section').focus()
    await pressKeys('g', 't')
    await expect(page).toHaveURL(/\/admin\/tours$/)
    await expect(heading('Tours')).toBeVisible()
    await pressKeys('n')
    await expect(page).toHaveURL(/\/admin\/tours\/new$/)
  })
  await test.step('palette and help are accessible on a desktop and on a phone', async () => {
    await goInside(page, '/admin')
    for (const [width, height] of [[360, 740] as const, [1280, 800] as const])
      for (const colorScheme of examined(schemes, `keys at ${width} px`)) {
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme })
        const opener = page.getByRole('button', { name: /^Go to/ }).filter({ visible: true })
        await opener.click()
        await expect(page.getByRole('option').first()).toBeVisible()
        await expectAccessible(page, `palette at ${width} px, ${colorScheme}`)
        await pressKeys('Escape', '?')
        await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
        await expectAccessible(page, `keys at ${width} px, ${colorScheme}`)
        await pressKeys('Escape')
      }
  })
  await test.step('letters stay switched off after a reload', async () => {
    await pressKeys('?')
    await page.getByRole('switch', { name: /^Single-key shortcuts/ }).click()
    await pressKeys('Escape')
    await page.reload()
    await expect(heading('Dashboard')).toBeVisible()
    await pressKeys('?', 'g', 'b', 'Control+k')
    await expect(page.getByRole('dialog', { name: 'Go to' })).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toHaveCount(0)
    await expect(page).toHaveURL(/\/admin$/)
  })
})
