// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import { safariForTwo } from '../../../tests/support/requests.ts'
import type { GatewayView } from '../../modules/payment/gateways/contract.ts'
import { box, fillIn, press, shows, toast, typeIn } from '../testing/hands.ts'
import { lostConnection, passOn } from '../testing/screen.tsx'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
await seedWorld(shop.shop.deps, 'test')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const get = async <T>(path: string) => (await shop.call(`GET /api/${path}`, undefined, owner.headers)).json() as T
const made = (await shop.call('POST /api/bookings', safariForTwo)).json() as { booking: { id: string }; token: string }
const offered = async (): Promise<string[]> => {
  const { booking, token } = made
  const page = await get<{ methods: { name: string }[] }>(
    `bookings/${booking.id}/payment?token=${encodeURIComponent(token)}`,
  )
  return page.methods.map(({ name }) => name)
}
const stored = () => get<GatewayView[]>('admin/payment-gateways')
const isChecked = (field: HTMLElement) => (field as HTMLInputElement).checked

test('each gateway has a card with a switch, in the order of their names [A199]', async () => {
  const page = await open('/admin/payments')
  await page.findByRole('heading', { name: 'Bank Transfer' })
  const names = (await stored()).map(({ label }) => label)
  expect(names).toEqual(expect.arrayContaining(['Bank Transfer', 'Cash on Arrival', 'Sandbox card']))
  expect(names).toEqual([...names].sort())
  expect(page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(names)
  expect(page.getAllByRole('switch', { name: /^Offer / })).toHaveLength(names.length)
  for (const name of names)
    expect(within(page.getByRole('region', { name })).getByRole('switch', { name: `Offer ${name}` })).toBeTruthy()
})

test('gateways count once they are saved, and a failed save keeps the edits [A200, A202, A203, A320]', async () => {
  let isCut = false
  const page = await open('/admin/payments', {
    'payment/admin/saveGateways': () => (isCut ? lostConnection() : passOn),
  })
  const cash = await page.findByRole('switch', { name: 'Offer Cash on Arrival' })
  const switches = page.getAllByRole('switch', { name: /^Offer / })
  const on = switches.filter(isChecked).length
  page.getByText(`${on} of ${switches.length} enabled`)
  const unsaved = () => page.queryByText('Unsaved Changes')
  expect(unsaved()).toBeNull()
  fireEvent.click(cash)
  const words = within(page.getByRole('region', { name: 'Cash on Arrival' })).getByLabelText(
    'Instructions for the customer',
  ) as HTMLTextAreaElement
  fireEvent.change(words, { target: { value: 'Pay the guide' } })
  await page.findByText(`${on - 1} of ${switches.length} enabled`)
  expect(unsaved()).not.toBeNull()
  expect(await offered()).toContain('cash_on_arrival')

  await press(page, 'Dashboard', 'link')
  await press(page, 'Keep')
  expect(location.pathname).toBe('/admin/payments')
  isCut = true
  await press(page, 'Save All Changes')
  await toast(page, 'Failed to save payment gateway settings')
  expect(unsaved()).not.toBeNull()
  expect(words.value).toBe('Pay the guide')
  isCut = false
  await press(page, 'Save All Changes')
  await toast(page, 'Payment gateway settings saved successfully!')
  await expect.poll(unsaved).toBeNull()
  expect(await offered()).not.toContain('cash_on_arrival')
})

test('a provider’s fields are drawn from its description, and a stored secret is not shown [A201, A206]', async () => {
  const field = { input: 'text', isRequired: true, help: null, options: [], value: '' }
  const view = {
    ...{ name: 'made_up', label: 'Made-up Pay', type: 'api', enabled: false, version: 3, manual_instructions: '' },
    ...{ mode: 'live', currency: 'USD', whyNotOffered: 'API Secret is missing', updated_at: new Date().toISOString() },
    ...{ restrictions: [], webhookUrl: null, canTest: false },
    fields: [
      { ...field, name: 'api_key', label: 'API Key', isSecret: true, isSet: true },
      { ...field, name: 'api_secret', label: 'API Secret', isSecret: true, isSet: false },
    ],
  }
  const all = await stored()
  let sent: unknown
  const page = await open('/admin/payments', {
    'payment/admin/gateways': () => [...all, view],
    'payment/admin/saveGateways': (input) => {
      sent = input
      return [view]
    },
  })
  const region = await page.findByRole('region', { name: 'Made-up Pay' })
  const card = within(region)
  await shows(() => region, 'Charged in USD. Not offered: API Secret is missing.')
  const key = card.getByLabelText('API Key') as HTMLInputElement
  expect([key.value, key.type]).toEqual(['', 'password'])
  const described = document.getElementById(key.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
  expect(described?.textContent).toMatch(/A value is saved but hidden/)
  await fillIn(card, 'API Secret', 's3cret')
  expect(within(page.getByRole('region', { name: 'Cash on Arrival' })).getAllByRole('textbox')).toHaveLength(2)
  await press(page, 'Save All Changes')
  await toast(page, 'Payment gateway settings saved successfully!')
  expect(sent).toEqual({ gateways: [{ name: 'made_up', version: 3, secrets: { api_secret: 's3cret' } }] })
})

test('the name and the instructions of a method are translated beside the original', async () => {
  const page = await open('/admin/payments')
  const card = within(await page.findByRole('region', { name: 'Cash on Arrival' }))
  await press(card, 'Translations of Cash on Arrival')
  const dialog = within(await page.findByRole('dialog'))
  const words = within(await dialog.findByRole('region', { name: 'Instructions' }))
  words.getByText('Missing')
  await fillIn(words, 'Translation', 'ادفع إلى 12345678')
  await press(dialog, 'Save')
  await toast(page, 'The translation was not saved')
  expect((await words.findAllByText(/are the same in every language/)).length).toBeGreaterThan(0)
  await fillIn(words, 'Translation', 'ادفع نقدًا للمرشد')
  await press(dialog, 'Save')
  await toast(page, 'Translation saved')
  await words.findByText('Translated')
  // A method without words of the agency has nothing to translate.
  expect(page.queryByRole('button', { name: 'Translations of Sandbox card' })).toBeNull()
})

test('the name of a gateway for customers is saved, and the standard name is its placeholder', async () => {
  const page = await open('/admin/payments')
  const card = within(await page.findByRole('region', { name: 'Sandbox card' }))
  const name = card.getByLabelText('Name for customers') as HTMLInputElement
  expect([name.value, name.placeholder]).toEqual(['', 'Sandbox card'])
  await fillIn(card, 'Name for customers', ' Credit or debit card ')
  await press(page, 'Save All Changes')
  await toast(page, 'Payment gateway settings saved successfully!')
  const saved = (await stored()).find(({ name: gateway }) => gateway === 'sandbox_card')
  expect(saved).toMatchObject({ display_name: 'Credit or debit card', default_name: 'Sandbox card' })
})

test('a gateway is tested with its saved values, and shows its webhook address and restrictions', async () => {
  const webhookUrl = 'http://shop.test/api/webhooks/made_up'
  const all = await stored()
  const sandbox = all.find(({ name }) => name === 'sandbox_card')
  const more = { webhookUrl, restrictions: ['Not for bookings in INR: no rate'] }
  const page = await open('/admin/payments', {
    'payment/admin/gateways': () => [...all, { ...sandbox, name: 'made_up', label: 'Made-up Pay', ...more }],
  })
  const card = within(await page.findByRole('region', { name: 'Sandbox card' }))
  card.getByText('Test mode: no real payments')
  await press(card, /^Test connection/)
  await card.findByText('Connection successful')
  card.getByText('The sandbox card answers.')
  fireEvent.click(card.getByRole('switch'))
  await card.findByText(/The test uses the saved values/)

  const other = within(page.getByRole('region', { name: 'Made-up Pay' }))
  other.getByText(webhookUrl)
  expect(other.getByRole('listitem').textContent).toBe('Not for bookings in INR: no rate.')
  const copied = vi.fn(async () => {})
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: copied } })
  await press(other, 'Copy the webhook address of Made-up Pay')
  await other.findAllByText('Copied!')
  expect(copied).toHaveBeenCalledWith(webhookUrl)
  await press(other, /^Test connection/)
  await other.findByText('There is no such payment provider.')
})

/** Bank Transfer Settings lead to the switch of Payment Settings. */
async function switchTransfer(): Promise<void> {
  const page = await open('/admin/bank-settings')
  await press(page, 'Switch it on or off in Payment Settings', 'link')
  const toggle = await page.findByRole('switch', { name: /bank transfer/i })
  await expect.poll(() => document.activeElement === toggle).toBe(true)
  expect(toggle.closest('[data-found]')).not.toBeNull()
  fireEvent.click(toggle)
  await press(page, 'Save All Changes')
  await toast(page, 'Payment gateway settings saved successfully!')
}

test('bank accounts: samples are never values, an account is stored per currency, and Payment Settings offer it [A210, A211, A213, A215]', async () => {
  type Bank = { accounts: Record<string, string>[]; version: number; enabled: boolean }
  const bank = () => get<Bank>('admin/bank-accounts')
  const names = ['account_name', 'account_number', 'ifsc', 'upi', 'bank_name', 'branch', 'iban', 'swift']
  const nothing = Object.fromEntries(names.map((name) => [name, '']))
  const { version, enabled, accounts } = await bank()
  const emptied = accounts.map(({ currency }) => ({ currency, ...nothing }))
  await shop.call('PUT /api/admin/bank-accounts', { version, enabled, accounts: emptied }, owner.headers)

  let page = await open('/admin/bank-settings')
  const unsaved = () => page.queryByText('Unsaved Changes')
  const name = await box(page, 'Account Name')
  expect(name.value).toBe('')
  expect(name.placeholder).not.toBe('')
  await press(page, 'Save Bank Settings')
  await toast(page, 'Bank settings saved successfully')
  expect((await bank()).accounts).toEqual([])

  await press(page, 'AED', 'tab')
  const given: Record<string, string> = {
    'Account Name': 'Noor Tourism LLC',
    'Account Number': '12 34',
    'IFSC Code': 'NOOR0001234',
    'UPI ID': 'noor@bank',
    'Bank Name': 'Noor Bank',
    Branch: 'Deira',
    IBAN: 'AE07 0331 2345 6789 0123 457',
    'SWIFT Code': 'NOORAEAD',
  }
  for (const [label, value] of Object.entries(given)) await typeIn(page, label, value)
  await press(page, 'Save Bank Settings')
  await toast(page, 'Failed to save bank settings')
  const iban = await box(page, 'IBAN')
  await expect.poll(() => document.activeElement === iban).toBe(true)
  await page.findByText('This IBAN is not valid: please compare it digit by digit')
  given.IBAN = 'AE07 0331 2345 6789 0123 456'
  await typeIn(page, 'IBAN', given.IBAN)
  await press(page, 'Save Bank Settings')
  await expect.poll(unsaved).toBeNull()
  page.getByText('On: customers can choose it')
  await switchTransfer()
  expect(await offered()).not.toContain('bank_transfer')

  // The booking is in dollars, and a transfer is offered only with an account in its currency.
  const now = await bank()
  const dollars = accounts.filter(({ currency }) => currency === 'USD')
  const restored = { version: now.version, enabled: now.enabled, accounts: dollars }
  expect((await shop.call('PUT /api/admin/bank-accounts', restored, owner.headers)).status).toBe(200)
  page = await open('/admin/bank-settings')
  await press(page, /AED/, 'tab')
  for (const [label, value] of Object.entries(given)) expect((await box(page, label)).value).toBe(value)
  page.getByText('Off: customers cannot choose it')
  await switchTransfer()
  expect(await offered()).toContain('bank_transfer')
})
