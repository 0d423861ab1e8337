// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { shopPages } from '../../../tests/support/shop-pages.ts'
import { beginRealShop } from '../../app/setup.server.ts'
import { addService } from '../../modules/booking/testing/fixtures.ts'
import { box, choose, fillIn, type Place, press, toast, typeIn } from '../testing/hands.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

let shop: TestApp
let mail: { way: 'files' | 'settings'; isAway: boolean }
let open: ReturnType<typeof screensOf>
beforeEach(async () => {
  mail = { way: 'files', isAway: false }
  shop = await testApp({
    pages: shopPages(),
    mailer: async () => ({
      way: mail.way,
      send: async () => {
        if (mail.isAway) throw new Error('away')
      },
    }),
  })
  await shop.core.db.updateTable('payment_gateways').set({ enabled: false }).execute()
  await beginRealShop(shop.shop.deps)
  open = screensOf(shop, await shop.signIn('admin', { email: 'asma@noor.example' }))
})
async function stepButton(page: Place, name: string): Promise<HTMLElement> {
  const all = await page.findAllByRole('button', { name: new RegExp(`^${name}`) })
  return all.find(({ dataset }) => dataset.step !== undefined)!
}
const stateOf = async (page: Place, name: string) => (await stepButton(page, name)).textContent?.replace(name, '')
const isExpanded = async (page: Place, name: string) =>
  (await stepButton(page, name)).getAttribute('aria-expanded') === 'true'
const visit = async () => (await shop.call('GET /')).status

describe('the checklist', () => {
  test('opens at the first step that is left, and each saved step leads to the next', async () => {
    const page = await open('/admin/setup')
    await page.findByText('0 of 10 done')
    expect(await isExpanded(page, 'Agency name')).toBe(true)
    const name = await box(page, 'Site title')
    expect(name.value).toBe('')
    await press(page, 'Save')
    await page.findByText('Please fill in this field')
    expect(document.activeElement).toBe(name)
    await typeIn(page, 'Site title', 'Noor Journeys')
    await press(page, 'Save')
    await toast(page, 'Saved')
    await page.findByText('1 of 10 done')
    expect(await stateOf(page, 'Agency name')).toBe('Done')
    await expect.poll(() => isExpanded(page, 'Logo')).toBe(true)
    await expect.poll(async () => document.activeElement === (await stepButton(page, 'Logo'))).toBe(true)
  })

  test('a failed save keeps what was typed, and the step stays open', async () => {
    let isCut = true
    const page = await open('/admin/setup?step=phone', {
      'settings/admin/save': () => (isCut ? lostConnection() : passOn),
    })
    await typeIn(page, 'Contact phone', '+971 4 555 0100')
    await press(page, 'Save')
    await toast(page, 'Failed to save')
    expect((await box(page, 'Contact phone')).value).toBe('+971 4 555 0100')
    isCut = false
    await typeIn(page, 'WhatsApp number', 'not a number')
    await press(page, 'Save')
    await page.findByText('Please enter the number with country code, digits only')
    expect(await stateOf(page, 'Phone and email')).toBe('To doRequired')
    await typeIn(page, 'WhatsApp number', '')
    await press(page, 'Save')
    await page.findByText('1 of 10 done')
  })

  test('unchanged defaults are confirmed by saving them', async () => {
    const page = await open('/admin/setup?step=currency')
    const shown = (await page.findByLabelText('Display currency')) as HTMLSelectElement
    expect(shown.value).toBe('USD')
    await press(page, 'Save')
    await page.findByText('1 of 10 done')
    expect(await stateOf(page, 'Currencies')).toBe('Done')
  })

  test('a bank account makes the shop payable', async () => {
    const page = await open('/admin/setup?step=payment')
    await choose(page, 'Currency of the account', 'AED')
    await typeIn(page, 'Account Name', 'Noor Tourism LLC')
    await typeIn(page, 'IBAN', 'AE07 0331 2345 6789 0123 457')
    await press(page, 'Offer bank transfer')
    await page.findByText('This IBAN is not valid: please compare it digit by digit')
    await typeIn(page, 'IBAN', 'AE07 0331 2345 6789 0123 456')
    await press(page, 'Offer bank transfer')
    await page.findByText('1 of 10 done')
    expect(await stateOf(page, 'Ways to pay')).toBe('Done')
  })

  test('the mail server is done once a test email went through it, not when it is saved', async () => {
    const page = await open('/admin/setup?step=mail')
    expect(page.queryByLabelText('Test email address')).toBeNull()
    for (const [label, value] of Object.entries({ Host: 'smtp.noor.example', Username: 'desk' }))
      await typeIn(page, `SMTP ${label}`, value)
    await typeIn(page, 'From Email', 'desk@noor.example')
    mail = { way: 'settings', isAway: true }
    await press(page, 'Save SMTP Settings')
    const to = (await page.findByLabelText(/^Test email address/)) as HTMLInputElement
    await expect.poll(() => to.value).toBe('asma@noor.example')
    await page.findByText('Emails are not tested yet')
    await press(page, 'Send Test Email')
    await toast(page, 'Failed to send test email')
    await page.findByText('Emails may not arrive')
    expect(await stateOf(page, 'Mail server')).toBe('To do')
    mail.isAway = false
    shop.core.clock.advance(1)
    await press(page, 'Send Test Email')
    await toast(page, 'Test email sent successfully')
    await expect.poll(() => stateOf(page, 'Mail server')).toBe('Done')
    await expect.poll(() => page.queryByText('Emails may not arrive')).toBeNull()
  })

  test('a colleague is invited with a link that can be copied', async () => {
    const page = await open('/admin/setup?step=staff')
    await press(page, 'Invite a colleague')
    const dialog = within(await page.findByRole('dialog', { name: 'Invite staff member' }))
    await fillIn(dialog, /^Full name/, 'Ria Sen')
    await fillIn(dialog, /^Email/, 'ria@noor.example')
    await press(dialog, 'Send invitation')
    const link = (await page.findByLabelText('Invitation link')) as HTMLInputElement
    expect(link.value).toMatch(/^http:\/\/shop\.test\/reset-password\?token=.+&for=staff$/)
    page.getByRole('button', { name: 'Copy link' })
    await expect.poll(() => stateOf(page, 'Colleagues')).toBe('Done')
    expect(await isExpanded(page, 'Colleagues')).toBe(true)
  })

  test('a step is skipped and put back', async () => {
    const page = await open('/admin/setup?step=logo')
    await press(page, /^Skip for now: Logo|^Skip for now/)
    await expect.poll(() => stateOf(page, 'Logo')).toBe('Skipped')
    expect(await isExpanded(page, 'Address')).toBe(true)
    fireEvent.click(await stepButton(page, 'Logo'))
    await press(page, /^Put back on the list/)
    await expect.poll(() => stateOf(page, 'Logo')).toBe('To do')
  })

  test('every kind of item has a way to its editor', async () => {
    const page = await open('/admin/setup?step=item')
    await page.findByText('What do you sell first?')
    const list = within(page.getByRole('main'))
    const hrefOf = async (name: string) => (await list.findByRole('link', { name })).getAttribute('href')
    expect(await hrefOf('Tour')).toBe('/admin/tours/new')
    expect(await hrefOf('Ok to Board')).toBe('/admin/ok-to-board')
    expect(await hrefOf('Import items from a file')).toBe('/admin/bulk-upload')
  })

  test('a manager is sent to an owner for payments, mail server and staff', async () => {
    const page = await screensOf(shop, await shop.signIn('manager'))('/admin/setup?step=payment')
    await page.findByText('Only an owner can set this up. Ask an owner to finish this step.')
    expect(page.queryByLabelText('Account Name')).toBeNull()
  })
})

describe('opening', () => {
  const makeReady = async () => {
    const settings = { site_title: 'Noor', contact_phone: '1', display_currency: 'USD', time_zone: 'Asia/Dubai' }
    const { headers } = await shop.signIn('admin')
    await shop.call('PUT /api/admin/settings', { settings }, headers)
    await shop.core.db
      .updateTable('payment_gateways')
      .set({ enabled: true })
      .where('name', '=', 'cash_on_arrival')
      .execute()
    await addService(shop.core, 'tour')
  }

  test('says what is missing and leads there, and nothing opens', async () => {
    const page = await open('/admin/setup')
    await press(page, 'Open the shop')
    const alert = within(await page.findByRole('alert'))
    const missing = ['Agency name', 'Phone and email', 'Currencies', 'Time zone', 'Ways to pay', 'First item on sale']
    expect(alert.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([...missing, 'Open anyway'])
    expect(document.activeElement?.textContent).toBe('Agency name')
    await press(alert, 'Ways to pay')
    await expect.poll(() => isExpanded(page, 'Ways to pay')).toBe(true)
    await expect.poll(async () => document.activeElement === (await stepButton(page, 'Ways to pay'))).toBe(true)
    expect(await visit()).toBe(503)
  })

  test('opens anyway once the owner has read what is missing', async () => {
    const page = await open('/admin/setup')
    await press(page, 'Open the shop')
    await press(page, 'Open anyway')
    const dialog = within(await page.findByRole('dialog', { name: 'Open the shop?' }))
    dialog.getByText(/^Still missing: Agency name, .*, First item on sale\. Customers may find nothing to book/)
    await press(dialog, 'Open the shop')
    await page.findByRole('heading', { name: 'Your shop is open' })
    expect(await visit()).toBe(200)
  })

  test('asks once, names what customers will miss, and opens', async () => {
    await makeReady()
    const page = await open('/admin/setup')
    // The second owner counts as a colleague.
    await page.findByText('7 of 10 done')
    await press(page, 'Open the shop')
    let dialog = within(await page.findByRole('dialog', { name: 'Open the shop?' }))
    dialog.getByText(/No email has gone through a mail server yet/)
    dialog.getByText(/Payments run in sandbox mode/)
    await press(dialog, 'Not yet')
    expect(await visit()).toBe(503)
    await press(page, 'Open the shop')
    dialog = within(await page.findByRole('dialog', { name: 'Open the shop?' }))
    await press(dialog, 'Open the shop')
    await toast(page, 'Your shop is open')
    await page.findByRole('heading', { name: 'Your shop is open' })
    expect(await visit()).toBe(200)
    await press(page, 'Close the shop again', 'link')
    const maintenance = await page.findByRole('switch', { name: /^Maintenance mode/ })
    await expect.poll(() => document.activeElement === maintenance).toBe(true)
  })

  test('a step that came undone meanwhile stops the opening with the reason of the server', async () => {
    await makeReady()
    const page = await open('/admin/setup')
    await press(page, 'Open the shop')
    const dialog = within(await page.findByRole('dialog', { name: 'Open the shop?' }))
    await shop.core.db.updateTable('services').set({ status: 'inactive' }).execute()
    await press(dialog, 'Open the shop')
    await toast(page, 'Failed to open the shop')
    await dialog.findByText('The shop is not ready to open. Some required steps are missing.')
    expect(await visit()).toBe(503)
  })

  test('before it, Site Settings lead to the checklist instead of switching maintenance', async () => {
    const page = await open('/admin/content?tab=siteSettings&setting=maintenance_mode')
    const link = await page.findByRole('link', { name: 'Go to the setup checklist' })
    expect(link.getAttribute('href')).toBe('/admin/setup')
    expect(page.queryByRole('switch', { name: /^Maintenance mode/ })).toBeNull()
  })
})
