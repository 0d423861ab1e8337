// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepFocus } from './keep-focus.ts'

const messages = '<section aria-label="Messages" tabindex="-1" popover="manual"><button>Close</button></section>'

const button = (name: string): HTMLElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)

/** Focuses the button, takes it away and returns what has the focus once all is quiet. */
async function focusAfterLosing(name: string): Promise<Element | null> {
  const { stop } = keepFocus('/bookings')
  button(name)?.focus()
  button(name)?.remove()
  await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body))
  stop()
  return document.activeElement
}

beforeEach(() => {
  // The stand-in for the browser has no layout.
  Element.prototype.checkVisibility = () => true
})

afterEach(() => {
  document.body.innerHTML = ''
})

test('the focus of a button that leaves goes to the section it stood in', async () => {
  document.body.innerHTML = '<main><h1>Bookings</h1><section id="notes"><button>Edit notes</button></section></main>'
  expect((await focusAfterLosing('Edit notes'))?.id).toBe('notes')
})

test('the focus of a message that leaves goes to the heading of the page, not to the empty host of messages', async () => {
  document.body.innerHTML = `<main><h1>Bookings</h1></main>${messages}`
  expect((await focusAfterLosing('Close'))?.tagName).toBe('H1')
})

test('the focus of a message that leaves a dialog goes to the title of the dialog', async () => {
  document.body.innerHTML = `<main><h1>Bookings</h1></main>
    <dialog open><h2 class="dialog-title">Booking TH1</h2>${messages}</dialog>`
  expect((await focusAfterLosing('Close'))?.tagName).toBe('H2')
})
