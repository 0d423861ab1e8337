// The settings of the back office, as the owner sees and saves them in a browser, and what visitors have of them.
import type { APIRequestContext, Page } from '@playwright/test'
import { button, expect, test, toast } from './support/admin.ts'
import { expectAccessible } from './support/axe.ts'
import { book, proofFile } from './support/bookings.ts'
import { mailTo } from './support/shop.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const unsaved = (page: Page) => page.getByText('Unsaved Changes', { exact: true })
const both = async (page: Page, name: string) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${name}, ${colorScheme}`)
  }
}
/** One save is not answered, as on a lost connection. */
async function failing(page: Page, call: string, act: () => Promise<void>): Promise<void> {
  await page.route(`**/rpc/${call}`, (route) => route.abort())
  await act()
  await page.unroute(`**/rpc/${call}`)
}
const methodsOf = async (guest: APIRequestContext, { id, token }: { id: string; token: string }) => {
  const page = await (await guest.get(`/api/bookings/${id}/payment`, { params: { token } })).json()
  return (page.methods as { name: string }[]).map(({ name }) => name)
}

test('gateways are edited here and count once they are saved, a failed save keeps the edits [A200, A202, A203, A320]', async ({
  page,
  request,
  guest,
}) => {
  const booked = await book(guest)
  await page.goto('/admin/payments')
  await expect(page.getByRole('heading', { level: 2 })).toContainText(['Bank Transfer', 'Cash on Arrival'])
  const all = await page.getByRole('switch', { name: /^Offer / }).count()
  const on = await page
    .getByRole('switch', { name: /^Offer / })
    .and(page.locator(':checked'))
    .count()
  await expect(page.getByText(`${on} of ${all} enabled`, { exact: true })).toBeVisible()
  await expect(unsaved(page)).toBeHidden()

  const cash = page.getByRole('switch', { name: 'Offer Cash on Arrival' })
  await cash.uncheck()
  const words = page.getByRole('region', { name: 'Cash on Arrival' }).getByRole('textbox')
  const before = await words.inputValue()
  await words.fill('Pay the guide')
  await expect(page.getByText(`${on - 1} of ${all} enabled`, { exact: true })).toBeVisible()
  await expect(unsaved(page)).toBeVisible()
  expect(await methodsOf(guest, booked)).toContain('cash_on_arrival')
  await both(page, 'payments')

  await page.getByRole('link', { name: 'Dashboard' }).click()
  await button(page, 'Keep').click()
  await expect(unsaved(page)).toBeVisible()
  await failing(page, 'payment/admin/saveGateways', async () => {
    await button(page, 'Save All Changes').click()
    await expect(toast(page, 'Failed to save payment gateway settings')).toBeVisible()
  })
  await expect(unsaved(page)).toBeVisible()
  await expect(words).toHaveValue('Pay the guide')

  await button(page, 'Save All Changes').click()
  await expect(toast(page, 'Payment gateway settings saved successfully!')).toBeVisible()
  await expect(unsaved(page)).toBeHidden()
  expect(await methodsOf(guest, booked)).not.toContain('cash_on_arrival')

  const saved = (await (await request.get('/api/admin/payment-gateways')).json()) as { name: string; version: number }[]
  const version = saved.find(({ name }) => name === 'cash_on_arrival')?.version
  const gateways = [{ name: 'cash_on_arrival', version, enabled: true, manual_instructions: before }]
  expect((await request.put('/api/admin/payment-gateways', { data: { gateways } })).ok()).toBe(true)
})

test('a provider’s fields are drawn from its description, and a stored secret is not shown [A201, A206]', async ({
  page,
}) => {
  const field = { input: 'text', isRequired: true, help: null, options: [], value: '' }
  const made = {
    ...{ name: 'made_up', label: 'Made-up Pay', type: 'api', enabled: false, version: 3, manual_instructions: '' },
    ...{ mode: 'live', currency: 'USD', whyNotOffered: 'API Secret is missing', updated_at: new Date().toISOString() },
    ...{ restrictions: [], webhookUrl: null, canTest: false },
    fields: [
      { ...field, name: 'api_key', label: 'API Key', isSecret: true, isSet: true },
      { ...field, name: 'api_secret', label: 'API Secret', isSecret: true, isSet: false },
    ],
  }
  await page.route('**/rpc/payment/admin/gateways', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { json: unknown[] }
    await route.fulfill({ response: answer, json: { ...body, json: [...body.json, made] } })
  })
  let sent: unknown
  await page.route('**/rpc/payment/admin/saveGateways', async (route) => {
    sent = route.request().postDataJSON()
    await route.fulfill({ json: { json: [made] } })
  })
  await page.goto('/admin/payments')
  const card = page.getByRole('region', { name: 'Made-up Pay' })
  await expect(card).toContainText('Charged in USD. Not offered: API Secret is missing.')
  await expect(card.getByLabel('API Key')).toHaveValue('')
  await expect(card.getByLabel('API Key')).toHaveAccessibleDescription(/A value is stored and never shown/)
  await expect(card.getByLabel('API Key')).toHaveAttribute('type', 'password')
  await card.getByLabel('API Secret').fill('s3cret')
  await expect(page.getByRole('region', { name: 'Cash on Arrival' }).getByRole('textbox')).toHaveCount(1)
  await button(page, 'Save All Changes').click()
  await expect(toast(page, 'Payment gateway settings saved successfully!')).toBeVisible()
  expect(sent).toMatchObject({
    json: { gateways: [{ name: 'made_up', version: 3, secrets: { api_secret: 's3cret' } }] },
  })
  expect(JSON.stringify(sent)).not.toContain('api_key')
})

test('bank accounts: samples are never values, an account is kept per currency, a switch offers it [A211, A213, A215, A210]', async ({
  page,
  request,
  guest,
}) => {
  const booked = await book(guest)
  const stored = await (await request.get('/api/admin/bank-accounts')).json()
  const names = ['account_name', 'account_number', 'ifsc', 'upi', 'bank_name', 'branch', 'iban', 'swift']
  const nothing = Object.fromEntries(names.map((name) => [name, '']))
  const emptied = stored.accounts.map(({ currency }: { currency: string }) => ({ currency, ...nothing }))
  await request.put('/api/admin/bank-accounts', { data: { ...stored, updated_at: undefined, accounts: emptied } })

  await page.goto('/admin/bank-settings')
  await expect(field(page, 'Account Name')).toHaveValue('')
  await expect(field(page, 'Account Name')).toHaveAttribute('placeholder', /.+/)
  await button(page, 'Save Bank Settings').click()
  await expect(toast(page, 'Bank settings saved successfully')).toBeVisible()
  expect((await (await request.get('/api/admin/bank-accounts')).json()).accounts).toEqual([])

  await page.getByRole('tab', { name: 'AED' }).click()
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
  for (const [name, value] of Object.entries(given)) await field(page, name).fill(value)
  await button(page, 'Save Bank Settings').click()
  await expect(toast(page, 'Failed to save bank settings')).toBeVisible()
  await expect(field(page, 'IBAN')).toBeFocused()
  await expect(page.getByText('This IBAN is not valid: please compare it digit by digit')).toBeVisible()
  await both(page, 'bank')
  await field(page, 'IBAN').fill('AE07 0331 2345 6789 0123 456')
  await page.getByRole('switch', { name: 'Offer bank transfer' }).uncheck()
  await button(page, 'Save Bank Settings').click()
  await expect(unsaved(page)).toBeHidden()
  expect(await methodsOf(guest, booked)).not.toContain('bank_transfer')
  await page.reload()
  await page.getByRole('tab', { name: /AED/ }).click()
  for (const [name, value] of Object.entries({ ...given, IBAN: 'AE07 0331 2345 6789 0123 456' }))
    await expect(field(page, name)).toHaveValue(value)
  await page.getByRole('switch', { name: 'Offer bank transfer' }).check()
  await button(page, 'Save Bank Settings').click()
  await expect(unsaved(page)).toBeHidden()
  expect(await methodsOf(guest, booked)).toContain('bank_transfer')

  const { version, enabled } = await (await request.get('/api/admin/bank-accounts')).json()
  const aed = stored.accounts.find(({ currency }: { currency: string }) => currency === 'AED')
  const accounts = aed ? stored.accounts : [...stored.accounts, { currency: 'AED', ...nothing }]
  expect((await request.put('/api/admin/bank-accounts', { data: { version, enabled, accounts } })).ok()).toBe(true)
})

test('the mail server is saved, kept secret, tried out and shown in both sections [A216, A217, A218, A219, A220, A222, A223, A231, A232, A233]', async ({
  page,
  request,
  shop,
}) => {
  await page.goto('/admin/email-settings')
  await expect(page.getByRole('tab')).toHaveText(['SMTP Settings', 'Email Templates', 'Test Email'])
  await expect(field(page, 'SMTP Port')).toHaveValue('587')
  await expect(page.getByRole('combobox', { name: 'Encryption' })).toHaveValue('starttls')
  await button(page, 'Save SMTP Settings').click()
  await expect(toast(page, 'SMTP Host, Username, and From Email are required')).toBeVisible()
  await expect(field(page, 'SMTP Host')).toBeFocused()
  const given = {
    'SMTP Host': '127.0.0.1',
    'SMTP Username': 'desk',
    'From Name': 'Noor',
    'From Email': 'desk@noor.example',
  }
  for (const [name, value] of Object.entries(given)) await field(page, name).fill(value)
  await field(page, 'SMTP Port').fill('65536')
  await page.getByLabel('SMTP Password').fill('s3cret-of-the-desk')
  await button(page, 'Save SMTP Settings').click()
  await expect(toast(page, 'Please enter a valid port number (1-65535)')).toBeVisible()
  await expect(field(page, 'SMTP Host')).toHaveValue('127.0.0.1')
  await both(page, 'smtp')
  await field(page, 'SMTP Port').fill('1')
  await page.getByRole('combobox', { name: 'Encryption' }).selectOption('none')
  await failing(page, 'mail/admin/saveEmailSettings', async () => {
    await button(page, 'Save SMTP Settings').click()
    await expect(toast(page, 'Failed to save SMTP settings')).toBeVisible()
  })
  await button(page, 'Save SMTP Settings').click()
  await expect(toast(page, 'SMTP settings saved successfully! You can now send emails.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('SMTP Password')).toHaveValue('')
  await expect(page.getByLabel('SMTP Password')).toHaveAccessibleDescription(/A value is stored and never shown/)

  await page.goto('/admin/settings')
  for (const [name, value] of Object.entries(given)) await expect(field(page, name)).toHaveValue(value)
  await page.goto('/admin/email-settings?tab=test')
  await button(page, 'Send Test Email').click()
  await expect(toast(page, 'Please enter a test email address')).toBeVisible()
  const to = `test-${Date.now()}@noor.example`
  await page.getByRole('textbox', { name: 'Test email address' }).fill(to)
  const asked = page.waitForRequest('**/rpc/mail/admin/sendTest')
  await button(page, 'Send Test Email').click()
  expect((await asked).postDataJSON()).toMatchObject({ json: { to } })
  expect(Object.keys((await asked).postDataJSON().json)).toEqual(['to'])
  await expect(toast(page, 'Failed to send test email')).toBeVisible()
  await expect(page.getByText(/The mail server said: SMTP: /)).toBeVisible()

  const off = { smtp_host: 'x.example', smtp_user: 'x', from_email: 'x@x.example', is_enabled: false }
  expect((await request.put('/api/admin/email-settings', { data: off })).ok()).toBe(true)
  await button(page, 'Send Test Email').click()
  await expect(toast(page, 'Test email sent successfully')).toBeVisible()
  await expect(page.getByText(/it was only written into the data folder/)).toBeVisible()
  expect((await mailTo(shop, to, /^Test email from /)).text).toContain('Your mail settings work.')
  await both(page, 'test email')
})

test('templates are listed, edited with their placeholders, previewed and given back [A225, A226]', async ({
  page,
}) => {
  await page.goto('/admin/email-settings?tab=templates')
  const names = ['booking_confirmation', 'reminder', 'cancellation', 'visa_approval', 'admin_booking_alert']
  for (const name of names) await expect(page.getByRole('button', { name: new RegExp(`^${name}`) })).toBeVisible()
  await page.getByRole('button', { name: /^reminder/ }).click()
  const dialog = page.getByRole('dialog', { name: 'reminder' })
  await expect(dialog.getByRole('switch', { name: /^Send this mail/ })).toBeChecked()
  await expect(dialog.getByRole('button', { name: '{{customer_name}}' })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Soon, {{customer_name}} {{secret}}')
  await dialog.getByRole('button', { name: 'Save Template' }).click()
  await expect(dialog.getByText('There is no value for {{secret}}')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('Soon, {{customer_name}}')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await expect(dialog.getByText('Soon, Asha Rao')).toBeVisible()
  await expect(dialog.frameLocator('iframe').getByText('This is a reminder of your booking.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save Template' }).click()
  await expect(toast(page, 'Template updated successfully')).toBeVisible()
  await dialog.getByRole('button', { name: 'Reset to default' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue(
    'Reminder for booking {{booking_reference}}',
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('settings: rates and pixel are checked, saved alone or together, and nothing reloads [A255, A281, A282, A283, A257, A288]', async ({
  page,
  request,
}) => {
  await page.goto('/admin/settings')
  for (const name of ['Currency settings', 'Exchange rates', 'Facebook pixel', 'SMTP email configuration'])
    await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await field(page, 'Facebook Pixel ID').fill('12ab')
  const rate = field(page, 'INR for 1 USD')
  for (const bad of ['', 'abc', '0', '-5']) {
    await rate.fill(bad)
    await button(page, 'Update Exchange Rate').click()
    await expect(page.getByText('Please enter a valid exchange rate greater than 0')).toBeVisible()
    await expect(rate).toHaveValue(bad)
    await rate.fill('86.5')
  }
  await failing(page, 'settings/admin/save', async () => {
    await button(page, 'Update Exchange Rate').click()
    await expect(toast(page, 'Failed to update exchange rate').first()).toBeVisible()
  })
  await button(page, 'Update Exchange Rate').click()
  await expect(toast(page, 'Exchange rate updated successfully')).toBeVisible()
  expect(await (await request.get('/api/settings')).json()).toMatchObject({ usd_to_inr_rate: '86.5' })
  await expect(field(page, 'Facebook Pixel ID')).toHaveValue('12ab')

  await button(page, 'Save All Settings').click()
  await expect(toast(page, 'Failed to save settings')).toBeVisible()
  await expect(page.getByText('The pixel id has digits only')).toBeVisible()
  await both(page, 'settings')
  await field(page, 'Facebook Pixel ID').fill('123456789012345')
  await page.getByRole('combobox', { name: 'Stripe currency' }).selectOption('GBP')
  await rate.fill('87')
  await button(page, 'Save All Settings').click()
  await expect(toast(page, 'Settings saved successfully')).toBeVisible()
  const { settings, rates } = await (await request.get('/api/admin/settings')).json()
  expect([settings.facebook_pixel_id, settings.stripe_currency, rates.INR]).toEqual(['123456789012345', 'GBP', '87'])
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  const data = { settings: { facebook_pixel_id: '', stripe_currency: 'USD' }, rates: { INR: '86' } }
  expect((await request.put('/api/admin/settings', { data })).ok()).toBe(true)
})

test('content has its four tabs; what is set there, with a logo from the device, is in the shop, and maintenance closes it but for staff [A253, A254, A257, A262, A263]', async ({
  page,
  request,
  guest,
}) => {
  const before = (await (await request.get('/api/admin/settings')).json()).settings
  await page.goto('/admin/content')
  const tabs = ['Site Settings', 'Homepage Sliders', 'Navigation Menus', 'SEO Settings']
  await expect(page.getByRole('tab')).toHaveText(tabs)
  for (const name of ['Site title', 'Logo', 'Site description', 'Contact email', 'Contact phone', 'Address'])
    await expect(field(page, name)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Currency of reports' })).toHaveValue('AED')
  await field(page, 'Site title').fill('Noor Journeys')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Upload picture/ }).click(),
  ])
  await chooser.setFiles(proofFile)
  await expect(field(page, 'Logo')).toHaveValue(/^\/media\//)
  await field(page, 'Contact email').fill('nobody')
  await button(page, 'Save Changes').click()
  await expect(toast(page, 'Error updating settings')).toBeVisible()
  await expect(field(page, 'Contact email')).toBeFocused()
  await both(page, 'site settings')
  await page.getByRole('tab', { name: 'SEO Settings' }).click()
  await button(page, 'Keep').click()
  await field(page, 'Contact email').fill('desk@noor.example')
  await button(page, 'Save Changes').click()
  await expect(toast(page, 'Settings updated successfully')).toBeVisible()
  const shown = await (await guest.get('/tours')).text()
  expect(shown).toContain('Noor Journeys')
  const logo = (await field(page, 'Logo').inputValue()).split('#')[0]
  expect(shown.match(/<img[^>]*alt="Noor Journeys"[^>]*>/)?.[0]).toContain(logo?.replace(/-\d+\.webp$/, ''))

  await page.getByRole('tab', { name: 'SEO Settings' }).click()
  for (const name of ['Meta title', 'Meta description', 'Meta keywords']) await expect(field(page, name)).toBeVisible()
  const seo = { 'Meta title': 'Noor of Dubai', 'Meta description': 'From one house.', 'Meta keywords': 'noor, dunes' }
  for (const [name, value] of Object.entries(seo)) await field(page, name).fill(value)
  await button(page, 'Save Changes').click()
  await expect(unsaved(page)).toBeHidden()
  for (const words of Object.values(seo)) expect(await (await guest.get('/')).text()).toContain(words)
  await page.getByRole('tab', { name: 'Site Settings' }).click()
  const closed = page.getByRole('switch', { name: /^Maintenance mode/ })
  await failing(page, 'settings/admin/save', async () => {
    await closed.click()
    await expect(toast(page, 'Failed to update setting')).toBeVisible()
  })
  await closed.click()
  await expect(page.getByText('The shop is closed to visitors.')).toBeVisible()
  try {
    const shut = await guest.get('/tours')
    expect(shut.status()).toBe(503)
    expect(await shut.text()).toContain('We will be back soon')
    expect((await guest.get('/auth')).status()).toBe(200)
    expect((await request.get('/tours')).status()).toBe(200)
    await page.reload()
    await expect(closed).toBeChecked()
  } finally {
    const { site_title, site_logo, contact_email, meta_title, meta_description, meta_keywords } = before
    const site = { maintenance_mode: false, site_title, site_logo, contact_email }
    const settings = { ...site, meta_title, meta_description, meta_keywords }
    await request.put('/api/admin/settings', { data: { settings } })
  }
  expect((await guest.get('/tours')).status()).toBe(200)
})

/** A second of moving colour, as a browser records it. */
const filmed = (page: Page): Promise<number[]> =>
  page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 })
    const pen = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    const ended = new Promise((resolve) => {
      recorder.ondataavailable = ({ data }) => parts.push(data)
      recorder.onstop = resolve
    })
    recorder.start()
    for (let frame = 0; frame < 20; frame++) {
      pen?.fillRect(frame, 0, 12, 32)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    await ended
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })

test('a film that staff name plays behind the opening of the Umrah list, and one that is missing leaves the picture [C103]', async ({
  page,
  request,
}) => {
  const save = async (hero_video: string) =>
    expect((await request.put('/api/admin/settings', { data: { settings: { hero_video } } })).status()).toBe(200)
  const body = Buffer.from(await filmed(page))
  await page.route('**/films/dunes.webm', (route) => route.fulfill({ contentType: 'video/webm', body }))
  const film = page.locator('video')
  await save('/films/dunes.webm')
  await page.goto('/umrah')
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0)).toBe(true)
  expect(await film.evaluate((video: HTMLVideoElement) => [video.muted, video.loop])).toEqual([true, true])
  await page.getByRole('button', { name: 'Hold the background still' }).click()
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/umrah')
  await expect(page.getByRole('heading', { level: 1, name: 'Umrah packages' })).toBeVisible()
  await expect(film).toHaveCount(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await save('/films/nowhere.webm')
  await page.goto('/umrah')
  await expect(film).toBeHidden()
  await expect(page.locator('main picture img').first()).toBeVisible()
  await save('')
})
