import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/**
 * axe takes most of the time of many tests. By default each page is examined in one width and scheme, derived from the
 * name so that all combinations occur; `npm run e2e -- --full` examines every page in all of them.
 */
export function examined<Look>(looks: readonly Look[], name: string): readonly Look[] {
  if (process.env.E2E_FULL) return looks
  const sum = [...name].reduce((all, character) => all + character.charCodeAt(0), 0)
  return looks.filter((_, index) => index === sum % looks.length)
}
export const schemes = ['light', 'dark'] as const

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Milliseconds. Animations never finish on a page that is not rendered, such as one in the background. */
const restMs = 3_000
/**
 * Whether colour transitions have finished; axe would judge their intermediate colours. Ignores infinite animations.
 */
const coloursRest = (): boolean =>
  !document.getAnimations().some(({ playState, timeline, effect }) => {
    const isEnding = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    return playState === 'running' && timeline === document.timeline && isEnding
  })

const untilAtRest = (page: Page) => page.waitForFunction(coloursRest, undefined, { timeout: restMs }).catch(() => null)

/**
 * Runs axe (WCAG A, AA, 2.2 and best practices) on the page, or only on `within`, and checks for horizontal scrolling.
 * Returns a line per fault. In the back office accessible names must contain the visible text; axe has that rule off by
 * default. `page-tests/label-in-name.test.ts` checks it for the storefront.
 */
export async function faultsOf(page: Page, within?: string): Promise<string[]> {
  await untilAtRest(page)
  // Our pages have no frames, so axe need not open a page to merge results. Passed rules need no node details. Together
  // this saves three quarters of axe's time.
  const rules = { 'label-content-name-mismatch': { enabled: /^\/admin(\/|$)/.test(new URL(page.url()).pathname) } }
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'], rules })
    .withTags(tags)
    .setLegacyMode()
  if (within) axe.include(within)
  const { violations } = await axe.analyze().then(async (result) => {
    if (!result.violations.some(({ id }) => id === 'color-contrast')) return result
    // A button may have changed its colour meanwhile, such as one that an answer enabled.
    await untilAtRest(page)
    return axe.analyze()
  })
  const faults = violations.map(({ id, help, nodes }) => {
    const targets = nodes.map((node) => node.target.join(' '))
    return `${id}: ${help} - ${targets.slice(0, 3).join(', ')}`
  })
  return [...faults, ...(await beyondOf(page))]
}

export async function beyondOf(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return beyond > 0 ? [`scrolls ${beyond} px sideways`] : []
}

export const expectAccessible = async (page: Page, name: string): Promise<void> =>
  expect(await faultsOf(page), name).toEqual([])

export async function expectAccessibleInBothSchemes(page: Page, name: string): Promise<void> {
  for (const colorScheme of examined(schemes, name)) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, `${name}, ${colorScheme}`)
  }
}

export const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const
const onTop = 'dialog[data-on-top]'
/** Marks the topmost dialog and returns its selector; undefined without a dialog. */
async function topDialog(page: Page): Promise<string | undefined> {
  const isOpen = await page.evaluate(() => {
    const open = [...document.querySelectorAll('dialog[open]')]
    for (const each of open) each.toggleAttribute('data-on-top', each === open.at(-1))
    return open.length > 0
  })
  return isOpen ? onTop : undefined
}

/**
 * The faults of the current view on a light desktop and on a dark phone: of the page, or of the open dialog and its
 * size.
 */
export async function faultsByDayAndNight(page: Page, name: string): Promise<string[]> {
  const allFaults: string[] = []
  for (const look of looks) {
    const { width, height, colorScheme } = look
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // A dialog that was just opened still moves.
    await untilAtRest(page)
    const isExamined = examined(looks, name).includes(look)
    const own = isExamined ? faultsOf(page, await topDialog(page)) : beyondOf(page)
    const faults = [...(await own), ...(await page.evaluate(cutOff))]
    allFaults.push(...faults.map((fault) => `${name}, ${width} px, ${colorScheme}: ${fault}`))
  }
  await page.setViewportSize(looks[0])
  return allFaults
}

/** Faults of a dialog that scrolls sideways or exceeds the window. */
function cutOff(): string[] {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!dialog) return []
  const boxes = [dialog, ...dialog.querySelectorAll('.dialog-head button, .dialog-foot > *')].map((each) => [
    each.getAttribute('aria-label') ?? each.textContent?.trim().slice(0, 30),
    each.getBoundingClientRect(),
  ]) as [string, DOMRect][]
  // Exclude the page's scroll bar, which the dialog covers.
  const { clientWidth } = document.documentElement
  const outside = boxes
    .filter(([, box]) => box.left < 0 || box.top < 0 || box.right > clientWidth || box.bottom > innerHeight)
    .map(([name]) => `${name} is outside of the window`)
  const body = dialog.querySelector('.dialog-body')
  const isWide = body !== null && body.scrollWidth > body.clientWidth
  return isWide ? [...outside, 'its dialog scrolls sideways'] : outside
}

export const expectAccessibleByDayAndNight = async (page: Page, name: string): Promise<void> =>
  expect(await faultsByDayAndNight(page, name)).toEqual([])
