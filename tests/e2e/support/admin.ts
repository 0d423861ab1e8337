import type { APIRequestContext, Page } from '@playwright/test'
import type { BookingRow } from '../../../src/modules/booking/contract.ts'
import { type Booked, book, proofFile } from './bookings.ts'
import { expect, ownAddress, type State, test as shopTest } from './shop.ts'

export { expect }

export const nobody: State = { cookies: [], origins: [] }

/**
 * `page` and `request` belong to an administrator, signed in once per shop; `guest` is a customer without an account.
 */
export const test = shopTest.extend<{ guest: APIRequestContext }>({
  storageState: async ({ adminState }, use) => use(adminState),
  guest: async ({ playwright, shop }, use, info) => {
    const extraHTTPHeaders = { 'x-forwarded-for': ownAddress(`guest ${info.testId}`) }
    const guest = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders, storageState: nobody })
    await use(guest)
    await guest.dispose()
  },
})

export async function bookByTransfer(guest: APIRequestContext, isProven = true): Promise<Booked> {
  const booked = await book(guest)
  const { id: bookingId, token } = booked
  const started = await guest.post('/api/payments', { data: { bookingId, token, paymentMethod: 'bank_transfer' } })
  expect(started.ok(), await started.text()).toBe(true)
  if (isProven) await uploadProof(guest, booked)
  return booked
}
export async function uploadProof(guest: APIRequestContext, { id, token }: Booked): Promise<void> {
  const address = `/api/bookings/${id}/payment-proofs?token=${encodeURIComponent(token)}`
  const answer = await guest.post(address, { multipart: { file: proofFile } })
  expect(answer.status(), await answer.text()).toBe(201)
}

/** Applies for an Ok to Board, with its documents. */
export async function applyForClearance(guest: APIRequestContext): Promise<Booked> {
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
      passenger_name: 'Ria Sen',
      passport_number: 'Z1234567',
      nationality: 'IN',
      flight_number: 'EK501',
      airline: 'Emirates',
    },
    documents,
  })
}

export const readBooking = async (request: APIRequestContext, id: string) =>
  (await request.get(`/api/admin/bookings/${id}`)).json()
export const readPayment = async (request: APIRequestContext, id: string) =>
  (await request.get(`/api/admin/bookings/${id}/payment`)).json()
export async function listBookings(
  request: APIRequestContext,
  query: Readonly<Record<string, string>> = {},
): Promise<{ items: BookingRow[]; total: number; nextCursor: string | null }> {
  const answer = await request.get('/api/admin/bookings', { params: { limit: '25', ...query } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

/**
 * Goes to a section of the open back office without loading the page again, which takes most of the time of a test, and
 * waits until the previous section is gone. A page that is not open yet is loaded.
 */
export async function goInside(page: Page, path: string): Promise<void> {
  if (!new URL(page.url(), 'http://none').pathname.startsWith('/admin')) return void (await page.goto(path))
  await page.evaluate(async (to) => {
    const sectionOf = (address: string) => new URL(address, location.href).pathname.split('/')[2]
    const heading = document.querySelector('main h1')
    const isOther = sectionOf(location.href) !== sectionOf(to)
    history.pushState(null, '', to)
    while (isOther && heading?.isConnected) await new Promise(requestAnimationFrame)
  }, path)
}
export const openBooking = (page: Page, id: string) => page.goto(`/admin/bookings?booking=${id}`)
export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** Finds a toast by its text. Inline alerts repeat their text for screen readers, so text alone is ambiguous. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: typeof text === 'string' })
export const shownReferences = (page: Page): Promise<string[]> =>
  page.getByRole('table').getByRole('rowheader').getByRole('link').allTextContents()
