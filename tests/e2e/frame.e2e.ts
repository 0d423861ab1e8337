// The page frame: header, drawer, bars, help and footer; and navigation between pages.
import type { Page } from '@playwright/test'
import { safari } from './support/bookings.ts'
import { expect, openAlive, test } from './support/shop.ts'

const menu = [
  ['Tours', '/tours'],
  ['Packages', '/packages'],
  ['Umrah', '/umrah'],
  ['Visa', '/visa'],
  ['Tickets', '/tickets'],
  ['Transfers', '/transfers'],
  ['OK to Board', '/ok-to-board'],
  ['Track', '/booking-tracker'],
] as const

/** Headings, fields and buttons that lie below the visible help button. */
const coveredByHelp = (page: Page) =>
  page.evaluate(() => {
    const body = document.querySelector('.help-body') as Element
    if (getComputedStyle(body).opacity === '0') return []
    const own = body.getBoundingClientRect()
    return [...document.querySelectorAll('main :is(a:not(.card-link), button, input, select, textarea, h1, h2, h3)')]
      .filter((each) => {
        const { left, right, top, bottom, width } = each.getBoundingClientRect()
        return width > 1 && left < own.right && own.left < right && top < own.bottom && own.top < bottom
      })
      .map(({ tagName, textContent }) => `${tagName} ${textContent}`)
  })

test.describe('what every page stands in', () => {
  test('header: its links, signing in, a ground that closes after 50 px; in a low window it moves away [C013, C014, C017]', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openAlive(page, '/')
    const header = page.getByRole('banner')
    for (const [name, href] of menu)
      await expect(header.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    await expect(header.getByRole('link', { name: 'Sign In' })).toHaveAttribute('href', '/login')
    await expect(header.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/register')
    const opacity = () =>
      header.evaluate((element) => {
        const alpha = /[,/]\s*([\d.]+)\)$/.exec(getComputedStyle(element).backgroundColor)?.[1]
        return alpha === undefined ? 1 : Number(alpha)
      })
    await expect.poll(opacity).toBeLessThan(0.8)
    await page.mouse.wheel(0, 45)
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(45)
    expect(await opacity()).toBeLessThan(0.8)
    await page.mouse.wheel(0, 10)
    await expect.poll(opacity).toBeGreaterThan(0.9)
    await page.mouse.wheel(0, -55)
    await expect.poll(opacity).toBeLessThan(0.8)

    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    await expect(header).toBeInViewport()
    await page.setViewportSize({ width: 640, height: 400 })
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    await expect(header).not.toBeInViewport()
  })

  test('drawer: the links again, each with a sentence; Escape gives the focus back [C018]', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/')
    const opener = page.getByRole('button', { name: 'Open menu' })
    await opener.click()
    const drawer = page.getByRole('dialog')
    for (const [name, href] of menu) {
      const link = drawer.getByRole('link', { name: new RegExp(`^${name}`) })
      await expect(link).toHaveAttribute('href', href)
      expect((await link.innerText()).length).toBeGreaterThan(name.length + 10)
    }
    await expect(drawer.getByRole('link', { name: 'Sign In' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(drawer).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('the pictures of an item that one goes to have texts of their own [C043]', async ({ page }) => {
    await openAlive(page, '/tours')
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Evening Desert Safari/ })
      .first()
      .click()
    await expect(page.getByRole('img', { name: 'Two camels on a dune in golden light' })).toBeAttached()
  })

  test('bottom navigation: five places, the open one marked; gone where a price bar is; pictures open large; help stays dismissed [C030, C031, C032, C043]', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/tours')
    const nav = page.getByRole('navigation', { name: 'Main pages' })
    for (const [name, href] of [
      ['Home', '/'],
      ['Tours', '/tours'],
      ['Visas', '/visas'],
      ['Ok to Board', '/ok-to-board'],
      ['Support', '/contact'],
    ] as const)
      await expect(nav.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
    await expect(nav.locator('[aria-current]')).toHaveText('Tours')
    const [above, below] = [
      await page.getByRole('complementary', { name: 'Need Help?' }).boundingBox(),
      await nav.boundingBox(),
    ]
    expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y + 1)
    await nav.getByRole('link', { name: 'Support' }).click()
    await expect(page).toHaveURL(/\/contact$/)
    await expect(nav.locator('[aria-current]')).toHaveText('Support')
    for (const top of [0, 300, 600, 900]) {
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
      await expect.poll(() => coveredByHelp(page), `at ${top} px`).toEqual([])
    }
    await expect(page.getByText('Need Help?').first()).not.toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('complementary').getByRole('link', { name: 'Need Help?' })).toHaveCount(1)
    await page.goto(`/tours/${safari}`)
    await expect(nav).toBeHidden()
    const help = page.getByRole('complementary', { name: 'Need Help?' })
    await expect(help.getByRole('link', { name: 'Need Help?' })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\d+\?text=\w/,
    )
    const [helpBox, bar] = [await help.boundingBox(), await page.locator('[data-price-bar]').boundingBox()]
    expect(helpBox!.x).toBeLessThan(60)
    expect(helpBox!.y + helpBox!.height).toBeLessThanOrEqual(bar!.y + 1)
    await page.getByRole('link', { name: /^Open picture 1 of/ }).click()
    await expect(page.getByRole('dialog')).toContainText(/Picture 1 of \d/)
    await page.keyboard.press('ArrowRight')
    await expect(page.getByRole('dialog')).toContainText(/Picture 2 of \d/)
    const captions = await page.getByRole('dialog').locator('figcaption').allTextContents()
    expect(captions).toContain('Two camels on a dune in golden light')
    expect(new Set(captions).size).toBe(captions.length)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.getByRole('link', { name: /^Open picture 1 of/ })).toBeFocused()
    await help.getByRole('button').press('Enter')
    await expect(help).toBeHidden()
    await page.goto('/about', { waitUntil: 'networkidle' })
    await expect(help).toBeHidden()

    // Home lists what was viewed, until it is cleared.
    await page.goto('/')
    const viewed = page.getByRole('region', { name: 'Recently viewed' })
    await expect(viewed.getByRole('article').getByRole('link')).toHaveAttribute('href', `/tours/${safari}`)
    await viewed.getByRole('button', { name: 'Clear list' }).click()
    await expect(viewed).toBeHidden()
    await page.reload({ waitUntil: 'networkidle' })
    await expect(viewed).toBeHidden()
  })
})

test('a new page begins at its top, and the way back ends where one was [C010, C011]', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/tours', { waitUntil: 'networkidle' })
  const last = page.getByRole('article').last().getByRole('link')
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => scrollY)
  expect(before).toBeGreaterThan(300)
  await last.click()
  await expect(page).toHaveURL(/\/tours\/.+/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/tours$/)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(before)
})

test('without reduced motion the page glides to its top [C010]', async ({ page }) => {
  await page.goto('/tours', { waitUntil: 'networkidle' })
  const last = page.getByRole('article').last().getByRole('link')
  await last.scrollIntoViewIfNeeded()
  const start = await page.evaluate(() => {
    const seen: number[] = []
    addEventListener('scroll', () => seen.push(scrollY))
    Object.assign(window, { seen })
    return scrollY
  })
  await last.click()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen)
  // A busy machine draws few frames of it; a jump has none on the way.
  expect(seen.filter((top) => top > 0 && top < start)).not.toEqual([])
})

test("home loads the scripts of neither payment nor back office, and a page's own when it is opened [C012, C304]", async ({
  page,
}) => {
  const loaded: string[] = []
  page.on('response', async (response) => {
    if (/\.js(\?|$)/.test(response.url())) loaded.push(await response.text().catch(() => ''))
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(loaded.length).toBeGreaterThan(1)
  const holds = (text: string) => loaded.some((code) => code.includes(text))
  expect(holds('Complete Your Payment')).toBe(false)
  expect(holds('Pending Verification')).toBe(false)
  expect(holds('Verifying admin access')).toBe(false)
  await page.goto('/booking-payment', { waitUntil: 'networkidle' })
  expect(holds('Complete Your Payment')).toBe(true)
  expect(loaded.join()).not.toMatch(/postgres(ql)?:\/\/|supabase|service_role|DATABASE_URL|SECRET_KEY/i)
})

test("the visitor's currency: chosen once, marked where converted, kept, and drawn by the server [C292, C295, C296, D172]", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/tours')
  const price = page.getByRole('article').filter({ hasText: 'Evening Desert Safari' }).locator('.price')
  await expect(price).toContainText('$55')
  await expect(price).not.toContainText('≈')
  await page.getByRole('button', { name: /^Currency/ }).click()
  await page.getByRole('radio', { name: /Indian rupee/ }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(price).toContainText('≈ ₹4,730')
  await page.reload()
  await expect(price).toContainText('≈ ₹4,730')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('From (INR)').fill('4,730')
  await page.getByLabel('To (INR)').fill('4730')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Show \d/ })
    .click()
  await expect(price).toContainText('≈ ₹4,730')
  await page.getByRole('button', { name: /^Currency/ }).click()
  await page.getByRole('radio', { name: /US dollar/ }).click()
  await expect(page).toHaveURL(/\?priceFrom=55&priceTo=55$/)
  await expect(price).toContainText('$55')
  await page.goto(`/tours/${safari}/booking`)
  await expect(page.getByText('$55.00').first()).toBeVisible()
})

test('messages lie over an open dialog and are dismissed there by hand and by key; a success gives way to the focus [C339]', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  // Disable the four-second timer of toasts, so that none disappears during the check.
  await page.addInitScript(() => {
    const { setTimeout: later } = window
    window.setTimeout = ((run: () => void, milliseconds?: number) =>
      milliseconds === 4_000 ? 0 : later(run, milliseconds)) as typeof setTimeout
  })
  let isCut = true
  await page.route('**/rpc/content/sendEnquiry', (route) => (isCut ? route.abort() : route.continue()))
  await openAlive(page, '/contact')
  for (const [label, text] of [
    ['Name', 'Farida Siddiqui'],
    ['Email', 'farida@example.com'],
    ['Phone', '+91 98200 55512'],
    ['Subject', 'A room near the metro'],
    ['Message', 'Two adults, please.'],
  ] as const)
    await page.getByRole('textbox', { name: label, exact: true }).fill(text)
  const send = page.getByRole('button', { name: 'Send message' })
  const toast = page.locator('.toast')
  const menuButton = page.getByRole('button', { name: 'Open menu' })
  const drawer = page.getByRole('dialog')
  const dismiss = page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss message' })

  await send.click()
  await expect(toast).toContainText('Your message was not sent')
  await menuButton.focus()
  await page.keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  // Toasts must not cover the title or the close button.
  const title = await drawer.getByRole('heading', { name: 'Menu' }).boundingBox()
  const titleEnd = (title?.y ?? Infinity) + (title?.height ?? 0)
  await expect.poll(async () => (await toast.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(titleEnd)
  await drawer.getByRole('button', { name: 'Close menu' }).click({ trial: true })
  await dismiss.click()
  await expect(toast).toHaveCount(0)
  await expect(drawer).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()

  await send.click()
  await expect(toast).toContainText('Your message was not sent')
  await menuButton.focus()
  await page.keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  await expect(async () => {
    await page.keyboard.press('Tab')
    await expect(dismiss).toBeFocused({ timeout: 50 })
  }).toPass({ intervals: [0] })
  await page.keyboard.press('Enter')
  await expect(toast).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(menuButton).toBeFocused()

  // Errors never disappear by themselves, even when they cover something.
  await send.click()
  await expect(toast).toContainText('Your message was not sent')
  const covered = page.getByRole('textbox', { name: 'Email', exact: true })
  const focusCovered = async () => {
    await page.getByRole('textbox', { name: 'Phone', exact: true }).focus()
    await covered.evaluate((field) => {
      scrollBy({ top: field.getBoundingClientRect().top - 100, behavior: 'instant' })
    })
    await page.keyboard.press('Shift+Tab')
    await expect(covered).toBeFocused()
  }
  await focusCovered()
  await expect(toast).toContainText('Your message was not sent')

  isCut = false
  await send.click()
  await expect(toast).toHaveText(/Message Sent!/)
  await page.keyboard.press('Tab')
  await expect(toast).toHaveText(/Message Sent!/)
  await focusCovered()
  await expect(toast).toHaveCount(0)
})
