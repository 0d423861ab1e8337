// What a counter clerk does in a day, written once for mouse, keyboard and touch. Each task proves its result on the server.
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { readBooking, readPayment, toast, uploadProof } from './admin.ts'
import { expectAccessible } from './axe.ts'
import { type Booked, book, dayAhead, proofFile } from './bookings.ts'
import type { Hands } from './hands.ts'

/** One name per pair of hands, so that all work in the same shop. */
export interface Day {
  readonly tag: string
  readonly phone: string
  readonly called: Booked
  readonly paid: Booked
  readonly visa: Booked
  readonly transfers: readonly Booked[]
}
interface Preparing {
  readonly guest: APIRequestContext
  readonly request: APIRequestContext
}
const sent = async (answer: Awaited<ReturnType<APIRequestContext['post']>>) => {
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  return answer.json()
}

/** The data of one day. The priced tours are named after the tag. */
export async function prepareDay({ guest, request }: Preparing, name: string): Promise<Day> {
  const tag = `${name}${Date.now().toString(36)}`
  const phone = `+97150${String(Date.now()).slice(-7)}`
  const [called, paid, visa] = [
    await book(guest, { customer_phone: phone }),
    await book(guest),
    await applyForVisa({ guest, request }),
  ]
  for (const { id } of [paid, visa])
    await sent(await request.post(`/api/admin/bookings/${id}/arrival-payment`, { data: { reason: 'At the desk' } }))
  await sent(await request.post(`/api/admin/bookings/${visa.id}/confirmation`))
  const transfers = [await transferred(guest), await transferred(guest)]
  const message = { name: `Zoya ${tag}`, email: 'zoya@example.com', phone, subject: `Prams ${tag}` }
  await sent(await guest.post('/api/contact-messages', { data: { ...message, message: 'May we bring a pram?' } }))
  return { tag, phone, called, paid, visa, transfers }
}
export async function addTours(request: APIRequestContext, tag: string, count: number): Promise<void> {
  const details = { price_adult: 5_000, location: 'Dubai' }
  // Not on sale: other tests count on what the first page of the shop's list shows.
  const item = { kind: 'tour', status: 'inactive', details }
  for (let number = 1; number <= count; number++)
    await sent(await request.post('/api/admin/services', { data: { ...item, title: `${tag} ${number}` } }))
}
async function transferred(guest: APIRequestContext): Promise<Booked> {
  const booked = await book(guest)
  const data = { bookingId: booked.id, token: booked.token, paymentMethod: 'bank_transfer' }
  await sent(await guest.post('/api/payments', { data }))
  await uploadProof(guest, booked)
  return booked
}
/** One traveller, whose documents follow. */
async function applyForVisa({ guest, request }: Preparing): Promise<Booked> {
  const [visa] = (await (await guest.get('/api/services/visa')).json()).items
  const booked = await book(guest, {
    ...{ service_type: 'visa', service_id: visa.slug, travel_date: null, travel_time: null },
    ...{ adults_count: 1, children_count: 0, details: { booking_option: 'pay_now' } },
  })
  const traveller = {
    ...{ full_name: 'Ria Sen', passport_number: 'Z1234567', passport_expiry: dayAhead(2000) },
    ...{ date_of_birth: '1990-01-01', tentative_arrival_date: dayAhead(60), tentative_departure_date: dayAhead(65) },
  }
  const { version } = await readBooking(request, booked.id)
  const data = { version, travellers: [{ position: 0, traveller }], tell_customer: false }
  await sent(await request.put(`/api/admin/bookings/${booked.id}/answers`, { data }))
  return booked
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
/** The keyboard walks the screens that the mouse has shown to axe. */
const examine = async ({ page, kind }: Hands, screen: string) =>
  kind === 'keyboard' ? undefined : expectAccessible(page, `${screen}, ${kind}`)

/** From the list by phone number to the booking. */
export async function findByPhone(hands: Hands, { phone, reference }: { phone: string; reference: string }) {
  const { page } = hands
  await hands.goTo('Bookings')
  const search = page.getByRole('searchbox', { name: 'Search bookings' })
  await expect(search).toBeVisible()
  if (hands.kind === 'keyboard') {
    await page.keyboard.press('/')
    await page.keyboard.type(phone)
  } else await search.fill(phone)
  await expect(page.getByRole('status').filter({ hasText: '1 booking' })).toBeVisible()
  await examine(hands, 'bookings')
  await hands.press('link', new RegExp(`${reference}$`))
  await expect(heading(page, `Booking ${reference}`)).toBeVisible()
}
async function open(hands: Hands, { reference }: Booked): Promise<void> {
  await findByPhone(hands, { phone: reference, reference })
}

/** Another date and one adult more, with the new price before it is saved. */
export async function changeBooking(hands: Hands, request: APIRequestContext, { id }: Booked): Promise<void> {
  const { page } = hands
  const before = await readBooking(request, id)
  // Each pair of hands has its own day, so that no day fills up.
  const newDay = dayAhead({ mouse: 27, keyboard: 30, touch: 33 }[hands.kind])
  await examine(hands, 'a booking')
  await hands.press('button', 'Change booking')
  await hands.chooseDay(/^Date/, newDay)
  await hands.press('button', 'Add one: Adults')
  await expect(page.getByText('New price')).toBeVisible()
  await examine(hands, 'change booking')
  await hands.press('button', 'Save changes')
  await expect(toast(page, 'Booking changed')).toBeVisible()
  await hands.continuesAt('button', 'Change booking')
  const after = await readBooking(request, id)
  expect([after.travel_date, after.adults_count]).toEqual([newDay, before.adults_count + 1])
  expect(after.final_amount.minor).toBeGreaterThan(before.final_amount.minor)
}

type Document = { readonly review: string | null; readonly name: string }
/** Uploads a document that arrived another way, checks it, and requests those that are missing: by link and by email. */
export async function collectDocuments(hands: Hands, request: APIRequestContext, visa: Booked): Promise<void> {
  const { page } = hands
  await open(hands, visa)
  const missing = page.getByRole('list', { name: 'Missing' }).getByRole('listitem')
  await expect(missing.first()).toBeVisible()
  const count = await missing.count()
  await hands.press('button', 'Upload received documents')
  const dialog = page.getByRole('dialog', { name: 'Upload received documents' })
  await hands.giveFile(dialog.locator('input[type=file]').first(), proofFile, 'Choose files')
  await hands.press('checkbox', /^I have checked these documents/)
  await examine(hands, 'upload documents')
  await hands.press('button', 'Upload 1 document')
  await expect(dialog).toHaveCount(0)
  await hands.continuesAt('button', 'Upload received documents')
  await expect(missing).toHaveCount(count - 1)
  const { documents } = (await readBooking(request, visa.id)) as { documents: Document[] }
  expect(documents.map(({ review }) => review)).toEqual(['accepted'])

  await hands.press('button', new RegExp(`^Request ${count - 1} documents?`))
  // The page has a button of the same name.
  await expect(page.getByRole('dialog', { name: `Request ${count - 1} document` })).toBeVisible()
  await hands.press('button', 'Get upload link')
  const link = page.getByLabel('Link to upload documents')
  await expect(link).toHaveValue(/\/booking-documents\?/)
  await examine(hands, 'request documents')
  expect((await request.get(await link.inputValue())).status()).toBe(200)
  // The shop has sent one by itself when the booking was paid.
  const mails = page.getByRole('region', { name: 'History' }).getByRole('button', { name: /Documents for booking/ })
  await expect(mails).toHaveCount(1)
  await hands.press('button', 'Send request')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await hands.continuesAt('button', new RegExp(`^Request ${count - 1} documents?`))
  await expect(mails).toHaveCount(2)
}

/** Uploads what the authority issued, and delivers it; the question names the documents that nobody has checked. */
export async function deliverVisa(hands: Hands, request: APIRequestContext, visa: Booked): Promise<void> {
  const { page } = hands
  const issued = page.getByRole('region', { name: /^Issued: / })
  await hands.giveFile(issued.locator('input[type=file]'), proofFile)
  await expect(toast(page, 'Document uploaded')).toBeVisible()
  await hands.press('button', /^Deliver: /)
  await examine(hands, 'deliver')
  await hands.press('button', 'Deliver')
  await expect(toast(page, 'Document delivered')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const { issuing } = await readBooking(request, visa.id)
  expect(issuing.items).toMatchObject([{ deliveredAt: expect.any(String) }])
}

/** Part of what was paid, with a reason; the booking stays. */
export async function refundPart(hands: Hands, request: APIRequestContext, paid: Booked): Promise<void> {
  const { page } = hands
  await open(hands, paid)
  const before = await readBooking(request, paid.id)
  await hands.press('button', 'Refund')
  await hands.fill(/^Amount in /, '10')
  await hands.fill(/^Reason/, 'The boat was late')
  await examine(hands, 'refund')
  await hands.press('button', 'Refund')
  await expect(toast(page, 'Refund started')).toBeVisible()
  await hands.continuesAt('button', 'Refund')
  const { refunds } = await readPayment(request, paid.id)
  expect(refunds).toMatchObject([{ amount: { minor: 1_000 } }])
  expect((await readBooking(request, paid.id)).booking_status).toBe(before.booking_status)
}

const shown = (page: Page) => page.getByRole('link', { name: /^TH\d{10}$/ })
/** From the list of transfers into the queue: one is approved, and the next follows by itself. */
export async function approveTransfers(hands: Hands, request: APIRequestContext, transfers: readonly Booked[]) {
  const { page } = hands
  await hands.goTo('Payments to Review')
  await hands.press('link', /^Review \d+/)
  await expect(heading(page, 'Verify transfers')).toBeVisible()
  for (const { id, reference } of transfers) {
    await skipUntil(hands, () => shown(page).textContent(), reference)
    await examine(hands, 'queue of transfers')
    if (hands.kind === 'keyboard') {
      await page.keyboard.press('a')
      await page.keyboard.press('Enter')
    } else {
      await hands.press('button', /^Approve/)
      await hands.press('button', /^Approve .*\d/)
    }
    await expect(shown(page).filter({ hasText: reference })).toHaveCount(0)
    const { payment_status, verification } = await readBooking(request, id)
    expect([payment_status, verification]).toEqual(['completed', 'approved'])
  }
}
const place = (page: Page) => page.getByRole('status').filter({ hasText: / of / }).textContent()
/** Others may wait before it. */
async function skipUntil(hands: Hands, read: () => Promise<string | null>, wanted: string): Promise<void> {
  const { page } = hands
  for (let left = 30; left > 0 && (await read()) !== wanted; left--) {
    const before = await place(page)
    if (hands.kind === 'keyboard') await page.keyboard.press('s')
    else await hands.press('button', /^Skip/)
    await expect.poll(() => place(page)).not.toBe(before)
  }
}

/** A document is checked in its queue. */
export async function checkDocument(
  hands: Hands,
  request: APIRequestContext,
  { id, reference }: Booked,
): Promise<void> {
  const { page } = hands
  await hands.goTo('Bookings')
  await hands.press('link', /^Check \d+ documents?/)
  await expect(heading(page, 'Check documents')).toBeVisible()
  await skipUntil(hands, () => shown(page).textContent(), reference)
  await examine(hands, 'queue of documents')
  await hands.press('button', /^Accept/)
  await expect(page.getByText('Document accepted').first()).toBeVisible()
  const { documents } = (await readBooking(request, id)) as { documents: Document[] }
  expect(documents.filter(({ review }) => review === 'accepted')).toHaveLength(1)
}

/** Answers the message in its queue. */
export async function answerMessage(hands: Hands, request: APIRequestContext, { tag }: Day): Promise<void> {
  const { page } = hands
  await hands.goTo('Messages')
  await hands.press('link', /^Review \d+/)
  await expect(heading(page, 'Answer messages')).toBeVisible()
  const subject = page.getByRole('heading', { level: 3 }).first()
  await skipUntil(hands, () => subject.textContent(), `Prams ${tag}`)
  await hands.press('button', /^Reply$|^Reply r$/)
  await hands.fill(/^Reply/, 'Yes, a small one.')
  await examine(hands, 'reply')
  if (hands.kind === 'keyboard') await page.keyboard.press('Control+Enter')
  else await hands.press('button', /^Send reply/)
  await expect(page.getByText(/^Reply (sent|kept)/).first()).toBeVisible()
  const messages = await (
    await request.get(`/api/admin/contact-messages?q=${encodeURIComponent(`Prams ${tag}`)}`)
  ).json()
  expect(messages.items).toMatchObject([{ state: 'answered' }])
}

async function listTours(hands: Hands, tag: string): Promise<void> {
  const { page } = hands
  await hands.goTo('Tours')
  const search = page.getByRole('searchbox')
  await expect(search).toBeVisible()
  if (hands.kind === 'keyboard') {
    await page.keyboard.press('/')
    await page.keyboard.type(tag)
  } else await search.fill(tag)
}
type Tours = { readonly items: readonly { id: string; title: string }[]; readonly total: number }
const toursOf = async (request: APIRequestContext, tag: string): Promise<Tours> =>
  (await request.get(`/api/admin/services?kind=tour&limit=50&q=${encodeURIComponent(tag)}`)).json()

/** Deletes a tour by mistake, and takes it back. */
export async function undoDelete(hands: Hands, request: APIRequestContext, { tag }: Day): Promise<void> {
  const { page } = hands
  const title = `${tag} 1`
  await listTours(hands, tag)
  await expect(page.getByRole('status').filter({ hasText: '20 items' })).toBeVisible()
  await examine(hands, 'tours')
  await hands.press('button', `Delete ${title}`)
  await hands.press('button', 'Delete')
  await expect(toast(page, 'Tour deleted successfully')).toBeVisible()
  expect((await toursOf(request, tag)).total).toBe(19)
  if (hands.kind === 'keyboard') {
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    await page.keyboard.press('Enter')
  } else await hands.press('button', 'Undo')
  await expect(toast(page, 'Undone')).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: '20 items' })).toBeVisible()
  expect((await toursOf(request, tag)).total).toBe(20)
}

/** Raises the prices of all that the filter matches, after a preview. */
export async function raisePrices(hands: Hands, request: APIRequestContext, { tag }: Day): Promise<void> {
  const { page } = hands
  await hands.press('button', 'Change prices')
  await hands.fill('How much', '10')
  await hands.press('button', 'Preview')
  await expect(page.getByRole('dialog', { name: 'Preview of the new prices' })).toBeVisible()
  await examine(hands, 'preview of prices')
  await hands.press('button', 'Change prices of 20 items')
  await expect(toast(page, 'Prices of 20 items changed')).toBeVisible()
  const { items } = await toursOf(request, tag)
  const prices = await Promise.all(
    items.map(async ({ id }) => (await (await request.get(`/api/admin/services/${id}`)).json()).details.price_adult),
  )
  expect(prices).toEqual(Array.from({ length: 20 }, () => 5_500))
}

/** Imports a table with a mistake in one row, and undoes the import. */
export async function importAndUndo(hands: Hands, request: APIRequestContext, { tag }: Day): Promise<void> {
  const { page } = hands
  const name = `Brought ${tag}`
  const table = `title,price_adult\n${name} kayak,75\n${name} odd,cheap\n`
  await hands.goTo('Bulk Upload')
  await hands.chooseOption(/^Upload type/, 'Tours')
  const file = { name: 'tours.csv', mimeType: 'text/csv', buffer: Buffer.from(table) }
  await hands.giveFile(page.getByRole('button', { name: 'File', exact: true }), file)
  await hands.press('button', 'Upload and check')
  await expect(page.getByText('1 with errors', { exact: true })).toBeVisible()
  await examine(hands, 'checked rows')
  await hands.press('button', 'Import 1 row')
  await expect(toast(page, 'Upload Complete!')).toBeVisible()
  expect((await toursOf(request, name)).total).toBe(1)
  await hands.press('button', 'Undo import')
  await hands.press('button', 'Undo import')
  await expect(page.getByText('1 item was moved to the trash.')).toBeVisible()
  await examine(hands, 'undone import')
  expect((await toursOf(request, name)).total).toBe(0)
}
