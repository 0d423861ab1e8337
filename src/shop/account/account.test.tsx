// @vitest-environment happy-dom
import { fireEvent, waitFor, within } from '@testing-library/dom'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '../../modules/account/contract.ts'
// Loaded now, so that the test need not wait for it.
import '../home/page.tsx'
import { chromeOf } from '../testing/fake-api.ts'
import { lostConnection, openShop, type Screen, textIn, type } from '../testing/screen.tsx'

const ria: Profile = {
  ...{ id: '0198c000-0000-7000-8000-000000000009', email: 'ria@example.com', full_name: 'Ria Sen', phone: null },
  ...{ role: 'customer', is_admin: false, areas: [], must_set_up_two_factor: false, email_verified: false },
}
type Sent = { path: string; body: Record<string, unknown> }
const sent: Sent[] = []
/** Answers the account's own routes with a status and a body. */
function answering(status: number, body: object = {}): void {
  vi.stubGlobal('fetch', async (path: string, { body: text }: { body: string }) => {
    sent.push({ path, body: JSON.parse(text) })
    return Response.json(body, { status })
  })
}
afterEach(() => {
  vi.unstubAllGlobals()
  sent.length = 0
})
const press = (page: Screen, name: string) => fireEvent.click(inMain(page).getByRole('button', { name }))
const inMain = (page: Screen) => within(page.getByRole('main'))
const at = () => `${location.pathname}${location.search}`

async function signIn(page: Screen): Promise<void> {
  const email = await inMain(page).findByRole('textbox', { name: 'Email' })
  type(email, 'ria@example.com')
  type(inMain(page).getByLabelText('Password'), 'six-or-more')
  press(page, 'Sign In')
}

describe('signing in', () => {
  test('needs an address and a password [C248, C255]', async () => {
    const page = await openShop('/login')
    press(page, 'Sign In')
    await page.findByText('Email address is required')
    type(inMain(page).getByRole('textbox', { name: 'Email' }), 'ria@example.com')
    press(page, 'Sign In')
    await page.findByText('Password is required')
  })

  test('with a wrong password shows one message for every address [C249]', async () => {
    answering(401, { code: 'account/wrong-sign-in', title: 'Invalid email or password' })
    const page = await openShop('/login')
    await signIn(page)
    await inMain(page).findByText('Error – Invalid email or password')
  })

  test.each([
    ['', '/'],
    ['?returnTo=%2Fprofile', '/profile'],
    ...['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'].map((outside) => [
      `?returnTo=${encodeURIComponent(outside)}`,
      '/',
    ]),
  ])('from /login%s leads to %s, greeted, and never out of the shop [C251]', async (search, target) => {
    answering(200)
    const session = vi.fn(async () => ({ user: sent.length > 0 ? ria : null }))
    const page = await openShop(`/login${search}`, {}, { account: { session } })
    await waitFor(() => expect(session.mock.settledResults[0]?.type).toBe('fulfilled'))
    // The page has seen the answer once it has drawn something else.
    press(page, 'Sign In')
    await page.findByText('Email address is required')
    await signIn(page)
    await page.findByText('Welcome back!')
    await waitFor(() => expect(at()).toBe(target))
  })

  test.each([
    ['/login', '/profile'],
    ['/register', '/profile'],
    ['/forgot-password', '/profile'],
    ['/login?returnTo=%2Fbooking-history%3Fpage%3D2', '/booking-history?page=2'],
    ['/login?returnTo=%2F%2Fevil.example', '/profile'],
    ['/login?returnTo=%2Flogin%3FreturnTo%3D%252Flogin', '/profile'],
    ['/login?returnTo=%2Fadmin', '/'],
  ])('%s sends a signed-in user on to %s [C251]', async (path, target) => {
    await openShop(path, { user: ria })
    await waitFor(() => expect(at()).toBe(target))
  })

  test('at the back office sends staff on, and keeps a customer who may change the account [C251, C252]', async () => {
    const page = await openShop('/auth', { user: ria })
    expect(await page.findByRole('tab', { name: 'Login' })).toBeTruthy()
    await page.findByText(ria.full_name)
    expect(at()).toBe('/auth')
    const replace = vi.spyOn(location, 'replace').mockImplementation(() => {})
    await openShop('/auth?returnTo=%2Fadmin%2Fstaff', { user: { ...ria, role: 'admin', is_admin: true } })
    await waitFor(() => expect(replace).toHaveBeenCalledWith('/admin/staff'))
  })

  test('at the back office names its own failure, and shows the password on request [C249, C250, C252]', async () => {
    answering(401, { code: 'account/wrong-sign-in', title: 'Invalid email or password' })
    const page = await openShop('/auth')
    await page.findByText('Admin accounts are managed by the system administrator.')
    const panel = within(page.getByRole('tabpanel', { name: 'Login' }))
    const secret = panel.getByLabelText('Password')
    expect(secret.getAttribute('type')).toBe('password')
    fireEvent.click(panel.getByRole('button', { name: 'Show password' }))
    await waitFor(() => expect(secret.getAttribute('type')).toBe('text'))
    fireEvent.click(await panel.findByRole('button', { name: 'Hide password' }))
    await panel.findByRole('button', { name: 'Show password' })
    expect(secret.getAttribute('type')).toBe('password')
    type(panel.getByRole('textbox', { name: 'Email' }), 'asha@safar.example')
    type(secret, 'not-the-password')
    fireEvent.click(panel.getByRole('button', { name: 'Sign In' }))
    expect((await page.findAllByText(/^Authentication Error/)).length).toBeGreaterThan(0)
  })
})

describe('signing up', () => {
  test('asks for one empty field after the other, and shows no error for what is corrected [C248]', async () => {
    const page = await openShop('/register')
    const errors = () => [...document.querySelectorAll('.field-error')].map(({ textContent }) => textContent)
    const [name, email] = [page.getByLabelText('Full name'), inMain(page).getByRole('textbox', { name: 'Email' })]
    press(page, 'Sign Up')
    await page.findByText('Full name is required')
    expect([errors(), document.activeElement]).toEqual([['Full name is required'], name])
    type(name, 'Ria Sen')
    await waitFor(() => expect(errors()).toEqual([]))
    type(page.getByLabelText('Password'), 'short')
    press(page, 'Sign Up')
    await page.findByText('Email address is required')
    expect([errors(), document.activeElement]).toEqual([
      ['Email address is required', 'Password must be at least 6 characters'],
      email,
    ])
  })

  test('needs a name, and keeps the form when the connection breaks [C248, C255]', async () => {
    vi.stubGlobal('fetch', async () => lostConnection())
    const page = await openShop('/register')
    press(page, 'Sign Up')
    await page.findByText('Full name is required')
    type(page.getByLabelText('Full name'), 'Ria Sen')
    type(page.getByRole('textbox', { name: 'Email' }), 'ria@example.com')
    type(page.getByLabelText('Password'), 'six-or-more')
    press(page, 'Sign Up')
    const failure = 'Failed to create account. Please try again.'
    await inMain(page).findByText(failure)
    await within(await page.findByRole('region', { name: 'Messages' })).findByText(failure)
    expect(textIn(page.getByLabelText('Full name'))).toBe('Ria Sen')
  })

  test('leaves the address and a note about the mail at the sign-in, until the user has signed in', async () => {
    answering(200)
    const page = await openShop('/register')
    type(await page.findByLabelText('Full name'), 'Ria Sen')
    type(page.getByRole('textbox', { name: 'Email' }), 'ria@example.com')
    type(page.getByLabelText('Password'), 'six-or-more')
    press(page, 'Sign Up')
    await waitFor(() => expect(at()).toBe('/login'))
    await page.findByText('We sent a link to ria@example.com')
    await waitFor(() => expect(textIn(page.getByRole('textbox', { name: 'Email' }))).toBe('ria@example.com'))
    const again = await openShop('/login')
    await again.findByText('We sent a link to ria@example.com')
    type(inMain(again).getByLabelText('Password'), 'six-or-more')
    press(again, 'Sign In')
    await again.findByText('Welcome back!')
    const later = await openShop('/login')
    await later.findByRole('textbox', { name: 'Email' })
    expect(later.queryByText('We sent a link to ria@example.com')).toBeNull()
    expect(textIn(later.getByRole('textbox', { name: 'Email' }))).toBe('')
  })

  test('leads to the sign-in, and at the back office back to its tab [C254]', async () => {
    answering(200)
    for (const [path, words] of [
      ['/register', 'Account created successfully! Please check your email to verify your account.'],
      ['/auth', 'Account created! Please check your email to verify your account.'],
    ] as const) {
      const page = await openShop(path)
      if (path === '/auth') fireEvent.click(await page.findByRole('tab', { name: 'Sign Up' }))
      const form = within((await page.findByRole('textbox', { name: 'Full name' })).closest('form') as HTMLElement)
      type(form.getByLabelText('Full name'), 'Ria Sen')
      type(form.getByRole('textbox', { name: 'Email' }), 'ria@example.com')
      type(form.getByLabelText('Password'), 'six-or-more')
      fireEvent.click(form.getByRole('button', { name: 'Sign Up' }))
      await page.findByText(words)
      if (path === '/register') await waitFor(() => expect(at()).toBe('/login'))
      else expect(page.getByRole('tab', { name: 'Login' }).getAttribute('aria-selected')).toBe('true')
    }
  })
})

describe('a link from a mail', () => {
  test('asks for the password of the account, or lets the user choose a new one [C257]', async () => {
    const errors = [{ path: 'password', message: 'This is not the password of the account' }]
    answering(422, { code: 'account/invalid', errors })
    const page = await openShop('/verify-email?token=of-a-mail')
    type(await page.findByLabelText('Password'), 'not-the-password')
    press(page, 'Verify email')
    await page.findByText('This is not the password of the account')
    press(page, "I don't know the password")
    const fresh = await page.findByLabelText('New password')
    expect(document.activeElement).toBe(fresh)
    answering(200)
    type(fresh, 'only-i-know-this')
    press(page, 'Save password and verify')
    await page.findByText('Your email address is verified')
    expect(sent.at(-1)?.body).toEqual({ token: 'of-a-mail', newPassword: 'only-i-know-this' })
  })

  test('needs one press in the browser that signed up, which is signed in then [C257]', async () => {
    answering(200, { email: ria.email, is_verified: false, signed_up_here: true })
    const page = await openShop('/verify-email?token=of-a-mail')
    await page.findByText(/You signed up here as ria@example\.com/)
    expect(page.queryByLabelText('Password')).toBeNull()
    answering(200, { done: true, user: ria })
    press(page, 'Confirm and sign in')
    expect((await page.findByRole('link', { name: 'See my bookings' })).getAttribute('href')).toBe('/booking-history')
    expect(sent.at(-1)).toEqual({ path: '/api/auth/verify-email', body: { token: 'of-a-mail' } })
  })

  test('asks for the password when the hour since the sign-up has passed meanwhile [C257]', async () => {
    answering(200, { email: ria.email, is_verified: false, signed_up_here: true })
    const page = await openShop('/verify-email?token=of-a-mail')
    await page.findByText(/You signed up here as/)
    answering(422, { code: 'account/invalid', errors: [{ path: 'password', message: 'Enter the password' }] })
    press(page, 'Confirm and sign in')
    await page.findByLabelText('Password')
  })

  test('lets whoever did not sign up here choose a password that locks the stranger out [C257]', async () => {
    answering(200, { email: ria.email, is_verified: false, signed_up_here: true })
    const page = await openShop('/verify-email?token=of-a-mail')
    await page.findByText(/You signed up here as/)
    press(page, 'I did not sign up here')
    const fresh = await page.findByLabelText('New password')
    expect(document.activeElement).toBe(fresh)
  })

  test.each([
    [422, { code: 'account/invalid-token' }, 'This link is no longer valid'],
    [200, { email: ria.email, is_verified: true, signed_up_here: false }, 'Your email address is already verified'],
  ])('that can no longer verify says so before anything is entered [C257]', async (status, body, message) => {
    answering(status, body)
    const page = await openShop('/verify-email?token=of-a-mail')
    await page.findByText(message)
  })

  test('sets a new password of six characters, and says when it no longer works [C253, C258]', async () => {
    answering(400, { code: 'account/invalid-token', title: 'This link is no longer valid' })
    const page = await openShop('/reset-password?token=of-a-mail')
    type(await page.findByLabelText('New password'), 'five5')
    press(page, 'Save password')
    await page.findByText('Password must be at least 6 characters')
    expect(sent).toEqual([])
    type(page.getByLabelText('New password'), 'another-secret')
    press(page, 'Save password')
    await inMain(page).findByText(/This link is no longer valid/)
  })
})

describe('the profile', () => {
  test('shows nobody until the session is read [C246, C262]', async () => {
    const session = Promise.withResolvers<{ user: Profile | null }>()
    const page = await openShop('/profile', {}, { account: { session: () => session.promise } })
    expect(within(page.getByRole('banner')).getByRole('link', { name: 'Sign In' })).toBeTruthy()
    expect(page.getByRole('main').querySelector('[aria-busy=true]')).toBeTruthy()
    session.resolve({ user: ria })
    const email = (await page.findByRole('textbox', { name: 'Email' })) as HTMLInputElement
    expect([email.value, email.readOnly]).toEqual([ria.email, true])
    expect(page.queryByRole('link', { name: /Admin Panel/ })).toBeNull()
  })

  test('says when it could not be saved, and sends the verification mail again [C257, C263]', async () => {
    answering(200)
    const page = await openShop('/profile', { user: ria }, { account: { saveProfile: async () => lostConnection() } })
    fireEvent.click(await page.findByRole('button', { name: 'Save changes' }))
    await inMain(page).findByText('Failed to update profile')
    press(page, 'Resend email')
    await page.findByText(/an email is on its way/)
    expect(sent).toEqual([{ path: '/api/auth/send-verification-email', body: { email: ria.email } }])
  })

  test('offers no email in a shop that sends none', async () => {
    const page = await openShop('/profile', { user: ria, chrome: chromeOf({ sendsMail: false }) })
    await inMain(page).findByText('This shop does not send emails yet. You can use your account as it is.')
    for (const name of ['Resend email', 'Send me a link']) expect(page.queryByRole('button', { name })).toBeNull()
  })

  test('changes the password, with what is wrong at its field, and empties the form [C253]', async () => {
    const page = await openShop('/profile', { user: ria })
    const section = within(await page.findByRole('region', { name: 'Change password' }))
    const save = (field: string, message: string) => {
      answering(message ? 422 : 200, { errors: [{ path: field, message }] })
      type(section.getByLabelText('Current password'), 'six-or-more')
      type(section.getByLabelText('New password'), 'a-fresh-secret')
      fireEvent.click(section.getByRole('button', { name: 'Change password' }))
    }
    save('currentPassword', 'The current password is wrong')
    await section.findByText('The current password is wrong')
    save('newPassword', 'This password is one of the most common.')
    await section.findByText('This password is one of the most common.')
    save('', '')
    await page.findByText('Your password was changed')
    await waitFor(() => expect(textIn(section.getByLabelText('Current password'))).toBe(''))
  })

  test('signing out goes home and shows no error when the connection breaks [C259, C344]', async () => {
    vi.stubGlobal('fetch', async () => lostConnection())
    const page = await openShop('/profile', { user: ria })
    const header = within(page.getByRole('banner'))
    fireEvent.click(await header.findByText(ria.full_name))
    fireEvent.click(await header.findByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(at()).toBe('/'))
    expect(page.queryAllByRole('alert')).toEqual([])
  })
})

test('without bookings the history says so, and to a visitor that one must sign in [C266]', async () => {
  const page = await openShop('/booking-history', { user: ria })
  await page.findByText('No bookings yet')
  const visitor = await openShop('/booking-history')
  await visitor.findByText('Please sign in')
})
