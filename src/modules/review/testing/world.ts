import { beforeEach, expect } from 'vitest'
import { anyAddress } from '../../../../tests/integration/database-state.ts'
import { type TestApp, testApp } from '../../../../tests/support/app.ts'
import { shopPages } from '../../../../tests/support/shop-pages.ts'
import { addDays, dateIn } from '../../../kernel/dates.ts'
import { decideStatus, issueReviewToken } from '../../booking/index.server.ts'
import type { BookingRecord } from '../../booking/tables.server.ts'
import { addService, addUsers, admin, book } from '../../booking/testing/fixtures.ts'
import { type CatalogueService, getService } from '../../catalogue/index.server.ts'

export type Answer = Awaited<ReturnType<TestApp['call']>>
export const saved = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as { review: { version: number; status: string; rating: number; body: string } | null }
}
export const codeOf = (answer: Answer) => String(answer.json().code)
export const bodyOf = (page: string) => page.replace(/<script[\s\S]*?<\/script>/g, '')

const good = { version: 0, rating: 5, body: 'A lovely day', shown_name: 'Asha R.' }
type Given = Parameters<typeof book>[2]

/** A shop with a tour whose booking is over. Each test starts on the same morning. */
export async function reviewWorld() {
  const shop = await testApp({ pages: shopPages(), trustProxy: 1 })
  const { core } = shop
  await addUsers(core)
  const tour = await addService(core, 'tour')
  const editor = (await shop.signIn('content')).headers
  beforeEach(() => core.clock.set('2026-11-21T08:00:00Z'))
  const tokenOf = (booking: BookingRecord) => issueReviewToken(core, booking.id, 30)
  const rowOf = (booking: BookingRecord) =>
    core.db.selectFrom('reviews').selectAll().where('booking_id', '=', booking.id).executeTakeFirstOrThrow()
  return {
    shop,
    tour,
    editor,
    tokenOf,
    rowOf,
    ...bookingsOf(shop, tour),
    write: (booking: BookingRecord, overrides: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
      shop.call(
        `PUT /api/bookings/${booking.id}/review`,
        { ...good, token: tokenOf(booking), ...overrides },
        { ...anyAddress(), ...headers },
      ),
    rows: async (booking: BookingRecord) =>
      (await core.db.selectFrom('reviews').select('id').where('booking_id', '=', booking.id).execute()).length,
    ratingOf: async (service: CatalogueService) => {
      const { rating, totalReviews } = await getService(core.db, core, service.id)
      return [rating, totalReviews]
    },
    publish: async (booking: BookingRecord): Promise<Answer> => {
      const { id, version } = await rowOf(booking)
      return shop.call(`POST /api/admin/reviews/${id}/publication`, { version }, editor)
    },
    hide: async (booking: BookingRecord, reason = 'A private address stands in it'): Promise<Answer> => {
      const { id, version } = await rowOf(booking)
      return shop.call(`DELETE /api/admin/reviews/${id}/publication`, { version, reason }, editor)
    },
    html: async (path: string): Promise<string> => {
      const answer = await shop.call(`GET ${path}`, undefined, { accept: 'text/html' })
      expect(answer.status, path).toBe(200)
      return answer.text
    },
  }
}

function bookingsOf({ core }: TestApp, tour: CatalogueService) {
  const confirmed = async (service: CatalogueService, overrides: Given = {}): Promise<BookingRecord> => {
    const booking = await book(core, service, overrides)
    await decideStatus(core, admin, booking.id, 'confirm')
    return booking
  }
  return {
    confirmed,
    /** A finished booking; the clock shows the day after. */
    completed: async (service = tour, overrides: Given = {}): Promise<BookingRecord> => {
      core.clock.set('2026-11-21T08:00:00Z')
      const booking = await confirmed(service, overrides)
      await decideStatus(core, admin, booking.id, 'complete')
      const day = booking.travel_date ?? dateIn('Asia/Dubai', core.clock())
      core.clock.set(`${addDays(day, 1)}T08:00:00Z`)
      return booking
    },
  }
}
