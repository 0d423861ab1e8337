// Dialogs and inner states of the back office that no other test opens: checked with axe, opened by keyboard, closed
// with Escape.
import type { Locator, Page } from '@playwright/test'
import type { Profile, Staff, TwoFactorState } from '../../src/modules/account/contract.ts'
import { applyForClearance, bookByTransfer, expect, goInside, test } from './support/admin.ts'
import { expectAccessibleByDayAndNight, faultsByDayAndNight } from './support/axe.ts'
import { book } from './support/bookings.ts'
import { adminPassword } from './support/shop.ts'

test.slow()
const button = (page: Page | Locator, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) }).filter({ visible: true })
const top = (page: Page) => page.getByRole('dialog').last()

type Scene = {
  name: string
  at?: string
  opener: (page: Page) => Locator
  /** Steps inside the dialog before the check, such as submitting an empty form. */
  inside?: (dialog: Locator) => Promise<void>
}
/** Opens each dialog by keyboard, checks it, and closes it with Escape; the focus must return to the opener. */
async function expectFine(page: Page, scenes: readonly Scene[]): Promise<void> {
  const faults: string[] = []
  for (const { name, at, opener, inside } of scenes) {
    if (at) await goInside(page, at)
    const from = opener(page).first()
    await expect(from, name).toBeVisible()
    const before = await page.getByRole('dialog').count()
    await from.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog'), name).toHaveCount(before + 1)
    await expect(top(page).locator('[aria-busy=true]'), name).toHaveCount(0)
    await inside?.(top(page))
    faults.push(...(await faultsByDayAndNight(page, name)))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog'), name).toHaveCount(before)
    await expect(from, name).toBeFocused()
  }
  expect(faults).toEqual([])
}

const press = (name: string | RegExp) => (dialog: Locator) => button(dialog, name).click()

test('what is done to a booking: each dialog is accessible, fits, and gives the focus back', async ({
  page,
  request,
  guest,
}) => {
  const asked = await bookByTransfer(guest)
  const paid = await book(guest, { customer_name: 'Venkatanarasimharajuvaripeta Subrahmanyam Balasubramaniam Iyer' })
  const cash = { data: { reason: 'Cash at the desk' } }
  expect((await request.post(`/api/admin/bookings/${paid.id}/arrival-payment`, cash)).ok()).toBe(true)
  const open = await book(guest)
  const applied = await applyForClearance(guest)
  const at = (id: string) => `/admin/bookings?booking=${id}`
  const review = (page: Page) => button(page, 'Review payment')
  await expectFine(page, [
    { name: 'cancel, paid', at: at(paid.id), opener: (page) => button(page, 'Cancel'), inside: cancelOtherwise },
    { name: 'change booking, paid', opener: (page) => button(page, 'Change booking'), inside: addAdult },
    { name: 'notes', opener: (page) => button(page, 'Edit notes') },
    {
      name: 'mark as paid',
      at: at(open.id),
      opener: (page) => button(page, 'Mark as paid'),
      inside: press('Mark as paid'),
    },
    { name: 'ask for a new proof', at: at(asked.id), opener: review, inside: press('Ask for new proof') },
    { name: 'reject a transfer', opener: review, inside: press('Reject') },
    { name: 'erase documents', at: at(applied.id), opener: (page) => button(page, 'Erase documents') },
    { name: 'new booking', at: '/admin/bookings', opener: (page) => page.getByRole('link', { name: 'New booking' }) },
  ])
})
/** Enters an amount that differs from the terms, without a reason: the first invalid field gets the focus. */
async function cancelOtherwise(dialog: Locator): Promise<void> {
  await dialog.getByRole('radio', { name: 'Different amount' }).check()
  await dialog.getByRole('button', { name: 'Cancel booking' }).click()
  await expect(dialog.getByText('Please give a reason for the different amount')).toBeVisible()
  await expect(dialog.getByLabel('Total refund')).toBeFocused()
}

/** One more adult of a paid booking: the dialog shows the new price and how the difference is settled. */
async function addAdult(dialog: Locator): Promise<void> {
  await button(dialog, 'Add one: Adults').click()
  await expect(dialog.getByRole('group', { name: /^Difference of / })).toBeVisible()
}

/** Submits the empty form: the first invalid field gets the focus. */
async function saveNothing(dialog: Locator): Promise<void> {
  await button(dialog, 'Save').click()
  await expect(dialog.getByLabel('Code')).toBeFocused()
}

test('what is on sale and what the shop shows: each dialog is accessible, fits, and gives the focus back', async ({
  page,
  request,
}) => {
  // Inactive, so that the shop does not show it. Other tests may have emptied the menus.
  const item = { data: { name: 'Of the dialogs', href: '/tours', is_active: false } }
  const made = await (await request.post('/api/admin/menu-items', item)).json()
  await expectFine(page, [
    { name: 'delete a tour', at: '/admin/tours', opener: (page) => button(page, /^Delete /) },
    { name: 'a transfer', at: '/admin/transfers', opener: (page) => button(page, /^Edit /) },
    { name: 'delete a promo code', at: '/admin/promos', opener: (page) => button(page, /^Delete /) },
    { name: 'a new promo code', opener: (page) => button(page, 'Add New'), inside: saveNothing },
    { name: 'delete a slider', at: '/admin/sliders', opener: (page) => button(page, /^Delete /) },
    { name: 'a slider', opener: (page) => button(page, /^Edit /) },
    {
      name: 'delete a menu item',
      at: '/admin/content?tab=menus',
      opener: (page) => button(page, 'Delete Of the dialogs'),
    },
    {
      name: 'a message',
      at: '/admin/messages',
      opener: (page) => page.getByRole('link', { name: /^Open message/ }),
    },
    { name: 'hide a review', at: '/admin/reviews', opener: (page) => button(page, /^Hide the review/) },
    { name: 'answer a review', opener: (page) => button(page, /^(Reply|Edit the reply)/) },
  ])
  expect((await request.delete(`/api/admin/menu-items/${made.id}`)).ok()).toBe(true)
})

test('staff, their sign-in and their mail: each dialog is accessible, fits, and gives the focus back', async ({
  page,
  request,
}) => {
  const name = 'Dalia of the dialogs'
  const invitation = { data: { email: 'dalia.of.the.dialogs@safar.example', full_name: name, role: 'support' } }
  expect((await request.post('/api/admin/staff/invitations', invitation)).ok()).toBe(true)
  await answerWith(page, 'account/admin/staff', ({ people: [own, ...others], ...rest }: Staff) => {
    const member = { id: 'nobody', full_name: name, is_you: false, fixed: null, has_two_factor: true }
    return { ...rest, people: own ? [own, { ...own, ...member }, ...others] : [] }
  })
  await answerWith(page, 'account/twoFactor/state', (state: TwoFactorState) => {
    return { ...state, is_on: true, since: '2026-11-01T08:00:00.000Z', recovery_codes_left: 2 }
  })
  await expectFine(page, [
    { name: 'invite', at: '/admin/staff', opener: (page) => button(page, 'Invite'), inside: press('Send invitation') },
    { name: 'withdraw', opener: (page) => button(page, `Withdraw the invitation of ${name}`) },
    { name: 'change the role', opener: (page) => button(page, `Change role of ${name}`) },
    { name: 'remove', opener: (page) => button(page, `Remove ${name}`) },
    { name: 'switch two-factor off', opener: (page) => button(page, `Turn off two-factor sign-in for ${name}`) },
    { name: 'new codes', at: '/admin/sessions', opener: (page) => button(page, 'Create new recovery codes') },
    {
      name: 'a template',
      at: '/admin/email-settings?tab=templates',
      opener: (page) => button(page, /^Booking confirmed/),
      inside: async (dialog) => {
        await expect(dialog.locator('iframe')).toBeVisible()
        await button(dialog, 'Edit HTML').click()
      },
    },
  ])
})

test('who must set up two-factor sign-in first sees that and nothing else, and it is accessible', async ({ page }) => {
  await answerWith(page, 'account/session', (session: { user: Profile | null }) => {
    return { ...session, user: session.user && { ...session.user, must_set_up_two_factor: true } }
  })
  await page.goto('/admin/bookings')
  await expect(page.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' })).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await expect(page.getByLabel('Your password')).toBeFocused()
  await expectAccessibleByDayAndNight(page, 'the password before it')
  await page.keyboard.type(adminPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expectAccessibleByDayAndNight(page, 'setting it up')
})

/** Patches the server's response to create a state that would need a long set-up. */
const answerWith = <Answer>(page: Page, call: string, change: (answer: Answer) => Answer) =>
  page.route(`**/rpc/${call}`, async (route) => {
    const response = await route.fetch()
    const { json } = await response.json()
    await route.fulfill({ response, json: { json: change(json) } })
  })
