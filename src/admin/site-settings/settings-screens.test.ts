// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { shopPages } from '../../../tests/support/shop-pages.ts'
import { MailFailure } from '../../modules/mail/port.ts'
import { box, choose, giveFile, type Place, press, toast, typeIn } from '../testing/hands.ts'
import { onePixel } from '../testing/one-pixel.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const mailServer = {
  isAway: false,
  way: 'settings' as 'settings' | 'files',
  sent: [] as { to: string; text: string }[],
}
const shop = await testApp({
  pages: shopPages(),
  mailer: async () => ({
    way: mailServer.way,
    send: async (mail) => {
      if (mailServer.isAway) throw new MailFailure('connection')
      mailServer.sent.push({ to: mail.to, text: mail.text })
    },
  }),
})
await seedWorld(shop.shop.deps, 'test')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const unsaved = (page: Place) => page.queryByText('Unsaved Changes')
const page = (path: string) => shop.call(`GET ${path}`)
const allValues = async (screen: Place, values: Readonly<Record<string, string>>) => {
  for (const [name, value] of Object.entries(values)) expect((await box(screen, name)).value, name).toBe(value)
}

test('the mail server is checked, saved, kept secret and shown in both sections [A218, A219, A220, A222, A223]', async () => {
  let screen = await open('/admin/email-settings')
  await press(screen, 'Save SMTP Settings')
  await toast(screen, 'SMTP Host, Username, and From Email are required')
  const host = await box(screen, 'SMTP Host')
  await expect.poll(() => document.activeElement === host).toBe(true)
  const given = {
    'SMTP Host': '127.0.0.1',
    'SMTP Username': 'desk',
    'From Name': 'Noor',
    'From Email': 'desk@noor.example',
  }
  for (const [name, value] of Object.entries(given)) await typeIn(screen, name, value)
  await typeIn(screen, 'SMTP Port', '65536')
  fireEvent.change(screen.getByLabelText('SMTP Password'), { target: { value: 's3cret-of-the-desk' } })
  await press(screen, 'Save SMTP Settings')
  await toast(screen, 'Please enter a valid port number (1-65535)')
  expect(host.value).toBe('127.0.0.1')
  await typeIn(screen, 'SMTP Port', '1')
  await choose(screen, 'Encryption', 'None')
  await press(screen, 'Save SMTP Settings')
  await toast(screen, 'SMTP settings saved successfully! You can now send emails.')

  screen = await open('/admin/email-settings')
  const password = (await screen.findByLabelText('SMTP Password')) as HTMLInputElement
  expect(password.value).toBe('')
  await screen.findByText(/A value is saved but hidden/)
  screen = await open('/admin/settings')
  const summary = within(await screen.findByRole('region', { name: 'SMTP email configuration' }))
  for (const [name, value] of Object.entries({ ...given, 'SMTP Port': '1', Encryption: 'None' }))
    expect(summary.getByText(name).nextElementSibling?.textContent, name).toBe(value)
  expect(summary.getByText('SMTP Password').nextElementSibling?.textContent).toBe('Saved, not shown')
  expect(document.body.textContent).not.toContain('s3cret-of-the-desk')
  await press(summary, 'Change the mail server', 'link')
  const again = await box(screen, 'SMTP Host')
  await expect.poll(() => document.activeElement === again).toBe(true)
  await allValues(screen, given)
})

test('a test email asks for an address, sends only that, and says what happened [A231, A232, A233]', async () => {
  const sent: unknown[] = []
  const screen = await open('/admin/email-settings?tab=test', {
    'mail/admin/sendTest': (input) => {
      sent.push(input)
      return passOn
    },
  })
  await press(screen, 'Send Test Email')
  await toast(screen, 'Please enter a test email address')
  const to = 'test@noor.example'
  await typeIn(screen, 'Test email address', to)
  mailServer.isAway = true
  await press(screen, 'Send Test Email')
  await toast(screen, 'Failed to send test email')
  await screen.findByText(/^The test email was not sent\. /)
  expect(sent.at(-1)).toEqual({ to })
  mailServer.isAway = false
  await press(screen, 'Send Test Email')
  const sentToast = await toast(screen, 'Test email sent successfully')
  await press(within(sentToast.closest('.toast') as HTMLElement), 'Dismiss message')
  await expect.poll(() => sentToast.isConnected).toBe(false)
  // A file in the data folder is no email that was sent.
  mailServer.way = 'files'
  await press(screen, 'Send Test Email')
  await screen.findByText(/was saved to the shop's data folder/)
  expect(screen.queryByText('Test email sent successfully')).toBeNull()
  expect(mailServer.sent.at(-1)).toMatchObject({ to, text: expect.stringContaining('Your email settings work.') })
})

test('rates and pixel are checked and saved alone or together, without a reload [A255, A257, A281, A282, A283, A288]', async () => {
  let isCut = false
  const screen = await open('/admin/settings', { 'settings/admin/save': () => (isCut ? lostConnection() : passOn) })
  for (const name of ['Currency settings', 'Exchange rates', 'Facebook pixel', 'SMTP email configuration'])
    await screen.findByRole('heading', { name })
  const pixel = await typeIn(screen, 'Facebook Pixel ID', '12ab')
  const rate = await box(screen, 'INR for 1 USD')
  for (const bad of ['', 'abc', '0', '-5']) {
    await typeIn(screen, 'INR for 1 USD', bad)
    await press(screen, 'Update Exchange Rate')
    await screen.findByText('Please enter a valid exchange rate greater than 0')
    expect(rate.value).toBe(bad)
    await typeIn(screen, 'INR for 1 USD', '86.5')
  }
  isCut = true
  await press(screen, 'Update Exchange Rate')
  await expect.poll(() => screen.queryAllByText('Failed to update exchange rate').length).toBeGreaterThan(0)
  isCut = false
  await press(screen, 'Update Exchange Rate')
  await toast(screen, 'Exchange rate updated successfully')
  expect((await page('/api/settings')).json()).toMatchObject({ usd_to_inr_rate: '86.5' })
  expect(pixel.value).toBe('12ab')

  await press(screen, 'Save All Settings')
  await toast(screen, 'Failed to save settings')
  await screen.findByText('The pixel ID contains digits only')
  await typeIn(screen, 'Facebook Pixel ID', '123456789012345')
  await choose(screen, 'Stripe currency', 'GBP')
  await typeIn(screen, 'INR for 1 USD', '87')
  await press(screen, 'Save All Settings')
  await toast(screen, 'Settings saved successfully')
  const stored = (await shop.call('GET /api/admin/settings', undefined, owner.headers)).json()
  const settings = { facebook_pixel_id: '123456789012345', stripe_currency: 'GBP' }
  expect(stored).toMatchObject({ settings, rates: { INR: '87' } })
  expect(pixel.isConnected).toBe(true)
})

test('content has four tabs, and what is set there, with an uploaded logo, is in the shop [A253, A254, A257]', async () => {
  const screen = await open('/admin/content')
  await box(screen, 'Site title')
  const tabs = ['Site Settings', 'Homepage Sliders', 'Navigation Menus', 'SEO Settings']
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs)
  for (const name of ['Site title', 'Logo', 'Site description', 'Contact email', 'Contact phone', 'Address'])
    await box(screen, name)
  expect((screen.getByLabelText('Reporting currency') as HTMLSelectElement).value).toBe('AED')
  await typeIn(screen, 'Site title', 'Noor Journeys')
  const logo = await box(screen, 'Logo')
  const [file] = [...document.querySelectorAll<HTMLElement>('input[type=file]')]
  giveFile(file!, onePixel())
  await expect.poll(() => logo.value).toMatch(/^\/media\//)
  const email = await typeIn(screen, 'Contact email', 'nobody')
  await press(screen, 'Save Changes')
  await toast(screen, 'Error updating settings')
  await expect.poll(() => document.activeElement === email).toBe(true)
  await press(screen, 'SEO Settings', 'tab')
  await press(screen, 'Keep')
  await typeIn(screen, 'Contact email', 'desk@noor.example')
  await press(screen, 'Save Changes')
  await toast(screen, 'Settings updated successfully')
  const { text } = await page('/tours')
  const address = logo.value.split('#')[0]?.replace(/-\d+\.webp$/, '')
  expect(/<img[^>]*alt="Noor Journeys"[^>]*>/.exec(text)?.[0]).toContain(address)

  await press(screen, 'SEO Settings', 'tab')
  const seo = { 'Meta title': 'Noor of Dubai', 'Meta description': 'From one house.', 'Meta keywords': 'noor, dunes' }
  for (const [name, value] of Object.entries(seo)) await typeIn(screen, name, value)
  await press(screen, 'Save Changes')
  await expect.poll(() => unsaved(screen)).toBeNull()
  const home = (await page('/')).text
  for (const words of Object.values(seo)) expect(home).toContain(words)
})

test('maintenance closes the shop to visitors after a question, but not to staff [A262, A263]', async () => {
  let isCut = true
  const screen = await open('/admin/content', { 'settings/admin/save': () => (isCut ? lostConnection() : passOn) })
  fireEvent.click(await screen.findByRole('switch', { name: /^Maintenance mode/ }))
  await press(screen, 'Close the shop')
  await toast(screen, 'Failed to update setting')
  isCut = false
  await press(screen, 'Close the shop')
  await screen.findByText('The shop is closed to visitors.')
  const shut = await page('/tours')
  expect(shut.status).toBe(503)
  expect(shut.text).toContain('We will be back soon')
  expect((await page('/auth')).status).toBe(200)
  expect((await shop.call('GET /tours', undefined, owner.headers)).status).toBe(200)
  const again = await open('/admin/content')
  const closed = await again.findByRole('switch', { name: /^Maintenance mode/ })
  expect((closed as HTMLInputElement).checked).toBe(true)
  fireEvent.click(closed)
  await expect.poll(async () => (await page('/tours')).status).toBe(200)
})
