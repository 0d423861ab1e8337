// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/dom'
import { describe, expect, test } from 'vitest'
import { seedWorld } from '../../../db/seeds/index.server.ts'
import { testApp } from '../../../tests/support/app.ts'
import type { GatewayView } from '../../modules/payment/contract.ts'
import { box, type Place, press, toast, typeIn } from '../testing/hands.ts'
import { screensOf } from '../testing/shop-screen.ts'

const shop = await testApp()
await seedWorld(shop.shop.deps, 'test')
const owner = await shop.signIn('admin')
const open = screensOf(shop, owner)
const stored = async () =>
  (await shop.call('GET /api/admin/settings', undefined, owner.headers)).json() as { settings: Record<string, unknown> }

async function search(page: Place, typed: string) {
  const input = await page.findByRole('combobox', { name: 'Search settings' })
  fireEvent.focus(input)
  fireEvent.change(input, { target: { value: typed } })
  const options = () => {
    const list = page.queryByRole('listbox', { name: 'Settings' })
    return list ? within(list).queryAllByRole('option') : []
  }
  const names = () => options().map(({ firstChild }) => firstChild?.textContent)
  const active = () => options().find((option) => option.getAttribute('aria-selected') === 'true')
  const press = (key: string) => fireEvent.keyDown(input, { key })
  return { input: input as HTMLInputElement, names, active, press }
}
/** The field has the focus and the mark. */
async function expectMarked(page: Place, label: RegExp | string): Promise<void> {
  // One bank account for each currency: the first is shown.
  const field = (await page.findAllByLabelText(label))[0]!
  await expect.poll(() => document.activeElement === field).toBe(true)
  expect(field.closest('[data-found]')).not.toBeNull()
  await expect.poll(() => location.search).not.toContain('setting')
  fireEvent.focusOut(field)
  expect(document.querySelector('[data-found]')).toBeNull()
}

describe('the search over all settings', () => {
  test.each([
    ['vat', /^Tax number/, '/admin/settings'],
    ['time zone', /^Time zone/, '/admin/content'],
    ['whatsapp', /^WhatsApp number/, '/admin/content'],
    ['smtp', /^SMTP Host/, '/admin/email-settings'],
    ['iban', 'IBAN', '/admin/bank-settings'],
    ['exchange rate', 'INR for 1 USD', '/admin/settings'],
    ['search engine', /^Meta title/, '/admin/content'],
  ])('%s leads to its marked field', async (typed, label, path) => {
    const page = await open('/admin/settings')
    const { names, press: key } = await search(page, typed)
    await expect.poll(() => names().length).toBeGreaterThan(0)
    key('Enter')
    await expectMarked(page, label)
    expect(location.pathname).toBe(path)
  })

  test('works by keyboard: arrows go round, Escape empties the box, Enter on nothing stays', async () => {
    const page = await open('/admin/settings')
    const { input, names, active, press: key } = await search(page, 'hold places')
    expect(names().length).toBeGreaterThan(2)
    const all = names()
    const expectActive = async (name: string | null | undefined) => {
      await expect.poll(() => active()?.firstChild?.textContent).toBe(name)
      expect(input.getAttribute('aria-activedescendant')).toBe(active()?.id)
    }
    await expectActive(all[0])
    key('ArrowDown')
    await expectActive(all[1])
    key('ArrowUp')
    await expectActive(all[0])
    key('ArrowUp')
    await expectActive(all.at(-1))
    key('Escape')
    await expect.poll(() => input.value).toBe('')
    expect(names()).toEqual([])
    key('Enter')
    expect(location.pathname).toBe('/admin/settings')
  })

  test('says what to do when nothing is found', async () => {
    const page = await open('/admin/settings')
    const { press: key, input } = await search(page, 'zzz <b>')
    expect(page.getAllByText('No setting found for "zzz <b>"')).toHaveLength(2)
    page.getByText(/^Try another word/)
    key('Enter')
    expect(input.value).toBe('zzz <b>')
  })

  test('a payment provider is found, and its card has the focus', async () => {
    const gateways = (await shop.call('GET /api/admin/payment-gateways', undefined, owner.headers)).json()
    const { label = '' } = (gateways as unknown as GatewayView[]).find(({ name }) => name === 'cash_on_arrival') ?? {}
    const page = await open('/admin/settings')
    const { names } = await search(page, label)
    await expect.poll(names).toContain(label)
    fireEvent.click(within(page.getByRole('listbox', { name: 'Settings' })).getByText(label))
    const toggle = await page.findByRole('switch', { name: new RegExp(label) })
    await expect.poll(() => document.activeElement === toggle).toBe(true)
  })

  test('a manager finds no mail server, bank account or provider', async () => {
    const page = await screensOf(shop, await shop.signIn('manager'))('/admin/settings')
    const { names, input } = await search(page, 'smtp')
    expect(names()).not.toContain('SMTP Host')
    for (const typed of ['iban', 'api key']) {
      fireEvent.change(input, { target: { value: typed } })
      expect(names(), typed).toEqual([])
    }
    expect(page.queryByRole('heading', { name: 'SMTP email configuration' })).toBeNull()
    expect(page.queryByRole('heading', { name: 'Ways to pay' })).toBeNull()
  })
})

test.each([
  ['/admin/content?tab=siteSettings&setting=booking_expiry_hours', /^Unpaid bookings expire/, '/admin/settings'],
  ['/admin/content?setting=company_name', /^Company name/, '/admin/settings'],
  ['/admin/settings?setting=smtp_host', /^SMTP Host/, '/admin/email-settings'],
  ['/admin/settings?setting=currency', /^Reporting currency/, '/admin/content'],
])('the old address %s leads to the one place of its setting', async (address, label, path) => {
  const page = await open(address)
  await expectMarked(page, label)
  expect(location.pathname).toBe(path)
})

test('an address with an unknown setting opens its page', async () => {
  const page = await open('/admin/settings?setting=no_such%22%5D')
  await page.findByLabelText(/^Tax number/)
  await expect.poll(() => location.search).toBe('')
})

test('topics lead to their headings, and the cards of Settings are in the specified order [A255]', async () => {
  const page = await open('/admin/settings')
  await page.findByLabelText(/^Tax number/)
  const titles = page.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent ?? '')
  const specified = ['Currency settings', 'Facebook pixel', 'SMTP email configuration']
  expect(titles.filter((title) => specified.includes(title))).toEqual(specified)
  const topics = within(page.getByRole('navigation', { name: 'Topics' })).getAllByRole('link')
  const headings = page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(topics.map(({ textContent }) => textContent)).toEqual(headings)
  fireEvent.click(topics[4]!)
  expect(document.activeElement?.textContent).toBe('Booking rules')
})

test('staff who edit different groups at once do not overwrite each other', async () => {
  const mine = await open('/admin/settings')
  await typeIn(mine, 'Tax number', 'TRN 100')
  const theirs = { booking_prefix: 'NJ', company_name: 'Noor LLC' }
  const answer = await shop.call('PUT /api/admin/settings', { settings: theirs }, owner.headers)
  expect(answer.status).toBe(200)
  await press(mine, 'Save All Settings')
  await toast(mine, 'Settings saved successfully')
  expect((await stored()).settings).toMatchObject({ ...theirs, tax_number: 'TRN 100' })
  await expect.poll(async () => (await box(mine, 'Company name')).value).toBe('Noor LLC')
})

test('a mail server that a colleague has saved meanwhile is not overwritten, and the second save keeps both edits', async () => {
  const save = (more: object) =>
    shop.call(
      'PUT /api/admin/email-settings',
      { smtp_host: 'smtp.noor.example', smtp_user: 'desk', from_email: 'desk@noor.example', ...more },
      owner.headers,
    )
  expect((await save({})).status).toBe(200)
  const page = await open('/admin/email-settings')
  await typeIn(page, 'From Name', 'Noor')
  shop.core.clock.advance(1)
  expect((await save({ smtp_host: 'mail.noor.example' })).status).toBe(200)
  await press(page, 'Save SMTP Settings')
  await toast(page, /^Someone else has saved the mail server meanwhile/)
  await expect.poll(async () => (await box(page, 'SMTP Host')).value).toBe('mail.noor.example')
  expect((await box(page, 'From Name')).value).toBe('Noor')
  await press(page, 'Save SMTP Settings')
  await toast(page, 'SMTP settings saved successfully! You can now send emails.')
  const now = (await shop.call('GET /api/admin/email-settings', undefined, owner.headers)).json()
  expect(now).toMatchObject({ smtp_host: 'mail.noor.example', from_name: 'Noor' })
})
