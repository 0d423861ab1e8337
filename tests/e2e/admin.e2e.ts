// The back office's door, its first screen and the list of bookings, as staff see them in a browser.
import { readFile } from 'node:fs/promises'
import type { APIRequestContext } from '@playwright/test'
import { formatMoney } from '../../src/kernel/money.ts'
import { bookByTransfer, expect, listBookings, nobody, shownReferences, test, toast } from './support/admin.ts'
import { expectAccessibleByDayAndNight } from './support/axe.ts'
import { book, newEmail } from './support/bookings.ts'
import { adminEmail, adminPassword, hold } from './support/shop.ts'

const exact = (value: { minor: number; currency: string }) => formatMoney(value, { exact: true })

async function signInAs(request: APIRequestContext, email: string, password: string): Promise<void> {
  const answer = await request.post('/api/auth/sign-in/email', { data: { email, password } })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test.describe('the door', () => {
  test.use({ storageState: nobody })

  test('leads a signed-out visitor to the sign-in and back to the very list they asked for [A001, A002, C272]', async ({
    page,
    request,
  }) => {
    await page.goto('/admin')
    await expect(page).toHaveURL(/\/auth\?returnTo=%2Fadmin$/)
    await page.goto('/admin/bookings?status=confirmed&type=tour')
    await expect(page).toHaveURL(/\/auth\?returnTo=/)
    await page.getByRole('textbox', { name: 'Email' }).fill(adminEmail)
    await page.getByRole('textbox', { name: 'Password' }).fill(adminPassword)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page).toHaveURL(/\/admin\/bookings\?status=confirmed&type=tour$/)
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('confirmed')
    await signInAs(request, adminEmail, adminPassword)
    const { items } = await listBookings(request, { status: 'confirmed', type: 'tour' })
    await expect.poll(() => shownReferences(page)).toEqual(items.map((row) => row.booking_reference))
  })

  test('sends a customer to the first page and says why; the server keeps them out as well [A005, A006, C273]', async ({
    page,
    context,
  }) => {
    const [email, password] = [newEmail(), 'journey-to-dubai']
    const made = await context.request.post('/api/auth/sign-up/email', { data: { name: 'Ria Sen', email, password } })
    expect(made.ok(), await made.text()).toBe(true)
    await signInAs(context.request, email, password)
    expect((await context.request.get('/api/admin/dashboard')).status()).toBe(403)
    await page.goto('/admin/bookings')
    await expect(toast(page, 'Access Denied')).toBeVisible()
    await expect(toast(page, "You don't have permission to access the admin area.")).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss message' }).click()
    const banner = page.getByRole('banner')
    await banner.getByText('Ria Sen').click()
    await expect(banner.getByRole('link', { name: 'My Bookings' })).toBeVisible()
    await expect(page.getByText('Admin Panel')).toHaveCount(0)
    for (const who of ['customer', 'visitor']) {
      if (who === 'visitor') await context.clearCookies()
      for (const width of [1280, 360]) {
        await page.setViewportSize({ width, height: 740 })
        await page.goto('/')
        if (width === 360) {
          await page.getByRole('button', { name: 'Open menu' }).click()
          const own = who === 'visitor' ? 'Sign In' : 'My Bookings'
          await expect(page.getByRole('dialog').getByRole('link', { name: own })).toBeVisible()
        }
        await expect(page.getByText('Admin Panel')).toHaveCount(0)
      }
    }
  })

  test('closes again for whoever has signed out elsewhere, once the window is looked at [A022, A023, C260]', async ({
    page,
    context,
  }) => {
    await signInAs(context.request, adminEmail, adminPassword)
    await page.goto('/admin')
    await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
    expect((await context.request.post('/api/auth/sign-out', { data: {} })).ok()).toBe(true)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(page).toHaveURL(/\/auth\?returnTo=%2Fadmin$/)
  })

  test('keeps what was typed where a session ends in the middle of it, unseen until somebody signs in again [A023, D57]', async ({
    page,
    context,
  }) => {
    await signInAs(context.request, adminEmail, adminPassword)
    await page.goto('/admin/tours/new')
    const title = page.getByRole('textbox', { name: /^Title/ })
    await title.fill('Falcon morning')
    expect((await context.request.post('/api/auth/sign-out', { data: {} })).ok()).toBe(true)
    await page.getByRole('tab', { name: 'Pricing' }).click()
    await page.getByRole('textbox', { name: /^Adult price/ }).fill('49')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'You are signed out' })
    await expect(dialog).toContainText('What you have typed is not saved yet, and waits here.')
    await expect(page.getByText('New tour', { exact: true })).toBeHidden()
    await expectAccessibleByDayAndNight(page, 'a session that has ended')
    await expect(dialog.getByRole('link', { name: 'Sign in again' })).toHaveAttribute('target', '_blank')
    await signInAs(context.request, adminEmail, adminPassword)
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await expect(dialog).toHaveCount(0)
    await page.getByRole('tab', { name: 'Basic' }).click()
    await expect(title).toHaveValue('Falcon morning')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(toast(page, /created/i)).toBeVisible()
  })

  test('shows in the sidebar where one is, however far down that is', async ({ page, context }) => {
    await signInAs(context.request, adminEmail, adminPassword)
    await page.setViewportSize({ width: 1280, height: 700 })
    await page.goto('/admin/audit')
    const current = page.getByRole('complementary').getByRole('link', { name: 'Audit Trail' })
    await expect(current).toHaveAttribute('aria-current', 'page')
    await expect(current).toBeInViewport({ ratio: 1 })
  })
})

test('while somebody is let in the screen says what is checked, and a slow answer accuses nobody [A003, A004, C271]', async ({
  page,
}) => {
  const session = await hold(page, '**/rpc/account/session')
  const role = await hold(page, '**/rpc/booking/admin/dashboard')
  await page.goto('/admin')
  await expect(page.getByText('Verifying admin access...')).toBeVisible()
  session()
  await expect(page.getByText('Checking permissions...')).toBeVisible()
  await expect(page).toHaveURL(/\/admin$/)
  role()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await expect(page.getByText('Access Denied')).toHaveCount(0)
})

test('an open back office asks for its session every 30 seconds, and moves out whose role is gone [A023]', async ({
  page,
}) => {
  let asked = 0
  let isAdmin = true
  await page.route('**/rpc/account/session', async (route) => {
    asked += 1
    const answer = await route.fetch()
    const text = await answer.text()
    const changed = text
      .replaceAll('"is_admin":true', '"is_admin":false')
      .replaceAll('"role":"admin"', '"role":"customer"')
    await route.fulfill({ response: answer, body: isAdmin ? text : changed })
  })
  await page.clock.install()
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const before = asked
  await page.clock.fastForward(25_000)
  expect(asked).toBe(before)
  isAdmin = false
  await page.clock.fastForward(6_000)
  await page.waitForURL((url) => url.pathname === '/')
  expect(asked).toBeGreaterThan(before)
})

test('the shop shows the way in to administrators, and brings none of the back office along [A006, A030]', async ({
  page,
  request,
}) => {
  const shell = await (await request.get('/admin')).text()
  const entry = /<script[^>]+src="([^"]+)"/.exec(shell)?.[1]
  expect(entry).toBeTruthy()
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  await page.goto('/')
  const banner = page.getByRole('banner')
  await banner.getByText('Administrator', { exact: true }).click()
  const link = banner.getByRole('link', { name: /Admin Panel/ })
  await expect(link.locator('.badge')).toHaveText('Admin')
  expect(asked.length).toBeGreaterThan(3)
  expect(asked).not.toContain(entry)
  await link.click()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
})

test('the dashboard shows the figures and the five newest bookings as the server has them [A027, A032, A035, A036, A037, A038, A040]', async ({
  page,
  request,
  guest,
}) => {
  // One of each payment status among the newest.
  for (const decision of ['approved', 'rejected']) {
    const { id } = await bookByTransfer(guest)
    const decided = await request.post(`/api/admin/bookings/${id}/verification`, { data: { decision } })
    expect(decided.ok(), await decided.text()).toBe(true)
  }
  await book(guest)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  const figures = await (await request.get('/api/admin/dashboard')).json()
  const figure = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd')
  await expect(figure('Total Revenue (AED)')).toHaveText(exact(figures.revenue))
  await expect(figure('Total Bookings')).toHaveText(String(figures.bookings))
  await expect(figure('Pending Bookings')).toHaveText(String(figures.pending))
  const kinds = { Tours: 'tour', Packages: 'package', Visas: 'visa', Tickets: 'ticket', Transfers: 'transfer' }
  for (const [label, key] of Object.entries({ ...kinds, 'Umrah Packages': 'umrah', 'Ok to Board': 'ok_to_board' }))
    await expect(page.getByText(label, { exact: true }).locator('xpath=following-sibling::dd')).toHaveText(
      String(figures.services[key]),
    )

  const rows = page.getByRole('region', { name: 'Recent Bookings' }).getByRole('listitem')
  await expect(rows).toHaveCount(5)
  const tones: Record<string, RegExp> = { completed: /tone-success/, failed: /tone-danger/, pending: /tone-neutral/ }
  for (const [index, booking] of figures.recent.entries()) {
    const row = rows.nth(index)
    for (const text of [booking.service_title, booking.customer_name, exact(booking.final_amount)])
      await expect(row).toContainText(text)
    await expect(row).toContainText(booking.customer_email)
    await expect(row.getByRole('time')).toHaveAttribute('datetime', booking.created_at)
    await expect(row.locator('.badge').nth(0)).toHaveText(new RegExp(booking.booking_status, 'i'))
    await expect(row.locator('.badge').nth(1)).toHaveClass(tones[booking.payment_status] ?? /never/)
  }
  const statuses = figures.recent.map((row: { payment_status: string }) => row.payment_status)
  expect(statuses.slice(0, 3)).toEqual(['pending', 'failed', 'completed'])
})

test('the dashboard names what waits for staff, with the mail that failed, and says when there is nothing [A039, A179, A186]', async ({
  page,
}) => {
  const mail = {
    id: '01900000-0000-7000-8000-000000000001',
    template: 'reminder',
    to: 'ria@example.com',
    subject: 'Your booking is waiting',
    status: 'failed',
    attempts: 8,
    lastError: 'Mailbox is full',
    bookingId: null,
    createdAt: '2026-11-01T08:00:00.000Z',
    sentAt: null,
  }
  const waiting = { proofsOverdue: 1, proofsToCheck: 2, paymentsUnderReview: 0, failedMail: 1, departuresSoon: 0 }
  let needsAction = waiting
  await page.route('**/rpc/booking/admin/dashboard', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    await route.fulfill({ response, json: { ...body, json: { ...body.json, recent: [], needsAction } } })
  })
  await page.route('**/rpc/mail/admin/messages', (route) =>
    route.fulfill({ json: { json: { items: [mail], nextCursor: null } } }),
  )
  await page.route('**/rpc/mail/admin/retry', (route) => {
    needsAction = { ...waiting, proofsOverdue: 0, proofsToCheck: 0, failedMail: 0 }
    return route.fulfill({ json: { json: { ...mail, status: 'queued' } } })
  })
  await page.goto('/admin')
  await expect(page.getByText('No recent bookings')).toBeVisible()
  const queue = page.getByRole('region', { name: 'Needs action' })
  await expect(queue.getByRole('listitem').first()).toContainText('1 payment proof has waited longer than 24 hours')
  for (const name of [/^1 payment proof has waited/, '2 payment proofs to check'])
    await expect(queue.getByRole('link', { name })).toHaveAttribute('href', '/admin/payments-review')
  await expect(queue).toContainText('Mailbox is full')
  await queue.getByRole('button', { name: /^Try again/ }).click()
  await expect(queue).toContainText('Nothing is waiting for you.')
})

test('the charts show what the server has counted, by pointer, by keyboard and as tables', async ({
  page,
  request,
}) => {
  await page.goto('/admin')
  const figures = await (await request.get('/api/admin/trends')).json()
  const [year] = (await (await request.get('/api/admin/trends?period=12-months')).json()).points.slice(-1)
  const card = (name: string | RegExp) => page.getByRole('region', { name })
  const revenue = card(/^Revenue \(/).first()
  await expect(revenue.locator('path.recharts-area-curve')).toBeVisible()
  // The last point, as somebody without a pointer reads it.
  await revenue.locator('svg.recharts-surface').focus()
  await page.keyboard.press('ArrowRight')
  for (let n = 0; n < 30; n++) await page.keyboard.press('ArrowRight')
  await expect(revenue).toContainText(exact(figures.points.at(-1).net))

  await revenue.getByRole('button', { name: /^View as table/ }).click()
  await expect(revenue.getByRole('row')).toHaveCount(31)
  await expect(revenue.getByRole('row').nth(1)).toContainText(exact(figures.points.at(-1).net))
  await revenue.getByRole('radio', { name: '12 months' }).check()
  await expect(revenue.getByRole('row')).toHaveCount(13)
  await expect(revenue.getByRole('row').nth(1)).toContainText(exact(year.net))
  await revenue.getByRole('button', { name: /^View as chart/ }).click()
  await expect(revenue.locator('path.recharts-area-curve')).toBeVisible()

  const names: Record<string, string> = { pending: 'Pending', confirmed: 'Confirmed' }
  const byStatus = card('Bookings by status')
  for (const { status, bookings } of figures.byStatus.slice(0, 2))
    await expect(byStatus.getByRole('listitem').filter({ hasText: names[status]! })).toContainText(String(bookings))
  await byStatus.getByRole('button', { name: /^View as table/ }).click()
  await expect(byStatus.getByRole('row')).toHaveCount(5)
  await expect(byStatus.getByRole('row').nth(1)).toContainText(String(figures.byStatus[0].bookings))
  for (const name of [/^Revenue \(/, 'Bookings by service'])
    await card(name)
      .first()
      .getByRole('button', { name: /^View as table/ })
      .click()
  await expectAccessibleByDayAndNight(page, 'charts as tables')
})

test('the sections have addresses of their own, and back and forward move between them [A028, A029, A031]', async ({
  page,
  request,
}) => {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Bookings', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/bookings$/)
  const [newest] = (await listBookings(request)).items
  const shown = page.getByRole('row').nth(1).getByRole('time')
  await expect(shown).toHaveText(/^\d{4}-\d\d-\d\d (0\d|1[0-2]):\d\d [AP]M$/)
  await expect(shown).toHaveAttribute('datetime', newest?.created_at ?? '')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Bookings' })).toBeVisible()
  await page.goto('/admin/no-such-section')
  await expect(page.getByRole('heading', { name: 'Section not found' })).toBeVisible()
})

test.describe('the list of bookings', () => {
  const referencesOf = async (request: APIRequestContext, query = {}) =>
    (await listBookings(request, query)).items.map((row) => row.booking_reference)

  test('finds part of a name, e-mail, reference or title, with both filters, and goes back step by step [A131, A133, A134, A135, A136]', async ({
    page,
    request,
  }) => {
    const { items } = await listBookings(request, { status: 'completed', type: 'tour' })
    const known = items[0]
    if (!known) throw new Error('The demo world has completed tours')
    await page.goto('/admin/bookings')
    const search = page.getByRole('searchbox', { name: 'Search bookings' })
    const { customer_name: name, customer_email: email, booking_reference: reference, service_title: title } = known
    for (const part of [
      name.slice(1, 8).toUpperCase(),
      email.slice(2, 14),
      reference.slice(3).toLowerCase(),
      title.slice(2),
    ]) {
      await search.fill(part)
      await expect(page).toHaveURL((url) => url.searchParams.get('q') === part.trim())
      const expected = await referencesOf(request, { q: part.trim() })
      expect(expected).toContain(reference)
      await expect.poll(() => shownReferences(page)).toEqual(expected)
    }
    await search.fill('')
    await expect(page).toHaveURL(/\/admin\/bookings$/)
    await page.getByRole('combobox', { name: 'Status' }).selectOption('Completed')
    await page.getByRole('combobox', { name: 'Service type' }).selectOption('Tour')
    await expect.poll(() => shownReferences(page)).toEqual(items.map((row) => row.booking_reference))
    await expect(page.getByRole('status').filter({ hasText: `${items.length} bookings` })).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('combobox', { name: 'Service type' })).toHaveValue('')
    await expect.poll(() => shownReferences(page)).toEqual(await referencesOf(request, { status: 'completed' }))
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(page.getByRole('combobox', { name: 'Status' })).toHaveValue('')
  })

  test('starts with the newest, sorts by every column both ways, and shows amounts in INR [A132, A138]', async ({
    page,
    request,
  }) => {
    await page.goto('/admin/bookings')
    await expect.poll(() => shownReferences(page)).toEqual(await referencesOf(request))
    const columns = {
      Reference: 'booking_reference',
      Customer: 'customer_name',
      Service: 'service_title',
      'Travel date': 'travel_date',
      'Amount (INR)': 'final_amount',
      Status: 'booking_status',
      Payment: 'payment_status',
      Date: 'created_at',
    }
    for (const [header, sort] of Object.entries(columns))
      for (const direction of ['asc', 'desc']) {
        const heading = page.getByRole('columnheader', { name: header, exact: true })
        await heading.getByRole('button').click()
        await expect(heading).toHaveAttribute('aria-sort', `${direction}ending`)
        await expect.poll(() => shownReferences(page)).toEqual(await referencesOf(request, { sort, direction }))
      }
    const [first] = (await listBookings(request)).items
    await expect(page.getByRole('row').nth(1)).toContainText(exact(first?.amount_inr ?? { minor: 0, currency: 'INR' }))
  })

  test('reaches every booking page by page, and the page before by going back [A133]', async ({ page, request }) => {
    const all = new Set<string>()
    await page.goto('/admin/bookings')
    const next = page.getByRole('link', { name: 'Next page' })
    let cursor: string | null = null
    do {
      const expected = await listBookings(request, cursor ? { cursor } : {})
      await expect.poll(() => shownReferences(page)).toEqual(expected.items.map((row) => row.booking_reference))
      for (const row of expected.items) all.add(row.booking_reference)
      cursor = expected.nextCursor
      if (cursor) await next.click()
    } while (cursor)
    expect(all.size).toBe((await listBookings(request)).total)
    expect(all.size).toBeGreaterThan(50)
    const pages = Math.ceil(all.size / 25)
    await expect(page.getByText(`Page ${pages} of ${pages}`)).toBeVisible()
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(page.getByText(`Page ${pages - 1} of ${pages}`)).toBeVisible()
    await page.getByRole('link', { name: 'First page' }).click()
    await expect.poll(() => shownReferences(page)).toEqual(await referencesOf(request))
  })

  test('downloads what is filtered, from all pages, as a file that a spreadsheet reads as text [A141, A142, A143, A144]', async ({
    page,
    request,
    guest,
  }) => {
    const customer_name = '=SUM(1,2) "Ria"'
    await book(guest, { customer_name })
    await page.goto('/admin/bookings?status=pending')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await downloading
    await expect(toast(page, 'Bookings exported successfully')).toBeVisible()
    expect(file.suggestedFilename()).toMatch(/20\d\d-\d\d-\d\d.*\.csv$/)
    const [head, ...rows] = parseCsv(await readFile(await file.path(), 'utf8'))
    expect(head?.join('|')).toBe(
      'Reference|Customer|Email|Phone|Service Type|Service Title|Amount (INR)|Payment Method|Status|Date|Amount|Currency',
    )
    const { total } = await listBookings(request, { status: 'pending' })
    expect(total).toBeGreaterThan(25)
    expect(rows).toHaveLength(total)
    expect(rows.every((row) => row[8] === 'pending')).toBe(true)
    expect(rows.map((row) => row[1])).toContain(`'${customer_name}`)
  })

  test('says when it cannot be loaded, and loads after all [A140]', async ({ page }) => {
    await page.route('**/rpc/booking/admin/list', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.goto('/admin/bookings')
    await expect(toast(page, 'Failed to load bookings')).toBeVisible()
    await page.unroute('**/rpc/booking/admin/list')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('table')).toBeVisible()
  })
})

/** RFC 4180, after the byte order mark. */
function parseCsv(text: string): string[][] {
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const cells = [...text.slice(1).matchAll(/("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/g)]
  const rows: string[][] = [[]]
  for (const [, cell = '', end = ''] of cells) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell)
    if (/\n/.test(end)) rows.push([])
  }
  return rows.filter((row) => row.length > 1)
}
