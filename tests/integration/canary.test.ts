import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { providerUrlNames } from '../../src/adapters/payments/index.server.ts'
import { mailerOf } from '../../src/app/mailer.server.ts'
import { addService } from '../../src/modules/booking/testing/fixtures.ts'
import type { GatewayView } from '../../src/modules/payment/gateways/contract.ts'
import { declaredProcedures } from '../../src/web/access.server.ts'
import { testApp } from '../support/app.ts'
import { testCore } from '../support/database.ts'
import { shopPages } from '../support/shop-pages.ts'
import { anyAddress } from './database-state.ts'

// Plants a unique secret in each secret field of the back office, then searches everything that leaves the shop.
const heard: string[] = []
/** A supplier that refuses every request and echoes it, as some do. */
const supplier = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const basic = /^Basic (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
    const sent = [request.headers.authorization, basic && Buffer.from(basic, 'base64'), Buffer.concat(parts)].join(' ')
    heard.push(sent)
    response.writeHead(401, { 'content-type': 'application/json' })
    const error = { message: `Refused: ${sent}`, description: `Refused: ${sent}`, code: 'refused', type: 'card_error' }
    response.end(JSON.stringify({ error, message: error.message, error_description: error.message }))
  })
})
await new Promise<void>((done) => supplier.listen(0, '127.0.0.1', done))
const mailServer = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  onAuth: ({ password }, _session, done) => {
    heard.push(password ?? '')
    done(new Error(`Invalid login, ${password}`))
  },
})
await new Promise<void>((done) => mailServer.listen(0, '127.0.0.1', done))
afterAll(async () => {
  supplier.close()
  await new Promise<void>((done) => mailServer.close(() => done()))
})
const { port } = supplier.address() as AddressInfo
const { port: smtp_port } = mailServer.server.address() as AddressInfo
const providerUrls = Object.fromEntries(providerUrlNames.map((name) => [name, `http://127.0.0.1:${port}`]))

const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
const core = { ...(await testCore()), log }
const mailer = mailerOf({ smtpUrl: null }, core, '/nowhere')
const shop = await testApp({ core, providerUrls, mailer, pages: shopPages() })
const owner = (await shop.signIn('admin')).headers
const tour = await addService(core, 'tour')

const mark = 'canary7'
let marks = 0
function canary(field: string): string {
  const own = `${mark}x${++marks}x`.padEnd(32, '0')
  if (field === 'secret_key') return `sk_test_${own}`
  return field.startsWith('webhook_secret') ? `whsec_${own}` : own
}
const forms = (secret: string) => [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex')]
const planted: string[] = []
const plant = (field: string): string => {
  const secret = canary(field)
  planted.push(secret)
  return secret
}
function clean(text: string, where: string): void {
  expect(
    planted.flatMap(forms).filter((form) => text.includes(form)),
    where,
  ).toEqual([])
  expect(text, where).not.toContain(mark)
}
/** Every response is searched, whatever its status. */
async function ask(route: string, body?: unknown, headers: Record<string, string> = owner): Promise<string> {
  const answer = await shop.call(route, body, headers)
  clean(answer.text + JSON.stringify(answer.headers), route)
  return answer.text
}
const plainValues: Readonly<Record<string, string>> = {
  key_id: 'rzp_test_key',
  business_name: 'Noor',
  international: 'true',
}

async function plantEverywhere(): Promise<GatewayView[]> {
  const gateways = JSON.parse(await ask('GET /api/admin/payment-gateways')) as GatewayView[]
  for (const { name, version, fields } of gateways) {
    const secret = fields.filter(({ isSecret }) => isSecret)
    const open = fields.filter(({ isSecret, value, options }) => !isSecret && value === '' && options.length === 0)
    const edit = {
      secrets: Object.fromEntries(secret.map((field) => [field.name, plant(field.name)])),
      settings: Object.fromEntries(open.map((field) => [field.name, plainValues[field.name] ?? '1234567'])),
    }
    const answer = await shop.call(
      'PUT /api/admin/payment-gateways',
      { gateways: [{ name, version, enabled: true, ...edit }] },
      owner,
    )
    expect(answer.status, `${name}: ${answer.text}`).toBe(200)
    clean(answer.text, name)
  }
  const smtp = { smtp_host: '127.0.0.1', smtp_port, smtp_user: 'desk', tls_mode: 'none', from_name: 'Noor' }
  await ask('PUT /api/admin/email-settings', { ...smtp, from_email: 'a@noor.example', smtp_password: plant('smtp') })
  return gateways
}
async function book(): Promise<{ id: string; token: string }> {
  const person = { customer_name: 'Asha Rao', customer_email: 'asha@example.com', customer_phone: '+919876543210' }
  const choice = { service_type: 'tour', service_id: tour.id, travel_date: '2026-12-20', travel_time: '14:00' }
  const made = JSON.parse(await ask('POST /api/bookings', { ...choice, ...person, adults_count: 1 }, anyAddress()))
  return { id: made.booking.id, token: made.token }
}

test('a secret appears in no response, page, error, export, log line or row, even when a supplier echoes it [A206, A223, A307, A314, A315]', async () => {
  const gateways = await plantEverywhere()
  expect(planted.length).toBeGreaterThan(8)
  const held = await book()
  const query = `token=${encodeURIComponent(held.token)}`
  for (const { name } of gateways) {
    await ask(`POST /api/admin/payment-gateways/${name}/connection-tests`, {})
    const paying = { bookingId: held.id, token: held.token, paymentMethod: name }
    await ask('POST /api/payments', paying, anyAddress())
    await ask(`POST /api/webhooks/${name}`, { event: 'paid', id: held.id }, anyAddress())
    await ask('PUT /api/admin/payment-gateways', {
      gateways: [{ name, version: 1, secrets: { nothing: plant('nothing') } }],
    })
  }
  await ask(`POST /api/bookings/${held.id}/payment-checks`, { token: held.token }, anyAddress())
  await ask('POST /api/admin/test-emails', { to: 'a@example.com' })
  await shop.runJobs()
  expect(heard.join(' ')).toContain(mark)

  const ids: Record<string, string> = {
    bookingId: held.id,
    idOrSlug: tour.id,
    id: tour.id,
    slug: 'about',
    kind: 'tour',
  }
  const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? tour.id)
  for (const { name, method, path } of declaredProcedures(shop.shop.router)) {
    if (method === 'GET') await ask(`GET /api${filled(path)}`)
    else if (!path.includes('sign-out')) await ask(`POST /rpc/${name.replaceAll('.', '/')}`, { json: {} })
  }
  const pages = ['/', '/tours', '/contact', '/ok-to-board', '/auth', '/admin', '/admin/payments', '/no/such/page']
  const private_ = [
    `/booking-payment?bookingId=${held.id}&${query}`,
    `/booking-confirmation?bookingId=${held.id}&${query}`,
  ]
  const files = [
    '/api/admin/bookings.csv',
    '/api/admin/catalogue-export?kind=tour',
    '/sitemap.xml',
    '/api/openapi.json',
  ]
  for (const path of [...pages, ...private_, ...files]) await ask(`GET ${path}`)

  const { rows: tables } = await sql<{ name: string }>`select format('%I.%I', schemaname, tablename) as name
    from pg_tables where schemaname in ('public', 'graphile_worker')`.execute(core.db)
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string | null }>`select string_agg(t::text, ' ') as text
      from ${sql.raw(name)} t`.execute(core.db)
    clean(rows[0]?.text ?? '', name)
  }
  clean(lines.join('\n'), 'the log')
  expect(lines.length).toBeGreaterThan(20)
})
