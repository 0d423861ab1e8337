// What customers do to a shop: twice, backwards, again, in two tabs, with an address of their own making.
import { rm, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { otherBrowser } from './support/alive.ts'
import { administrator, book, dayAhead, longDay, newEmail, safari } from './support/bookings.ts'
import { pay, payByCard } from './support/pages.ts'
import { expect, openAlive, test } from './support/shop.ts'

const bookingPage = `/tours/${safari}/booking`
const day = (ahead: number) => longDay(dayAhead(ahead))

async function fillTrip(page: Page, ahead = 5): Promise<void> {
  await page.getByRole('radio', { name: day(ahead) }).check()
  await page.getByRole('radio', { name: '03:00 PM' }).check()
  await page.getByRole('button', { name: 'Add one adult' }).click()
}
async function fillContact(page: Page, email: string): Promise<void> {
  await page.getByLabel('Customer name').fill('Ria Sen')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Phone number').fill('98123 45678')
}
const bookNow = (page: Page) => page.getByRole('button', { name: 'Book Now' }).first()
/** Alerts and toasts both say it. */
const says = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).first()
const onPayment = (page: Page) => expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible()

test.describe('the booking form', () => {
  test('a double click makes one booking [C178]', async ({ page, playwright, shop }) => {
    const email = newEmail()
    let requests = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/rpc/booking/create')) requests++
    })
    await page.goto(bookingPage)
    await fillTrip(page)
    await fillContact(page, email)
    await bookNow(page).dblclick()
    await onPayment(page)
    expect(requests).toBe(1)
    const admin = await administrator(playwright, shop)
    const found = await (await admin.get(`/api/admin/bookings?q=${encodeURIComponent(email)}`)).json()
    expect(found.items).toHaveLength(1)
  })

  test('a request whose answer is lost is sent again as the same one [C178]', async ({ page, playwright, shop }) => {
    const email = newEmail()
    const keys: (string | undefined)[] = []
    await page.route('**/rpc/booking/create', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      const answer = await route.fetch()
      return keys.length === 1 ? route.abort('connectionreset') : route.fulfill({ response: answer })
    })
    await page.goto(bookingPage)
    await fillTrip(page)
    await fillContact(page, email)
    await bookNow(page).click()
    await expect(says(page, 'Booking Failed')).toBeVisible()
    await bookNow(page).click()
    await onPayment(page)
    expect(keys).toHaveLength(2)
    expect(keys[0]).toBe(keys[1])
    const admin = await administrator(playwright, shop)
    const found = await (await admin.get(`/api/admin/bookings?q=${encodeURIComponent(email)}`)).json()
    expect(found.items).toHaveLength(1)
  })

  test('what was filled in survives a reload, and is gone once it is booked; back and forward lose nothing', async ({
    page,
  }) => {
    const email = newEmail()
    await page.goto(bookingPage)
    await fillTrip(page)
    await fillContact(page, email)
    await page.getByLabel('Special requests').fill('A child seat, please')
    await page.reload()
    await expect(page.getByRole('radio', { name: day(5) })).toBeChecked()
    await expect(page.getByRole('radio', { name: '03:00 PM' })).toBeChecked()
    await expect(page.getByRole('group', { name: 'Adults' })).toContainText('2')
    await expect(page.getByLabel('Email address')).toHaveValue(email)
    await expect(page.getByLabel('Special requests')).toHaveValue('A child seat, please')
    await bookNow(page).click()
    await onPayment(page)
    const payment = page.url()

    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Book Your Experience' })).toBeVisible()
    await expect(page.getByLabel('Customer name')).toHaveValue('Ria Sen')
    await expect(page.getByLabel('Special requests')).toHaveValue('')
    await page.goForward()
    await onPayment(page)
    expect(page.url()).toBe(payment)
    await page.reload()
    await onPayment(page)
    await expect(page.locator('.price', { hasText: '$110.00' }).first()).toBeVisible()
  })

  test('says what is missing in the words agreed, beside each field and above them all [C162, C163]', async ({
    page,
  }) => {
    let requests = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/rpc/booking/create')) requests++
    })
    await page.goto(bookingPage)
    await bookNow(page).click()
    await expect(says(page, 'Validation Error')).toContainText('Please fill in all required fields correctly')
    const form = page.getByRole('form', { name: 'Book Your Experience' })
    const missing = [
      'Travel date is required',
      'Please select a time',
      'Customer name is required',
      'Email address is required',
    ]
    const summary = form.getByRole('alert').filter({ has: page.getByRole('list') })
    for (const words of missing) await expect(summary.getByRole('link', { name: words })).toBeVisible()
    expect(await page.evaluate(() => document.activeElement?.contains(document.querySelector('.day')))).toBe(true)

    await page.getByLabel('Email address').fill('ria at example')
    await page.getByLabel('Customer name').fill('Ria Sen')
    await expect(form.getByText('Please enter a valid email address').first()).toBeVisible()
    await expect(form.getByText('Email address is required')).toHaveCount(0)
    await expect(form.getByText('Customer name is required')).toHaveCount(0)
    await page.getByRole('radio', { name: day(5) }).check()
    await expect(form.getByText('Travel date is required')).toHaveCount(0)
    await expect(form.getByText('Please select a time').first()).toBeVisible()
    expect(requests).toBe(0)
  })

  test('a ticket has words of its own [C063, C064]', async ({ page }) => {
    await page.goto('/booking?type=ticket&id=dubai-frame')
    await bookNow(page).click()
    for (const words of [
      'Date is required',
      'Time is required',
      'Lead guest name is required',
      'Email is required',
      'Mobile number is required',
    ])
      await expect(page.getByRole('link', { name: words })).toBeVisible()
  })

  test("a time of today that has passed on Dubai's clock cannot be chosen, wherever the customer is [C170]", async ({
    page,
  }) => {
    const today = dayAhead(0)
    // 10:45 in the evening before midday in Dubai: another clock, another day in America.
    await page.clock.setFixedTime(new Date(`${today}T10:30:00+04:00`))
    await page.goto('/booking?type=ticket&id=dubai-frame')
    await page.getByRole('radio', { name: longDay(today) }).check()
    await expect(page.getByRole('radio', { name: '10:00 AM' })).toBeDisabled()
    await expect(page.getByRole('radio', { name: '11:00 AM' })).toBeEnabled()
    await page.getByRole('radio', { name: '11:00 AM' }).check()
    await page.clock.setFixedTime(new Date(`${today}T23:30:00+04:00`))
    await page.reload()
    await expect(page.getByRole('radio', { name: longDay(today) })).toBeDisabled()
  })
})

test.describe('addresses', () => {
  const old =
    'type=umrah&id=7&amount=1&customerName=Mallory&customerEmail=mallory%40example.com&customerPhone=%2B15550000&serviceTitle=Free+Trip&status=success'

  test('old parameters of the payment page change nothing shown or charged, and leave the address [C189, C190, C191]', async ({
    page,
    request,
  }) => {
    const booked = await book(request)
    await page.goto(`/booking-payment?${booked.query}&${old}`)
    await onPayment(page)
    await expect.poll(() => [...new URL(page.url()).searchParams.keys()].sort()).toEqual(['bookingId', 'token'])
    const summary = page.getByRole('region', { name: 'What you pay for' })
    await expect(summary).toContainText('$155.00')
    await expect(page.getByRole('button', { name: 'Back', exact: true })).toBeVisible()
    const [left, right] = [
      await summary.boundingBox(),
      await page.getByRole('region', { name: 'Payment', exact: true }).boundingBox(),
    ]
    expect(right!.x).toBeGreaterThanOrEqual(left!.x + left!.width)
    expect(right!.y).toBeLessThan(left!.y + left!.height)
    await expect(summary).toContainText('Ria Sen')
    await expect(page.getByRole('main')).not.toContainText(/Mallory|Free Trip|mallory@/)
    const data = {
      bookingId: booked.id,
      token: booked.token,
      amount: 1,
      customerName: 'Mallory',
      customerEmail: 'e@x.example',
    }
    const { checkoutUrl } = await (
      await request.post('/api/payments', { data: { ...data, paymentMethod: 'sandbox_card' } })
    ).json()
    expect(await (await request.get(checkoutUrl)).text()).toContain('$155.00')
  })

  test('status=success makes no booking a paid one [C210, C229]', async ({ page, request }) => {
    const { query, id } = await book(request)
    await page.goto(`/booking-confirmation?${query}&${old}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Booking received, payment due')
    await expect(page.getByText('Payment pending')).toBeVisible()
    await expect(page.getByText(/Payment received|Booking Confirmed|Free Trip|Mallory/)).toHaveCount(0)
    const forged = await request.post(`/api/payments`, {
      data: {
        bookingId: id,
        token: new URLSearchParams(query).get('token'),
        payment_status: 'completed',
        paymentMethod: '',
      },
    })
    expect(forged.status()).toBeGreaterThanOrEqual(400)
    await page.reload()
    await expect(page.getByText('Payment pending')).toBeVisible()
  })

  test('a booking is shown by every address that names it, and to nobody without its link [C008, C227, C318]', async ({
    page,
    request,
  }) => {
    const [mine, other] = [await book(request), await book(request)]
    const token = encodeURIComponent(mine.token)
    for (const address of [
      `/booking-confirmation/${mine.id}?token=${token}`,
      `/booking-confirmation?booking=${mine.id}&token=${token}`,
      `/booking-confirmation?bookingId=${mine.id}&token=${token}`,
    ]) {
      await page.goto(address)
      await expect(page.getByText(mine.reference).first(), address).toBeVisible()
    }
    for (const address of [
      `/booking-confirmation/${mine.id}`,
      `/booking-confirmation?bookingId=${other.id}&token=${token}`,
      `/booking-payment?bookingId=${other.id}&token=${token}`,
      `/booking-payment?bookingId=${mine.id}&token=${token}x`,
      '/booking-confirmation/not-an-id',
    ]) {
      const answer = await page.goto(address)
      expect(answer?.status(), address).toBe(404)
      await expect(page.getByRole('heading', { name: 'Booking Not Found' }), address).toBeVisible()
      await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/')
      expect(await page.content()).not.toMatch(/Ria Sen|ria@/)
    }
  })
})

test.describe('tabs', () => {
  test('what one tab has paid the other does not pay again [C196]', async ({ page, context, request }) => {
    const { query } = await book(request)
    const second = await context.newPage()
    for (const tab of [page, second]) await tab.goto(`/booking-payment?${query}`)
    await second.getByRole('radio', { name: /Sandbox card/ }).check()
    await page.getByRole('radio', { name: /Sandbox card/ }).check()
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await expect(page).toHaveURL(/booking-confirmation/)
    await second.getByRole('button', { name: /^Pay / }).click()
    await expect(says(second, 'Payment Error')).toBeVisible()
    await expect(second.getByText('This booking is paid')).toBeVisible()
    await second.getByRole('link', { name: 'See the booking' }).click()
    await expect(second.getByText('Paid', { exact: true }).first()).toBeVisible()
  })

  test('a tab that was closed while paying is taken up again by the link, on any device [C179, C186]', async ({
    page,
    browser,
    request,
    baseURL,
  }) => {
    const { query, reference } = await book(request)
    await page.goto(`/booking-payment?${query}`)
    await page.getByRole('radio', { name: /Bank Transfer/ }).check()
    await page.getByRole('button', { name: 'Show the bank details' }).click()
    await expect(page.getByRole('heading', { name: 'Bank transfer', exact: true })).toBeVisible()
    await page.close()
    const device = await otherBrowser(browser, { baseURL: baseURL! })
    const again = await device.newPage()
    await again.goto(`/booking-payment?${query}`)
    await expect(again.getByRole('heading', { name: 'Bank transfer', exact: true })).toBeVisible()
    await expect(again.getByText(reference).first()).toBeVisible()
    await again.getByRole('button', { name: 'Choose another method' }).click()
    await expect(again.getByRole('radio', { name: /Sandbox card/ })).toBeVisible()
    await again.getByRole('button', { name: 'Back', exact: true }).click()
    await expect(again).toHaveURL(/\/$/)
    await device.close()
  })

  test('on a phone the account to transfer to begins in sight with the focus, and so do the methods again [C214]', async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const { query } = await book(request)
    await openAlive(page, `/booking-payment?${query}`)
    await page.getByRole('radio', { name: /Bank Transfer/ }).check()
    await page.getByRole('button', { name: 'Show the bank details' }).click()
    const payment = page.getByRole('region', { name: 'Payment', exact: true })
    await expect(payment).toBeFocused()
    await expect(page.getByRole('heading', { name: 'Bank transfer', exact: true })).toBeInViewport()
    await expect(page.getByRole('definition').filter({ hasText: /^AE/ })).toHaveText(/^AE\d+$/)
    await page.getByRole('button', { name: 'Choose another method' }).click()
    await expect(payment).toBeFocused()
    await expect(page.getByRole('radio', { name: /Bank Transfer/ })).toBeInViewport()
  })

  test('paying without a choice, proofs that are none, and one with a word to it [C183, C202, C217, C218, C219, C220]', async ({
    page,
    request,
    playwright,
    shop,
  }, testInfo) => {
    const booked = await book(request)
    await page.goto(`/booking-payment?${booked.query}`)
    await page.getByRole('button', { name: /^Pay / }).click()
    await expect(says(page, 'Please select a payment method')).toBeVisible()
    await pay(request, booked, 'bank_transfer')
    await page.reload()
    const send = page.getByRole('button', { name: 'Send the proof' })
    await send.click()
    await expect(page.getByText('No File Selected: Please select a payment proof file')).toBeVisible()
    const input = page.locator('input[type=file]')
    await input.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('paid') })
    await expect(page.getByText('Invalid File Type: Please upload a JPG, PNG, or PDF file')).toBeVisible()
    const large = Buffer.alloc(5 * 1024 * 1024 + 1, 0xff)
    await input.setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: large })
    await expect(page.getByText('File Too Large: Please upload a file smaller than 5MB')).toBeVisible()
    // By name and declared type a picture: only the server looks inside.
    await input.setInputFiles({
      name: 'proof.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>alert(1)</script>'),
    })
    const sendIt = page.getByRole('button', { name: /^Send/ })
    await sendIt.click()
    await expect(page.getByText('Invalid File Type: Please upload a JPG, PNG, or PDF file')).toBeVisible()
    const gone = testInfo.outputPath('gone.png')
    await writeFile(gone, 'a picture')
    await input.setInputFiles(gone)
    await rm(gone)
    await sendIt.click()
    await expect(page.getByText('Upload Failed: Failed to read file')).toBeVisible()
    await page.route(/payment-proofs/, (route) => route.abort(), { times: 1 })
    // This booking was made by the generic form, which takes a GIF too.
    const gif = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')
    await input.setInputFiles({ name: 'proof.gif', mimeType: 'image/gif', buffer: gif })
    await page.getByLabel('Message to us').fill('From my brother’s account')
    await sendIt.click()
    await expect(page.getByText('Upload Failed: Failed to upload payment proof')).toBeVisible()
    await expect(page.getByText('Pending Verification')).toHaveCount(0)
    await sendIt.click()
    await expect(page).toHaveURL(/booking-confirmation/)
    const admin = await administrator(playwright, shop)
    const stored = await (await admin.get(`/api/admin/bookings/${booked.id}`)).json()
    expect(stored).toMatchObject({ customer_note: 'From my brother’s account', payment_method: 'bank_transfer' })
  })
})

test('without a network it is said that there is none, and what could not be read is read once it is back [C051]', async ({
  browser,
  baseURL,
}) => {
  // In a browser of its own: a script that cannot be fetched is a fault in the others.
  const context = await otherBrowser(browser, { baseURL: baseURL! })
  const page = await context.newPage()
  await openAlive(page, '/tours')
  await context.setOffline(true)
  const told = page.locator('.toast').filter({ hasText: 'You are offline' })
  await expect(told).toBeVisible()
  await page.getByRole('link', { name: 'Hatta Mountains and Kayak Day' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tour Not Found')
  await expect(told).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hatta Mountains and Kayak Day')
  await expect(told).toHaveCount(0)
  await context.close()
})

test('on paper a confirmation is the booking, without what is pressed or floats', async ({ page, request }) => {
  const booked = await book(request)
  await payByCard(request, booked, 'pay')
  await openAlive(page, `/booking-confirmation?${booked.query}`)
  const help = page.getByRole('complementary', { name: 'Need Help?' })
  await expect(help).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(booked.reference)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What happens next' })).toBeVisible()
  await expect(page.getByRole('link', { name: /Safar Travel House/ })).toHaveCount(1)
  for (const gone of [help, page.getByRole('contentinfo'), page.getByRole('heading', { name: 'Papers' })])
    await expect(gone).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  expect(await page.getByRole('banner').evaluate((head) => getComputedStyle(head).position)).toBe('static')
})

test.describe('the tracker', () => {
  async function track(page: Page, reference: string, email = ''): Promise<void> {
    await page.getByLabel('Booking reference').fill(reference)
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Track booking' }).click()
  }
  const result = (page: Page) => page.getByRole('region', { name: 'Your booking' })

  test('by the reference alone where it stands; with the e-mail all of it; in any case and spacing [C233, C235, C236, C237, C240, C241, C242, C339]', async ({
    page,
    request,
  }) => {
    const booked = await book(request)
    await page.goto('/booking-tracker')
    await expect(page.getByText(/For example TH\d+/)).toBeVisible()
    await expect(page.getByLabel('Booking reference')).toHaveCSS('text-transform', 'uppercase')
    const [answer] = await Promise.all([
      page.waitForResponse('**/rpc/booking/track'),
      track(page, `  ${booked.reference.toLowerCase()} `),
    ])
    await expect(page.getByText('Booking Found!')).toBeVisible()
    const [toast, view] = [await page.locator('.toast').first().boundingBox(), page.viewportSize()]
    expect(toast!.y).toBeLessThan(120)
    expect(view!.width - toast!.x - toast!.width).toBeLessThan(40)
    expect(toast!.x).toBeGreaterThan(view!.width / 2)
    await expect(page.getByText('Your booking details are displayed below')).toBeVisible()
    await expect(result(page)).toContainText(booked.reference)
    await expect(result(page)).toContainText('Booking Created')
    await expect(result(page)).toContainText("We're processing your booking")
    await expect(result(page)).not.toContainText(/Ria|\$|@|\+91/)
    expect(await answer.text()).not.toMatch(/Ria|example\.com|9812345678|15500/)

    await track(page, booked.reference, ` ${booked.email.toUpperCase()} `)
    await expect(result(page)).toContainText('Ria Sen')
    await expect(result(page)).toContainText('$155.00')
    await page.goto(`/track-booking?${booked.query}`)
    await expect(result(page)).toContainText('Ria Sen')
  })

  test('what is missing, wrong or unknown is said in the words agreed [C234, C238, C239, C240]', async ({
    page,
    request,
  }) => {
    const booked = await book(request)
    await page.goto('/booking-tracker')
    await track(page, '   ')
    await expect(says(page, 'Missing Information')).toContainText('Please enter your booking reference')
    await expect(page.getByLabel('Booking reference')).toBeFocused()
    await track(page, 'TH0000000000')
    await expect(says(page, 'Booking Not Found')).toContainText('No booking found with this reference number')
    await track(page, booked.reference, 'someone.else@example.com')
    await expect(says(page, 'Email Mismatch')).toContainText("The email doesn't match our records for this booking")
    await expect(result(page)).toHaveCount(0)
    await page.route('**/rpc/booking/track', (route) => route.abort())
    await track(page, booked.reference)
    await expect(says(page, 'Search Failed')).toContainText('Unable to search for booking. Please try again.')
  })

  test('on a phone what was found comes into sight, and what went wrong stands above the form [C234, C238]', async ({
    page,
    request,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const { reference } = await book(request)
    await openAlive(page, '/booking-tracker')
    await track(page, 'TH0000000000')
    const told = page.locator('main').getByRole('alert')
    await expect(told).toBeInViewport({ ratio: 1 })
    expect((await told.boundingBox())!.y).toBeLessThan((await page.getByLabel('Booking reference').boundingBox())!.y)
    await track(page, reference)
    await expect(result(page).getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 })
    const focused = page.locator(':focus')
    await expect(focused.getByRole('region', { name: 'Your booking' })).toBeVisible()
  })

  test('follows a booking through payment and cancellation [C242, C243, C244]', async ({
    page,
    request,
    playwright,
    shop,
  }) => {
    const booked = await book(request)
    await payByCard(request, booked, 'pay')
    const admin = await administrator(playwright, shop)
    await page.goto(`/track-booking?${booked.query}`)
    await expect(result(page)).toContainText('Payment received successfully')
    await expect(result(page).getByText('Confirmed', { exact: true })).toBeVisible()
    const answer = await admin.post(`/api/admin/bookings/${booked.id}/cancellation`, { data: { reason: 'Storm' } })
    expect(answer.ok(), await answer.text()).toBe(true)
    await page.reload()
    await expect(result(page).getByText('Cancelled', { exact: true })).toBeVisible()
    await expect(result(page).getByRole('listitem').filter({ hasText: 'Booking Confirmed' })).toBeVisible()
    await expect(result(page).getByRole('listitem').filter({ hasText: 'Booking Cancelled' })).toBeVisible()
  })
})
