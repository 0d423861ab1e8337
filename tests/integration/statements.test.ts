import { expect, test } from 'vitest'
import { countStatements } from '../../bench/statement-counter.ts'
import { seedWorld } from '../../db/seeds/index.server.ts'
import type { PageRenderer } from '../../src/web/pages.server.ts'
import { type Session, testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'

// What a request costs does not depend on the machine when it is counted in statements. A number that has to be raised
// here is a page that got slower for everybody.
const core = await testCore()
const counter = countStatements(core.pool)
const { render, currencyCookie } = await import('../../src/shop/entry-server.tsx')
const renderer: PageRenderer = {
  render,
  currencyCookie,
  assets: { script: '/shop.js', styles: [], shared: [], parts: {} },
  adminShell: '',
}
const shop = await testApp({
  core,
  pages: {
    source: { isDevelopment: false, load: async () => renderer, serveFiles: async () => {} },
    displayCurrency: async () => 'USD',
  },
})
await seedWorld(shop.shop.deps, 'test')
const admin: Session = await shop.signIn('admin')

type Call = { readonly body?: unknown; readonly headers?: Record<string, string> }
async function ask(route: string, { body, headers }: Call = {}) {
  const { result, statements } = await counter.during(() => shop.call(route, body, headers))
  expect(result.status, `${route}: ${result.text}`).toBeLessThan(300)
  return { answer: result, texts: statements.map(({ text }) => text.replace(/\s+/g, ' ').trim()) }
}
async function count(route: string, call?: Call): Promise<number> {
  return (await ask(route, call)).texts.length
}
const choice = {
  service_type: 'tour',
  service_id: 'desert-safari',
  travel_date: '2026-12-10',
  travel_time: '09:00',
  adults_count: 2,
}
let guests = 0
const contact = () => ({
  customer_name: 'Asha Rao',
  customer_email: `asha-${++guests}@example.com`,
  customer_phone: '+971501234567',
  pickup_location: 'Rove Downtown Dubai',
})
async function book(): Promise<{ id: string; token: string }> {
  const { answer } = await ask('POST /api/bookings', { body: { ...choice, ...contact() } })
  const { booking, token } = answer.json() as { booking: { id: string }; token: string }
  return { id: booking.id, token }
}

test('probe', async () => {
  const log: Record<string, unknown> = {}
  const add = async (name: string, call: Promise<{ texts: string[] }>) => { const { texts } = await call; log[name] = texts.map((t) => t.slice(0, 100)) }
  await add('home', ask('GET /'))
  await add('home kept', ask('GET /'))
  await add('list', ask('GET /tours'))
  await add('list kept', ask('GET /tours'))
  await add('list q', ask('GET /tours?q=desert'))
  await add('detail', ask('GET /tours/desert-safari'))
  await add('quote', ask('POST /api/quotes', { body: choice }))
  await add('create', ask('POST /api/bookings', { body: { ...choice, ...contact() }, headers: { 'idempotency-key': 'k-12345678' } }))
  const { id, token } = await book()
  await add('page', ask(`GET /api/bookings/${id}/payment?token=${token}`))
  await add('admin list', ask('GET /api/admin/bookings', { headers: admin.headers }))
  await add('admin search', ask('GET /api/admin/bookings?q=asha', { headers: admin.headers }))
  await add('dashboard', ask('GET /api/admin/dashboard', { headers: admin.headers }))
  console.log(JSON.stringify(log, null, 1))
})
