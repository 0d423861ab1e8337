import type { APIRequestContext, Page } from '@playwright/test'
import type { BookingRow } from '../../../src/modules/booking/contract.ts'
import { administrator, type Booked, book, proofFile } from './bookings.ts'
import { expect, ownAddress, test as shopTest } from './shop.ts'

export { expect }

type State = Awaited<ReturnType<APIRequestContext['storageState']>>
export const nobody: State = { cookies: [], origins: [] }

/** `page` and `request` belong to an administrator, who signs in once a shop; `guest` to a customer without account. */
export const test = shopTest.extend<{ guest: APIRequestContext }, { adminState: State }>({
  adminState: [
    async ({ playwright, shop }, use) => {
      const request = await administrator(playwright, shop)
      await use(await request.storageState())
      await request.dispose()
    },
    { scope: 'worker' },
  ],
  storageState: async ({ adminState }, use) => use(adminState),
  guest: async ({ playwright, shop }, use, info) => {
    const extraHTTPHeaders = { 'x-forwarded-for': ownAddress(`guest ${info.testId}`) }
    const guest = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders, storageState: nobody })
    await use(guest)
    await guest.dispose()
  },
})

/** Books and chooses to pay by bank transfer, with or without a proof. */
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

/** What the server says of a booking, and of its payment. */
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

export const openBooking = (page: Page, id: string) => page.goto(`/admin/bookings?booking=${id}`)
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** A part of a booking. */
export const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** A toast that says this; its text stands in the page once more for screen readers only where it is inline. */
export const toast = (page: Page, text: string | RegExp) =>
  page.getByRole('region', { name: 'Messages' }).getByText(text, { exact: typeof text === 'string' })
/** The references of the rows that are shown, in their order. */
export const shownReferences = (page: Page): Promise<string[]> =>
  page.getByRole('table').getByRole('rowheader').getByRole('link').allTextContents()
