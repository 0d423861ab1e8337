import { describe, expect, test, vi } from 'vitest'
import { hashPassword } from '../../src/modules/account/passwords.server.ts'
import { addService } from '../../src/modules/booking/testing/fixtures.ts'
import { declaredProcedures } from '../../src/web/access.server.ts'
import { testApp } from '../support/app.ts'
import { type Application, apply } from '../support/applications.ts'
import { codeInApp } from '../support/authenticator.ts'
import { writeToCustomer } from './audited-customer.ts'
import { decideOnDocuments, decideOnReview } from './audited-decisions.ts'
import { changePrices, translate, translateContent } from './audited-items.ts'
import { readsOfLists, writeToLists } from './audited-lists.ts'
import { writeToMessages } from './audited-messages.ts'
import { englishInArabic, rawIn, readHistories, readTrail } from './audited-sentences.ts'
import { failMailFrom, writeToGateways, writeToSettings } from './audited-settings.ts'
import { accepted, multipart, pdfOf } from './upload-corpus.ts'

// Runs each write that a staff area declares, and each change to one's own sign-in, and checks its audit entry.
const plain: { method: string; path: string; access: string }[] = []
const base = await testApp()
const { core } = base
const shop = await testApp({
  core,
  trustProxy: 1,
  routes: [
    (app) => {
      app.addHook('onRoute', ({ method, url, config }) => {
        const path = url.replace(/^\/api/, '').replace(/:(\w+)/g, '{$1}')
        for (const one of [method].flat()) plain.push({ method: one, path, access: String(config?.access) })
      })
    },
    ...base.shop.server.routes,
  ],
})
const owner = await shop.signIn('admin')
const tour = await addService(core, 'tour')

const isOfStaff = ({ access, path }: { access: string; path: string }): boolean =>
  access.startsWith('staff:') || path.startsWith('/my/two-factor')
const writes = [...declaredProcedures(shop.shop.router), ...plain].filter(
  (route) => isOfStaff(route) && !['GET', 'HEAD'].includes(route.method),
)
const templateOf = (route: string): string => {
  const [method = '', url = ''] = route.split(' ')
  const parts = url.replace('/api', '').replace(/\?.*/, '').split('/')
  const matches = writes.filter(({ method: its, path }) => {
    const places = path.split('/')
    const fits = (place: string, at: number) => place.startsWith('{') || place === parts[at]
    return its === method && places.length === parts.length && places.every(fits)
  })
  // A literal path segment wins over a parameter.
  const [best] = matches.toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
  return best ? `${best.method} ${best.path}` : route
}
const done = new Set<string>()
type AuditRow = { action: string; actor_id: string | null; before: unknown; after: unknown }
type Answer = Record<string, unknown> & { id: string; version: number }

/** 'act' marks an action without a previous state. */
type Change = 'made' | 'changed' | 'gone' | 'act' | 'file'
const write = (route: string, body: object, change: Change): Promise<Answer> =>
  onRecord(route, change, () => shop.call(route, body, owner.headers))
const bring = (route: string, bytes: Buffer | string, change: Change): Promise<Answer> =>
  onRecord(route, change, () => upload(route, bytes))

type Sent = { status: number; text: string; json: () => unknown }
async function upload(route: string, bytes: Buffer | string): Promise<Sent> {
  const { payload, headers } = multipart([{ bytes, name: 'brought' }])
  const url = route.replace('POST ', '')
  const sent = await shop.app.inject({ method: 'POST', url, headers: { ...owner.headers, ...headers }, payload })
  return { status: sent.statusCode, text: sent.body, json: () => sent.json() }
}
async function onRecord(route: string, change: Change, send: () => Promise<Sent>): Promise<Answer> {
  core.clock.advance(1)
  const since = core.clock()
  const answer = await send()
  expect([200, 201], `${route}: ${answer.text}`).toContain(answer.status)
  done.add(templateOf(route))
  const entries: AuditRow[] = await core.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'before', 'after'])
    .where('at', '>=', since)
    .execute()
  expect(entries.length, `${route} is on record`).toBeGreaterThan(0)
  for (const { action, actor_id, before, after } of entries) {
    expect(actor_id, action).toBe(owner.userId)
    const sides = { before: before !== null, after: after !== null }
    if (change === 'made' || change === 'act') expect(sides, action).toEqual({ before: false, after: true })
    if (change === 'changed') {
      expect(sides, action).toEqual({ before: true, after: true })
      expect(after, action).not.toEqual(before)
    }
    if (change === 'gone') expect(sides, action).toEqual({ before: true, after: false })
  }
  return (answer.text.startsWith('\uFEFF') ? {} : answer.json()) as Answer
}
const read = async (path: string) => (await shop.call(`GET ${path}`, undefined, owner.headers)).json()
let visitors = 0
const visitor = () => ({ 'x-forwarded-for': `198.51.100.${++visitors}` })
const person = { customer_name: 'Asha Rao', customer_email: 'asha@example.com', customer_phone: '+919876543210' }
const choice = { service_type: 'tour', service_id: tour.id, travel_date: '2026-12-20', travel_time: '14:00' }
async function book(paymentMethod?: string, more: object = {}): Promise<{ id: string; token: string; path: string }> {
  const made = await shop.call('POST /api/bookings', { ...choice, ...person, adults_count: 1, ...more }, visitor())
  const { booking, token } = made.json() as { booking: { id: string }; token: string }
  if (paymentMethod) {
    const paid = await shop.call('POST /api/payments', { bookingId: booking.id, token, paymentMethod }, visitor())
    expect(paid.status, paid.text).toBe(200)
  }
  return { id: booking.id, token, path: `/api/admin/bookings/${booking.id}` }
}
const attemptOf = (bookingId: string) =>
  core.db.selectFrom('payment_attempts').selectAll().where('booking_id', '=', bookingId).executeTakeFirstOrThrow()

describe('audit trail: every staff write records who changed what, with old and new values', () => {
  test('catalogue writes are recorded', async () => {
    const details = { price_adult: 5_000, location: 'Dubai' }
    const item = await write('POST /api/admin/services', { kind: 'tour', title: 'On record', details }, 'made')
    const path = `/api/admin/services/${item.id}`
    await write(`PATCH ${path}`, { version: 1, title: 'Changed on record' }, 'changed')
    await translate(write, item.id, { upload, bring })
    const copy = await write(`POST ${path}/copy`, {}, 'made')
    const items = [{ id: item.id, version: 2 }]
    await write('POST /api/admin/services/changes', { action: 'deactivate', items }, 'changed')
    await changePrices(write, { id: item.id, version: 3 })
    const trashed = await write(`DELETE /api/admin/services/${copy.id}`, { version: copy.version }, 'changed')
    const back = await write(`POST /api/admin/services/${copy.id}/restoration`, { version: trashed.version }, 'changed')
    const again = await write(`DELETE /api/admin/services/${copy.id}`, { version: back.version }, 'changed')
    await write(`DELETE /api/admin/trashed-services/${copy.id}`, { version: again.version }, 'gone')

    await bring('POST /api/admin/pictures', accepted.png ?? '', 'made')
    const table = 'title,price_adult\nBrought,10'
    const staged = (await upload('POST /api/admin/catalogue-uploads?kind=tour', table)).json() as Answer
    await base.runJobs()
    await write(`POST /api/admin/catalogue-uploads/${staged.id}/commit`, {}, 'act')
    await base.runJobs()
  })

  test('content writes are recorded', async () => {
    const slider = { title: 'On record', image_url: 'desert-1' }
    const first = await write('POST /api/admin/sliders', slider, 'made')
    const change = { version: first.version, slider: { ...slider, title: 'Changed' } }
    await write(`PUT /api/admin/sliders/${first.id}`, change, 'changed')
    const second = await write('POST /api/admin/sliders', slider, 'made')
    await write('PUT /api/admin/slider-order', { ids: [second.id, first.id] }, 'changed')
    await write(`DELETE /api/admin/sliders/${first.id}`, {}, 'changed')
    await write(`POST /api/admin/trashed-content/slider/${first.id}/restoration`, {}, 'changed')
    await write(`DELETE /api/admin/sliders/${first.id}`, {}, 'changed')
    await write(`DELETE /api/admin/trashed-content/slider/${first.id}`, {}, 'gone')

    const one = await write('POST /api/admin/menu-items', { name: 'One', href: '/tours' }, 'made')
    const renamed = { version: one.version, item: { name: 'First', href: '/tours' } }
    await write(`PUT /api/admin/menu-items/${one.id}`, renamed, 'changed')
    const two = await write('POST /api/admin/menu-items', { name: 'Two', href: '/visas' }, 'made')
    const order = { menu_type: 'header', parent_id: null, ids: [two.id, one.id] }
    await write('PUT /api/admin/menu-order', order, 'changed')
    await translateContent(write, second.id, two.id)
    await write(`DELETE /api/admin/menu-items/${one.id}`, {}, 'changed')

    const trending = { service_type: 'tour', service_id: tour.id }
    const entry = await write('POST /api/admin/trending', trending, 'made')
    await write(`PUT /api/admin/trending/${entry.id}/active`, { is_active: false }, 'changed')
    const other = await addService(core, 'tour', {}, { title: 'Beside it' })
    const beside = await write('POST /api/admin/trending', { service_type: 'tour', service_id: other.id }, 'made')
    await write('PUT /api/admin/trending-order', { ids: [beside.id, entry.id] }, 'changed')
    await write(`DELETE /api/admin/trending/${entry.id}`, {}, 'gone')
    await write(`POST /api/admin/trending/${entry.id}/restoration`, {}, 'made')

    const { items } = (await read('/api/admin/pages')) as { items: { slug: string; version: number }[] }
    const page = items.find(({ slug }) => slug === 'about')
    const text = { title: 'About us', body: 'On record', version: page?.version }
    await write('PUT /api/admin/pages/about', text, 'changed')
    const sender = { name: 'Zoya', email: 'zoya@example.com', phone: '+971501234567' }
    const message = { ...sender, subject: 'Rooms', message: 'Sea' }
    expect((await shop.call('POST /api/contact-messages', message, visitor())).status).toBe(200)
    await writeToMessages(read, write)
    const erased = { email: message.email, confirmation: message.email }
    await write('POST /api/admin/people/exports', { email: erased.email }, 'act')
    await write('POST /api/admin/people/erasures', erased, 'act')

    const promo = { code: 'ONRECORD', discount: { percentHundredths: 1_000 } }
    const code = await write('POST /api/admin/promo-codes', promo, 'made')
    const more = { version: code.version, promo: { ...promo, description: 'Changed' } }
    await write(`PUT /api/admin/promo-codes/${code.id}`, more, 'changed')
    await write(`DELETE /api/admin/promo-codes/${code.id}`, {}, 'changed')
    await write(`POST /api/admin/trashed-promo-codes/${code.id}/restoration`, {}, 'changed')
    await write(`DELETE /api/admin/promo-codes/${code.id}`, {}, 'changed')
    await write(`DELETE /api/admin/trashed-promo-codes/${code.id}`, {}, 'gone')
  })

  test('writes to settings, gateways and mail are recorded', async () => {
    await writeToSettings(core, write)
    await writeToGateways(read, write)
    const bank = (await read('/api/admin/bank-accounts')) as Answer
    const empty = ['ifsc', 'upi', 'bank_name', 'branch', 'iban', 'swift'].map((name) => [name, ''])
    const nothing = Object.fromEntries(empty)
    const account = { currency: 'INR', ...nothing, account_name: 'Noor', account_number: '0123456789' }
    await write(
      'PUT /api/admin/bank-accounts',
      { enabled: true, version: bank.version, accounts: [account, { ...account, currency: 'USD' }] },
      'changed',
    )
    const smtp = { smtp_host: 'smtp.noor.example', smtp_user: 'desk', from_email: 'a@noor.example', is_enabled: false }
    await write('PUT /api/admin/email-settings', smtp, 'made')
    await write('PUT /api/admin/email-settings', { ...smtp, from_name: 'Noor' }, 'changed')
    const templates = (await read('/api/admin/mail-templates')) as unknown as (Answer & { template_name: string })[]
    const reminder = templates.find(({ template_name }) => template_name === 'reminder')
    const { version: of, html_body, to } = { version: 0, html_body: '', to: 'a@example.com', ...reminder }
    const input = { version: of, html_body, is_active: true, subject: 'On record' }
    const saved = await write('PUT /api/admin/mail-templates/reminder', input, 'changed')
    await write('POST /api/admin/mail-templates/reminder/default', { version: saved.version }, 'changed')
    await write('POST /api/admin/mail-templates/reminder/tests', { subject: 'On record', html_body, to }, 'act')
    await write('POST /api/admin/test-emails', { to }, 'act')
    const { id: bookingId } = await book()
    await write('POST /api/admin/booking-emails', { bookingId, emailType: 'reminder' }, 'act')
    const mail = await failMailFrom(core, 'reminder')
    await write(`POST /api/admin/mail/${mail.id}/retries`, {}, 'changed')
  })

  test('writes to bookings and their documents are recorded', async () => {
    const sold = { ...choice, ...person, adults_count: 1 }
    await write('POST /api/admin/bookings', sold, 'act')
    const { path } = await book()
    await write(`PUT ${path}/notes`, { admin_notes: 'On record' }, 'changed')
    await write(`POST ${path}/payment-link`, {}, 'act')
    for (const page of ['tracker', 'documents']) await write(`POST ${path}/links`, { page }, 'act')
    const { version } = (await read(path)) as Answer
    const rest = { selected_language: '', pickup_location: '', special_requests: 'On record' }
    await write(`PUT ${path}/details`, { ...person, ...rest, version, tell_customer: false }, 'changed')
    await write(`POST ${path}/confirmation`, {}, 'changed')
    await write(`POST ${path}/cancellation`, { reason: 'Ill' }, 'changed')
    const other = await book()
    await write(`POST ${other.path}/confirmation`, {}, 'changed')
    const move = { travel_date: '2026-12-02', travel_time: '10:00', reason: 'The guest is ill' }
    await write(`POST ${other.path}/moves`, move, 'changed')
    const { version: before } = (await read(other.path)) as Answer
    const party = { adults_count: 2, version: before, reason: 'One more', tell_customer: false }
    await write(`POST ${other.path}/changes`, party, 'changed')
    await write(`POST ${other.path}/completion`, {}, 'changed')
    await write(`POST ${other.path}/reopening`, { reason: 'Completed by mistake' }, 'changed')
    const paid = await book()
    await write(`POST ${paid.path}/arrival-payment`, { reason: 'At the desk' }, 'changed')
    await core.db.updateTable('bookings').set({ final_minor: 100 }).where('id', '=', paid.id).execute()
    await write(`POST ${paid.path}/moves`, { ...move, difference: 'charge' }, 'changed')
    await write(`POST ${paid.path}/prepared-move/ending`, {}, 'gone')

    const held: Application = await apply(shop, 'ok_to_board')
    const papers = `/api/admin/bookings/${held.bookingId}`
    const { documents } = (await read(papers)) as { documents: { id: string }[] }
    const { version: seen } = (await read(papers)) as Answer
    const corrected = { version: seen, answers: { airline: 'Air on record' }, tell_customer: false }
    await write(`PUT ${papers}/answers`, corrected, 'changed')
    await decideOnDocuments(write, papers, documents)
    await bring(`POST ${papers}/documents?name=visa`, pdfOf(900), 'changed')
    const { issuing } = await bring(`POST ${papers}/issued-documents`, pdfOf(), 'act')
    const issued = (issuing as { items: { id: string }[] }).items.at(-1)?.id
    await write(`POST ${papers}/issued-documents/${issued}/delivery`, {}, 'act')
    await write(`DELETE ${papers}/documents`, {}, 'act')
  })

  test('departure writes are recorded', async () => {
    const own = { capacity: 12, prices: null, note: 'Second coach', guide: null }
    const at = `/api/admin/services/${tour.id}`
    const added = await write(`POST ${at}/departures`, { date: '2027-01-10', time: '06:15', ...own }, 'made')
    const change = { time: '06:15', ...own, guide: 'Omar', version: added.version, is_closed: false }
    await write(`PUT ${at}/departures/2027-01-10`, change, 'changed')
    await write(`DELETE /api/admin/departures/${added.departure_id}`, {}, 'gone')
    await book(undefined, { travel_date: '2027-01-14' })
    const day = `${at}/departures/2027-01-14`
    await write(`POST ${day}/messages`, { time: '14:00', subject: 'Weather', text: 'Bring a coat' }, 'act')
    const { confirm } = await read(`${day}/cancellation?time=14:00`)
    const order = { time: '14:00', choice: { kind: 'refund_by_terms' }, reason: 'Storm', confirm }
    await write(`POST ${day}/cancellation`, order, 'changed')
    const stuck = { outcome: 'stuck', done_at: core.clock() } as const
    await core.db.updateTable('departure_cancellation_bookings').set(stuck).execute()
    const { booking_id } = await core.db
      .selectFrom('departure_cancellation_bookings')
      .select('booking_id')
      .executeTakeFirstOrThrow()
    await write(`POST ${day}/cancellation/retries`, { time: '14:00', booking_id }, 'changed')
    const range = { from: '2027-01-11', to: '2027-01-12' }
    await write(`POST ${at}/departure-changes`, { ...range, change: 'places', capacity: 5, reason: 'Storm' }, 'act')
    const blocked = await write('POST /api/admin/blocked-dates', { service_id: null, ...range, reason: 'Eid' }, 'made')
    await write(`DELETE /api/admin/blocked-dates/${blocked.id}`, {}, 'gone')
  })

  test('writes about a waiting list are recorded', async () => {
    const start = { date: '2027-01-20', time: '06:15' }
    const own = { capacity: 1, prices: null, note: null, guide: null }
    const at = `/api/admin/services/${tour.id}`
    const added = await write(`POST ${at}/departures`, { ...start, ...own }, 'made')
    await book(undefined, { travel_date: start.date, travel_time: start.time })
    const list = `/api/services/tour/${tour.id}/waiting-list`
    for (const email of ['first@example.com', 'second@example.com'])
      expect((await shop.call(`POST ${list}`, { ...start, email, adults: 1 }, visitor())).status).toBe(200)
    const roomy = { ...own, capacity: 2, time: start.time, version: added.version, is_closed: false }
    await write(`PUT ${at}/departures/${start.date}`, roomy, 'changed')
    const { entries } = await read(`/api/admin/departures/${added.departure_id}/waiting-list`)
    const [first, second] = entries as [{ id: string }, { id: string }]
    await write(`POST /api/admin/waiting-list/${second.id}/offers`, { reason: 'A regular guest' }, 'changed')
    await write(`DELETE /api/admin/waiting-list/${first.id}`, {}, 'changed')
  })

  test('writes of resources are recorded', async () => {
    const vans = { name: 'Vans', type: 'vehicle', units: 2, seats: 6 }
    const { id } = await write('POST /api/admin/resources', vans, 'made')
    await write(`PUT /api/admin/resources/${id}`, { ...vans, units: 3, version: 1 }, 'changed')
    const times = { from_date: '2027-01-11', from_time: '08:00', to_date: '2027-01-12', to_time: '08:00' }
    const block = { unit: 1, ...times, reason: 'Tyres' }
    const blocked = await write(`POST /api/admin/resources/${id}/blocks`, block, 'made')
    await write(`DELETE /api/admin/resource-blocks/${blocked.id}`, {}, 'gone')
    const needs = [{ resource_id: id, minutes: 60 }]
    const { version } = await read(`/api/admin/services/${tour.id}`)
    const item = { version, details: { resources: needs } }
    await write(`PATCH /api/admin/services/${tour.id}`, item, 'changed')
    await book(undefined, { travel_date: '2027-01-20' })
    const use = await core.db.selectFrom('resource_uses').select('id').executeTakeFirstOrThrow()
    await write(`PUT /api/admin/resource-uses/${use.id}`, { unit: 3 }, 'changed')
  })

  test('payment writes are recorded', async () => {
    const byTransfer = await book('bank_transfer')
    await write(`PUT ${byTransfer.path}/proof-url`, { url: 'https://bank.example/receipt' }, 'made')
    await write(`PUT ${byTransfer.path}/proof-url`, { url: 'https://bank.example/receipt-2' }, 'changed')
    await write(`POST ${byTransfer.path}/proof-requests`, { reason: 'Not readable' }, 'act')
    await write(`POST ${byTransfer.path}/verification`, { decision: 'approved' }, 'changed')
    const byCash = await book('cash_on_arrival')
    await write(`POST ${byCash.path}/arrival-payment`, { reason: 'At the desk' }, 'changed')
    const attempt = await attemptOf(byCash.id)
    const refund = { amountMinor: 100, reason: 'Agreed' }
    const refunded = await write(`POST /api/admin/payment-attempts/${attempt.id}/refunds`, refund, 'act')
    const [{ id: refundId }] = refunded.refunds as [{ id: string }]
    await write(`POST /api/admin/refunds/${refundId}/settlement`, { outcome: 'succeeded' }, 'changed')
    await core.db
      .updateTable('payment_attempts')
      .set({ review_reason: 'amount-short', review_since: core.clock() })
      .where('id', '=', attempt.id)
      .execute()
    await write(`POST /api/admin/payment-attempts/${attempt.id}/review`, { note: 'All is well' }, 'changed')
    const byCard = await book('sandbox_card')
    await write(`POST ${byCard.path}/payment-checks`, {}, 'act')
  })

  test('writes to customers are recorded', () => writeToCustomer(base, { read, write, book }))

  test('views of the list of bookings and actions with many are recorded', () => writeToLists(write, book))

  test('review writes are recorded', async () => {
    const { id, token, path } = await book(undefined, { travel_date: '2026-11-25' })
    for (const step of ['confirmation', 'completion']) await write(`POST ${path}/${step}`, {}, 'changed')
    core.clock.set('2026-11-27T08:00:00Z')
    const review = { token, version: 0, rating: 5, body: 'A fine day', shown_name: 'Asha' }
    const saved = await shop.call(`PUT /api/bookings/${id}/review`, review, visitor())
    expect(saved.status, saved.text).toBe(200)
    const row = await core.db.selectFrom('reviews').select(['id', 'version']).executeTakeFirstOrThrow()
    const at = `/api/admin/reviews/${row.id}`
    await decideOnReview(write, at, row.version)
  })

  test('staff account writes are recorded', async () => {
    const invited = { email: 'noor@example.com', full_name: 'Noor Aziz', role: 'content' }
    const list = await write('POST /api/admin/staff/invitations', invited, 'act')
    const [invitation] = list.invitations as Answer[]
    await write(`DELETE /api/admin/staff/invitations/${invitation?.id}`, {}, 'gone')
    const { userId } = await shop.signIn('content')
    await write(`PUT /api/admin/staff/${userId}/role`, { role: 'support' }, 'changed')
    const key = { user_id: userId, sealed_key: Buffer.alloc(1), started_at: core.clock() }
    await core.db.insertInto('two_factors').values(key).execute()
    await core.db
      .updateTable('two_factors')
      .set({ confirmed_at: core.clock(), last_step: 1 })
      .where('user_id', '=', userId)
      .execute()
    await write(`DELETE /api/admin/staff/${userId}/two-factor`, {}, 'changed')
    await write(`DELETE /api/admin/staff/${userId}`, {}, 'changed')
  })

  test("changes to one's own two-factor sign-in are recorded", async () => {
    const { userId } = owner
    const password = 'long enough secret'
    const account = { id: `cred-${userId}`, account_id: userId, provider_id: 'credential', user_id: userId }
    await core.db
      .insertInto('accounts')
      .values({ ...account, password: await hashPassword(password) })
      .execute()
    const started = await shop.call('POST /api/my/two-factor/start', { password }, owner.headers)
    const { key } = started.json() as { key: string }
    // Each write moves the clock by a minute.
    const code = codeInApp(key, core.clock(), 2)
    const { recovery_codes: codes } = await write('POST /api/my/two-factor/confirm', { code }, 'changed')
    const [first] = codes as string[]
    const renewed = await write('POST /api/my/two-factor/recovery-codes', { password, code: first }, 'changed')
    const [last] = renewed.recovery_codes as string[]
    await write('POST /api/my/two-factor/turn-off', { password, code: last }, 'changed')
  })

  test('arrivals and undone arrivals are recorded', async () => {
    const { id } = await book()
    core.clock.set(`${choice.travel_date}T05:00:00Z`)
    const mark_id = '0198c000-0000-4000-8000-000000000001'
    const mark = { mark_id, booking_id: id, position: 0, made_at: core.clock().toISOString(), is_confirmed: true }
    const { results } = await write('POST /api/admin/check-in/marks', { marks: [mark] }, 'made')
    const [{ arrival }] = results as [{ arrival: { check_in_id: string } }]
    await write(`DELETE /api/admin/check-in/arrivals/${arrival.check_in_id}`, {}, 'gone')
  })

  test('each entry reads as a sentence of people and titles, without ids and raw names', async () => {
    const lines = await readTrail(read)
    expect({ isLong: lines.length > 100, raw: await rawIn(lines) }).toEqual({ isLong: true, raw: [] })
  })

  test('the trail and the histories of bookings read in Arabic, except for what people have written', async () => {
    vi.resetModules()
    expect(await englishInArabic(await readTrail(read), await readHistories(core, read))).toEqual([])
  })

  test('every write that a staff area declares is covered, except previews', () => {
    const left = writes.map(({ method, path }) => `${method} ${path}`).filter((route) => !done.has(route))
    expect(left.toSorted()).toEqual([
      ...readsOfLists,
      'POST /admin/bookings/{bookingId}/change-quotes',
      'POST /admin/bookings/{bookingId}/move-quotes',
      // An upload and its mapping are drafts. The entry of an undo is written by its job (bulk/undo.test.ts).
      ...['', '/{uploadId}/undo'].map((of) => `POST /admin/catalogue-uploads${of}`),
      'POST /admin/mail-templates/{template_name}/preview',
      'POST /admin/people/lookups',
      'POST /admin/price-changes/preview',
      'POST /admin/services/{service_id}/departures/{date}/cancellation/preview',
      'POST /admin/services/{service_id}/departures/{date}/messages/preview',
      // The key becomes active after the first valid code.
      'POST /my/two-factor/start',
      'PUT /admin/catalogue-uploads/{uploadId}/mapping',
    ])
  })
})
