// Texts that staff edit as they look: keys, cursor and placeholders need a real browser.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './support/admin.ts'
import { expectAccessible } from './support/axe.ts'

const textbox = (place: Page | Locator, name: string) => place.getByRole('textbox', { name, exact: true })

test('a template is edited with placeholders by keyboard, previewed, tested and saved [A226, A228]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/admin/email-settings?tab=templates')
  await page.getByRole('button', { name: /^Booking confirmed/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Booking confirmed' })
  const subject = textbox(dialog, 'Subject')
  const preview = dialog.frameLocator('iframe')
  await expect(preview.getByText('Your booking is confirmed. Here are the details:')).toBeVisible()

  // Backspace removes a placeholder as one piece.
  await subject.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('Hi {{cust')
  await expect(dialog.getByRole('option').first()).toHaveText('Customer name')
  await page.keyboard.press('Enter')
  await page.keyboard.type('{{site_title}}')
  await expect(subject.locator('.mail-chip')).toHaveText(['Customer name', 'Agency name'])
  await page.keyboard.press('Backspace')
  await expect(subject.locator('.mail-chip')).toHaveText(['Customer name'])
  await page.keyboard.type('!')

  // The list opens inside a dialog that Escape would close.
  const text = textbox(dialog, 'Text')
  await text.locator('p').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(' {{')
  await expect(dialog.getByRole('listbox')).toBeVisible()
  await expectAccessible(page, 'a list of placeholders')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Quite ')
  await page.keyboard.press('ControlOrMeta+b')
  await page.keyboard.type('new')
  await page.keyboard.press('Alt+F10')
  await expect(dialog.getByRole('button', { name: 'Bold' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await expect(preview.locator('strong', { hasText: 'new' })).toBeVisible()
  await dialog.getByRole('radio', { name: 'Desktop' }).check()
  await expect(dialog.locator('strong', { hasText: /^Hi .+!$/ })).toBeVisible()
  await expectAccessible(page, 'the editor of a template')

  await textbox(dialog, 'To').fill('desk@noor.example')
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await expect(dialog.getByText(/^Not sent: there is no mail server/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Template' }).click()
  await expect(dialog.getByText('Unsaved Changes')).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 800 })
  await expectAccessible(page, 'the editor of a template on a phone')
  await dialog.getByRole('button', { name: 'Reset to default' }).click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Reset to default' }).click()
  await expect(subject).toHaveText('Your booking Booking reference is confirmed')
})
