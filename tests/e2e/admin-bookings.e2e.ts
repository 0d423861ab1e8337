// One booking in the back office: read, decided, verified and written to, as staff do it in a browser.
import type { APIRequestContext, Page } from '@playwright/test'
import {
  bookByTransfer,
  button,
  expect,
  listBookings,
  openBooking,
  panel,
  readBooking,
  readPayment,
  test,
  toast,
} from './support/admin.ts'
import { expectAccessible, expectAccessibleByDayAndNight } from './support/axe.ts'
import { book, proofFile } from './support/bookings.ts'
import { expectVisibleFocus, press, tabTo } from './support/keyboard.ts'
import { mailTo } from './support/shop.ts'

test('a booking is read, noted and left again with the keyboard alone, back to where it was [A145, A146, A147, A159, A160, A161]', async ({
  page,
  request,
  guest,
}) => {
  const booked = await book(guest, {
    ...{ special_requests: 'A window seat', pickup_location: 'Hotel Raha', selected_language: 'English' },
  })
  await page.goto(`/admin/bookings?q=${booked.reference}`)
  await expect(page.getByRole('status').filter({ hasText: '1 booking' })).toBeVisible()
  await press(page, 'link', `Open booking ${booked.reference}`)
  const dialog = page.getByRole('dialog', { name: `Booking ${booked.reference}` })
  await expect(dialog).toBeVisible()
  const booking = await readBooking(request, booked.id)
  for (const text of [booking.service_title, 'Tour', booked.email, '+919812345678', '2 adults, 1 child, 0 infants'])
    await expect(dialog).toContainText(text)
  await expect(panel(page, 'Trip')).toContainText(`Travel date${booking.travel_date}Time03:00 PM`)
  await expect(panel(page, 'Trip')).toContainText('Special requestsA window seat')
  for (const text of ['Hotel Raha', 'English']) await expect(panel(page, 'Trip')).toContainText(text)
  await expect(dialog.getByRole('time').first()).toHaveAttribute('datetime', booking.created_at)
  await expect(dialog).toContainText('Ria Sen')
  await expect(panel(page, 'Price')).toContainText(
    /Base amount\$155\.00Tax.*Total amount.*Discount.*Final amount\$155\.00/,
  )

  for (const notes of ['Called back on Monday', 'Called back, all is clear']) {
    await press(page, 'button', 'Edit notes')
    await tabTo(page, 'textbox', 'Admin notes')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(notes)
    await press(page, 'button', 'Save notes')
    await expect(toast(page, 'Admin notes updated successfully')).toBeVisible()
    await expect(panel(page, 'Admin notes')).toContainText(notes)
    await expect(button(page, 'Edit notes')).toBeFocused()
  }
  const noted = await readBooking(request, booked.id)
  expect(noted.admin_notes).toBe('Called back, all is clear')
  expect(noted.special_requests).toBe('A window seat')
  expect(Date.parse(noted.updated_at)).toBeGreaterThan(Date.parse(booking.updated_at))

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('link', { name: `Open booking ${booked.reference}` })).toBeFocused()
  await expectVisibleFocus(page)
  await expect(page).toHaveURL(new RegExp(`/admin/bookings\\?q=${booked.reference}$`))
})

test('notes that somebody else has saved meanwhile are shown and not written over unseen [A159]', async ({
  page,
  request,
  guest,
}) => {
  const { id } = await book(guest)
  await openBooking(page, id)
  await button(page, 'Edit notes').click()
  await page.getByRole('textbox', { name: 'Admin notes' }).fill('Mine')
  await request.put(`/api/admin/bookings/${id}/notes`, { data: { admin_notes: 'Theirs' } })
  await button(page, 'Save notes').click()
  await expect(toast(page, 'Failed to update admin notes')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Admin notes' })).toContainText('Theirs')
  expect((await readBooking(request, id)).admin_notes).toBe('Theirs')
  await button(page, 'Save notes').click()
  await expect(panel(page, 'Admin notes')).toContainText('Mine')
})

test('the details of a visa and of an Ok to Board booking name their travellers and passengers [A148]', async ({
  page,
  request,
}) => {
  const visas = (await listBookings(request, { type: 'visa' })).items
  const all = await Promise.all(visas.map((row) => readBooking(request, row.id)))
  const visa = all.find((each) => each.travelers.length > 1)
  await openBooking(page, visa.id)
  for (const traveller of visa.travelers)
    for (const fact of ['first_name', 'last_name', 'passport_number', 'date_of_birth', 'arrival_date'])
      await expect(panel(page, "Travellers' details")).toContainText(traveller[fact])
  const [row] = (await listBookings(request, { type: 'ok-to-board' })).items
  const { id, details } = await readBooking(request, row?.id ?? '')
  await openBooking(page, id)
  const trip = panel(page, 'Trip')
  for (const fact of ['passengerName', 'passportNumber', 'flightNumber', 'airline', 'pnr'])
    await expect(trip).toContainText(details[fact])
  await expect(trip).toContainText('NationalityIndia')
})

/** An Ok to Board with the documents that it needs, applied for by Ria Sen. */
async function applyForClearance(guest: APIRequestContext) {
  const documents = await Promise.all(
    ['passport_first_page', 'visa', 'flight_booking_page1'].map(async (name) => {
      const sent = await guest.post('/api/document-uploads', { multipart: { file: proofFile } })
      expect(sent.status(), await sent.text()).toBe(201)
      return { name, traveller: null, upload: (await sent.json()).upload }
    }),
  )
  const [clearance] = (await (await guest.get('/api/services/ok_to_board')).json()).items
  return book(guest, {
    service_type: 'ok_to_board',
    service_id: clearance.slug,
    travel_time: null,
    adults_count: 1,
    children_count: 0,
    details: {
      passengerName: 'Ria Sen',
      passportNumber: 'Z1234567',
      nationality: 'IN',
      flightNumber: 'EK501',
      airline: 'Emirates',
    },
    documents,
  })
}

test("a booking's documents are erased after a question, and cannot be opened any more [A164]", async ({
  page,
  request,
  guest,
}) => {
  const applied = await applyForClearance(guest)
  const [{ fileId }] = (await readBooking(request, applied.id)).documents
  await openBooking(page, applied.id)
  await button(page, 'Erase documents').click()
  const question = page.getByRole('dialog', { name: 'Erase these documents for good?' })
  await expectAccessibleByDayAndNight(page, 'erase documents')
  await question.getByRole('button', { name: 'Erase documents' }).click()
  await expect(toast(page, 'Documents erased')).toBeVisible()
  await expect(button(page, 'Erase documents')).toHaveCount(0)
  await expect(panel(page, 'History')).toContainText('Documents erased')
  expect((await readBooking(request, applied.id)).documents).toEqual([])
  expect((await request.get(`/api/admin/files/${fileId}/link`)).status()).toBe(404)
})

test('a document is asked for again, replaced and accepted; what was issued is delivered and downloaded', async ({
  page,
  guest,
}) => {
  const applied = await applyForClearance(guest)
  await openBooking(page, applied.id)
  const row = panel(page, 'Documents').getByRole('listitem').filter({ hasText: 'Passport first page' })
  await row.getByRole('button', { name: 'Ask again: Passport first page' }).click()
  const question = page.getByRole('dialog', { name: 'Ask for Passport first page again?' })
  await question.getByRole('button', { name: 'Send request' }).click()
  await expect(question.getByText('Please give a reason')).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'ask for a document again')
  await question.getByRole('textbox', { name: 'Reason' }).fill('There is glare on the photo page')
  await question.getByRole('button', { name: 'Send request' }).click()
  await expect(toast(page, 'Document requested again')).toBeVisible()
  await expect(row).toContainText('Asked again')

  await page.goto(`/booking-documents?${applied.query}`)
  await expect(page.getByText('Please send this again: There is glare on the photo page')).toBeVisible()
  await page.getByLabel('Choose: Passport first page').setInputFiles(proofFile)
  await expect(page.getByText('Everything is there.')).toBeVisible()

  await openBooking(page, applied.id)
  await expect(row).toContainText('Replaced')
  await row.getByRole('button', { name: 'Accept: Passport first page' }).click()
  await expect(toast(page, 'Document accepted')).toBeVisible()
  await panel(page, 'Issued: Ok to Board clearance')
    .getByLabel(/^Upload: /)
    .setInputFiles(proofFile)
  await expect(toast(page, 'Document uploaded')).toBeVisible()
  await button(page, 'Deliver: Ok to Board clearance').click()
  await expect(toast(page, 'Document delivered')).toBeVisible()
  await expectAccessibleByDayAndNight(page, 'a booking with documents')

  await page.goto(`/track-booking?${applied.query}`)
  const link = page.getByRole('link', { name: 'Download Ok to Board clearance' })
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  expect(file.suggestedFilename()).toMatch(/\.(pdf|jpg|png)$/)
})

test.describe('the status of a booking', () => {
  test('goes from pending to confirmed to completed, and then nowhere [A152, A153, A154, A156, A162, A165]', async ({
    page,
    request,
    guest,
  }) => {
    const { id } = await book(guest)
    await openBooking(page, id)
    await expect(button(page, 'Cancel')).toBeVisible()
    await expect(panel(page, 'Bank transfer verification')).toHaveCount(0)
    await button(page, 'Confirm').click()
    await expect(toast(page, 'Booking status updated successfully')).toBeVisible()
    await button(page, 'Complete').click()
    await expect(panel(page, 'Change the status').getByRole('button')).toHaveCount(0)
    await expect(panel(page, 'History').getByRole('listitem')).toContainText([
      /Booking created/,
      /Booking confirmed/,
      /Booking completed/,
    ])
    expect((await readBooking(request, id)).booking_status).toBe('completed')
  })

  test('becomes cancelled: a confirmed booking with a reason only, a pending one without [A152, A153, A154]', async ({
    page,
    request,
    guest,
  }) => {
    const [pending, confirmed] = [await book(guest), await book(guest)]
    await request.post(`/api/admin/bookings/${confirmed.id}/confirmation`, { data: {} })
    await openBooking(page, confirmed.id)
    await button(page, 'Cancel').click()
    await button(page, 'Cancel booking').click()
    await expect(page.getByText('A confirmed booking can be cancelled only with a reason')).toBeVisible()
    expect((await readBooking(request, confirmed.id)).booking_status).toBe('confirmed')
    await page.getByRole('textbox', { name: 'Reason' }).fill('The guide is ill')
    await button(page, 'Cancel booking').click()
    await expect(panel(page, 'Trip')).toContainText('Cancelled becauseThe guide is ill')
    await expect(panel(page, 'Change the status').getByRole('button')).toHaveCount(0)

    await openBooking(page, pending.id)
    await button(page, 'Cancel').click()
    await button(page, 'Cancel booking').click()
    await expect(toast(page, 'Booking status updated successfully')).toBeVisible()
    await expect.poll(async () => (await readBooking(request, pending.id)).booking_status).toBe('cancelled')
  })

  test('says when somebody else was quicker, and shows what they did [A155, A156]', async ({
    page,
    request,
    guest,
  }) => {
    const { id } = await book(guest)
    await openBooking(page, id)
    await expect(button(page, 'Confirm')).toBeVisible()
    await request.post(`/api/admin/bookings/${id}/cancellation`, { data: {} })
    await button(page, 'Confirm').click()
    await expect(toast(page, 'Failed to update booking status')).toBeVisible()
    await expect(panel(page, 'Change the status')).toContainText('This step is not possible')
    await expect(panel(page, 'Change the status').getByRole('button')).toHaveCount(0)
  })

  test('is paid when staff say so, and goes back once the money has been given back [A139, A157, A158]', async ({
    page,
    request,
    guest,
  }) => {
    const { id } = await book(guest)
    await openBooking(page, id)
    await button(page, 'Mark as paid').click()
    const question = page.getByRole('dialog', { name: 'Mark this booking as paid?' })
    const submit = question.getByRole('button', { name: 'Mark as paid' })
    await submit.click()
    await expect(question).toContainText('Please write down how it was paid')
    await question.getByRole('textbox', { name: 'How it was paid, and why by hand' }).fill('In cash, at the desk')
    await question.getByRole('textbox', { name: 'Receipt number' }).fill('R-17')
    await submit.click()
    await expect(toast(page, 'Payment recorded successfully')).toBeVisible()
    await expect(panel(page, 'Payment')).toContainText('Completed')
    await expect(panel(page, 'Price')).toContainText('Paid$155.00')
    await expect(panel(page, 'History')).toContainText('In cash, at the deskReceipt: R-17')

    await button(page, 'Cancel').click()
    await page.getByRole('textbox', { name: 'Reason' }).fill('The guest fell ill')
    await button(page, 'Cancel booking').click()
    // The refund is put down by a job, right after the cancellation.
    await expect.poll(async () => (await readPayment(request, id)).refunds.length).toBe(1)
    await openBooking(page, id)
    await expect(panel(page, 'Payment')).toContainText('To be given back$155.00')
    await button(page, 'Mark as given back').click()
    await expect(toast(page, 'Refund recorded successfully')).toBeVisible()
    await expect(panel(page, 'Payment')).toContainText('REFUNDED')
    await expect(panel(page, 'Payment')).toContainText('Given back')
  })
})

test.describe('the e-mails of a booking', () => {
  const send = (page: Page, kind: string) => button(page, `Send ${kind} e-mail`)

  test('go out on request, and which ones depends on its state [A180, A181, A182, A183]', async ({
    page,
    request,
    guest,
    shop,
  }) => {
    const booked = await book(guest)
    await openBooking(page, booked.id)
    await expect(send(page, 'cancellation')).toHaveCount(0)
    await send(page, 'reminder').click()
    await expect(toast(page, 'Reminder email sent successfully')).toBeVisible()
    await send(page, 'confirmation').click()
    await expect(toast(page, 'Confirmation email sent successfully')).toBeVisible()
    await mailTo(shop, booked.email, /reminder/i)
    await expect(panel(page, 'E-mails').getByText('Sent', { exact: true }).first()).toBeVisible()

    await request.post(`/api/admin/bookings/${booked.id}/cancellation`, { data: {} })
    // What was on the screen before the cancellation is refused, and said to be.
    await send(page, 'reminder').click()
    await expect(toast(page, 'Failed to send reminder email')).toBeVisible()
    await openBooking(page, booked.id)
    await expect(send(page, 'confirmation')).toBeVisible()
    await expect(send(page, 'reminder')).toHaveCount(0)
    await send(page, 'cancellation').click()
    await expect(toast(page, 'Cancellation email sent successfully')).toBeVisible()
  })
})

test.describe('every screen', () => {
  test.slow()
  const sizes = [
    { width: 360, height: 740 },
    { width: 768, height: 1024 },
    { width: 1280, height: 860 },
  ]
  for (const colorScheme of ['light', 'dark'] as const)
    test(`is accessible and fits from phone to desk, ${colorScheme}`, async ({ page, request, guest }) => {
      const { id } = await bookByTransfer(guest)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const size of sizes) {
        await page.setViewportSize(size)
        for (const [name, show] of screens(id)) {
          await show(page, request)
          const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
          expect(wider, `${name} scrolls sideways at ${size.width}`).toBeLessThanOrEqual(0)
          await expectAccessible(page, `${name}, ${size.width} px, ${colorScheme}`)
        }
      }
      await page.setViewportSize({ width: 360, height: 740 })
      await openBooking(page, id)
      const box = await page.getByRole('dialog').boundingBox()
      expect(box).toMatchObject({ x: 0, y: 0, height: 740 })
    })

  type Screen = readonly [name: string, show: (page: Page, request: APIRequestContext) => Promise<void>]
  const screens = (id: string): readonly Screen[] => [
    [
      'dashboard',
      async (page) => {
        await page.goto('/admin')
        await expect(page.getByRole('region', { name: 'Recent Bookings' })).toBeVisible()
      },
    ],
    [
      'list',
      async (page) => {
        await page.goto('/admin/bookings?status=pending')
        await expect(page.getByRole('link', { name: /^Open booking/ }).first()).toBeVisible()
      },
    ],
    [
      'no bookings',
      async (page) => {
        await page.goto('/admin/bookings?q=nobody-has-this')
        await expect(page.getByText('No bookings found')).toBeVisible()
      },
    ],
    [
      'booking',
      async (page) => {
        await openBooking(page, id)
        await expect(panel(page, 'History')).toBeVisible()
      },
    ],
    [
      'verification',
      async (page) => {
        await button(page, 'Review payment').click()
        await page.getByText('Add a proof that came another way').click()
        await expect(page.getByRole('textbox', { name: 'Payment proof URL' })).toBeVisible()
      },
    ],
    [
      'unknown section',
      async (page) => {
        await page.goto('/admin/nothing')
        await expect(page.getByRole('heading', { name: 'Section not found' })).toBeVisible()
      },
    ],
  ]
})
