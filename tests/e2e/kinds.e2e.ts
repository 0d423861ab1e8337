// An Umrah package, a transfer, a package and a ticket by keyboard: from the home page to a paid booking that is changed in
// the tracker, plus page checks that need a browser. The form of each kind: src/shop/booking-form/booking-form.test.tsx.
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { dayAhead, daysTo, longDay, newEmail } from './support/bookings.ts'
import { choose, press } from './support/keyboard.ts'
import { expect, mailTo, openAlive, test } from './support/shop.ts'
import { countTaps } from './support/taps.ts'
import {
  bookByKeyboard,
  cancelByKeyboard,
  desk,
  findByKeyboard,
  moveByKeyboard,
  phone,
  type Trip,
  untilToastsLeave,
} from './support/trips.ts'

type Sold = Trip & {
  readonly type: string
  /** As in docs/journeys.md: from the home page to the payment page, and in the tracker. */
  readonly taps: { readonly booked: number; readonly changed: number }
  readonly change: (page: Page) => Promise<void>
}
const trips: readonly Sold[] = [
  {
    ...{ type: 'umrah', menu: 'Umrah Packages', title: 'Umrah by Coach from Dubai', total: '$420.00' },
    // The coach leaves on Thursdays.
    ...{ days: daysTo('Thursday', 8), ownPage: true, taps: { booked: 8, changed: 2 } },
    change: (page) => cancelByKeyboard(page, /^By the terms of this booking, nothing is refunded/),
  },
  {
    ...{ type: 'transfer', menu: 'Transfers', title: 'Dubai Airport to City', total: '150.00' },
    // One adult and a drop-off more than the shortest way.
    ...{ days: 3, clock: '15:30', party: ['Add one adult'], pickup: true, dropOff: 'Downtown Dubai' },
    taps: { booked: 10 + 2, changed: 4 },
    change: (page) => moveByKeyboard(page, 4),
  },
  {
    ...{ type: 'package', menu: 'Packages', title: 'Dubai Family Week', total: '$899.00', days: 8 },
    taps: { booked: 8, changed: 2 },
    change: (page) => cancelByKeyboard(page, /^You get back \$449\.50 of the \$899\.00/),
  },
  {
    ...{ type: 'ticket', menu: 'Tickets', title: 'Dubai Frame', total: '52.50', days: 3, time: '10:00 AM' },
    taps: { booked: 9, changed: 4 },
    change: (page) => moveByKeyboard(page, 5),
  },
]

async function expectBooked(page: Page, request: APIRequestContext, type: string): Promise<void> {
  await expect(page).toHaveURL(/\/booking-payment\?/)
  const { searchParams } = new URL(page.url())
  const [id, token] = [searchParams.get('bookingId'), searchParams.get('token')]
  const booking = await (await request.get(`/api/bookings/${id}?token=${encodeURIComponent(token ?? '')}`)).json()
  expect(booking).toMatchObject({ service_type: type, booking_status: 'pending', payment_status: 'pending' })
}

async function expectTracked(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My booking')
  const steps = page.getByRole('region', { name: 'Your booking', exact: true }).getByRole('listitem')
  await expect(steps.filter({ hasText: 'Booking Created' })).toHaveCount(1)
  await expect(steps.filter({ hasText: 'Payment Completed' })).toContainText('Payment received successfully')
}
const paid = (page: Page) => page.getByText('Paid', { exact: true }).first()

test.describe('with the keyboard alone, on a phone', () => {
  test.use(phone)
  test.slow()

  for (const trip of trips)
    test(`${trip.menu} are found, booked, paid by card, followed and changed, in as few taps as before [C180, C186, C195]`, async ({
      page,
      request,
      shop,
    }) => {
      const email = newEmail()
      const taps = await countTaps(page)
      await findByKeyboard(page, trip)
      await bookByKeyboard(page, trip, email)
      expect(taps.take()).toHaveLength(trip.taps.booked)
      await expectBooked(page, request, trip.type)
      await choose(page, 'How would you like to pay?', /Sandbox card/)
      await press(page, 'button', /^Pay /)
      await expect(page.getByRole('heading', { name: 'Sandbox card' })).toBeVisible()
      await press(page, 'button', 'Pay')
      await expect(page).toHaveURL(/booking-confirmation\?bookingId=.*&status=success$/)
      await expect(paid(page)).toBeVisible()
      expect(taps.take()).toHaveLength(3)
      // This booking needs manual confirmation, so the page only confirms the payment.
      const news = trip.type === 'umrah' ? 'Payment received' : 'Booking Confirmed'
      await expect(page.locator('.toast').first()).toContainText(news)
      await untilToastsLeave(page)
      await press(page, 'link', 'Track this booking')
      await expectTracked(page)
      expect(taps.take()).toHaveLength(1)
      await trip.change(page)
      expect(taps.take()).toHaveLength(trip.taps.changed)
      await mailTo(shop, email, /confirmed|received/i)
    })
})

test('on a phone the first day stands under its heading, and a line of the bar neither begins nor ends with a dot', async ({
  page,
}) => {
  // So narrow that every date and party needs two lines.
  await page.setViewportSize({ ...phone.viewport, width: 320 })
  await openAlive(page, '/tours/evening-desert-safari-with-bbq-dinner')
  const left = async (locator: Locator) => (await locator.boundingBox())!.x
  const form = page.getByRole('form')
  expect(await left(form.locator('.day').first())).toBeCloseTo(await left(form.getByText('Travel date')), 0)

  const facts = page.locator('[data-price-bar] .dotted > span')
  await form.getByRole('radio', { name: longDay(dayAhead(3)) }).check()
  await form.getByRole('radio', { name: '03:00 PM' }).check()
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(page.locator('[data-price-bar]').getByRole('button', { name: 'Book Now' })).toBeVisible()
  await expect(facts).toHaveCount(3)
  const clip = await left(page.locator('[data-price-bar] [aria-haspopup=dialog]'))
  const lines = new Map<number, number>()
  for (const fact of await facts.all()) {
    const { x, y } = (await fact.boundingBox())!
    lines.set(y, Math.min(x, lines.get(y) ?? x))
  }
  expect(lines.size).toBeGreaterThan(1)
  // The separator before the first fact of each line must be clipped.
  for (const x of lines.values()) expect(x + 12).toBeCloseTo(clip, 0)
})

test('the Umrah list fills the window, drifts and plays sound only on request, in up to three columns [C103, C104, C107]', async ({
  page,
}) => {
  await page.setViewportSize(desk.viewport)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  await page.goto('/umrah')
  const box = await page.getByRole('region', { name: 'Umrah' }).boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThanOrEqual(899)

  const sound = page.locator('audio')
  const state = () => sound.evaluate((audio: HTMLAudioElement) => ({ isOff: audio.paused, volume: audio.volume }))
  const on = page.getByRole('button', { name: 'Turn sound on' })
  await expect(on).toBeVisible()
  expect((await state()).isOff).toBe(true)
  expect(fetched).not.toContain('/sounds/calm.wav')
  await on.click()
  const off = page.getByRole('button', { name: 'Turn sound off' })
  await expect(off).toBeVisible()
  await expect.poll(state).toEqual({ isOff: false, volume: 0.3 })
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0)
  await off.click()
  await expect.poll(state).toEqual({ isOff: true, volume: 0.3 })

  const drift = page.locator('.opening-drift')
  const animation = () => drift.evaluate((element) => getComputedStyle(element).animationName)
  expect(await animation()).toBe('opening-drift')
  await page.getByRole('button', { name: 'Stop the background motion' }).click()
  expect(await drift.evaluate((element) => getComputedStyle(element).animationPlayState)).toBe('paused')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animation()).toBe('none')
  await expect(page.getByRole('button', { name: /background/ })).toHaveCount(0)

  const columns = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    const lefts = await page
      .locator('.card-grid > li')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)))
    return new Set(lefts).size
  }
  expect([await columns(1280), await columns(1920), await columns(800), await columns(360)]).toEqual([3, 3, 2, 1])
})

test('at 1280 by 800 the button that leads on stands in the first screen of every item, with room below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  for (const [path, role, name] of [
    ['/tours/evening-desert-safari-with-bbq-dinner', 'button', 'Continue'],
    ['/packages/dubai-family-week', 'button', 'Continue'],
    ['/tickets/dubai-frame', 'button', 'Continue'],
    ['/transfers/dubai-airport-to-city', 'button', 'Continue'],
    ['/umrah/umrah-from-mumbai-ten-days', 'link', 'Book Now'],
    ['/visas/uae-96-hour-transit-visa', 'button', 'Apply Now'],
  ] as const) {
    await openAlive(page, path)
    const button = page.getByRole('main').getByRole(role, { name, exact: true }).first()
    await expect(button).toBeVisible()
    const { y, height } = (await button.boundingBox())!
    expect(y + height, path).toBeLessThanOrEqual(800 - 24)
  }
})
