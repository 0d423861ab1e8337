// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { fillIn, press, shows, toast, typedIn, typeIn } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)

test('staff are invited, get another role and are removed, and the audit trail records it [A318, A320]', async () => {
  const page = await open('/admin/staff')
  await press(page, 'Invite')
  const dialog = within(await page.findByRole('dialog'))
  await typeIn(dialog, 'Full name', 'Noor Aziz')
  await typeIn(dialog, 'Email', owner.email)
  await press(dialog, 'Send invitation')
  const failure = (await toast(page, 'Failed to send the invitation')).closest('.toast') as HTMLElement
  expect(failure.textContent).toContain('Error')
  expect(failure.className).toContain('tone-danger')
  await dialog.findByText('This person is already on the staff.')
  expect([typedIn(dialog, /^Full name/), typedIn(dialog, /^Email/)]).toEqual(['Noor Aziz', owner.email])
  const email = 'noor@agency.example'
  await typeIn(dialog, 'Email', email)
  fireEvent.change(dialog.getByLabelText(/^Role/), { target: { value: 'content' } })
  await press(dialog, 'Send invitation')
  await toast(page, `Invitation sent to ${email}`)
  const waiting = await page.findByRole('region', { name: 'Pending invitations' })
  await shows(() => waiting, 'Noor Aziz')

  const link = (await page.findByLabelText(/^Invitation link/)) as HTMLInputElement

  await shop.runJobs()
  const text = shop.outbox.findLast(({ to }) => to === email)?.text ?? ''
  const mailed = /http\S+\/reset-password\?\S+/.exec(text)?.[0] ?? ''
  expect(link.value).toBe(mailed)
  const token = new URL(mailed).searchParams.get('token')
  const joined = await shop.call('POST /api/auth/reset-password', { token, newPassword: 'a-long-enough-one' })
  expect(joined.status).toBe(200)
  const staff = await open('/admin/staff')
  await press(staff, 'Change role of Noor Aziz')
  const role = within(await staff.findByRole('dialog'))
  fireEvent.change(role.getByLabelText(/^Role/), { target: { value: 'support' } })
  await press(role, 'Save')
  await toast(staff, 'Role of Noor Aziz changed')
  await press(staff, 'Remove Noor Aziz')
  await press(within(await staff.findByRole('dialog')), 'Remove')
  await expect.poll(() => staff.queryByRole('rowheader', { name: /Noor Aziz/ })).toBeNull()

  const trail = await open('/admin/audit')
  const lines = () =>
    [...trail.getByRole('list', { name: 'Audit Trail' }).children].map(({ textContent }) => textContent)
  await trail.findByText(/changed the role of/)
  expect(lines()[0]).toContain('Test admin removed Noor Aziz from the staff')
  expect(lines()[1]).toMatch(/Test admin changed the role of Noor Aziz from Content to Support$/)
  const find = trail.getByLabelText('About')
  fireEvent.change(find, { target: { value: 'promos' } })
  fireEvent.submit(find.closest('form') as HTMLFormElement)
  await trail.findByText('No entries found')
  fireEvent.click(trail.getByRole('link', { name: 'Clear filters' }))
  await trail.findByText(/changed the role of/)
})

test('staff see their sessions and sign out all other devices', async () => {
  const here = await shop.signIn('content')
  const { userId, headers } = await shop.signIn('content')
  // The second session becomes another device of the same person.
  await shop.core.db.updateTable('sessions').set({ user_id: here.userId }).where('user_id', '=', userId).execute()
  const page = await screensOf(shop, here)('/admin/sessions')
  await page.findByText('This device')
  const sessions = () => page.queryAllByRole('listitem').filter((each) => each.closest('main'))
  await expect.poll(() => sessions().length).toBe(2)
  await press(page, 'Sign out all other devices')
  await expect.poll(() => sessions().length).toBe(1)
  expect((await shop.call('GET /api/session', undefined, headers)).json().user).toBeNull()
})

test('the data of a person is looked up, and erased after their address was typed', async () => {
  const { email } = await shop.signIn('customer')
  const page = await open('/admin/personal-data')
  const lookUp = async (address: string) => {
    await typeIn(page, 'Email address', address)
    fireEvent.submit(page.getByRole('textbox', { name: 'Email address' }).closest('form') as HTMLFormElement)
  }
  await page.findByRole('heading', { name: 'Personal Data' })
  await lookUp('nobody')
  await page.findByText('Please enter a valid email address')
  await lookUp(email)
  const storedData = await page.findByRole('region', { name: 'Stored data' })
  await shows(() => storedData, 'AccountYesBookings0')
  await press(page, 'Erase personal data')
  const dialog = within(await page.findByRole('dialog'))
  dialog.getByText(/This cannot be undone\./)
  await press(dialog, 'Erase permanently')
  await expect.poll(() => dialog.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
  await fillIn(dialog, /^Type .* to confirm/, email)
  await press(dialog, 'Erase permanently')
  await toast(page, 'Personal data erased')
  await expect.poll(() => page.queryByRole('region', { name: 'Stored data' })).toBeNull()
  await lookUp(email)
  await page.findByText('No data is stored for this email address.')
})
