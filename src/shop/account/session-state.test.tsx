// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import type { Profile } from '../../modules/account/contract.ts'
import { lostConnection, openShop, type Screen } from '../testing/screen.tsx'

const admin: Profile = {
  ...{ id: '0198c000-0000-7000-8000-000000000001', email: 'asha@safar.example', full_name: 'Asha Rao', phone: null },
  ...{ role: 'admin', is_admin: true, areas: [], must_set_up_two_factor: false, email_verified: true },
}
const customer: Profile = {
  ...admin,
  role: 'customer',
  is_admin: false,
  full_name: 'Ria Sen',
  email: 'ria@example.com',
}
type Answer = { user: Profile | null }

const open = (session: () => Promise<Answer>) => openShop('/login', {}, { account: { session } })
const header = (page: Screen) => within(page.getByRole('banner'))
const signInLink = (page: Screen) => header(page).queryByRole('link', { name: 'Sign In' })
const adminLink = (page: Screen) => header(page).queryByText('Admin Panel')

test('nobody is shown until the session has been read [A021, C246]', async () => {
  const answer = Promise.withResolvers<Answer>()
  const page = await open(() => answer.promise)
  await waitFor(() => expect(signInLink(page)).not.toBeNull())
  expect(adminLink(page)).toBeNull()
  answer.resolve({ user: admin })
  await header(page).findByText('Admin Panel')
  expect(signInLink(page)).toBeNull()
})

test('a session that cannot be read leads nobody to the back office [C270]', async () => {
  const session = vi.fn(async (): Promise<Answer> => lostConnection())
  const page = await open(session)
  await waitFor(() => expect(session.mock.settledResults[0]?.type).toBe('rejected'))
  await waitFor(() => expect(signInLink(page)).not.toBeNull())
  expect(adminLink(page)).toBeNull()
})

test('each change of the account replaces the user and its rights [C247]', async () => {
  let user: Profile | null = admin
  const page = await open(async () => ({ user }))
  const change = (to: Profile | null) => {
    user = to
    fireEvent.focus(window)
  }
  await header(page).findByText('Admin Panel')
  change(customer)
  await header(page).findByText('Ria Sen')
  expect(adminLink(page)).toBeNull()
  change(admin)
  await header(page).findByText('Admin Panel')
  change(null)
  await waitFor(() => expect(signInLink(page)).not.toBeNull())
  expect(adminLink(page)).toBeNull()
})
