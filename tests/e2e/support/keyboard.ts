import { expect, type Locator, type Page } from '@playwright/test'

type Role = Parameters<Page['getByRole']>[0]

/** Describes why the focused element is hidden or unmarked; '' if it is fine. */
function focusFault(): string {
  const element = document.activeElement
  // After the last element the focus moves to the browser itself.
  if (!element || element === document.body) return ''
  const name = `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}"`
  // Browser-internal parts, such as a date's calendar button, have the browser's own focus ring.
  if (!element.matches(':focus')) return ''
  // A visually hidden control shows its focus on its label; a card's link on its card.
  const isDrawn = (each: Element | null): boolean => {
    if (!each || each === document.body) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(each)
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2) || isDrawn(each.parentElement)
  }
  if (!isDrawn(element)) return `${name}: no focus outline`
  const own = element.getBoundingClientRect()
  const shown = own.width < 4 || own.height < 4 ? (element.closest('label') ?? element) : element
  const box = shown.getBoundingClientRect()
  const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)]
  const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)]
  if (right <= left || bottom <= top) return `${name}: outside of the window`
  const label = element.closest('label')
  const covers = [0.2, 0.5, 0.8].flatMap((across) => {
    const at = document.elementFromPoint(left + (right - left) * across, (top + bottom) / 2)
    const isOwn = at !== null && (shown.contains(at) || at.contains(shown) || Boolean(label?.contains(at)))
    return isOwn ? [] : [`${at?.tagName}.${at?.className}`]
  })
  return covers.length > 1 ? `${name}: covered by ${covers[0]}` : ''
}

/** Expects a visible focus: outlined, in the window and not covered (WCAG 2.4.7, 2.4.11). */
export async function expectVisibleFocus(page: Page): Promise<void> {
  if ((await page.evaluate(focusFault)) === '') return
  // The window may still be scrolling to the focused element.
  await expect.poll(() => page.evaluate(focusFault), { intervals: [20, 50, 100, 200], timeout: 3_000 }).toBe('')
}

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))

async function step(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  await expectVisibleFocus(page)
}

/** Presses Tab until the named element has the focus, and checks each stop. */
export const tabTo = (page: Page, role: Role, name: string | RegExp, most = 80): Promise<void> =>
  tabOnto(page, page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }), most)

export async function tabOnto(page: Page, target: Locator, most = 80): Promise<void> {
  for (let pressed = 0; pressed <= most; pressed++) {
    if (await isFocused(target)) return
    await step(page)
  }
  throw new Error(`${most} presses of Tab do not reach ${target}`)
}

/** Expects a visible focus in the page, not one reset to its top. */
export async function expectKeptFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await expectVisibleFocus(page)
}

/**
 * Records everything that did not come from the keyboard, on this and all later pages: pointer events, and values that
 * change without a key press. File choosers are exempt because the system draws them.
 */
export async function watchHands(page: Page): Promise<string[]> {
  const events: string[] = []
  await page.exposeFunction('tellOfHand', (what: string) => events.push(what))
  await page.addInitScript(() => {
    const tell = (event: Event) =>
      (window as unknown as { tellOfHand: (what: string) => void }).tellOfHand(
        `${event.type} at ${(event.target as Element).tagName}`,
      )
    let keyAt = Number.NEGATIVE_INFINITY
    const options = { capture: true, passive: true }
    const key = (event: Event) => {
      keyAt = event.timeStamp
    }
    for (const type of ['keydown', 'keyup']) addEventListener(type, key, options)
    for (const type of ['pointermove', 'pointerdown', 'touchstart', 'wheel']) addEventListener(type, tell, options)
    for (const type of ['input', 'change'])
      addEventListener(
        type,
        (event) => {
          const isFile = event.target instanceof HTMLInputElement && event.target.type === 'file'
          if (!isFile && (!event.isTrusted || event.timeStamp - keyAt > 1_000)) tell(event)
        },
        options,
      )
  })
  return events
}

export async function press(page: Page, role: Role, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, role, name)
  await page.keyboard.press(key)
}

export async function fillIn(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', label)
  await page.keyboard.type(text)
}

export async function choose(page: Page, group: string, option: string | RegExp): Promise<void> {
  const inGroup = page.getByRole('group', { name: group }).getByRole('radio')
  for (let pressed = 0; pressed <= 60 && !(await isFocused(inGroup)); pressed++) await step(page)
  const wanted = page.getByRole('group', { name: group }).getByRole('radio', { name: option })
  for (let pressed = 0; pressed <= 20 && !(await isFocused(wanted)); pressed++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(wanted).toBeChecked()
  await expectVisibleFocus(page)
}
