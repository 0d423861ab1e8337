// From the home page to the payment page: by keyboard on a phone, by mouse on a desktop.
import type { Page } from '@playwright/test'
import { bookedDay, dayAhead, longDay } from './bookings.ts'
import { choose, expectKeptFocus, fillIn, press, tabOnto, tabTo } from './keyboard.ts'
import { expect } from './shop.ts'

export const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
export const desk = { viewport: { width: 1280, height: 900 } }

export type Trip = {
  readonly menu: string
  /** Found by searching the list; without it, home leads to the list, which has the item in sight. */
  readonly search?: string
  readonly title: string
  readonly days: number
  /** One of the offered times: '03:00 PM'. */
  readonly time?: string
  /** Any time of the day: 'HH:mm'. */
  readonly clock?: string
  readonly party?: readonly string[]
  readonly pickup?: boolean
  readonly dropOff?: string
  /** 'Book Now' opens the whole form on its own page. */
  readonly ownPage?: boolean
  readonly total: string
}
const guest = { name: 'Ria Sen', phone: '98123 45678', pickup: 'Hotel by the Creek, Deira' }

/** The form's labels; tickets use their own. */
const generic = { date: 'Travel date', name: 'Customer name', email: 'Email address', phone: 'Phone number' }
const ofTickets = { date: 'Date', name: 'Lead guest name', email: 'Email', phone: 'Mobile number' }
const labelsOf = ({ menu }: Trip) => (menu === 'Tickets' ? ofTickets : generic)

/** The URL changes before the page does, and the home page also has a tour search, so wait for the sorter. */
const expectList = (page: Page): Promise<void> => expect(page.getByRole('combobox', { name: 'Sort by' })).toBeVisible()

export async function findByKeyboard(page: Page, { menu, search, title, ownPage }: Trip): Promise<void> {
  await page.goto('/')
  if (search) {
    await press(page, 'button', 'Open menu')
    await press(page, 'link', new RegExp(`^${menu}`))
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectList(page)
    await tabTo(page, 'searchbox', /^Search /)
    await page.keyboard.type(search)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`q=${search}`))
  } else {
    const chip = page.getByRole('main').getByRole('link', { name: new RegExp(`^${menu}`) })
    await tabOnto(page, chip.first())
    await page.keyboard.press('Enter')
    await expectList(page)
  }
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await press(page, 'link', title)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  if (!ownPage) return
  await press(page, 'link', 'Book Now')
  await expect(page).toHaveURL(/\/booking$/)
  await expect(page.getByRole('heading', { name: /^Book (Your Experience|online)$/ })).toBeVisible()
}

export async function bookByKeyboard(page: Page, trip: Trip, email: string): Promise<void> {
  const labels = labelsOf(trip)
  await choose(page, labels.date, longDay(dayAhead(trip.days)))
  if (trip.time) await choose(page, 'Time', trip.time)
  if (trip.clock) await typeTime(page, trip.clock)
  for (const step of trip.party ?? []) await press(page, 'button', step)
  if (!trip.ownPage) await press(page, 'button', 'Continue')
  if (trip.ownPage) await tabTo(page, 'textbox', labels.name)
  await expect(page.getByRole('textbox', { name: labels.name })).toBeFocused()
  await page.keyboard.type(guest.name)
  await fillIn(page, labels.email, email)
  await fillIn(page, labels.phone, guest.phone)
  if (trip.pickup) await typeInto(page, /^Pickup location/, guest.pickup)
  if (trip.dropOff) await typeInto(page, /^Drop-off location/, trip.dropOff)
  await press(page, 'button', 'Book Now')
  await expectPaymentPage(page, trip)
  await untilToastsLeave(page)
}

/** On a phone a toast covers the header for four seconds, and with it the focus. */
export const untilToastsLeave = (page: Page): Promise<void> => expect(page.locator('.toast')).toHaveCount(0)

/** A field with suggested places is a combobox, otherwise a text box. */
async function typeInto(page: Page, label: RegExp, text: string): Promise<void> {
  const isOffering = (await page.getByRole('combobox', { name: label }).count()) > 0
  await tabTo(page, isOffering ? 'combobox' : 'textbox', label)
  await page.keyboard.type(text)
}

/** A time input has no role; its parts are typed in order, on a 12-hour clock. */
async function typeTime(page: Page, clock: string): Promise<void> {
  const field = page.getByLabel('Time', { exact: true })
  const isReached = () => field.evaluate((element) => element === document.activeElement)
  for (let pressed = 0; pressed <= 60 && !(await isReached()); pressed++) await page.keyboard.press('Tab')
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const two = (part: number) => String(part).padStart(2, '0')
  await page.keyboard.type(`${two(hours % 12 || 12)}${two(minutes)}${hours < 12 ? 'AM' : 'PM'}`)
  await expect(field).toHaveValue(clock)
}

async function expectPaymentPage(page: Page, { total }: Trip): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()
  const summary = page.getByRole('region', { name: 'Booking summary' })
  await expect(summary.locator('.price, .price-own').filter({ hasText: total }).first()).toBeVisible()
}

/** In the tracker: to another day, at the same time. */
export async function moveByKeyboard(page: Page, days: number): Promise<void> {
  await press(page, 'button', 'Change my booking')
  const dialog = page.getByRole('dialog')
  const grid = dialog.getByRole('grid')
  await expect(grid).toBeVisible()
  await tabOnto(page, grid.locator('button[tabindex="0"]'))
  const wanted = grid.getByRole('button', { name: new RegExp(`^${longDay(dayAhead(days))}`) })
  const isReached = () => wanted.evaluateAll((elements) => elements.includes(document.activeElement as HTMLElement))
  for (let pressed = 0; pressed < 60 && !(await isReached()); pressed++) await page.keyboard.press('ArrowRight')
  // The days of another month are being loaded.
  await expect(wanted).toHaveAttribute('aria-disabled', 'false')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('The price stays the same')).toBeVisible()
  await press(page, 'button', 'Continue')
  await press(page, 'button', 'Change booking')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your booking', exact: true })).toContainText(bookedDay(dayAhead(days)))
  await expectKeptFocus(page)
}

/** In the tracker, after reading what goes back. */
export async function cancelByKeyboard(page: Page, refund: RegExp): Promise<void> {
  await press(page, 'button', 'Cancel my booking')
  await expect(page.locator('#cancel-booking div:focus')).toContainText(refund)
  await press(page, 'button', 'Yes, cancel my booking')
  const booking = page.getByRole('region', { name: 'Your booking', exact: true })
  await expect(booking.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  const place = page.locator('#cancel-booking div:focus')
  await expect(place).toHaveText('Your booking is cancelled')
}

export async function bookByMouse(page: Page, trip: Trip, email: string): Promise<void> {
  const form = page.getByRole('form')
  const labels = labelsOf(trip)
  await form.getByRole('radio', { name: longDay(dayAhead(trip.days)) }).check()
  if (trip.time) await form.getByRole('radio', { name: trip.time }).check()
  if (trip.clock) await form.getByLabel('Time', { exact: true }).fill(trip.clock)
  for (const step of trip.party ?? []) await form.getByRole('button', { name: step }).click()
  if (!trip.ownPage) await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByLabel(labels.name).fill(guest.name)
  await form.getByRole('textbox', { name: labels.email, exact: true }).fill(email)
  await form.getByRole('textbox', { name: labels.phone }).fill(guest.phone)
  if (trip.pickup) await form.getByLabel(/^Pickup location/).fill(guest.pickup)
  if (trip.dropOff) await form.getByLabel(/^Drop-off location/).fill(trip.dropOff)
  await form.getByRole('button', { name: 'Book Now' }).click()
  await expectPaymentPage(page, trip)
}
