// The first day of a real shop by keyboard: from 'Opening soon' through the checklist to an open shop with one item.
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { expect, nobody, toast } from './support/admin.ts'
import { otherBrowser } from './support/alive.ts'
import { faultsByDayAndNight, faultsOf } from './support/axe.ts'
import { fillIn, press, tabTo, watchHands } from './support/keyboard.ts'
import { adminEmail, adminPassword, test, watch } from './support/shop.ts'

test.slow()

const step = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name }) })
const progress = (page: Page, done: number) => expect(page.getByText(`${done} of 10 done`)).toBeVisible()
/** The next step is open, and its button has the focus. */
const expectNext = (page: Page, name: RegExp) =>
  expect(page.getByRole('button', { name, expanded: true })).toBeFocused()

async function retype(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', label)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Accepts every mail. */
async function startMailServer(): Promise<{ port: number; count: () => number; stop: () => Promise<void> }> {
  let mails = 0
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onAuth: (_auth, _session, done) => done(null, { user: 'desk' }),
    onData: (stream, _session, done) => {
      stream.resume()
      stream.on('end', () => {
        mails += 1
        done()
      })
    },
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.server.address() as AddressInfo
  return { port, count: () => mails, stop: () => new Promise((done) => server.close(() => done())) }
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Opening soon' })).toBeVisible()
  await press(page, 'link', 'Staff sign-in')
  await expect(page).toHaveURL(/\/auth\?/)
  await fillIn(page, 'Email', adminEmail)
  await fillIn(page, 'Password', adminPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: 'Your shop is not open yet' })).toBeVisible()
}

async function setUp(page: Page): Promise<void> {
  await press(page, 'link', 'Continue setup')
  await expect(page.getByRole('heading', { level: 1, name: 'Set up your shop' })).toBeVisible()
  await press(page, 'button', 'Open the shop')
  await expect(page.getByRole('alert')).toContainText(/Agency name.*First item on sale/s)
  await expect(page.getByRole('alert').getByRole('button', { name: 'Agency name' })).toBeFocused()
  await fillIn(page, 'Site title', 'Noor Journeys')
  await press(page, 'button', 'Save')
  await progress(page, 1)
  await expectNext(page, /^Logo/)
  await press(page, 'button', /^Skip for now/)
  await expectNext(page, /^Address/)
  await press(page, 'button', /^Skip for now/)
  await expectNext(page, /^Phone and email/)
  await fillIn(page, 'Contact phone', '+971 4 555 0100')
  await press(page, 'button', 'Save')
  await expectNext(page, /^Currencies/)
  await press(page, 'button', 'Save')
  await expectNext(page, /^Time zone/)
  await press(page, 'button', 'Save')
  await expectNext(page, /^Ways to pay/)
  await fillIn(page, 'Account Name', 'Noor Tourism LLC')
  await fillIn(page, 'Account Number', '0123456789')
  await press(page, 'button', 'Offer bank transfer')
  await progress(page, 5)
}

async function setUpMail(page: Page, port: number): Promise<void> {
  await expectNext(page, /^Mail server/)
  await fillIn(page, /^SMTP Host/, '127.0.0.1')
  await retype(page, /^SMTP Port/, String(port))
  await fillIn(page, /^SMTP Username/, 'desk')
  await fillIn(page, /^SMTP Password/, 'kept-by-the-shop')
  await tabTo(page, 'combobox', 'Encryption')
  await page.keyboard.press('n')
  await fillIn(page, /^From Email/, 'desk@noor.example')
  await press(page, 'button', 'Save SMTP Settings')
  await expect(page.getByText('Emails are not tested yet')).toBeVisible()
  await press(page, 'button', 'Send Test Email')
  await expect(toast(page, 'Test email sent successfully')).toBeVisible()
  await progress(page, 6)
  await expect(page.getByText('Emails are not tested yet')).toHaveCount(0)
}

async function sellATour(page: Page): Promise<void> {
  await press(page, 'button', /^First item on sale/)
  await expect(step(page, 'First item on sale').getByRole('link', { name: 'Tour' })).toBeVisible()
  // The sidebar has no link of that name: it says 'Tours'.
  await press(page, 'link', 'Tour')
  await expect(page.getByRole('heading', { level: 1, name: /tour/i })).toBeVisible()
  await fillIn(page, /^Title/, 'Desert Safari')
  await press(page, 'button', 'Save')
  // The missing price has the focus, on a tab of its own.
  await expect(page.getByRole('textbox', { name: /^Adult price/ })).toBeFocused()
  await page.keyboard.type('50')
  await press(page, 'button', 'Save')
  await expect(toast(page, 'Tour created successfully')).toBeVisible()
}

test('a new shop is set up by keyboard and opened, and visitors then find its first item', async ({
  browser,
  newShop,
}) => {
  const mail = await startMailServer()
  const context = await otherBrowser(browser, { baseURL: newShop.url, storageState: nobody })
  const faults = watch(context, newShop.url)
  const page = await context.newPage()
  const guest = await (await browser.newContext({ baseURL: newShop.url, storageState: nobody })).newPage()
  const answer = await guest.goto('/tours')
  expect([answer?.status(), answer?.headers()['retry-after']]).toEqual([503, '600'])
  expect(await faultsByDayAndNight(guest, 'opening soon')).toEqual([])

  await signIn(page)
  expect(await faultsByDayAndNight(page, 'dashboard of a new shop')).toEqual([])
  const hands = await watchHands(page)
  await setUp(page)
  expect(await faultsOf(page)).toEqual([])
  await setUpMail(page, mail.port)
  expect(mail.count()).toBe(1)
  await sellATour(page)
  expect((await page.request.get('/tours')).status()).toBe(200)
  expect((await guest.goto('/tours'))?.status()).toBe(503)
  await expect(guest.getByRole('heading', { name: 'Noor Journeys' })).toBeVisible()

  await page.goto('/admin/setup')
  await progress(page, 7)
  await press(page, 'button', 'Open the shop')
  const question = page.getByRole('dialog', { name: 'Open the shop?' })
  await expect(question).toContainText('Payments run in sandbox mode')
  expect(await faultsByDayAndNight(page, 'the question before the opening')).toEqual([])
  await press(page, 'button', 'Open the shop')
  await expect(page.getByRole('heading', { name: 'Your shop is open' })).toBeVisible()
  expect(hands).toEqual([])

  expect((await guest.goto('/tours'))?.status()).toBe(200)
  await expect(guest.getByRole('link', { name: 'Desert Safari' }).first()).toBeVisible()
  expect(faults).toEqual([])
  await mail.stop()
})
