// Tours, packages, tickets, Umrah packages and transfers: from the home page to a booking that is paid and followed, and what
// only a browser can show of their pages.
import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { dayAhead, longDay, newEmail } from './support/bookings.ts'
import { choose, press } from './support/keyboard.ts'
import { expect, mailTo, openAlive, test } from './support/shop.ts'
import {
  bookByKeyboard,
  bookByMouse,
  desk,
  findByKeyboard,
  findByMouse,
  phone,
  type Trip,
  untilToastsLeave,
} from './support/trips.ts'

/** '14 Dec 2026' */
const plainDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' }).format(
    new Date(`${day}T00:00:00Z`),
  )

type Sold = Trip & { readonly type: string }
const trips: readonly Sold[] = [
  { type: 'package', menu: 'Packages', search: 'short', title: 'Dubai Short Break', days: 6, total: '$429.00' },
  {
    type: 'ticket',
    menu: 'Tickets',
    search: 'museum',
    title: 'Museum of the Future',
    days: 2,
    time: '10:00 AM',
    total: '159.00',
  },
  {
    type: 'umrah',
    menu: 'Umrah',
    search: 'coach',
    title: 'Umrah by Coach from Dubai',
    days: 8,
    ownPage: true,
    total: '$420.00',
  },
  {
    type: 'transfer',
    menu: 'Transfers',
    search: 'airport',
    title: 'Dubai Airport to City',
    days: 3,
    clock: '15:30',
    party: ['Add one adult'],
    pickup: true,
    dropOff: 'Downtown Dubai',
    total: '150.00',
  },
]

/** By keyboard a family books it in money-paths.e2e.ts. */
const tour: Sold = {
  type: 'tour',
  menu: 'Tours',
  search: 'desert',
  title: 'Evening Desert Safari with BBQ Dinner',
  days: 3,
  time: '03:00 PM',
  pickup: true,
  total: '$55.00',
}

/** What the server has stored is of this kind, and the page that pays for it is open. */
async function expectBooked(page: Page, request: APIRequestContext, type: string): Promise<void> {
  await expect(page).toHaveURL(/\/booking-payment\?/)
  const { searchParams } = new URL(page.url())
  const [id, token] = [searchParams.get('bookingId'), searchParams.get('token')]
  const booking = await (await request.get(`/api/bookings/${id}?token=${encodeURIComponent(token ?? '')}`)).json()
  expect(booking).toMatchObject({ service_type: type, booking_status: 'pending', payment_status: 'pending' })
}

/** The tracker, opened from the confirmation, knows of the payment. */
async function expectTracked(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Track your booking')
  const steps = page.getByRole('region', { name: 'Your booking' }).getByRole('listitem')
  await expect(steps.filter({ hasText: 'Booking Created' })).toHaveCount(1)
  await expect(steps.filter({ hasText: 'Payment Completed' })).toContainText('Payment received successfully')
}
const paid = (page: Page) => page.getByText('Paid', { exact: true }).first()

test.describe('with the keyboard alone, on a phone', () => {
  test.use(phone)
  test.slow()

  for (const trip of trips)
    test(`${trip.menu}: found, booked, paid by card and followed [C180, C186, C195]`, async ({
      page,
      request,
      shop,
    }) => {
      const email = newEmail()
      await findByKeyboard(page, trip)
      await bookByKeyboard(page, trip, email)
      await expectBooked(page, request, trip.type)
      await choose(page, 'How would you like to pay?', /Sandbox card/)
      await press(page, 'button', /^Pay /)
      await expect(page.getByRole('heading', { name: 'Sandbox card' })).toBeVisible()
      await press(page, 'button', 'Pay')
      await expect(page).toHaveURL(/booking-confirmation\?bookingId=.*&status=success$/)
      await expect(paid(page)).toBeVisible()
      // What is confirmed by people is only received as yet.
      const news = trip.type === 'umrah' ? 'Payment received' : 'Booking Confirmed'
      await expect(page.locator('.toast').first()).toContainText(news)
      await untilToastsLeave(page)
      await press(page, 'link', 'Track this booking')
      await expectTracked(page)
      await mailTo(shop, email, /confirmed|received/i)
    })

  test('a package is booked to be paid on arrival [C186, C209]', async ({ page, shop }) => {
    const email = newEmail()
    const [trip] = trips
    if (!trip) throw new Error('no trips')
    await findByKeyboard(page, trip)
    await bookByKeyboard(page, trip, email)
    await choose(page, 'How would you like to pay?', /Cash on Arrival/)
    await press(page, 'button', 'Pay on arrival')
    await expect(page.getByText('Pay on arrival').first()).toBeVisible()
    await expect(page.getByText('Dubai Short Break').first()).toBeVisible()
    await expect(page.getByText('Payment pending').first()).toBeVisible()
    await mailTo(shop, email, /booking/i)
  })
})

test.describe('with the mouse, on a wide screen', () => {
  test.use(desk)

  for (const trip of [tour, ...trips])
    test(`${trip.menu}: found, booked, paid by card and followed`, async ({ page, request }) => {
      await findByMouse(page, trip)
      await bookByMouse(page, trip, newEmail())
      await expectBooked(page, request, trip.type)
      await page.getByRole('radio', { name: /Sandbox card/ }).check()
      await page.getByRole('button', { name: /^Pay / }).click()
      await page.getByRole('button', { name: 'Pay', exact: true }).click()
      await expect(paid(page)).toBeVisible()
      await page.getByRole('link', { name: 'Track this booking' }).click()
      await expectTracked(page)
    })

  test('Book Now of an Umrah package leads over its form to a booking of type umrah and its payment [C122]', async ({
    page,
    request,
  }) => {
    const umrah = trips.find(({ type }) => type === 'umrah')
    if (!umrah) throw new Error('no Umrah package')
    await openAlive(page, '/umrah/umrah-by-coach-from-dubai')
    await page.getByRole('link', { name: 'Book Now' }).first().click()
    await expect(page).toHaveURL(/\/umrah\/[^/]+\/booking$/)
    await bookByMouse(page, umrah, newEmail())
    await expectBooked(page, request, 'umrah')
  })

  test('a chosen day names until when a cancellation is free, and what goes back later [C057, C121]', async ({
    page,
  }) => {
    const form = page.getByRole('form')
    await page.goto('/umrah/umrah-by-coach-from-dubai/booking')
    await form.getByLabel('More dates').fill(dayAhead(60))
    await expect(form).toContainText(`Free cancellation until ${plainDay(dayAhead(30))}, 11:59 PM (Dubai time)`)
    await expect(form).toContainText(`Then 50% back until ${plainDay(dayAhead(45))}, 11:59 PM`)
    await form.getByLabel('More dates').fill(dayAhead(20))
    await expect(form).toContainText(`50% back if you cancel until ${plainDay(dayAhead(5))}, 11:59 PM (Dubai time)`)
    await form.getByLabel('More dates').fill(dayAhead(8))
    await expect(form).toContainText('On this date nothing goes back if you cancel')
    await page.goto('/transfers/dubai-airport-to-city')
    await form.getByRole('radio', { name: longDay(dayAhead(3)) }).check()
    await expect(form).toContainText(`Free cancellation until ${plainDay(dayAhead(2))}, 11:59 PM (Dubai time)`)
  })

  test('a ticket whose booking fails says so, and is then booked on its way to payment [C069, C070, C179]', async ({
    page,
  }) => {
    const ticket = trips.find(({ type }) => type === 'ticket')
    if (!ticket) throw new Error('no ticket')
    await page.route('**/rpc/booking/create**', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await page.goto('/booking?type=ticket&id=museum-of-the-future')
    const booked = bookByMouse(page, { ...ticket, ownPage: true }, newEmail())
    const failure = page.getByRole('alert').filter({ hasText: 'Booking Failed' })
    await expect(failure.first()).toContainText('Please try again or contact support.')
    await page.getByRole('form').getByRole('button', { name: 'Book Now' }).click()
    await expect(page.getByText('Booking Created!')).toBeVisible()
    await expect(page.getByText('Redirecting to payment...')).toBeVisible()
    await booked
    await page.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(page).toHaveURL(/\/booking\?type=ticket&id=museum-of-the-future$/)
    await expect(page.getByRole('heading', { name: 'Book Your Experience' })).toBeVisible()
  })

  test('a generic booking that fails says so, and so does its payment [C184]', async ({ page }) => {
    const trip = trips.find(({ type }) => type === 'package')
    if (!trip) throw new Error('no package')
    await page.route('**/rpc/booking/create**', (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
    await page.goto('/booking?type=package&id=dubai-short-break')
    const booked = bookByMouse(page, { ...trip, ownPage: true }, newEmail())
    const failure = page.getByRole('alert').filter({ hasText: 'Booking Failed' })
    await expect(failure.first()).toContainText('There was an error creating your booking.')
    await page.getByRole('form').getByRole('button', { name: 'Book Now' }).click()
    await booked
    await page.getByRole('radio', { name: /Sandbox card/ }).check()
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('button', { name: 'Decline', exact: true }).click()
    await expect(page.getByText('Payment Failed').first()).toBeVisible()
    await expect(page.getByText('Your card was declined').first()).toBeVisible()
  })
})

test('on a phone the first day stands under its heading, and a line of the bar neither begins nor ends with a dot', async ({
  page,
}) => {
  await page.setViewportSize(phone.viewport)
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
  const clip = await left(page.locator('[data-price-bar] p'))
  const lines = new Map<number, number>()
  for (const fact of await facts.all()) {
    const { x, y } = (await fact.boundingBox())!
    lines.set(y, Math.min(x, lines.get(y) ?? x))
  }
  expect(lines.size).toBe(2)
  // The dot before the first fact of a line lies where it is clipped.
  for (const x of lines.values()) expect(x + 12).toBeCloseTo(clip, 0)
})

test.describe('pages that take their time', () => {
  test.use(desk)

  test('tell what they are loading: a tour, the Umrah packages [C050, C102]', async ({ page }) => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/rpc/catalogue/**', async (route) => {
      await held
      await route.continue()
    })
    await openAlive(page, '/')
    await page.getByRole('banner').getByRole('link', { name: 'Umrah', exact: true }).click()
    await expect(page.getByText('Finding amazing experiences...')).toBeAttached()
    await page.evaluate(() => history.pushState({}, '', '/tours/evening-desert-safari-with-bbq-dinner/booking'))
    await expect(page.getByText('Loading your amazing tour experience...')).toBeVisible()
    release()
    await expect(page.getByRole('heading', { name: 'Book Your Experience' })).toBeVisible()
  })
})

test.describe('the Umrah list', () => {
  test.use(desk)

  test('stands in three columns on a wide screen and in fewer on smaller ones [C107]', async ({ page }) => {
    await page.goto('/umrah')
    const columns = async (width: number) => {
      await page.setViewportSize({ width, height: 900 })
      const lefts = await page
        .locator('.card-grid > li')
        .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().left)))
      return new Set(lefts).size
    }
    expect([await columns(1280), await columns(1920), await columns(800), await columns(360)]).toEqual([3, 3, 2, 1])
  })

  test('fills the window, drifts, and holds still for those who ask [C103]', async ({ page }) => {
    const drift = page.locator('.opening-drift')
    const animation = () => drift.evaluate((element) => getComputedStyle(element).animationName)
    await page.goto('/umrah')
    const box = await page.getByRole('region', { name: 'Umrah' }).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThanOrEqual(899)
    expect(await animation()).toBe('opening-drift')
    await page.getByRole('button', { name: 'Hold the background still' }).click()
    expect(await drift.evaluate((element) => getComputedStyle(element).animationPlayState)).toBe('paused')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect(await animation()).toBe('none')
    await expect(page.getByRole('button', { name: /background/ })).toHaveCount(0)
  })

  test('is silent until its sound is asked for, plays it softly and stops it [C104]', async ({ page }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
    await page.goto('/umrah')
    const sound = page.locator('audio')
    const state = () => sound.evaluate((audio: HTMLAudioElement) => ({ isOff: audio.paused, volume: audio.volume }))
    const on = page.getByRole('button', { name: 'Turn the sound on' })
    await expect(on).toBeVisible()
    expect((await state()).isOff).toBe(true)
    expect(fetched).not.toContain('/sounds/calm.wav')
    await on.click()
    const off = page.getByRole('button', { name: 'Turn the sound off' })
    await expect(off).toBeVisible()
    await expect.poll(state).toEqual({ isOff: false, volume: 0.3 })
    await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)).toBeGreaterThan(0)
    await off.click()
    await expect.poll(state).toEqual({ isOff: true, volume: 0.3 })
  })
})
