import { expect } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { clearanceDocuments } from '../../src/modules/booking/testing/fixtures.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { anyAddress, databaseState } from './database-state.ts'
import { multipart, type Part } from './upload-corpus.ts'

export type Target = { url: string; book: () => Promise<Held>; query?: string; noFile: string; purpose: string }
export type Held = { bookingId: string; token: string }
type Sent = {
  bookingId: string
  token?: string | undefined
  query?: string | undefined
  headers?: Record<string, string>
}
type Route = { url: string; methods: string; isSlow: boolean }

/** Takes files before the booking exists. */
export const staging = '/api/document-uploads'
/** For staff: public pictures, and tables of items. */
export const pictures = '/api/admin/pictures'
export const tables = '/api/admin/catalogue-uploads'
/** For staff: translated texts of items. */
export const translations = '/api/admin/translation-imports'
/** For staff: issued documents. */
export const issued = '/api/admin/bookings/:bookingId/issued-documents'
/** For staff: documents that the customer sent another way. */
export const received = '/api/admin/bookings/:bookingId/documents'
export const contact = {
  customer_name: 'Asha Rao',
  customer_email: 'asha@example.com',
  customer_phone: '+919876543210',
}
const passenger = {
  passenger_name: 'A',
  passport_number: 'Z1234567',
  nationality: 'IN',
  flight_number: 'EK1',
  airline: 'E',
  pnr: '',
}

export async function uploadShop() {
  const routes: Route[] = []
  const core = (await testApp()).core
  const plain = await testApp({ core })
  const shop: TestApp = await testApp({
    core,
    trustProxy: 1,
    routes: [
      (app) => {
        app.addHook('onRoute', ({ method, url, config }) => {
          routes.push({ url, methods: String(method), isSlow: config?.slowBody === true })
        })
      },
      ...plain.shop.server.routes,
    ],
  })
  const { store } = plain.shop.deps
  await seedWorld(plain.shop.deps, 'test')
  const admin = await shop.signIn('admin')
  const clerk = await shop.signIn('content')
  const stranger = await shop.signIn('customer')
  const uploadRoutes = routes.filter(
    ({ url, methods, isSlow }) =>
      /POST|PUT|PATCH/.test(methods) && (isSlow || /upload|proof|document|image|picture|photo|file|import/.test(url)),
  )
  const storedKeys = async () => {
    const keys: string[] = []
    for await (const { key } of store.list()) keys.push(key)
    return keys.sort()
  }
  const linkTo = (fileId: string, headers: Record<string, string> = admin.headers) =>
    shop.app.inject({ url: `/api/admin/files/${fileId}/link`, headers })
  return {
    core,
    shop,
    store,
    admin,
    clerk,
    stranger,
    uploadRoutes,
    storedKeys,
    linkTo,
    ...sendersOf(shop, admin.headers),
    newestFile: () => core.db.selectFrom('files').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow(),
    download: async (fileId: string, headers: Record<string, string> = admin.headers) => {
      const asked = await linkTo(fileId, headers)
      const { href } = asked.json<{ href?: string }>()
      return href ? shop.app.inject({ url: href, headers }) : asked
    },
    /** Expects no row and no byte afterwards. */
    expectNothingKept: async (work: () => Promise<void>): Promise<void> => {
      const before = [await databaseState(shop), await storedKeys()]
      await work()
      expect([await databaseState(shop), await storedKeys()]).toEqual(before)
    },
  }
}

function sendersOf(shop: TestApp, staff: Record<string, string>) {
  const book = async (choice: object): Promise<Held> => {
    const answer = await shop.call('POST /api/bookings', { adults_count: 1, ...contact, ...choice }, anyAddress())
    expect(answer.status, answer.text).toBe(200)
    const { booking, token } = answer.json() as { booking: { id: string }; token: string }
    return { bookingId: booking.id, token }
  }
  const post = async (url: string, headers: Record<string, string>, parts: readonly Part[]) => {
    const sent = multipart(parts)
    const request = { method: 'POST', url, headers: { ...sent.headers, ...headers } } as const
    const answer = await shop.app.inject({ ...request, payload: sent.payload })
    return { status: answer.statusCode, json: answer.json<Record<string, unknown>>(), headers: answer.headers }
  }
  return {
    post,
    bookTour: () =>
      book({ service_type: 'tour', service_id: 'city-tour', travel_date: '2026-12-20', travel_time: '10:00' }),
    bookClearance: async () => {
      const choice = { service_type: 'ok_to_board', service_id: 'ok-to-board', travel_date: '2026-12-20' }
      return book({ ...choice, details: passenger, documents: await clearanceDocuments(shop.core) })
    },
    send: (target: Target, sent: Sent, parts: readonly Part[]) => {
      const query = new URLSearchParams(sent.query ?? target.query)
      if (sent.token !== undefined) query.set('token', sent.token)
      const url = `${target.url.replace(':bookingId', sent.bookingId)}?${query}`
      return post(url, { ...anyAddress(), ...sent.headers }, parts)
    },
    asStaff: (url: string, parts: readonly Part[], headers: Record<string, string> = staff) =>
      post(url, headers, parts),
  }
}
