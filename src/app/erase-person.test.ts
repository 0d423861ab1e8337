import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedWorld } from '../../db/seeds/index.server.ts'
import { anyAddress } from '../../tests/integration/database-state.ts'
import { multipart, pdfOf } from '../../tests/integration/upload-corpus.ts'
import { type Session, testApp } from '../../tests/support/app.ts'
import { apply } from '../../tests/support/applications.ts'
import { keepRecord, placesOf } from '../../tests/support/personal-data.ts'
import { safariForTwo } from '../../tests/support/requests.ts'
import { waitForPlaces } from '../../tests/support/waiting-list.ts'
import { provePlaces } from '../modules/booking/index.server.ts'
import { sweepOrphanFiles } from '../modules/files/index.server.ts'
import { proveLedger } from '../modules/payment/index.server.ts'
import { erasePeopleAgain } from './erase-person.server.ts'

const shop = await testApp({ trustProxy: 1 })
const { core, call } = shop
const email = 'asha@example.com'
const noted: string[] = []
shop.shop.deps.store.noteErased = async (key) => void noted.push(key)

let owner: Session
let manager: Session
let asha: Session
const bookings: string[] = []

const post = (route: string, body?: object, headers: Record<string, string> = {}) =>
  call(route, body, { ...anyAddress(), ...headers })
const fine = async (route: string, body: object | undefined, headers: Record<string, string>) => {
  const answer = await post(route, body, headers)
  expect(answer.status, `${route} ${answer.text}`).toBeLessThan(300)
  return answer.json()
}
const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://shop.test' }
async function tour(more: object = {}, headers: Record<string, string> = {}) {
  const answer = await fine(
    'POST /api/bookings',
    {
      ...safariForTwo,
      customer_email: email,
      special_requests: 'My mother Sunita Rao cannot walk far',
      ...more,
    },
    headers,
  )
  const { booking, token } = answer as unknown as { booking: { id: string }; token: string }
  return { bookingId: booking.id, token }
}
async function payByCard({ bookingId, token }: { bookingId: string; token: string }) {
  const started = await fine('POST /api/payments', { bookingId, token, paymentMethod: 'sandbox_card' }, {})
  await post(`POST ${new URL(String(started.checkoutUrl)).pathname}`, 'action=pay&report_first=on' as never, form)
  await shop.runJobs()
}
const step = (bookingId: string, name: string, body: object = {}) =>
  fine(`POST /api/admin/bookings/${bookingId}/${name}`, body, owner.headers)
async function upload(url: string, headers: Record<string, string> = {}) {
  const { payload, headers: type } = multipart([{ bytes: pdfOf(), name: 'Asha Rao passport.pdf' }])
  const answer = await shop.app.inject({
    method: 'POST',
    url,
    headers: { ...anyAddress(), ...headers, ...type },
    payload,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Record<string, unknown>>()
}

/** Creates all data that the shop can store about a person, through its own routes. */
async function liveThrough(): Promise<void> {
  const [visa, clearance] = [await apply(shop, 'visa'), await apply(shop, 'ok_to_board')]
  await payByCard(visa)
  await payByCard(clearance)
  await upload(
    `/api/bookings/${visa.bookingId}/documents?name=clear_photo&traveler_id=${visa.document.travelerId}&token=${visa.token}`,
  )
  const issued = await upload(
    `/api/admin/bookings/${visa.bookingId}/issued-documents?traveler_id=${visa.document.travelerId}`,
    owner.headers,
  )
  const { items } = issued.issuing as { items: { id: string }[] }
  await fine(`POST /api/admin/bookings/${visa.bookingId}/issued-documents/${items[0]?.id}/delivery`, {}, owner.headers)
  const shown = await call(`GET /api/bookings/${visa.bookingId}?token=${visa.token}`)
  const { issued_documents } = shown.json() as { issued_documents: { href: string }[] }
  expect((await call(`GET ${issued_documents[0]?.href}`)).status).toBe(200)

  const own = await tour({ promo_code: 'HELLO10' }, { ...asha.headers, 'idempotency-key': 'asha-books-a-tour' })
  await fine('POST /api/payments', { bookingId: own.bookingId, paymentMethod: 'bank_transfer' }, asha.headers)
  await upload(`/api/bookings/${own.bookingId}/payment-proofs?token=${own.token}`)
  await fine(
    `POST /api/admin/bookings/${own.bookingId}/proof-requests`,
    { reason: 'Asha Rao, it is blurred' },
    owner.headers,
  )
  await upload(`/api/bookings/${own.bookingId}/payment-proofs?token=${own.token}`)
  await fine(`POST /api/admin/bookings/${own.bookingId}/verification`, { decision: 'approved' }, owner.headers)
  await shop.runJobs()
  await fine(
    `PUT /api/admin/bookings/${own.bookingId}/notes`,
    { admin_notes: 'Asha Rao called from 9876543210' },
    owner.headers,
  )
  const unpaid = await tour({ customer_name: 'Zubaida', customer_email: 'old-address@example.com' })
  const { version } = await fine(`GET /api/admin/bookings/${unpaid.bookingId}`, undefined, owner.headers)
  const correction = { customer_name: 'Asha Rao', customer_email: email, customer_phone: '+919876543210' }
  const rest = { selected_language: '', pickup_location: '', special_requests: '' }
  await fine(
    `PUT /api/admin/bookings/${unpaid.bookingId}/details`,
    { ...correction, ...rest, version, tell_customer: true },
    owner.headers,
  )
  await shop.runJobs()
  await step(unpaid.bookingId, 'cancellation', { reason: 'Asha Rao is ill, her son Kabir called' })
  for (const one of [visa, clearance]) {
    const { booking_status } = (await call(`GET /api/bookings/${one.bookingId}?token=${one.token}`)).json()
    if (booking_status === 'pending') await step(one.bookingId, 'confirmation')
  }
  core.clock.set(`${safariForTwo.travel_date}T05:00:00Z`)
  const mark_id = '0198c000-0000-4000-8000-000000000001'
  const mark = { mark_id, booking_id: own.bookingId, position: 0, made_at: core.clock().toISOString() }
  await fine('POST /api/admin/check-in/marks', { marks: [mark] }, owner.headers)
  core.clock.set('2026-12-28T08:00:00Z')
  for (const one of [visa, clearance, own]) await step(one.bookingId, 'completion')
  bookings.push(visa.bookingId, clearance.bookingId, own.bookingId, unpaid.bookingId)

  const review = { version: 0, rating: 5, shown_name: 'Asha Rao', body: 'Lovely. Ask for me, Asha Rao!' }
  await fine(`PUT /api/bookings/${own.bookingId}/review`, review, asha.headers)
  const row = await core.db.selectFrom('reviews').select(['id', 'version']).executeTakeFirstOrThrow()
  await fine(`POST /api/admin/reviews/${row.id}/publication`, { version: row.version }, owner.headers)
  await fine(
    `PUT /api/admin/reviews/${row.id}/reply`,
    { version: row.version + 1, reply: 'Thank you, Asha Rao. Come again, Asha!' },
    owner.headers,
  )
  const message = { name: 'Asha Rao', phone: '+91 98765 43210', subject: 'A question', message: 'It is Asha Rao again' }
  await fine('POST /api/contact-messages', { ...message, email: 'Asha@Example.com' }, {})
  await waitForPlaces(shop, 'Asha@Example.com').then(() => keepRecord(shop, owner, email))
  await core.db.updateTable('users').set({ email_verified: false }).where('id', '=', asha.userId).execute()
  await fine('POST /api/auth/send-verification-email', { email }, {})
  await fine('POST /api/auth/request-password-reset', { email }, {})
  await shop.runJobs()
}

const words = [
  email,
  'zubaida',
  'old-address',
  'asha rao',
  'ben rao',
  'sunita',
  'kabir',
  '9876543210',
  '98765 43210',
  'Z1234567',
  'passport.pdf',
]
/** Except staged files, which belong to no person yet. */
const openFiles = () =>
  core.db
    .selectFrom('files')
    .select('storage_key')
    .where('erased_at', 'is', null)
    .where('id', 'not in', (q) => q.selectFrom('staged_documents').select('file_id'))
    .execute()

/** Where a name stays, and why. */
const allowed: Readonly<Record<string, string>> = {
  'invoices.content': 'an invoice that was issued is kept as it is for as long as the law on books says',
  'credit_notes.content': 'and so is a credit note',
}

const look = (address: string, headers = manager.headers) =>
  post('POST /api/admin/people/lookups', { email: address }, headers)
const erase = (address: string, confirmation = address, headers = manager.headers) =>
  post('POST /api/admin/people/erasures', { email: address, confirmation }, headers)

beforeAll(async () => {
  await seedWorld(shop.shop.deps, 'test')
  ;[owner, manager] = [await shop.signIn('admin'), await shop.signIn('manager')]
  asha = await shop.signIn('customer', { email })
  const named = { name: 'Asha Rao', phone: '+919876543210' }
  await core.db.updateTable('users').set(named).where('id', '=', asha.userId).execute()
  await fine('POST /api/admin/promo-codes', { code: 'HELLO10', discount: { percentHundredths: 1000 } }, owner.headers)
}, 60_000)

describe('erasing a person', () => {
  it('is refused without changes while a booking is open or a payment is not settled', async () => {
    const omar = { customer_name: 'Omar Saleh', customer_phone: '+971501234567', special_requests: 'None' }
    const held = await tour({ ...omar, customer_email: 'open@example.com' })
    const reference = (
      await core.db
        .selectFrom('bookings')
        .select('booking_reference')
        .where('id', '=', held.bookingId)
        .executeTakeFirstOrThrow()
    ).booking_reference
    expect((await look('open@example.com')).json()).toMatchObject({
      bookings: 1,
      has_account: false,
      open: [reference],
    })
    const refused = await erase('open@example.com')
    expect([refused.status, refused.json().code]).toEqual([409, 'account/person-open'])
    expect(refused.text).toContain(reference)
    await payByCard(held)
    // The trip is over, but its payment is under review.
    await core.db
      .updateTable('bookings')
      .set({ booking_status: 'completed' })
      .where('id', '=', held.bookingId)
      .execute()
    await core.db
      .updateTable('payment_attempts')
      .set({ review_reason: 'paid-twice', review_since: core.clock() })
      .where('booking_id', '=', held.bookingId)
      .execute()
    expect((await erase('open@example.com')).json().code).toBe('account/person-open')
    expect(await placesOf(core, ['open@example.com'])).toContain('bookings.customer_email')
    expect(noted).toEqual([])
  })

  it('is for owners and managers, with the address typed again, and refused for staff and unknown people', async () => {
    const customer = await shop.signIn('customer')
    for (const role of ['support', 'content'] as const) {
      const { headers } = await shop.signIn(role)
      expect([(await look(email, headers)).status, (await erase(email, email, headers)).status]).toEqual([403, 403])
    }
    expect([
      (await erase(email, email, {} as never)).status,
      (await erase(email, email, customer.headers)).status,
    ]).toEqual([401, 403])
    expect((await erase(customer.email, 'yes')).json()).toMatchObject({
      code: 'account/invalid',
      errors: [{ path: 'confirmation' }],
    })
    expect((await erase(owner.email)).json().code).toBe('account/person-is-staff')
    expect((await erase('nobody@example.com')).json().code).toBe('account/person-unknown')
    const users = core.db.selectFrom('users').select('id').where('id', 'in', [owner.userId, customer.userId])
    expect(await users.execute()).toHaveLength(2)
  })

  it('leaves personal data in no column except where the law requires it [A164, C226]', async () => {
    const leila = { customer_name: 'Leila Haddad', customer_phone: '+971507654321', special_requests: 'For Leila' }
    const other = await tour({ ...leila, customer_email: 'leila@example.com' })
    await liveThrough()
    const before = await placesOf(core, words)
    // Control: each of these contained data before.
    for (const place of [
      ...['bookings.customer_name', 'bookings.admin_notes', 'bookings.cancellation_reason', 'bookings.details'],
      ...['booking_travelers.passport_number', 'files.original_name', 'users.name'],
      ...['mail_messages.text', 'mail_messages.to_address', 'contact_messages.message', 'reviews.shown_name'],
      ...['promo_uses.customer_email', 'audit_entries.after', 'booking_history.data', 'proof_requests.reason'],
      ...['reviews.reply', 'invoices.content', 'customers.name', 'customer_notes.text', 'booking_views.query'],
    ])
      expect(before, place).toContain(place)
    const sums = await core.db.selectFrom('ledger_entries').selectAll().orderBy('id').execute()
    const files = await openFiles()
    const facts = (await look(' ASHA@example.com ')).json()
    expect(facts).toEqual({ email, has_account: true, is_staff: false, bookings: 4, messages: 1, waiting: 1, open: [] })

    const answer = await erase(email, 'Asha@example.com')
    expect(answer.status, answer.text).toBe(200)
    expect((await placesOf(core, words)).filter((place) => !(place in allowed))).toEqual([])

    // The ledger is complete.
    expect(await core.db.selectFrom('ledger_entries').selectAll().orderBy('id').execute()).toEqual(sums)
    expect([await proveLedger(core.db), await provePlaces(core.db)]).toEqual([[], []])
    const kept = await core.db.selectFrom('bookings').selectAll().where('id', 'in', bookings).execute()
    expect(kept.map(({ customer_name, user_id }) => [customer_name, user_id])).toEqual(
      Array(4).fill(['[erased]', null]),
    )
    expect(kept.filter(({ paid_minor }) => paid_minor > 0)).toHaveLength(3)
    expect(
      await core.db.selectFrom('invoices').select('id').where('booking_id', 'in', bookings).execute(),
    ).toHaveLength(3)
    const people = core.db.selectFrom('booking_travelers').selectAll().where('booking_id', 'in', bookings)
    for (const one of await people.execute())
      expect(one).toMatchObject({ first_name: '[erased]', last_name: '', passport_number: null, date_of_birth: null })
    const answers = await core.db.selectFrom('idempotency_keys').select('answer').execute()
    expect(bookings.filter((id) => JSON.stringify(answers).includes(id))).toEqual([])
    // Files: no key in the database, no bytes in the store.
    expect(files.length).toBeGreaterThan(10)
    expect(await openFiles()).toEqual([])
    for (const { storage_key } of files)
      await expect(shop.shop.deps.store.get(storage_key)).rejects.toThrow('no such key')
    // Files of other people stay.
    expect(await placesOf(core, ['leila@example.com', 'Leila Haddad'])).toContain('bookings.customer_name')
    const theirs = core.db.selectFrom('bookings').select('special_requests').where('id', '=', other.bookingId)
    expect(await theirs.execute()).toEqual([{ special_requests: 'For Leila' }])
  }, 120_000)

  it('ends the account, its sessions and its links, and shows the review without a name', async () => {
    expect((await call('GET /api/session', undefined, asha.headers)).json().user).toBeNull()
    const review = await core.db
      .selectFrom('reviews')
      .select(['shown_name', 'body', 'reply', 'status'])
      .executeTakeFirstOrThrow()
    const words = { body: 'Lovely. Ask for me, [erased]!', reply: 'Thank you, [erased]. Come again, [erased]!' }
    expect(review).toEqual({ shown_name: 'A traveller', ...words, status: 'published' })
    // Staff can still open the bookings; tracking by address fails.
    const lists = ['bookings', 'bookings.csv', 'departures?from=2026-12-20', 'dashboard', 'reviews', 'audit']
    for (const list of lists)
      expect((await call(`GET /api/admin/${list}`, undefined, owner.headers)).status, list).toBe(200)
    for (const path of bookings.flatMap((id) => [id, `${id}/payment`]))
      expect((await call(`GET /api/admin/bookings/${path}`, undefined, owner.headers)).status, path).toBe(200)
    const { booking_reference: reference } = await core.db
      .selectFrom('bookings')
      .select('booking_reference')
      .where('id', '=', bookings[0] ?? '')
      .executeTakeFirstOrThrow()
    expect((await post('POST /api/tracking-lookups', { reference, email })).json().code).toBe('booking/email-mismatch')
  })

  it('has an audit entry without personal data, and sends no more mail', async () => {
    const [entry] = await core.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'person.erased')
      .execute()
    expect(entry).toMatchObject({ actor_name: 'Test manager', subject_type: 'person', before: null })
    expect(entry?.after).toMatchObject({ bookings: 4, messages: 1, waiting: 1, has_account: true, reviews: 1 })
    expect(JSON.stringify(entry)).not.toMatch(/asha|rao/i)
    expect(noted).toEqual([`person/${entry?.subject_id}`])
    const sent = shop.outbox.length
    await fine(
      'POST /api/admin/booking-emails',
      { bookingId: bookings[2], emailType: 'confirmation' },
      owner.headers,
    ).catch(() => {})
    await shop.runJobs()
    expect(shop.outbox.slice(sent).filter(({ to }) => to !== owner.email)).toEqual([])
    expect((await erase(email)).json().code).toBe('account/person-unknown')
  })

  it('leaves people with similar addresses alone', async () => {
    const message = { name: 'Amina', phone: '+971507654321', subject: 'A question', message: 'Write to me' }
    const others = ['amina@example.com', 'dr.mina@example.com', 'mina@example.com.au']
    for (const one of ['mina@example.com', ...others]) {
      const body = { ...message, message: `Write to\n${one}`, email: one }
      await fine('POST /api/contact-messages', body, { 'idempotency-key': `writes ${one}` })
      await fine('POST /api/auth/sign-up/email', { full_name: 'Amina', email: one, password: 'a long password' }, {})
    }
    await shop.runJobs()
    for (const one of ['mina@example.com', ...others])
      await fine('POST /api/auth/request-password-reset', { email: one }, {})
    const theirs = () => Promise.all(others.map((one) => placesOf(core, [one])))
    const before = await theirs()
    for (const places of before)
      expect(places).toEqual(expect.arrayContaining(['mail_messages.html', 'events.payload', 'users.email']))
    const count = () =>
      Promise.all(
        (['mail_messages', 'events'] as const).map(async (table) => {
          const rows = await core.db.selectFrom(table).selectAll().execute()
          return rows.filter((row) => others.some((one) => JSON.stringify(row).includes(one))).length
        }),
      )
    const rows = await count()
    expect((await erase('mina@example.com')).status).toBe(200)
    expect([await theirs(), await count()]).toEqual([before, rows])
    const { rows: left } = await sql<{ body: string }>`
      select html as body from mail_messages union all select payload::text from events`.execute(core.db)
    expect(left.filter(({ body }) => /(?<![\w.])mina@example\.com(?!\.)/.test(body))).toEqual([])
  })

  it('does not open append-only tables to other changes', async () => {
    for (const statement of [
      sql`update audit_entries set after = null`,
      sql`update booking_history set data = '{}'`,
      sql`update file_views set viewer = ''`,
      sql`select set_config('safar.erasing', 'on', true); update audit_entries set action = 'x'`,
      sql`select set_config('safar.erasing', 'on', true); delete from audit_entries`,
      sql`select set_config('safar.erasing', 'on', true); update invoices set content = '{}'`,
    ]) {
      const { sql: text } = statement.compile(core.db)
      await expect(core.pool.query(text), text).rejects.toThrow('append only')
    }
  })

  it('is repeated by its mark after a restored backup, for these people only', async () => {
    const held = await tour({ travel_date: '2027-01-20' })
    await step(held.bookingId, 'cancellation', { reason: 'Asha Rao changed her mind' })
    const { deps } = shop.shop
    expect(await erasePeopleAgain(deps, ['ab/0123', 'person/00ff'])).toEqual({ people: 0, failed: [] })
    const full = { ...deps.store, noteErased: () => Promise.reject(new Error('the disk is full')) }
    const failed = await erasePeopleAgain({ ...deps, store: full }, noted.slice(0, 1))
    expect(failed).toEqual({ people: 0, failed: [email] })
    expect(await placesOf(core, [email])).not.toEqual([])
    expect(await erasePeopleAgain(deps, ['ab/0123', ...noted.slice(0, 1)])).toEqual({ people: 1, failed: [] })
    expect((await placesOf(core, words)).filter((place) => !(place in allowed))).toEqual([])
    expect(await placesOf(core, ['leila@example.com'])).not.toEqual([])
  })

  it('of an undelivered message prevents its mail', async () => {
    const message = { name: 'Noor', phone: '+971507654321', subject: 'A question', message: 'Call me' }
    await fine('POST /api/contact-messages', { ...message, email: 'quick@example.com' }, {})
    expect((await erase('quick@example.com')).status).toBe(200)
    await shop.runJobs()
    const unheard = core.db.selectFrom('events').select('name').where('heard_at', 'is', null)
    expect(await unheard.execute()).toEqual([])
  })

  it('succeeds when files cannot be deleted now: the next sweep deletes them', async () => {
    const held = await tour({ customer_email: 'bytes@example.com', travel_date: '2027-01-20' })
    await fine('POST /api/payments', { ...held, paymentMethod: 'bank_transfer' }, {})
    await upload(`/api/bookings/${held.bookingId}/payment-proofs?token=${held.token}`)
    await fine(`POST /api/admin/bookings/${held.bookingId}/verification`, { decision: 'rejected' }, owner.headers)
    await shop.runJobs()
    const [proof] = await openFiles()
    const { store } = shop.shop.deps
    const { remove } = store
    store.remove = () => Promise.reject(new Error('the store is away'))
    const answer = await erase('bytes@example.com').finally(() => {
      store.remove = remove
    })
    expect(answer.status, answer.text).toBe(200)
    expect(await openFiles()).toEqual([])
    expect((await store.get(String(proof?.storage_key))).length).toBeGreaterThan(0)
    await sweepOrphanFiles(shop.shop.deps)
    await expect(store.get(String(proof?.storage_key))).rejects.toThrow('no such key')
  })

  it('is not blocked by cash that never arrived for a past trip', async () => {
    const guest = { customer_name: 'Omar Saleh', customer_email: 'cash@example.com', travel_date: '2027-01-20' }
    const held = await tour(guest)
    await fine('POST /api/payments', { ...held, paymentMethod: 'cash_on_arrival' }, {})
    core.clock.set('2027-01-22T08:00:00Z')
    expect((await look('cash@example.com')).json().open).toHaveLength(1)
    await step(held.bookingId, 'completion')
    await shop.runJobs()
    expect((await look('cash@example.com')).json().open).toEqual([])
    expect((await erase('cash@example.com')).status).toBe(200)
  })
})
