// Every screen of the back office: accessible, and no wider than the window. One load for many screens.
import type { Page } from '@playwright/test'
import type { PaymentReport, PaymentReview } from '../../src/modules/payment/contract.ts'
import { bookByTransfer, button, expect, goInside, openBooking, panel, test } from './support/admin.ts'
import { beyondOf, examined, faultsOf, schemes } from './support/axe.ts'
import { newEmail } from './support/bookings.ts'

test.slow()

type Screen = {
  name: string
  path: string
  /** Brings the screen into the state that is examined. */
  show?: (page: Page) => Promise<unknown>
}
const sizes = [
  { width: 360, height: 740 },
  { width: 768, height: 1024 },
  { width: 1280, height: 860 },
]
const views = sizes.flatMap((size) => schemes.map((colorScheme) => ({ size, colorScheme })))

async function expectFine(page: Page, screens: readonly Screen[]): Promise<void> {
  const allFaults: string[] = []
  for (const { name, path, show } of screens) {
    await page.setViewportSize({ width: 1280, height: 860 })
    await goInside(page, path)
    await expect(page.locator('main h1'), name).toBeVisible()
    await expect(page.locator('main [aria-busy=true]'), name).toHaveCount(0)
    await show?.(page)
    const faults: string[] = []
    for (const { size, colorScheme } of examined(views, name)) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      faults.push(...(await faultsOf(page)))
    }
    for (const size of sizes) {
      await page.setViewportSize(size)
      faults.push(...(await beyondOf(page)).map((fault) => `${fault} at ${size.width} px`))
    }
    allFaults.push(...faults.map((fault) => `${name}: ${fault}`))
  }
  expect(allFaults).toEqual([])
}
const asTable = (page: Page) =>
  button(page, /^View as table/)
    .all()
    .then((buttons) => Promise.all(buttons.map((each) => each.click())))

test('the dashboard, bookings and the catalogue are accessible and fit from phone to desk', async ({
  page,
  request,
  guest,
}) => {
  const { id } = await bookByTransfer(guest)
  const [tour] = (await (await request.get('/api/admin/services?kind=tour&limit=1')).json()).items
  const [umrah] = (await (await request.get('/api/admin/services?kind=umrah&limit=1')).json()).items
  const [today] = (await (await request.get('/api/admin/check-in/departures')).json()).departures
  await expectFine(page, [
    {
      name: 'dashboard',
      path: '/admin',
      show: (page) => expect(page.getByRole('region', { name: 'Recent Bookings' })).toBeVisible(),
    },
    { name: 'charts as tables', path: '/admin', show: asTable },
    { name: 'bookings', path: '/admin/bookings?status=pending' },
    {
      name: 'a booking',
      path: `/admin/bookings?booking=${id}`,
      show: (page) => expect(panel(page, 'History')).toBeVisible(),
    },
    { name: 'no such booking', path: '/admin/bookings/TH0000000000' },
    { name: 'no bookings', path: '/admin/bookings?q=nobody-has-this' },
    {
      name: 'verification',
      path: `/admin/bookings?booking=${id}`,
      show: async (page) => {
        await button(page, 'Review payment').click()
        await page.getByText('Add a proof received another way').click()
        await expect(page.getByRole('textbox', { name: 'Payment proof URL' })).toBeVisible()
      },
    },
    { name: 'unknown section', path: '/admin/nothing' },
    { name: 'tours', path: '/admin/tours' },
    { name: 'editor', path: `/admin/tours/${tour.id}` },
    { name: 'transfers', path: '/admin/transfers' },
    { name: 'check-in', path: '/admin/check-in' },
    { name: 'places report', path: '/admin/places-report' },
    { name: 'sales report', path: '/admin/sales-report' },
    { name: 'check-in of a departure', path: `/admin/check-in/departure/${today.departure_id}` },
    { name: 'editor of Umrah', path: `/admin/umrah/${umrah.id}` },
  ])
  await page.setViewportSize({ width: 360, height: 740 })
  await openBooking(page, id)
  await expect(panel(page, 'History')).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})

test('settings, staff and records are accessible and fit from phone to desk', async ({ page }) => {
  const save = (name: string) => (page: Page) => button(page, name).click()
  await expectFine(page, [
    { name: 'bank accounts', path: '/admin/bank-settings' },
    { name: 'the mail server, refused', path: '/admin/email-settings', show: save('Save SMTP Settings') },
    { name: 'a test email', path: '/admin/email-settings?tab=test' },
    { name: 'settings', path: '/admin/settings' },
    { name: 'the setup checklist', path: '/admin/setup' },
    { name: 'site settings', path: '/admin/content' },
    { name: 'SEO settings', path: '/admin/content?tab=seo' },
    { name: 'the staff', path: '/admin/staff' },
    { name: 'the sessions', path: '/admin/sessions' },
    { name: 'the audit trail', path: '/admin/audit' },
    { name: 'personal data', path: '/admin/personal-data' },
  ])
})

test('content is accessible and fits from phone to desk', async ({ page, guest }) => {
  const message = {
    name: 'Zoya Khan',
    email: newEmail(),
    phone: '+971501234567',
    subject: 'Rooms',
    message: 'By the sea',
  }
  expect((await guest.post('/api/contact-messages', { data: message })).ok()).toBe(true)
  const addNew = async (page: Page) => {
    await button(page, 'Add New').click()
    await expect(page.getByRole('dialog').last()).toBeVisible()
  }
  await expectFine(page, [
    { name: 'trending', path: '/admin/trending' },
    { name: 'sliders', path: '/admin/sliders' },
    { name: 'sliders in Content', path: '/admin/content?tab=sliders' },
    { name: 'menus', path: '/admin/content?tab=menus' },
    { name: 'a page', path: '/admin/pages?page=about' },
    { name: 'promo codes', path: '/admin/promos' },
    { name: 'messages', path: '/admin/messages' },
    { name: 'bulk upload', path: '/admin/bulk-upload' },
    { name: 'a new slider', path: '/admin/sliders', show: addNew },
  ])
})

test('payments across bookings are accessible and fit from phone to desk', async ({ page, shop }) => {
  await standIn(page, shop.url)
  await expectFine(page, [
    {
      name: 'payment settings',
      path: '/admin/payments',
      show: async (page) => {
        await page.getByRole('button', { name: /^Test connection ?: Sandbox card/ }).click()
        await expect(page.getByText('Connection successful')).toBeVisible()
      },
    },
    {
      name: 'payments to review',
      path: '/admin/payments-review',
      show: (page) => expect(page.getByRole('article', { name: review.booking_reference })).toBeVisible(),
    },
    { name: 'a refund', path: '/admin/payments-review', show: (page) => button(page, /^Refund/).click() },
    {
      name: 'payment report',
      path: '/admin/payment-report',
      show: (page) => expect(page.getByRole('region', { name: '2026-11-20' })).toContainText('1 difference'),
    },
    { name: 'accepted', path: '/admin/payments-review', show: (page) => button(page, /^Accept/).click() },
  ])
})

const id = '0198c000-0000-7000-8000-000000000401'
const dollars = (minor: number) => ({ minor, currency: 'USD' as const })
const review: PaymentReview = {
  ...{ attemptId: id, bookingId: id, booking_reference: 'TH4711471147', customer_name: 'Ria Sen' },
  ...{ provider: 'sandbox_card', label: 'Sandbox card', state: 'requires_action', reason: 'amount-short' },
  ...{ since: '2026-11-20T08:00:00.000Z', amount: dollars(15_500), refunded: dollars(0) },
  ...{ captured: dollars(5_000), refundable: dollars(5_000), reference: 'sandbox-4711', canCheck: true },
  events: [{ id, outcome: 'mismatch', note: 'succeeded, captured 50.00 USD', at: '2026-11-20T08:00:00.000Z' }],
}
const provider = {
  name: 'sandbox_card',
  label: 'Sandbox card',
  asked: 3,
  changed: 1,
  unanswered: 0,
  refundsElsewhere: 0,
}
const difference = {
  attemptId: id,
  bookingId: id,
  booking_reference: 'TH4711471147',
  what: 'charged' as const,
  why: 'paid',
}
const report: PaymentReport = {
  ...{ day: '2026-11-20', madeAt: '2026-11-20T20:10:00.000Z', ledgerDifferences: [] },
  providers: [
    {
      ...{ ...provider, agreed: 2 },
      sums: [{ charged: dollars(15_500), refunded: dollars(0), fees: dollars(450), net: dollars(15_050) }],
      differing: [{ ...difference, provider: dollars(15_500), own: dollars(0) }],
    },
  ],
}

/** Payments that would need a failing supplier and a night's report. */
async function standIn(page: Page, url: string): Promise<void> {
  const answers = {
    'payment/admin/reviews': { items: [review], total: 1, nextCursor: null },
    'payment/admin/reports': { items: [report], next: null },
  }
  for (const [call, json] of Object.entries(answers))
    await page.route(`**/rpc/${call}`, (route) => route.fulfill({ json: { json } }))
  await page.route('**/rpc/payment/admin/gateways', async (route) => {
    const response = await route.fetch()
    const { json } = (await response.json()) as { json: { name: string }[] }
    const made = { ...json.find(({ name }) => name === 'sandbox_card'), name: 'made_up', label: 'Made-up Pay' }
    const more = { webhookUrl: `${url}/api/webhooks/made_up`, restrictions: ['Not for bookings in INR: no rate'] }
    await route.fulfill({ response, json: { json: [...json, { ...made, ...more }] } })
  })
}

test('on a phone the filters of the sales report fill their rows, and the days of departures stand in one', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await goInside(page, '/admin/sales-report')
  const filters = page.getByRole('search').locator('select, input')
  await expect(filters).toHaveCount(5)
  const boxes = await filters.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))
  const [left, right] = [Math.min(...boxes.map((each) => each.left)), Math.max(...boxes.map((each) => each.right))]
  const rows = Map.groupBy(boxes, ({ bottom }) => Math.round(bottom))
  for (const row of rows.values())
    expect([Math.min(...row.map((each) => each.left)), Math.max(...row.map((each) => each.right))]).toEqual([
      left,
      right,
    ])

  await goInside(page, '/admin/departures')
  const today = await button(page, 'Today').boundingBox()
  const from = await page.getByLabel('From', { exact: true }).boundingBox()
  expect(today?.y).toBe(from?.y)
})
