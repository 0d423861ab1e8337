import { applyForClearance, bookByTransfer, expect, readBooking, readPayment, test } from './support/admin.ts'
import { expectAccessible } from './support/axe.ts'

test('a transfer is approved with its amount and a document requested again, by keyboard alone', async ({
  page,
  request,
  guest,
}) => {
  const first = await bookByTransfer(guest)
  const second = await bookByTransfer(guest)
  const clearance = await applyForClearance(guest)
  const paid = await request.post(`/api/admin/bookings/${clearance.id}/arrival-payment`, { data: { reason: 'Desk' } })
  expect(paid.ok()).toBe(true)

  await page.goto('/admin/queue/transfers')
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
  await heading('Verify transfers').waitFor()
  await page
    .getByRole('region', { name: /^Picture/ })
    .or(page.locator('iframe'))
    .first()
    .waitFor()
  const shown = () => page.getByRole('link', { name: /^TH\d{10}$/ }).textContent()
  const place = () => page.getByRole('status').filter({ hasText: / of / }).textContent()
  // Other tests of this shop may have left entries.
  const walkTo = async (reference: string) => {
    for (let left = 30; left > 0 && (await shown()) !== reference; left--) {
      const before = await place()
      await page.keyboard.press('s')
      await expect.poll(place).not.toBe(before)
    }
  }
  await walkTo(first.reference)
  await expectAccessible(page, 'queue of transfers')
  await page.keyboard.press('a')
  const amount = page.getByLabel(/^Amount received/)
  await expect(amount).toBeFocused()
  const due = await amount.inputValue()
  await page.keyboard.press('Enter')
  await expect.poll(shown).not.toBe(first.reference)
  expect((await readBooking(request, first.id)).payment_status).toBe('completed')

  await walkTo(second.reference)
  await page.keyboard.press('a')
  await expect(amount).toBeFocused()
  await page.keyboard.type(String(Number(due) - 1))
  await expect(page.getByText('is missing')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Amount recorded. See Payments to Review.').first()).toBeVisible()
  expect((await readBooking(request, second.id)).payment_status).toBe('pending')
  expect((await readPayment(request, second.id)).attempts[0].reviewReason).toBe('amount-short')

  await page.goto('/admin/queue/documents')
  await heading('Check documents').waitFor()
  const image = page.locator('.queue-picture img')
  await image.or(page.locator('iframe')).first().waitFor()
  await walkTo(clearance.reference)
  await expectAccessible(page, 'queue of documents')
  await page.keyboard.press('r')
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.keyboard.type('The photo is blurred')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Document requested again').first()).toBeVisible()
  const { documents } = await readBooking(request, clearance.id)
  const asked = documents.filter(({ review }: { review: string | null }) => review === 'asked_again')
  expect(asked).toMatchObject([{ reviewReason: 'The photo is blurred' }])
})

test('a message leaves the buttons of the queue free', async ({ page, guest }) => {
  for (let left = 2; left > 0; left--) await bookByTransfer(guest)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/admin/queue/transfers')
  await page.getByRole('heading', { name: 'Verify transfers', level: 1 }).waitFor()
  await page.getByRole('region', { name: /^Picture/ }).waitFor()
  await page.keyboard.press('a')
  await expect(page.getByLabel(/^Amount received/)).toBeFocused()
  await page.keyboard.press('Enter')
  const message = page.locator('.toast')
  await expect(message).toBeVisible()
  const skip = await page.getByRole('button', { name: /^Skip/ }).boundingBox()
  // It moves in.
  await expect
    .poll(async () => (await message.boundingBox())?.y ?? 0)
    .toBeGreaterThanOrEqual((skip?.y ?? 0) + (skip?.height ?? 0))
})

test('a message is answered with a canned reply, by keyboard alone', async ({ page, request, guest }) => {
  const title = `Prams ${Date.now()}`
  const canned = { title, text: 'Dear {{customer_name}}, bring a small one.' }
  expect((await request.post('/api/admin/canned-replies', { data: canned })).ok()).toBe(true)
  const sender = { name: 'Zoya Khan', email: 'zoya@example.com', phone: '+971501234567', subject: title }
  const sent = await guest.post('/api/contact-messages', { data: { ...sender, message: 'May we bring a pram?' } })
  expect(sent.ok()).toBe(true)

  await page.goto('/admin/queue/messages')
  await page.getByRole('heading', { name: title, level: 3 }).waitFor()
  await expect(page.getByRole('button', { name: /^Reply/ })).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('r')
  const text = page.getByLabel(/^Reply/)
  await expect(text).toBeFocused()
  await expectAccessible(page, 'reply in the queue of messages')
  await page.keyboard.press('Tab')
  await page.keyboard.type(title)
  await page.getByRole('option', { name: title }).waitFor()
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await expect(text).toHaveValue('Dear Zoya Khan, bring a small one.')
  await page.keyboard.type(' See you soon!')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText(/^Reply (sent|kept)/).first()).toBeVisible()
  const { items } = await (await request.get(`/api/admin/contact-messages?q=${encodeURIComponent(title)}`)).json()
  const thread = await (await request.get(`/api/admin/contact-messages/${items[0].id}/thread`)).json()
  expect(items[0].state).toBe('answered')
  expect(thread.entries.map((entry: { text: string }) => entry.text)).toEqual([
    'Dear Zoya Khan, bring a small one. See you soon!',
  ])
})
