// The same work with the mouse, with the keyboard alone and by touch: journeys are written once against these hands.
import { expect, type Locator, type Page } from '@playwright/test'
import { expectKeptFocus } from './keyboard.ts'

type Role = Parameters<Page['getByRole']>[0]
type Name = string | RegExp
type SentFile = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer }

export interface Hands {
  readonly kind: 'mouse' | 'keyboard' | 'touch'
  readonly page: Page
  /** Goes to a section by its link or by the palette. */
  readonly goTo: (section: string) => Promise<void>
  readonly press: (role: Role, name: Name) => Promise<void>
  /** Replaces what the field holds. */
  readonly fill: (label: Name, text: string) => Promise<void>
  readonly chooseDay: (label: Name, day: string) => Promise<void>
  readonly chooseOption: (label: Name, option: string) => Promise<void>
  /** `opener`: the button of an input that is not shown. */
  readonly giveFile: (input: Locator, file: SentFile, opener?: string) => Promise<void>
  /** After a dialog: the keyboard goes on at this control. */
  readonly continuesAt: (role: Role, name: Name) => Promise<void>
}

const exactly = (name: Name) => ({ name, ...(typeof name === 'string' && { exact: true }) })
/** The topmost dialog, or the page without one. */
async function top(page: Page): Promise<Locator> {
  const open = page.locator('dialog[open]')
  return (await open.count()) > 0 ? open.last() : page.locator('body')
}
/** The named control, once it can be pressed. */
async function control(page: Page, role: Role, name: Name): Promise<Locator> {
  const shown = (await top(page)).getByRole(role, exactly(name)).filter({ visible: true }).first()
  await expect(shown).toBeEnabled()
  return shown
}
async function field(page: Page, label: Name): Promise<Locator> {
  const shown = (await top(page)).getByLabel(label).filter({ visible: true }).first()
  await expect(shown).toBeEnabled()
  return shown
}

/** Mouse and touch differ in the press, and in the way to a section. */
function pointer(page: Page, { kind, hit }: { kind: 'mouse' | 'touch'; hit: (at: Locator) => Promise<void> }): Hands {
  const press: Hands['press'] = async (role, name) => hit(await control(page, role, name))
  return {
    ...{ kind, page, press },
    goTo: async (section) => {
      if (kind === 'touch') await press('button', 'Open menu')
      const link = page.getByRole('navigation').getByRole('link', { name: new RegExp(`^${section}`) })
      await hit(link.filter({ visible: true }).first())
      await expect(page.getByRole('heading', { level: 1, name: section })).toBeVisible()
    },
    fill: async (label, text) => (await field(page, label)).fill(text),
    chooseDay: async (label, day) => (await field(page, label)).fill(day),
    chooseOption: async (label, option) => void (await (await field(page, label)).selectOption({ label: option })),
    giveFile: (input, file) => input.setInputFiles(file),
    continuesAt: async () => {},
  }
}
export const mouse = (page: Page): Hands => pointer(page, { kind: 'mouse', hit: (at) => at.click() })
export const touch = (page: Page): Hands => pointer(page, { kind: 'touch', hit: (at) => at.tap() })

/** How many presses of Tab lead to a control at most: 27 to the issued documents of a long booking. */
const maxTabs = 30
export function keyboard(page: Page): Hands {
  const keys = page.keyboard
  const focus = (target: Locator) => tabOnto(page, target)
  return {
    ...{ kind: 'keyboard', page },
    goTo: async (section) => {
      await keys.press('Control+k')
      await keys.type(section)
      const first = page.getByRole('dialog', { name: 'Go to' }).getByRole('option').first()
      await expect(first).toHaveText(new RegExp(`^${section}`))
      await keys.press('Enter')
      await expect(page.getByRole('heading', { level: 1, name: section })).toBeFocused()
    },
    press: async (role, name) => {
      await focus(await control(page, role, name))
      await keys.press(role === 'checkbox' || role === 'radio' ? 'Space' : 'Enter')
    },
    fill: async (label, text) => {
      await focus(await field(page, label))
      await keys.press('Control+A')
      await keys.type(text)
    },
    chooseDay: async (label, day) => {
      const shown = await field(page, label)
      await focus(shown)
      await typeDay(shown, day)
    },
    chooseOption: async (label, option) => {
      await focus(await field(page, label))
      await keys.type(option)
    },
    giveFile: async (input, file, opener) => {
      // Listen first: the file chooser may open before the key press returns.
      const chosen = page.waitForEvent('filechooser')
      await focus(opener ? await control(page, 'button', opener) : input)
      await keys.press('Enter')
      await (await chosen).setFiles(file)
    },
    continuesAt: async (role, name) => {
      await expect(page.getByRole(role, exactly(name))).toBeFocused()
      await expectKeptFocus(page)
    },
  }
}
/** Counts the keys of a page from now on: each press, and each letter that is typed. */
export function countKeys({ keyboard: keys }: Page): () => number {
  let count = 0
  const [press, type] = [keys.press.bind(keys), keys.type.bind(keys)]
  keys.press = (key, options) => {
    count += 1
    return press(key, options)
  }
  keys.type = (text, options) => {
    count += text.length
    return type(text, options)
  }
  return () => count
}
/** Presses Tab, or Shift and Tab, until the control has the focus. admin-day.e2e.ts looks at each stop; here that would take minutes. */
async function tabOnto(page: Page, target: Locator): Promise<void> {
  let wanted = await target.elementHandle()
  // What had the focus may be gone or waiting; the page then moves it.
  const isKept = () => document.activeElement !== document.body
  await page.waitForFunction(isKept, undefined, { timeout: 2_000 }).catch(() => null)
  const isBefore = await wanted?.evaluate((each) => {
    const position = document.activeElement?.compareDocumentPosition(each) ?? 0
    return Boolean(position & Node.DOCUMENT_POSITION_PRECEDING)
  })
  for (let pressed = 0; pressed <= maxTabs; pressed++) {
    // A control may be drawn again while the keys are pressed.
    if (!(await wanted?.evaluate((each) => each.isConnected))) wanted = await target.elementHandle()
    if (await wanted?.evaluate((each) => each === document.activeElement)) return
    await page.keyboard.press(isBefore ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`${maxTabs} presses of Tab do not reach ${target}`)
}
/** The order of day, month and year is the browser's. */
async function typeDay(field: Locator, day: string): Promise<void> {
  const { keyboard: keys } = field.page()
  const [year = '', month = '', date = ''] = day.split('-')
  await keys.type(`${month}${date}${year}`)
  if ((await field.inputValue()) === day) return
  for (const _ of [1, 2, 3]) await keys.press('ArrowLeft')
  await keys.type(`${date}${month}${year}`)
  expect(await field.inputValue()).toBe(day)
}
