import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  receiveWebhook,
  returnFromProvider,
  seedGateways,
  startPayment,
} from '../../../modules/payment/index.server.ts'
import { providerRegistry } from '../../../modules/payment/port.ts'
import { inEnglish } from '../../../modules/payment/testing/in-english.ts'
import { type Held, paymentWorld, visitor, type World } from '../../../modules/payment/testing/world.ts'
import { createProviders } from '../index.server.ts'
import type { Deliver } from './reports.server.ts'
import { registerSandboxCard, sandboxCardJobs } from './routes.server.ts'

let world: World
let app: FastifyInstance
const delivered: string[] = []
let isShopAway = false

const deliver: Deliver = async (body, headers) => {
  if (isShopAway) throw new Error('away')
  const { outcomes } = await receiveWebhook(world, 'sandbox_card', body, headers)
  delivered.push(...outcomes)
}

beforeAll(async () => {
  const base = await paymentWorld([])
  const providers = providerRegistry(createProviders(base, { isSandbox: true }))
  world = { ...base, providers }
  await seedGateways(world.db, providers, ['sandbox_card'], world.clock())
  app = Fastify()
  await registerSandboxCard(app, world, { deliver })
})
afterAll(() => app.close())

type Shown = { held: Held; attemptId: string; path: string }
async function shown(isInstant = false): Promise<Shown> {
  const held = await world.aBooking({ isInstant })
  const { attempt } = await startPayment(world, visitor, { ...held, paymentMethod: 'sandbox_card' }, null)
  if (attempt.action?.kind !== 'redirect') throw new Error('no redirect')
  return { held, attemptId: attempt.id, path: new URL(attempt.action.url).pathname }
}
async function press({ path }: Shown, action: string, more: Record<string, string> = {}): Promise<string> {
  const payload = new URLSearchParams({ ...more, action }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await app.inject({ method: 'POST', url: path, payload, headers })
  expect(answer.statusCode).toBe(303)
  return String(answer.headers.location)
}
const comeBack = ({ attemptId }: Shown, location: string) =>
  returnFromProvider(world, attemptId, { query: Object.fromEntries(new URL(location).searchParams), form: {} })
async function runJobs(task: keyof ReturnType<typeof sandboxCardJobs>): Promise<void> {
  const { rows } = await world.pool.query<{ id: string; payload: Record<string, unknown> }>(
    'select j.id, j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1',
    [task],
  )
  for (const { id, payload } of rows) {
    await sandboxCardJobs(world, { deliver })[task]?.(payload)
    await world.pool.query('select graphile_worker.complete_jobs($1)', [[id]])
  }
}
const statusOf = async ({ held }: Shown) => {
  const { payment_status, booking_status } = await world.booking(held.bookingId)
  return { payment_status, booking_status }
}

describe("the sandbox card's page", () => {
  it('says that no money moves and works without a script', async () => {
    const answer = await app.inject({ method: 'GET', url: (await shown()).path })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('No money moves')
    expect(answer.body).toContain('$200.00')
    expect(answer.body).not.toContain('<script')
    expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    for (const action of ['pay', 'decline', 'cancel', 'pay_late']) expect(answer.body).toContain(`value="${action}"`)
  })

  it('is in the language of the booking, and in English for one that the shop does not know', async () => {
    const { path } = await shown()
    const read = async (language: string) => (await app.inject({ method: 'GET', url: `${path}?${language}` })).body
    expect(await read('language=ar')).toContain('<html lang="ar" dir="rtl">')
    expect(await read('language=ur')).toContain('ادائیگی کریں</button>')
    for (const unknown of ['language=xx', 'language=ar&language=ur', 'language=%22%3E'])
      expect(await read(unknown)).toContain('<html lang="en" dir="ltr">')
  })

  it('pays: the shop checks on return, and the later webhook changes nothing [C207, C211]', async () => {
    const page = await shown(true)
    const location = await press(page, 'pay')
    expect(await comeBack(page, location)).toMatch(/\/booking-confirmation\?.*token=.*status=success/)
    expect(await statusOf(page)).toEqual({ payment_status: 'completed', booking_status: 'confirmed' })
    delivered.length = 0
    await runJobs('sandbox-card-report')
    expect(delivered).toEqual(['unchanged'])
  })

  it('sends the webhook twice before the redirect if configured [C208]', async () => {
    const page = await shown()
    delivered.length = 0
    await press(page, 'pay', { report_first: 'on', report_twice: 'on' })
    expect(delivered).toEqual(['applied', 'duplicate'])
    expect((await statusOf(page)).payment_status).toBe('completed')
  })

  it('repeats a webhook that the shop did not accept', async () => {
    const page = await shown()
    isShopAway = true
    await press(page, 'pay', { report_first: 'on' })
    isShopAway = false
    expect((await statusOf(page)).payment_status).toBe('pending')
    await runJobs('sandbox-card-report')
    expect((await statusOf(page)).payment_status).toBe('completed')
  })

  it('declines with a message for the customer, who can try again [C213, C196]', async () => {
    const page = await shown()
    expect(await comeBack(page, await press(page, 'decline'))).toMatch(/^\/booking-payment/)
    const [attempt] = await world.attempts(page.held.bookingId)
    expect(inEnglish(attempt)).toMatchObject({ state: 'failed', failure_message: 'Your card was declined' })
    const again = await startPayment(world, visitor, { ...page.held, paymentMethod: 'sandbox_card' }, null)
    expect(again.attempt.state).toBe('requires_action')
  })

  it('cancels without reporting a failure', async () => {
    const page = await shown()
    expect(await comeBack(page, await press(page, 'cancel'))).toMatch(/^\/booking-payment/)
    expect((await statusOf(page)).payment_status).toBe('pending')
  })

  it('pays late: unpaid on return, then paid by a webhook alone', async () => {
    const page = await shown(true)
    expect(await comeBack(page, await press(page, 'pay_late'))).toMatch(
      /^\/booking-confirmation\?[^=]+=[^&]+&token=[^&]+$/,
    )
    expect((await statusOf(page)).payment_status).toBe('pending')
    await runJobs('sandbox-card-pay-late')
    expect(await statusOf(page)).toEqual({ payment_status: 'completed', booking_status: 'confirmed' })
  })

  it('can be used once: a closed order shows no buttons', async () => {
    const page = await shown()
    await press(page, 'decline')
    await press(page, 'pay')
    const answer = await app.inject({ method: 'GET', url: page.path })
    expect(answer.body).not.toContain('<button')
    expect((await world.booking(page.held.bookingId)).paid_minor).toBe(0)
  })

  it('rejects an order that was not started', async () => {
    expect((await app.inject({ method: 'GET', url: '/sandbox-card/sbx_guess' })).statusCode).not.toBe(200)
  })
})
