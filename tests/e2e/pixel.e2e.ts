// The advertising pixel: consent, private pages and failures; and the shop without a network.
import type { Browser, BrowserContextOptions, Page } from '@playwright/test'
import { otherBrowser } from './support/alive.ts'
import { expectAccessible } from './support/axe.ts'
import { newEmail, safari } from './support/bookings.ts'
import type { Meta } from './support/meta.ts'
import { ownAddress, type RunningShop } from './support/shop.ts'
import { expect, metaToken, test } from './support/suppliers.ts'
import { bookByMouse, type Trip } from './support/trips.ts'

const pixelId = '123456789012'
/** Sets the pixel ID like the settings page; the shop ignores an invalid one. */
async function setPixel(shop: RunningShop, id: string): Promise<void> {
  await shop.inDatabase(async (client) => {
    await client.query(
      `insert into settings (setting_key, setting_value, updated_at) values ('facebook_pixel_id', $1, now())
       on conflict (setting_key) do update set setting_value = excluded.setting_value`,
      [JSON.stringify(id)],
    )
    await client.query(`select pg_notify('safar_cache', '["settings"]')`)
  })
  const isId = /^\d*$/.test(id)
  const shown = async () => (await (await fetch(`${shop.url}/api/settings`)).json()).facebook_pixel_id
  await expect.poll(shown).toBe(isId ? id : '')
}
test.beforeEach(async ({ meta, shop }) => {
  await setPixel(shop, pixelId)
  for (const list of [meta.reports, meta.events, meta.requests]) list.length = 0
})
test.afterEach(async ({ shop }) => setPixel(shop, ''))

async function visit(
  browser: Browser,
  shop: RunningShop,
  { agreed, ...more }: { agreed?: boolean } & BrowserContextOptions = {},
): Promise<Page> {
  const context = await otherBrowser(browser, {
    baseURL: shop.url,
    extraHTTPHeaders: { 'x-forwarded-for': ownAddress(newEmail()) },
    ...more,
  })
  if (agreed) await context.addCookies([{ name: 'safar_consent', value: 'yes', url: shop.url }])
  return context.newPage()
}
const question = (page: Page) => page.getByRole('region', { name: 'Advertising' })
const eventsOf = (meta: Meta) =>
  meta.reports.map(({ call: [command, ...rest] }) => (command === 'track' ? rest[0] : `${command} ${rest.join(' ')}`))
const scriptsOf = (page: Page) =>
  page.evaluate(() => [
    ...new Set([...document.scripts].filter(({ src }) => src !== '').map(({ src }) => new URL(src).origin)),
  ])

test('nothing is loaded before consent or after a refusal, and the footer asks anew [C323, A290]', async ({
  browser,
  meta,
  shop,
}) => {
  const page = await visit(browser, shop, { viewport: { width: 360, height: 740 } })
  await page.goto('/')
  await expect(question(page)).toContainText('Nothing is sent to Meta unless you agree.')
  await expectAccessible(page, 'the question')
  const [no, yes] = [question(page).getByRole('button').first(), question(page).getByRole('button').last()]
  const [noBox, yesBox] = [await no.boundingBox(), await yes.boundingBox()]
  expect([noBox?.width, noBox?.height, noBox?.y]).toEqual([yesBox?.width, yesBox?.height, yesBox?.y])
  const bar = await page.getByRole('navigation', { name: 'Main pages' }).boundingBox()
  const box = await question(page).boundingBox()
  const help = await page.getByRole('complementary', { name: 'Need Help?' }).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1)
  expect((help?.y ?? 0) + (help?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + 1)

  await page.goto('/tours')
  await expect(question(page)).toBeVisible()
  await no.focus()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'safar_consent')
  expect(cookie).toMatchObject({ value: 'no', sameSite: 'Lax', path: '/' })
  expect((cookie?.expires ?? 0) / 86_400 - Date.now() / 86_400_000).toBeCloseTo(180, 0)
  // An ad click ID must not be stored before consent either.
  await page.goto('/tours?fbclid=IwAR2-a_click')
  await page.getByRole('link', { name: 'Evening Desert Safari with BBQ Dinner', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Evening Desert Safari with BBQ Dinner')
  await expect(question(page)).toBeHidden()
  expect(meta.requests).toEqual([])
  const kept = () => page.evaluate(() => document.cookie + JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(await kept()).not.toMatch(/_fb|a_click/)

  await page.getByRole('button', { name: 'Ad settings' }).click()
  await expect(question(page)).toBeFocused()
  await yes.click()
  await expect
    .poll(() => eventsOf(meta))
    .toEqual([`set autoConfig false ${pixelId}`, `init ${pixelId}`, 'PageView', 'ViewContent'])
  expect(await kept()).toMatch(/\b_fbc=fb\.1\.\d{13}\.IwAR2-a_click\b/)

  await page.getByRole('button', { name: 'Ad settings' }).click()
  await Promise.all([page.waitForEvent('load'), no.click()])
  await expect(page.getByRole('complementary', { name: 'Need Help?' })).toBeVisible()
  expect(await scriptsOf(page)).toEqual([shop.url])
  const names = (await page.context().cookies()).map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('_fb'))).toEqual([])
  await page.context().close()
})

test('with consent pages, items and bookings are told, with their own price, and no person is [C325, C326, C327, C328, C330, A289]', async ({
  browser,
  meta,
  shop,
}) => {
  const page = await visit(browser, shop, { agreed: true })
  const hosts = new Set<string>()
  page.context().on('request', (request) => hosts.add(new URL(request.url()).origin))
  await page.goto('/')
  await expect.poll(() => eventsOf(meta).length).toBe(3)
  const trip: Trip = {
    menu: 'Tours',
    search: 'desert',
    title: 'Evening Desert Safari with BBQ Dinner',
    days: 6,
    time: '03:00 PM',
    pickup: true,
    total: '$55.00',
  }
  await page.getByRole('banner').getByRole('link', { name: 'Tours', exact: true }).click()
  // The home page is still in the DOM and may link the same tour.
  await expect.poll(() => eventsOf(meta).slice(2)).toEqual(['PageView', 'PageView'])
  await page.getByRole('link', { name: trip.title, exact: true }).click()
  await expect.poll(() => eventsOf(meta).slice(2)).toEqual(['PageView', 'PageView', 'PageView', 'ViewContent'])
  const email = newEmail()
  await bookByMouse(page, trip, email)
  await expect.poll(() => eventsOf(meta).at(-1)).toBe('AddToCart')
  const { service } = await (await page.request.get(`/api/services/tour/${safari}`)).json()
  const own = { content_ids: [service.id], value: service.from.minor / 100, currency: service.from.currency }
  const contents = meta.reports
    .map(({ call }) => call)
    .filter(([, name]) => name === 'ViewContent' || name === 'AddToCart')
  expect(contents.map(([, , facts]) => facts)).toMatchObject([own, own])

  // The payment page is a separate document without the script, and its policy forbids the script.
  expect(await scriptsOf(page)).toEqual([shop.url])
  expect(await page.evaluate(() => 'fbq' in window)).toBe(false)
  const bookingId = new URL(page.url()).searchParams.get('bookingId')
  const token = new URL(page.url()).searchParams.get('token') ?? ''
  await page.getByRole('radio', { name: /Sandbox card/ }).check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page).toHaveURL(/booking-confirmation/)
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
  await page.reload()
  expect(await scriptsOf(page)).toEqual([shop.url])
  await expect.poll(() => meta.events.map(({ event_name }) => event_name)).toEqual(['InitiateCheckout', 'Purchase'])
  const { final_amount: final, booking_reference } = await (
    await page.request.get(`/api/bookings/${bookingId}?token=${encodeURIComponent(token)}`)
  ).json()
  const paid = { event_id: booking_reference, custom_data: { value: final.minor / 100, currency: final.currency } }
  expect(meta.events).toMatchObject([paid, paid])

  // Back on a public page: it reports again, without the private page as referrer.
  const before = meta.reports.length
  await page.getByRole('contentinfo').getByRole('link', { name: 'Tours', exact: true }).first().click()
  await expect.poll(() => eventsOf(meta).slice(before).at(-1)).toBe('PageView')
  expect([...hosts].sort()).toEqual([meta.origin, shop.url].sort())
  const everything = meta.requests.join('\n')
  for (const secret of [email, '98123', 'Ria', token, encodeURIComponent(token)])
    expect(everything).not.toContain(secret)
  expect(
    meta.requests.filter((request) => request.includes(metaToken)).every((request) => /^\/v\d+\.0\//.test(request)),
  ).toBe(true)
  expect(meta.reports.some(({ call: [, name] }) => name === 'Purchase' || name === 'InitiateCheckout')).toBe(false)
  await page.context().close()
})

test('an application is begun with AddToCart, in a document that nobody else sees [C326]', async ({
  browser,
  meta,
  shop,
}) => {
  const page = await visit(browser, shop, { agreed: true })
  await page.goto('/visas')
  await page.locator('.card-link').first().click()
  await expect.poll(() => eventsOf(meta).at(-1)).toBe('ViewContent')
  await page.getByRole('button', { name: 'Apply Now' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect.poll(() => eventsOf(meta).at(-1)).toBe('AddToCart')
  expect(await scriptsOf(page)).toEqual([shop.url])
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.context().close()
})

test('a pixel that does not start is not noticed; without an id, or with a wrong one, there is none [C324, C329, A290]', async ({
  browser,
  meta,
  shop,
}) => {
  const page = await visit(browser, shop, { agreed: true })
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  let isAsked = false
  await page.route(`${meta.origin}/**`, (route) => {
    isAsked = true
    return route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("out of order")' })
  })
  await page.goto(`/tours/${safari}`)
  await expect.poll(() => isAsked).toBe(true)
  await page.getByRole('banner').getByRole('link', { name: 'Tours', exact: true }).click()
  await expect(page).toHaveURL(/\/tours$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tours')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect.poll(() => faults).toEqual(['out of order'])

  for (const id of ['', "1'); alert(1)//"]) {
    await setPixel(shop, id)
    isAsked = false
    const answer = await page.goto('/')
    await expect(page.getByRole('complementary', { name: 'Need Help?' })).toBeVisible()
    expect(answer?.headers()['content-security-policy']).not.toContain(meta.origin)
    await expect(page.getByRole('button', { name: 'Ad settings' })).toBeHidden()
    expect(isAsked).toBe(false)
  }
  await page.context().close()
})

test('without a network there is a page of our own, and a way back', async ({ browser, shop }) => {
  const page = await visit(browser, shop, { serviceWorkers: 'allow' })
  await page.goto('/')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.reload()
  const manifest = await (await page.request.get('/site.webmanifest')).json()
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/', theme_color: '#2563eb' })
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status(), src).toBe(200)
  await page.context().setOffline(true)
  await page.goto('/tours')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are offline')
  await expectAccessible(page, 'the offline page')
  // The service worker must not cache private pages.
  const other = await page.context().newPage()
  await expect(other.goto('/booking-confirmation?bookingId=x')).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  // A page in the background is drawn late.
  await other.close()
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('You are offline')
  await expect(page).toHaveURL(/\/tours$/)
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(0)
  await page.context().close()
})
