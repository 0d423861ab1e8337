import { type APIRequestContext, expect, type PlaywrightWorkerArgs } from '@playwright/test'
import { datesIn } from '../../../src/kernel/shown-dates.ts'
import { safari } from '../../support/open-pages.ts'
import { adminEmail, adminPassword, ownAddress, type RunningShop } from './running-shop.ts'

export { safari }

/** The date ('YYYY-MM-DD') `days` from now, in the agency's time zone. */
export const dayAhead = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(new Date(Date.now() + days * 86_400_000))
export const longDay = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(`${day}T00:00:00Z`))

/** As pages of a booking write it: 'Sat 21 Nov 2026'. */
export const bookedDay = datesIn('en-GB').shortDayAndYear

/** Days to the first such day of the week ('Thursday') that is `min` or more days ahead. */
export function daysTo(weekday: string, min: number): number {
  const days = Array.from({ length: 7 }, (_, more) => min + more)
  return days.find((each) => longDay(dayAhead(each)).startsWith(weekday)) ?? min
}

let count = 0
export const newEmail = (): string => `guest-${process.pid}-${Date.now().toString(36)}-${++count}@example.com`

export type Booked = {
  readonly id: string
  readonly reference: string
  readonly token: string
  readonly email: string
  readonly query: string
}

/** Books through the API, for tests of later steps. */
export async function book(request: APIRequestContext, given: Readonly<Record<string, unknown>> = {}): Promise<Booked> {
  const email = newEmail()
  const data = {
    service_type: 'tour',
    service_id: safari,
    // Spread the dates: one file of tests would use up the places of a single day.
    travel_date: dayAhead(10 + (count % 40)),
    travel_time: '15:00',
    adults_count: 2,
    children_count: 1,
    customer_name: 'Ria Sen',
    customer_email: email,
    customer_phone: '+919812345678',
    ...given,
  }
  const answer = await request.post('/api/bookings', { data })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  const { booking, token } = await answer.json()
  return {
    id: booking.id,
    reference: booking.booking_reference,
    token,
    email: data.customer_email,
    query: `bookingId=${booking.id}&token=${encodeURIComponent(token)}`,
  }
}

export async function administrator(
  playwright: PlaywrightWorkerArgs['playwright'],
  shop: RunningShop,
): Promise<APIRequestContext> {
  const extraHTTPHeaders = { 'x-forwarded-for': ownAddress(`administrator ${Math.random()}`) }
  const request = await playwright.request.newContext({ baseURL: shop.url, extraHTTPHeaders })
  const answer = await request.post('/api/auth/sign-in/email', { data: { email: adminEmail, password: adminPassword } })
  expect(answer.ok(), await answer.text()).toBe(true)
  return request
}

export const proofFile = {
  name: 'transfer.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
}
