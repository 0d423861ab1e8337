import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** A page that is not drawn, such as one behind another, comes to no end by itself. */
const restMs = 3_000
/** A colour on its way to another one is nobody's to judge; what moves for ever, such as a drift, is not waited for. */
const coloursRest = (): boolean =>
  !document.getAnimations().some(({ playState, timeline, effect }) => {
    const isEnding = effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
    return playState === 'running' && timeline === document.timeline && isEnding
  })

/**
 * What axe finds (WCAG A, AA, 2.2 and best practices), in the whole page or `within` a part of it, and whether the page
 * scrolls sideways: a line for each.
 */
export async function faultsOf(page: Page, within?: string): Promise<string[]> {
  await page.waitForFunction(coloursRest, undefined, { timeout: restMs }).catch(() => null)
  // Our pages have no frames, so axe need not open a page of its own to put the parts together; and what is in order
  // need not be told node by node. Together that is three quarters of its time.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(tags)
    .setLegacyMode()
  if (within) axe.include(within)
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, help, nodes }) => {
    const targets = nodes.map((node) => node.target.join(' '))
    return `${id}: ${help} - ${targets.slice(0, 3).join(', ')}`
  })
  return [...found, ...(await beyondOf(page))]
}

/** Whether the page scrolls sideways. */
export async function beyondOf(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return beyond > 0 ? [`scrolls ${beyond} px sideways`] : []
}

/** axe finds nothing, and nothing scrolls sideways. */
export const expectAccessible = async (page: Page, name: string): Promise<void> =>
  expect(await faultsOf(page), name).toEqual([])

const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 360, height: 740, colorScheme: 'dark' },
] as const
const onTop = 'dialog[data-on-top]'
/** The dialog above all others, marked so that it is found; undefined where the page itself is shown. */
async function topDialog(page: Page): Promise<string | undefined> {
  const isOpen = await page.evaluate(() => {
    const open = [...document.querySelectorAll('dialog[open]')]
    for (const each of open) each.toggleAttribute('data-on-top', each === open.at(-1))
    return open.length > 0
  })
  return isOpen ? onTop : undefined
}

/**
 * What is wrong with what is shown now, on a desk by day and on a phone by night: faultsOf the page, or of the dialog
 * that lies on it, and a dialog that does not fit.
 */
export async function faultsByDayAndNight(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const { width, height, colorScheme } of looks) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const faults = [...(await faultsOf(page, await topDialog(page))), ...(await page.evaluate(cutOff))]
    found.push(...faults.map((fault) => `${name}, ${width} px, ${colorScheme}: ${fault}`))
  }
  await page.setViewportSize(looks[0])
  return found
}

/** What a dialog would have to be pushed sideways for, and a dialog or its buttons outside of the window. */
function cutOff(): string[] {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  if (!dialog) return []
  const boxes = [dialog, ...dialog.querySelectorAll('.dialog-head button, .dialog-foot > *')].map((each) => [
    each.getAttribute('aria-label') ?? each.textContent?.trim().slice(0, 30),
    each.getBoundingClientRect(),
  ]) as [string, DOMRect][]
  // Without the scroll bar of the page behind it, which lies above the dialog.
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
