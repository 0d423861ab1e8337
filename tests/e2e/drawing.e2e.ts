// The rendering cost of a page on a slow phone, counted in restyled elements so that the machine's speed does not
// matter.
import type { Page } from '@playwright/test'
import { expect, openAlive, test } from './support/shop.ts'

/** Counts the elements that the browser restyled during `change`. Call it on an idle page. */
async function styledDuring(page: Page, change: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  let styled = 0
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as { name: string; args?: { elementCount?: number } }[])
      if (event.name === 'UpdateLayoutTree') styled += event.args?.elementCount ?? 0
  })
  const ended = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  await session.send('Tracing.start', { transferMode: 'ReportEvents', categories: 'devtools.timeline' })
  await change()
  await session.send('Tracing.end')
  await ended
  return styled
}

const add = (page: Page, into: string, tag: string) =>
  page.evaluate(
    ([into, tag]) => {
      const added = document.createElement(tag ?? '')
      document.querySelector(into ?? '')?.append(added)
      getComputedStyle(added).color
    },
    [into, tag],
  )

const isDrawn = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))

/** Words of the page's own part that continue on another line. */
const brokenWords = (page: Page) =>
  page.evaluate(() => {
    const broken: string[] = []
    const texts = document.createTreeWalker(document.querySelector('main') as Element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      for (const { index, 0: word } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word)
      }
    }
    return broken
  })

test('a page that is alive is drawn as a whole; home takes six screens of a phone and breaks no word; what is added is styled, and not the page; a reload keeps the place [C011]', async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  const all = await page.evaluate(() => document.querySelectorAll('#shop *').length)
  expect(all).toBeGreaterThan(500)
  // Control: a class on the root restyles the whole page.
  const whole = await styledDuring(page, () =>
    page.evaluate(() => {
      document.documentElement.style.setProperty('font-style', 'italic')
      getComputedStyle(document.querySelector('footer a') as Element).fontStyle
    }),
  )
  expect(whole).toBeGreaterThan(all / 2)
  for (const [into, tag] of [
    ['body', 'div'],
    ['.page', 'dialog'],
    ['main', 'input'],
    ['header', 'svg'],
  ] as const)
    expect(await styledDuring(page, () => add(page, into, tag)), `${tag} into ${into}`).toBeLessThan(all / 5)

  await page.setViewportSize({ width: 360, height: 800 })
  expect(await isDrawn(page, 'footer a')).toBe(true)
  expect(await page.locator('[data-later]').count()).toBe(0)
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6 * 800)
  expect(await brokenWords(page)).toEqual([])
  await page.setViewportSize({ width: 320, height: 740 })
  expect(await brokenWords(page)).toEqual([])
  const trust = page.locator('#trust')
  await trust.scrollIntoViewIfNeeded()
  const before = await trust.boundingBox()
  await page.reload()
  await expect.poll(async () => Math.abs((await trust.boundingBox())!.y - before!.y)).toBeLessThan(3)
})

test.describe('before the scripts are there', () => {
  test.use({ isEarly: true, viewport: { width: 360, height: 740 } })
  test('what lies below the first screen is drawn when it comes near', async ({ page }) => {
    await page.route(/\/assets\/.*\.js/, (route) => route.abort())
    await page.goto('/')
    expect(await isDrawn(page, 'main h1')).toBe(true)
    expect(await isDrawn(page, 'footer a')).toBe(false)
    await page.locator('footer').scrollIntoViewIfNeeded()
    await expect.poll(() => isDrawn(page, 'footer a')).toBe(true)
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })
  test('all of a page is drawn, and no height guessed', async ({ page }) => {
    await page.goto('/')
    expect(await isDrawn(page, 'footer a')).toBe(true)
  })
})

/** Of each card of a row: the room between its text and its price, in px. */
const holesOf = (page: Page, row: string) =>
  page.locator(row).evaluate((list) =>
    [...list.querySelectorAll('.pass-body')].map((body) => {
      const end = body.lastElementChild?.getBoundingClientRect().bottom ?? 0
      return Math.round(body.getBoundingClientRect().bottom - end - Number.parseFloat(getComputedStyle(body).padding))
    }),
  )

test('cards of several kinds in one row of home leave no hole under a short one', async ({ page }) => {
  await openAlive(page, '/')
  for (const width of [360, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const row = 'ul[aria-labelledby=trending]'
    await page.locator(row).scrollIntoViewIfNeeded()
    await expect.poll(async () => Math.max(...(await holesOf(page, row))), `at ${width} px`).toBeLessThan(80)
  }
})
