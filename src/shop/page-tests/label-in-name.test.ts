import { Window } from 'happy-dom'
import { describe, expect, test } from 'vitest'
import { bookingOf, paymentOf, tourOf } from '../testing/fake-api.ts'
import { open, withToken } from '../testing/open-page.ts'

// WCAG 2.5.3: who says what a control shows must reach it, so its accessible name contains its visible text.
type Element = InstanceType<Window['HTMLElement']>
const named = 'a, button, [role=button], [role=tab], [role=link], summary'
const words = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()

/** The text that is seen: also what is hidden from screen readers, but not what only they read. */
function visibleText(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const unseen of copy.querySelectorAll('.sr-only, svg, img')) unseen.remove()
  return words(copy.textContent ?? '')
}
function accessibleName(element: Element): string {
  const label = element.getAttribute('aria-label')
  if (label !== null) return words(label)
  const copy = element.cloneNode(true) as Element
  for (const unheard of copy.querySelectorAll('[aria-hidden=true]')) unheard.remove()
  for (const picture of copy.querySelectorAll('[aria-label], img[alt]'))
    picture.textContent = picture.getAttribute('aria-label') ?? picture.getAttribute('alt') ?? ''
  return words(copy.textContent ?? '')
}
function mismatchesOf(html: string): string[] {
  const { document } = new Window()
  document.write(html)
  return [...document.querySelectorAll(named)].flatMap((each) => {
    const [seen, heard] = [visibleText(each as Element), accessibleName(each as Element)]
    // Signs such as '×' or '≈' are no words to say.
    return /\p{L}/u.test(seen) && !heard.includes(seen) ? [`'${seen}' is called '${heard}'`] : []
  })
}

const { id } = tourOf()
const paths = [
  ...[
    '/',
    '/tours',
    '/search',
    '/visas',
    '/ok-to-board',
    '/login',
    '/register',
    '/auth',
    '/forgot-password',
    '/contact',
    '/about',
  ],
  ...['/services', '/terms', '/hotels', '/booking-tracker', '/no/such/page', '/booking?type=general'],
  ...[`/tours/${id}`, `/tours/${id}/booking`, `/booking?type=tour&id=${id}`],
  ...[`/booking-payment?${withToken}`, `/booking-confirmation?${withToken}`],
]

describe('the accessible name of each control contains its visible text', () => {
  test.each(paths)('on %s', async (path) => {
    const { html } = await open(path, { bookings: [bookingOf()], payments: [paymentOf()] })
    expect(mismatchesOf(html)).toEqual([])
  })

  test('control: a name without the visible text is detected', () => {
    expect(
      mismatchesOf('<button aria-label="Currency: US dollar"><span aria-hidden="true">$ USD</span></button>'),
    ).toEqual(["'$ usd' is called 'currency: us dollar'"])
    expect(mismatchesOf('<a href="/x" aria-label="Cart, 2 items">Cart</a>')).toEqual([])
  })
})
