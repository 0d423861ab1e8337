import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testApp } from '../../../tests/support/app.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import { addService, book } from '../booking/testing/fixtures.ts'
import type { CustomerView } from './contract.ts'

const shop = await testApp()
const { core, call } = shop
const tour = await addService(core, 'tour')
const support = await shop.signIn('support')
const sweep = () => shop.shop.jobs['record-customers']?.({})

async function sell(customer_email: string, customer_phone: string, more: object = {}) {
  const made = await book(core, tour, { customer_email, customer_phone, ...more })
  await sweep()
  return made
}
const list = async (query = '') => {
  const answer = await call(`GET /api/admin/customers${query}`, undefined, support.headers)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as { items: CustomerView[]; total: number; nextCursor: string | null }
}
const idOf = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).items[0]?.id ?? expect.fail(q)
const read = async (id: string) =>
  (await call(`GET /api/admin/customers/${id}`, undefined, support.headers)).json() as CustomerView
const owners = async () =>
  (await core.db.selectFrom('customer_contacts').select(['value', 'customer_id']).execute()).map(
    ({ value, customer_id }) => [value, customer_id],
  )

describe('records', () => {
  it('are made by bookings, one per person, and join by address or number', async () => {
    const first = await sell('omar@example.com', '+971501234567', { customer_name: 'Omar Saleh' })
    await sell('omar@example.com', '+971507654321', { customer_name: 'Someone Else' })
    await sell('omar.work@example.com', '+971501234567')
    const { items, total } = await list()
    expect([items.length, total]).toEqual([1, 1])
    const omar = await read(items[0]?.id ?? '')
    expect(omar).toMatchObject({ name: 'Omar Saleh', email: 'omar@example.com', phone: '+971501234567', bookings: 3 })
    expect(omar.emails.map(({ value }) => value)).toEqual(['omar@example.com', 'omar.work@example.com'])
    expect(omar.phones).toEqual(['+971501234567', '+971507654321'])
    const page = `GET /api/admin/customers/${omar.id}/bookings?limit=2`
    const one = (await call(page, undefined, support.headers)).json() as { items: object[]; nextCursor: string }
    const two = (await call(`${page}&cursor=${one.nextCursor}`, undefined, support.headers)).json()
    expect(one.items).toHaveLength(2)
    expect(two).toMatchObject({ items: [{ booking_reference: first.booking_reference }], nextCursor: null })
  })

  it('give a customer no access to the bookings of the same number', async () => {
    const other = await shop.signIn('customer', { email: 'omar.work@example.com' })
    const mine = (await call('GET /api/my/bookings', undefined, other.headers)).json() as { items: object[] }
    expect(mine.items).toHaveLength(1)
    expect((await call(`GET /api/admin/customers`, undefined, other.headers)).status).toBe(403)
  })

  it('are found by name in either order, by a number in any spelling and by address', async () => {
    const id = await idOf('saleh omar')
    for (const q of ['omar sal', '050 123 4567', '+971 (0)50 765-4321', 'omar.work@example.com', 'OMAR.WORK'])
      expect(await idOf(q), q).toBe(id)
    for (const q of ['nobody', '%40', 'nobody%40example.com', '%25']) expect((await list(`?q=${q}`)).items).toEqual([])
  })

  it('are listed page by page, by activity and by name', async () => {
    core.clock.advance(5)
    await sell('zoe@example.com', '+971501112206', { customer_name: 'Zoe Abbott' })
    core.clock.advance(5)
    await sell('ann@example.com', '+971501112207', { customer_name: 'Ann Bell' })
    for (const [sort, names] of [
      ['active', ['Ann Bell', 'Zoe Abbott', 'Omar Saleh']],
      ['name', ['Ann Bell', 'Omar Saleh', 'Zoe Abbott']],
    ] as const) {
      const seen: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = await list(`?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`)
        seen.push(...page.items.map(({ name }) => name))
        cursor = page.nextCursor
      }
      // The job also made records of the accounts above.
      expect(seen.filter((name) => !name.startsWith('Test '))).toEqual(names)
    }
    const bad = await call('GET /api/admin/customers?cursor=x', undefined, support.headers)
    expect([bad.status, bad.json().code]).toEqual([422, 'list/bad-cursor'])
  })

  it('are made once when two bookings of a new customer arrive together, and repeats change nothing', async () => {
    await Promise.all(
      ['twin.a@example.com', 'twin.b@example.com', 'twin.a@example.com'].map((email) =>
        book(core, tour, { customer_email: email, customer_phone: '+971509998877' }),
      ),
    )
    await Promise.all([sweep(), sweep()])
    expect((await list('?q=twin')).items).toHaveLength(1)
    await sweep()
    const before = await owners()
    await sweep()
    expect(await owners()).toEqual(before)
  })

  it('are written once for a new customer and not at all while nothing is new', async () => {
    const writes = async () =>
      (
        await sql<{
          id: string
          xmin: string
          ctid: string
        }>`select id, xmin::text, ctid::text from customers order by id`.execute(core.db)
      ).rows
    await sell('writes@example.com', '+971501110022')
    const before = await writes()
    await sweep()
    expect(await writes()).toEqual(before)
    core.clock.advance(1)
    await sell('writes@example.com', '+971501110022')
    const changed = (await writes()).filter((row, at) => row.ctid !== before[at]?.ctid)
    expect(changed).toHaveLength(1)
  })

  it('of existing bookings and accounts are made by the job, in batches', async () => {
    const asha = await shop.signIn('customer', { email: 'asha.k@example.com' })
    await shop.signIn('customer', { email: 'unverified@example.com', isVerified: false })
    await book(core, tour, { customer_email: 'old@example.com', customer_phone: '+971501110000' })
    await core.db.deleteFrom('customers').execute()
    await core.db.deleteFrom('customer_sweeps').execute()
    await core.db.deleteFrom('events').execute()
    core.clock.advance(30)
    await sweep()
    const { items } = await list('?limit=100')
    expect(items.some(({ email }) => email === 'old@example.com')).toBe(true)
    expect(items.find(({ email }) => email === asha.email)).toMatchObject({ has_account: true })
    expect(items.some(({ email }) => email === 'unverified@example.com')).toBe(false)
    expect(items.some(({ email }) => email === support.email)).toBe(false)
    const sweeps = await core.db.selectFrom('customer_sweeps').selectAll().orderBy('source').execute()
    expect(sweeps.map(({ source }) => source)).toContain('bookings')
    const newest = await core.db.selectFrom('bookings').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
    expect(sweeps.find(({ source }) => source === 'bookings')?.after_id).toBe(newest.id)
  })

  it('get the account once its address is verified; a further address then leaves', async () => {
    await sell('main@example.com', '+971502220000', { customer_name: 'Main Guest' })
    await sell('further@example.com', '+971502220000')
    const shared = await idOf('main@example.com')
    for (const [userId, email] of [
      ['user-main', 'main@example.com'],
      ['user-further', 'further@example.com'],
    ] as const) {
      await core.db.insertInto('users').values({ id: userId, name: 'F', email, email_verified: true }).execute()
      await emit('account.email-verified', { userId, email })
    }
    expect(await read(shared)).toMatchObject({
      has_account: true,
      emails: [{ value: 'main@example.com', is_verified: true }],
      bookings: 1,
    })
    const other = await read(await idOf('further@example.com'))
    expect([other.id === shared, other.has_account, other.bookings]).toEqual([false, true, 1])
  })

  it('follow a corrected address, and nothing is left of the wrong one', async () => {
    const booking = await sell('typo@exmaple.com', '+971503330000', { customer_name: 'Typo Guest' })
    const { version } = await core.db
      .selectFrom('bookings')
      .select('version')
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
    const answer = await call(
      `PUT /api/admin/bookings/${booking.id}/details`,
      {
        ...{ customer_name: 'Typo Guest', customer_email: 'right@example.com', customer_phone: '+971503330001' },
        ...{ selected_language: '', pickup_location: '', special_requests: '', version, tell_customer: false },
      },
      support.headers,
    )
    expect(answer.status, answer.text).toBe(200)
    await shop.runJobs()
    expect((await list('?q=typo%40exmaple.com')).items).toEqual([])
    expect(await read(await idOf('right@example.com'))).toMatchObject({ bookings: 1 })
  })
})

async function emit(name: 'account.email-verified', payload: { userId: string; email: string }) {
  const { emitEvent } = await import('../../platform/jobs/events.server.ts')
  await emitEvent(core.db, name, payload, core.clock())
  await shop.runJobs()
}

describe('the page of a customer', () => {
  it('shows what is owed and to be refunded, by currency, and passports by expiry', async () => {
    const booking = await sell('sums@example.com', '+971504440000')
    const cancelled = await sell('sums@example.com', '+971504440000')
    await core.db.updateTable('bookings').set({ booking_status: 'cancelled' }).where('id', '=', cancelled.id).execute()
    await core.db.updateTable('bookings').set({ paid_minor: 4_000 }).where('id', '=', booking.id).execute()
    const traveller = { booking_id: booking.id, traveler_type: 'adult' as const, date_of_birth: null }
    const rest = { arrival_date: null, departure_date: null }
    await core.db
      .insertInto('booking_travelers')
      .values([
        {
          ...traveller,
          ...rest,
          id: newId(),
          position: 0,
          first_name: 'Sami',
          last_name: 'Nour',
          passport_number: 'Z1',
          passport_expiry: '2030-01-01',
        },
        {
          ...traveller,
          ...rest,
          id: newId(),
          position: 1,
          first_name: 'Lena',
          last_name: 'Nour',
          passport_number: 'Z2',
          passport_expiry: '2026-12-31',
        },
      ])
      .execute()
    const view = await read(await idOf('sums@example.com'))
    const { final_minor, currency } = await core.db
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', booking.id)
      .executeTakeFirstOrThrow()
    expect(view.balance).toEqual([
      { owed: { minor: final_minor - 4_000, currency }, refund_due: { minor: 0, currency } },
    ])
    expect(view.passports.map(({ name, state }) => [name, state])).toEqual([
      ['Lena Nour', 'soon'],
      ['Sami Nour', 'valid'],
    ])
    expect(view.passports[0]).toMatchObject({ booking_reference: booking.booking_reference })
  })

  it('is changed with its audit entry, and refuses an old version', async () => {
    const id = await idOf('sums@example.com')
    const before = await read(id)
    const change = {
      ...{ version: before.version, name: 'Sami Nour', email: 'Sami@Example.com', phone: '050 444 0001' },
      ...{ language: 'Arabic', tags: ['VIP', 'vip '], marketing: 'agreed' },
    }
    const put = (body: object) => call(`PUT /api/admin/customers/${id}`, body, support.headers)
    const changed = await put(change)
    expect([changed.status, changed.json()]).toMatchObject([
      200,
      {
        name: 'Sami Nour',
        email: 'sami@example.com',
        phone: '+971504440001',
        tags: ['VIP'],
        marketing: 'agreed',
        bookings: 2,
      },
    ])
    expect((changed.json() as CustomerView).emails).toHaveLength(2)
    expect((changed.json() as CustomerView).phones).toEqual(['+971504440001'])
    const stale = await put({ ...change, name: 'Old' })
    expect([stale.status, stale.json().code]).toEqual([409, 'customer/changed'])
    const entry = await core.db
      .selectFrom('audit_entries')
      .selectAll()
      .where('action', '=', 'customer.changed')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow()
    expect([entry.before, entry.after]).toMatchObject([
      { email: 'sums@example.com', tags: [], marketing: 'unknown' },
      { email: 'sami@example.com', tags: ['VIP'], marketing: 'agreed' },
    ])
    expect((await list('?tag=VIP')).items.map((each) => each.id)).toEqual([id])
  })

  it.each([
    ['name', { name: '' }, 'Please enter a name'],
    ['name', { name: 'See https://spam.example' }, 'This is not a name'],
    ['email', { email: 'nobody' }, 'Please enter a valid email address'],
    ['email', { email: '', phone: '' }, 'Please enter an email address or a phone number'],
    ['phone', { phone: '12' }, 'Please enter a valid phone number with its country code'],
    ['email', { email: 'main@example.com' }, 'Main Guest has this email address'],
    ['phone', { phone: '+971502220000' }, 'Main Guest has this phone number'],
  ])('refuses a wrong %s at its field', async (path, wrong, message) => {
    const id = await idOf('sums@example.com')
    const { version, name, email, phone, tags, marketing } = await read(id)
    const body = { version, name, email: email ?? '', phone: phone ?? '', language: '', tags, marketing, ...wrong }
    const answer = await call(`PUT /api/admin/customers/${id}`, body, support.headers)
    expect(answer.status).toBe(422)
    expect(answer.json().errors).toContainEqual({ path, message })
  })

  it('keeps notes with author and time, once per key, deletes them and brings them back', async () => {
    const id = await idOf('sums@example.com')
    const path = `/api/admin/customers/${id}/notes`
    const write = () =>
      call(`POST ${path}`, { text: 'Prefers calls' }, { ...support.headers, 'idempotency-key': 'note-of-sami' })
    const [first, again] = [await write(), await write()]
    expect(first.json()).toMatchObject({
      text: 'Prefers calls',
      author: 'Test support',
      at: core.clock().toISOString(),
    })
    expect(again.json()).toEqual(first.json())
    const note = String(first.json().id)
    const texts = async () => (await read(id)).notes.map(({ text }) => text)
    expect(await texts()).toEqual(['Prefers calls'])
    for (let n = 0; n < 2; n++) expect((await call(`DELETE ${path}/${note}`, {}, support.headers)).status).toBe(200)
    expect(await texts()).toEqual([])
    expect((await call(`POST ${path}/${note}/restoration`, {}, support.headers)).status).toBe(200)
    expect(await texts()).toEqual(['Prefers calls'])
    const entries = await core.db
      .selectFrom('audit_entries')
      .select(['action', 'before', 'after'])
      .where('subject_id', '=', id)
      .where('action', 'like', 'customer.note%')
      .orderBy('id')
      .execute()
    expect(entries).toEqual([
      { action: 'customer.note-added', before: null, after: { note: 'Prefers calls' } },
      { action: 'customer.note-deleted', before: { note: 'Prefers calls' }, after: null },
      { action: 'customer.note-restored', before: null, after: { note: 'Prefers calls' } },
    ])
    expect((await call(`POST ${path}`, { text: ' ' }, support.headers)).json()).toMatchObject({
      code: 'customer/invalid',
    })
    const nobody = '0198c000-0000-7000-8000-00000000000f'
    expect((await call(`GET /api/admin/customers/${nobody}`, undefined, support.headers)).json().code).toBe(
      'customer/not-found',
    )
    expect((await call(`DELETE ${path}/${nobody}`, {}, support.headers)).json().code).toBe('customer/no-note')
  })
})

describe('erasing a person', () => {
  it('keeps the record for another address, without the person', async () => {
    const gone = { customer_name: 'Kabir Gone', travel_date: '2026-12-05' }
    const leaving = await sell('kabir@example.com', '+971505550000', gone)
    core.clock.advance(5)
    await sell('stays@example.com', '+971505550000', { customer_name: 'Sara Stays' })
    const id = await idOf('kabir@example.com')
    const before = await read(id)
    const change = { name: 'Kabir Gone', email: 'kabir@example.com', phone: '+971505550000', language: 'Urdu' }
    await call(
      `PUT /api/admin/customers/${id}`,
      { ...change, tags: ['VIP'], marketing: 'agreed', version: before.version },
      support.headers,
    )
    await call(`POST /api/admin/customers/${id}/notes`, { text: 'Kabir Gone is her brother' }, support.headers)
    await core.db.updateTable('bookings').set({ booking_status: 'cancelled' }).where('id', '=', leaving.id).execute()
    const manager = await shop.signIn('manager')
    const erased = await call(
      'POST /api/admin/people/erasures',
      { email: 'kabir@example.com', confirmation: 'kabir@example.com' },
      manager.headers,
    )
    expect(erased.status, erased.text).toBe(200)
    const after = await read(id)
    expect(after).toMatchObject({ name: 'Sara Stays', email: 'stays@example.com', phone: '+971505550000', tags: [] })
    expect([after.emails, after.marketing, after.language]).toEqual([
      [{ value: 'stays@example.com', is_verified: false }],
      'unknown',
      null,
    ])
    expect(after.notes.map(({ text }) => text)).toEqual(['[erased] is her brother'])
    expect((await list('?q=kabir')).items).toEqual([])
    await sweep()
    expect((await list('?q=erased')).items).toEqual([])
  })
})
