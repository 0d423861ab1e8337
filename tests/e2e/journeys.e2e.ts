// A group, a tour and a ticket on a phone: found, chosen in the bar, booked, paid, moved to today and checked in by staff.
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { faultsOf } from './support/axe.ts'
import { administrator, bookedDay, dayAhead, longDay, newEmail } from './support/bookings.ts'
import { expect, type RunningShop, test } from './support/shop.ts'
import { phone } from './support/trips.ts'

test.use(phone)
test.slow()

type Journey = {
  readonly menu: string
  readonly title: string
  readonly kind: string
  readonly labels: { readonly name: string; readonly email: string; readonly phone: string }
  /** How the day is chosen in the sheet of the bar. */
  readonly choose: (page: Page) => Promise<void>
  /** The start of the departure that staff add for today. */
  readonly start: string | null
}
const generic = { name: 'Customer name', email: 'Email address', phone: 'Phone number' }
const later = longDay(dayAhead(6))
const journeys: readonly Journey[] = [
  {
    ...{ menu: 'Umrah', title: 'Umrah Groups from Dubai: Ten Nights', kind: 'umrah', labels: generic, start: null },
    choose: (page) =>
      page
        .getByRole('dialog')
        .getByRole('radio', { name: /12 nights/ })
        .check(),
  },
  {
    ...{ menu: 'Tours', title: 'Evening Desert Safari with BBQ Dinner', kind: 'tour', labels: generic, start: '23:59' },
    choose: async (page) => {
      await page.getByRole('dialog').getByRole('radio', { name: later }).check()
      await page.getByRole('dialog').getByRole('radio', { name: '03:00 PM' }).check()
    },
  },
  {
    ...{ menu: 'Tickets', title: 'Dubai Frame', kind: 'ticket', start: '23:59' },
    labels: { name: 'Lead guest name', email: 'Email', phone: 'Mobile number' },
    choose: async (page) => {
      await page.getByRole('dialog').getByRole('radio', { name: later }).check()
      await page.getByRole('dialog').getByRole('radio', { name: '10:00 AM' }).check()
    },
  },
]

/** Nothing beside the screen, and no control of the page under the bar, the header or the help button. */
async function expectInReach(page: Page): Promise<void> {
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  const faults = await page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []
    const scope = document.querySelector('dialog[open]') ?? document.querySelector('main')
    const controls = scope?.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea') ?? []
    const covered = [...controls].flatMap((control) => {
      const shown = control.getBoundingClientRect().width < 4 ? (control.closest('label') ?? control) : control
      if (
        !shown.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) ||
        control.matches('.sr-only')
      )
        return []
      shown.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const box = shown.getClientRects()[0]
      if (!box || box.width < 4) return []
      const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2)
      const isOwn =
        top !== null && (shown.contains(top) || top.contains(shown) || control.closest('label')?.contains(top))
      const isToast = top?.closest('.toast, [aria-label="Messages"]')
      return isOwn || isToast
        ? []
        : [`"${shown.textContent.trim().slice(0, 40)}" under ${top?.tagName}.${top?.className}`]
    })
    scrollTo({ top: 0, behavior: 'instant' })
    return [...wide, ...covered]
  })
  expect(faults, page.url()).toEqual([])
}

/** Staff add a departure today, so that check-in is open whatever the time is. */
async function addToday(staff: APIRequestContext, { kind, title, start: time }: Journey): Promise<void> {
  const { items } = await (await staff.get(`/api/services/${kind}`)).json()
  const { id } = items.find((item: { title: string }) => item.title === title)
  const data = { date: dayAhead(0), time, capacity: 20, prices: null, note: null, guide: null, cut_off_hours: 0 }
  const answer = await staff.post(`/api/admin/services/${id}/departures`, {
    data: { ...data, return_date: time ? null : dayAhead(10) },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

async function book(page: Page, { menu, title, labels, choose }: Journey, email: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: new RegExp(`^${menu}`) })
    .click()
  // The home page has links to some items too.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(menu, 'i'))
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expectInReach(page)
  const opener = page.locator('[data-price-bar]').getByText('Choose a date')
  await expect(page.locator('[data-price-bar] [aria-haspopup=dialog]')).toBeVisible()
  await opener.click()
  await choose(page)
  expect(await faultsOf(page)).toEqual([])
  await expectInReach(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel(labels.name).fill('Ria Sen')
  await page.getByRole('textbox', { name: labels.email, exact: true }).fill(email)
  await page.getByRole('textbox', { name: labels.phone }).fill('98123 45678')
  const pickup = page.getByLabel(/^Pickup location/)
  if ((await pickup.count()) > 0) await pickup.fill('Hotel by the Creek, Deira')
  await expectInReach(page)
  await page.getByRole('form').getByRole('button', { name: 'Book Now' }).click()
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /Sandbox card/ }).check()
  await expectInReach(page)
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expect(page.locator('.toast')).toHaveCount(0)
  await expectInReach(page)
}

/** From the confirmation to the tracker, and there to today. Returns the reference. */
async function moveToToday(page: Page, { start }: Journey): Promise<string> {
  await page.getByRole('link', { name: 'Track this booking' }).click()
  await page.getByRole('button', { name: 'Change my booking' }).click()
  const dialog = page.getByRole('dialog')
  if (start === null) await dialog.getByRole('radio').first().check()
  else {
    await expect(dialog.getByRole('grid').first()).toBeVisible()
    const today = dialog.getByRole('button', { name: new RegExp(`^${longDay(dayAhead(0))}`) })
    while ((await today.count()) === 0) await dialog.getByRole('button', { name: 'Previous month' }).click()
    await today.click()
    await dialog.getByRole('radio', { name: '11:59 PM' }).check()
  }
  await expect(dialog.getByText('The price stays the same')).toBeVisible()
  await expectInReach(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Change booking' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const result = page.getByRole('region', { name: 'Your booking', exact: true })
  await expect(result).toContainText(bookedDay(dayAhead(0)))
  await expect(page.locator('.toast')).toHaveCount(0)
  await expectInReach(page)
  return (/[A-Z]{2}\d{10}/.exec((await result.textContent()) ?? '') ?? [''])[0]
}

async function checkIn(context: BrowserContext, staff: APIRequestContext, reference: string): Promise<void> {
  const page = await context.newPage()
  await page.goto('/admin/check-in')
  await page.getByLabel(/reference/i).fill(reference)
  await page.getByRole('button', { name: 'Find' }).click()
  await page
    .getByRole('button', { name: /^(Mark all as arrived|Check in )/ })
    .first()
    .click()
  const question = page.getByRole('dialog', { name: 'Check in anyway?' })
  const done = page.getByText('1 of 1 arrived').first()
  await expect(question.or(done)).toBeVisible()
  if ((await question.count()) > 0) await question.getByRole('button', { name: 'Check in', exact: true }).click()
  await expect(done).toBeVisible()
  await expectInReach(page)
  await expect(async () => {
    const voucher = await (await staff.get(`/api/admin/check-in/vouchers/${reference}`)).json()
    expect(voucher.party.people).toMatchObject([{ arrival: { by: expect.any(String) } }])
  }).toPass()
}

for (const journey of journeys)
  test(`${journey.menu}: home to paid, moved to today in the tracker and checked in`, async ({
    page,
    browser,
    playwright,
    shop,
    adminState,
  }) => {
    const staff = await administrator(playwright, shop as RunningShop)
    await addToday(staff, journey)
    await book(page, journey, newEmail())
    await pay(page)
    const reference = await moveToToday(page, journey)
    const desk = await browser.newContext({ ...phone, baseURL: shop.url, storageState: adminState })
    await checkIn(desk, staff, reference)
    await desk.close()
    await staff.dispose()
  })
