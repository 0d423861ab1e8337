import multipart from '@fastify/multipart'
import { createRouterClient } from '@orpc/server'
import fastify from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { isRefusal } from '../../kernel/refusal.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import type { FileStore } from '../files/index.server.ts'
import { saveSettings } from '../settings/index.server.ts'
import {
  decideStatus,
  implementBooking,
  issueBookingToken,
  readAdminBooking,
  registerBookingRoutes,
} from './index.server.ts'
import {
  addService,
  addUsers,
  admin,
  book,
  clearanceDocuments,
  codeOf,
  customer,
  recordOf,
  refusalOf,
  requestFor,
  stranger,
  visitor,
} from './testing/fixtures.ts'

let core: TestCore
let tour: Awaited<ReturnType<typeof addService>>
beforeAll(async () => {
  core = await testCore()
  await addUsers(core)
  tour = await addService(core, 'tour')
})
const api = (caller: Caller, idempotencyKey: string | null = null) =>
  createRouterClient(implementBooking({ ...core, store: memoryStore(), bookingMailFacts: async () => null }), {
    context: { caller, idempotencyKey, requestId: 'r', cookies: '', userAgent: '', language: 'en' },
  })
const at = (address: string) => anonymous(address)

describe('rate limits', () => {
  it('refuse the 21st booking from one address within ten minutes [C185]', async () => {
    const here = at('198.51.100.1')
    for (let n = 0; n < 20; n++) await api(here).create(requestFor(tour))
    const refusal = await refusalOf(api(here).create(requestFor(tour)))
    expect(refusal.code).toBe('limit/too-many')
    expect(refusal.facts.retryAfter).toBeGreaterThan(0)
    await api(at('198.51.100.2')).create(requestFor(tour))
    core.clock.advance(10)
    await api(here).create(requestFor(tour))
  })
  it('can be configured [C185]', async () => {
    await saveSettings(core, admin, { bookings_per_10_minutes: 1 })
    const here = at('198.51.100.3')
    await api(here).create(requestFor(tour))
    expect(await codeOf(api(here).create(requestFor(tour)))).toBe('limit/too-many')
    await saveSettings(core, admin, { bookings_per_10_minutes: 20 })
  })
  it('refuse the eleventh tracker request of an address within a minute [C245]', async () => {
    const here = at('198.51.100.4')
    for (let n = 0; n < 10; n++)
      expect(await codeOf(api(here).track({ reference: `TH000000000${n}` }))).toBe('booking/not-found')
    expect(await codeOf(api(here).track({ reference: 'TH1111111111' }))).toBe('limit/too-many')
    core.clock.advance(1)
    expect(await codeOf(api(here).track({ reference: 'TH1111111111' }))).toBe('booking/not-found')
  })
  it('refuse the eleventh tracker request for a reference within a minute, from any address [C245]', async () => {
    const { booking_reference: reference } = await book(core, tour)
    for (let n = 0; n < 10; n++) await api(at(`198.51.100.${20 + n}`)).track({ reference })
    const spelled = ` ${reference.toLowerCase()}`
    expect(await codeOf(api(at('198.51.100.40')).track({ reference: spelled }))).toBe('limit/too-many')
  })
})

describe('the procedures', () => {
  it('show a booking to its owner, staff and link holders only [C227, C318]', async () => {
    const booking = await book(core, tour, {}, customer)
    const asked = { bookingId: booking.id }
    const token = issueBookingToken(core, booking)
    for (const [caller, input] of [
      [customer, asked],
      [admin, asked],
      [visitor, { ...asked, token }],
    ] as const)
      expect((await api(caller).get(input)).id).toBe(booking.id)
    for (const caller of [visitor, stranger]) {
      expect(await codeOf(api(caller).get(asked))).toBe('booking/not-found')
      expect(await codeOf(api(caller).paperwork(asked))).toBe('booking/not-found')
    }
  })
  it('never show internal data to the customer [A161, A310]', async () => {
    const booking = await book(core, tour, {}, customer)
    await api(admin).admin.saveNotes({ bookingId: booking.id, admin_notes: 'Difficult' })
    const { booking_reference: reference, customer_email: email } = booking
    const answers = await Promise.all([
      api(customer).get({ bookingId: booking.id }),
      api(customer).paperwork({ bookingId: booking.id }),
      api(customer).mine({}),
      api(at('198.51.100.61')).track({ reference, email }),
    ])
    const words = JSON.stringify(answers)
    for (const secret of ['Difficult', 'admin_notes', 'history', 'audit', 'verified_by'])
      expect(words).not.toContain(secret)
  })
  it('book once per Idempotency-Key over HTTP [C178]', async () => {
    const twice = await Promise.all([1, 2].map(() => api(visitor, 'form-4711').create(requestFor(tour))))
    expect(twice[0]?.booking.id).toBe(twice[1]?.booking.id)
  })
  it('offer each transition to staff, and refuse the others [A152, A153, A155]', async () => {
    const { id: bookingId } = await book(core, tour)
    const { admin: office } = api(admin)
    expect(await codeOf(office.complete({ bookingId }))).toBe('booking/transition-refused')
    expect((await office.confirm({ bookingId })).booking_status).toBe('confirmed')
    expect(await codeOf(office.cancel({ bookingId }))).toBe('booking/reason-required')
    expect((await office.complete({ bookingId })).booking_status).toBe('completed')
    expect((await office.get({ bookingId })).actions).toEqual(['reopen'])
  })
  it('list, count and track', async () => {
    const booking = await book(core, tour, { customer_email: 'only@example.com' })
    const { items, total } = await api(admin).admin.list({ q: 'only@example' })
    expect([items.map(({ id }) => id), total]).toEqual([[booking.id], 1])
    const tracked = await api(at('198.51.100.60')).track({
      reference: booking.booking_reference,
      email: 'Only@example.com',
    })
    expect(tracked).toMatchObject({ access: 'full' })
    expect((await api(admin).admin.dashboard()).bookings).toBeGreaterThan(0)
    expect((await api(customer).mine({})).items.length).toBeGreaterThan(0)
  })
})

describe('a shop that is closed for maintenance', () => {
  it('takes no bookings of visitors, while staff, trackers and holders of a link go on [A262]', async () => {
    const held = await book(core, tour)
    await saveSettings(core, admin, { maintenance_mode: true })
    const create = (caller: Caller) => api(caller).create(requestFor(tour) as never)
    expect(await codeOf(create(visitor))).toBe('booking/shop-closed')
    expect(await codeOf(create(customer))).toBe('booking/shop-closed')
    expect((await create(admin)).booking.booking_reference).toMatch(/^TH/)
    const link = { bookingId: held.id, token: issueBookingToken(core, held) }
    expect((await api(visitor).get(link)).id).toBe(held.id)
    expect(await api(visitor).track({ reference: held.booking_reference })).toMatchObject({ access: 'status' })
    await saveSettings(core, admin, { maintenance_mode: false })
    expect((await create(visitor)).booking.booking_reference).toMatch(/^TH/)
  })
})

const traveller = (full_name: string, passport_number = full_name.startsWith('Ben') ? 'Z7654321' : 'Z1234567') => ({
  traveler_type: 'adult',
  full_name,
  passport_number,
  passport_expiry: '2031-01-01',
  date_of_birth: '1990-05-17',
  tentative_arrival_date: '2026-12-05',
  tentative_departure_date: '2026-12-15',
})
const bookVisa = async () => {
  const visa = await addService(core, 'visa')
  const open = { travel_date: null, travel_time: null, details: { booking_option: 'pay_now' } }
  return book(core, visa, open)
}

describe('travellers added after the booking', () => {
  it('are accepted through its link, checked like in the form, and updated in place [C093, C099]', async () => {
    const booking = await bookVisa()
    const link = { bookingId: booking.id, token: issueBookingToken(core, booking) }
    const save = (travellers: Record<string, unknown>[]) => api(visitor).saveTravellers({ ...link, travellers })
    const { travelers } = await save([traveller('Asha Rao'), traveller('Ben')])
    expect(travelers.map(({ first_name, last_name }) => [first_name, last_name])).toEqual([
      ['Asha', 'Rao'],
      ['Ben', ''],
    ])
    const again = await save([traveller('Asha Devi Rao'), traveller('Ben')])
    expect(again.travelers.map(({ id }) => id)).toEqual(travelers.map(({ id }) => id))
    expect(again.travelers[0]?.first_name).toBe('Asha Devi')
  })
  it('are refused when one is missing, too young for an adult, or leaves before arriving [C089, C090]', async () => {
    const booking = await bookVisa()
    const link = { bookingId: booking.id, token: issueBookingToken(core, booking) }
    const errorsOf = async (travellers: Record<string, unknown>[]) =>
      (await refusalOf(api(visitor).saveTravellers({ ...link, travellers }))).errors.map(({ path }) => path)
    expect(await errorsOf([traveller('Asha Rao')])).toEqual(['travellers'])
    const child = { ...traveller('Cy', 'Z7654321'), date_of_birth: '2020-01-01' }
    expect(await errorsOf([traveller('A'), child])).toEqual(['travellers.1.date_of_birth'])
    const early = { ...traveller('Dee', 'Z7654321'), tentative_departure_date: '2026-12-01' }
    expect(await errorsOf([early, traveller('A')])).toEqual(['travellers.0.tentative_departure_date'])
    const { rows } = await sql`select 1 from booking_travelers where booking_id = ${booking.id}`.execute(core.db)
    expect(rows).toEqual([])
  })
  it('are refused with facts that cannot be true, each at its field', async () => {
    const booking = await bookVisa()
    const link = { bookingId: booking.id, token: issueBookingToken(core, booking) }
    const errorsOf = async (changes: object) =>
      (
        await refusalOf(
          api(visitor).saveTraveller({ ...link, position: 0, traveller: { ...traveller('Asha Rao'), ...changes } }),
        )
      ).errors.map(({ path }) => path)
    const past = { tentative_arrival_date: '2019-01-01', tentative_departure_date: '2019-01-09' }
    expect(await errorsOf(past)).toEqual(['travellers.0.tentative_arrival_date'])
    expect(await errorsOf({ tentative_departure_date: '2028-01-09' })).toEqual([
      'travellers.0.tentative_departure_date',
    ])
    expect(await errorsOf({ date_of_birth: '1800-01-01' })).toEqual(['travellers.0.date_of_birth'])
    expect(await errorsOf({ passport_number: '!!! ???' })).toEqual(['travellers.0.passport_number'])
    expect(await errorsOf({ passport_expiry: '2020-01-01' })).toEqual(['travellers.0.passport_expiry'])
    expect(await errorsOf({ full_name: '12345' })).toEqual(['travellers.0.full_name'])
  })
  it('cannot share a passport, even when they save at the same moment', async () => {
    const booking = await bookVisa()
    const save = (position: number, passport_number: string) =>
      api(admin).saveTraveller({
        bookingId: booking.id,
        position,
        traveller: traveller(position === 0 ? 'Asha Rao' : 'Cy Rao', passport_number),
      })
    const both = await Promise.allSettled([save(0, 'Z1234567'), save(1, 'z 123-4567')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { rows } = await sql`select 1 from booking_travelers where booking_id = ${booking.id}`.execute(core.db)
    expect(rows).toHaveLength(1)
    await save(1, 'Z7654321')
    const apart = await Promise.allSettled([save(0, 'Z1234567'), save(1, 'Z7654321')])
    expect(apart.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })
  it('open and can be corrected with facts that were stored before the rules or have passed since', async () => {
    const booking = await bookVisa()
    const link = { bookingId: booking.id, token: issueBookingToken(core, booking) }
    await api(visitor).saveTravellers({ ...link, travellers: [traveller('Asha Rao'), traveller('Ben')] })
    await sql`update booking_travelers set first_name = 'Ag3nt', passport_number = 'Z-1', date_of_birth = '1880-01-01',
      arrival_date = '2019-01-01', departure_date = '2021-01-01', passport_expiry = '2018-01-01'
      where booking_id = ${booking.id}`.execute(core.db)
    expect((await api(visitor).paperwork(link)).travelers[0]?.first_name).toBe('Ag3nt')
    const stored = {
      ...{ traveler_type: 'adult', full_name: 'Ag3nt Rao', passport_number: 'Z-1', passport_expiry: '2018-01-01' },
      ...{ date_of_birth: '1880-01-01', tentative_arrival_date: '2019-01-01', tentative_departure_date: '2021-01-01' },
    }
    const save = (changes: object) =>
      api(visitor).saveTraveller({ ...link, position: 0, traveller: { ...stored, ...changes } })
    expect((await save({ full_name: 'Asha Rao' })).travelers[0]?.first_name).toBe('Asha')
    const refused = (await refusalOf(save({ full_name: 'Asha Rao', tentative_departure_date: '2022-01-01' }))).errors
    expect(refused.map(({ path }) => path.replace('travellers.0.', ''))).toEqual([
      'date_of_birth',
      'tentative_arrival_date',
      'tentative_departure_date',
      'passport_expiry',
    ])
  })
  it('are refused when nested too deeply', async () => {
    const { id: bookingId } = await bookVisa()
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as Record<string, unknown>
    const save = api(admin).saveTravellers({ bookingId, travellers: [deep] })
    await expect(save).rejects.toThrow('Input validation failed')
  })
  it('are refused for strangers, for a service without travellers, and for a closed booking', async () => {
    const booking = await bookVisa()
    const token = issueBookingToken(core, booking)
    const travellers = [traveller('Asha Rao'), traveller('Ben')]
    expect(await codeOf(api(visitor).saveTravellers({ bookingId: booking.id, travellers }))).toBe('booking/not-found')
    const trip = await book(core, tour)
    expect(await codeOf(api(admin).saveTravellers({ bookingId: trip.id, travellers }))).toBe('booking/invalid')
    await decideStatus(core, admin, booking.id, 'cancel')
    expect(await codeOf(api(visitor).saveTravellers({ bookingId: booking.id, token, travellers }))).toBe(
      'booking/closed',
    )
  })
})

function memoryStore(): FileStore & { kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>()
  return {
    kept,
    put: async (key, bytes) => void kept.set(key, bytes),
    get: async (key) => kept.get(key) ?? new Uint8Array(),
    remove: async (key) => void kept.delete(key),
    async *list() {},
  }
}

describe('documents', () => {
  const store = memoryStore()
  let picture: Buffer
  let caller: Caller = visitor
  beforeAll(async () => {
    picture = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#fff' } })
      .jpeg()
      .toBuffer()
  })
  /** The status of an upload, or the code of its refusal. */
  async function upload(bookingId: string, fields: Record<string, string>, bytes: Buffer = picture) {
    const app = fastify()
    await app.register(multipart)
    app.setErrorHandler((error, _request, reply) => {
      reply.code(418).send(isRefusal(error) ? { code: error.code, errors: error.errors } : { code: String(error) })
    })
    registerBookingRoutes(app, { ...core, store }, () => caller)
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'scan.jpg')
    const request = new Request('http://x', { method: 'POST', body: form })
    const answer = await app.inject({
      method: 'POST',
      url: `/api/bookings/${bookingId}/documents`,
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      payload: Buffer.from(await request.arrayBuffer()),
    })
    await app.close()
    return { status: answer.statusCode, ...answer.json() }
  }
  const bookClearance = async () => {
    const [known] = (await api(admin).admin.list({ type: 'ok_to_board', limit: 1 })).items
    const service = known
      ? { id: (await recordOf(core, known.id)).service_id, kind: 'ok_to_board' }
      : await addService(core, 'ok_to_board')
    const booking = await book(core, service, {
      travel_time: null,
      documents: await clearanceDocuments(core),
      details: {
        passenger_name: 'Asha Rao',
        passport_number: 'Z1234567',
        nationality: 'IN',
        flight_number: 'EK501',
        airline: 'Emirates',
      },
    })
    // As after an erasure: the documents are required again.
    await core.db.deleteFrom('booking_documents').where('booking_id', '=', booking.id).execute()
    const waiting = { case_stage: 'waiting_for_documents' } as const
    await core.db.updateTable('bookings').set(waiting).where('id', '=', booking.id).execute()
    return recordOf(core, booking.id)
  }

  it("are accepted through the booking's link, and update the case stage [A151, C148, C152]", async () => {
    caller = visitor
    const booking = await bookClearance()
    expect(booking.case_stage).toBe('waiting_for_documents')
    const token = issueBookingToken(core, booking)
    for (const name of ['passport_first_page', 'visa', 'flight_booking_page1']) {
      expect((await recordOf(core, booking.id)).case_stage).toBe('waiting_for_documents')
      expect(await upload(booking.id, { token, name })).toMatchObject({ status: 201, success: true })
    }
    const view = await readAdminBooking(core, booking.id)
    expect([view.booking_status, view.case_stage]).toEqual(['pending', 'documents_received'])
    expect(view.documents.map(({ name }) => name)).toEqual(['flight_booking_page1', 'passport_first_page', 'visa'])
    const paperwork = await api(visitor).paperwork({ bookingId: booking.id, token })
    expect(paperwork.missing).toEqual([])
    expect(JSON.stringify(paperwork)).not.toContain(view.documents[0]?.fileId)
  })
  it('are refused without a link, and nothing is stored [C222]', async () => {
    const booking = await bookClearance()
    const before = store.kept.size
    for (const who of [visitor, stranger]) {
      caller = who
      expect((await upload(booking.id, { name: 'visa' })).code).toBe('booking/not-found')
    }
    expect((await upload('not-an-id', { name: 'visa' })).code).toBe('booking/not-found')
    expect(store.kept.size).toBe(before)
  })
  it('are refused if not required or of the wrong type [C149]', async () => {
    caller = admin
    const { id } = await bookClearance()
    expect((await upload(id, { name: 'visa' }, Buffer.from('<svg onload=alert(1)>'))).code).toBe('file/type')
    expect(await upload(id, { name: 'selfie' })).toMatchObject({ code: 'booking/invalid', errors: [{ path: 'name' }] })
    const travelerId = '01900000-0000-7000-8000-00000000dead'
    expect(await upload(id, { name: 'visa', traveler_id: travelerId })).toMatchObject({ code: 'booking/invalid' })
  })
  it('must belong to a traveller of the booking, and a later one is a new version [C093]', async () => {
    caller = admin
    const booking = await bookVisa()
    const { travelers } = await api(admin).saveTravellers({
      bookingId: booking.id,
      travellers: [traveller('Asha Rao'), traveller('Ben')],
    })
    const [asha] = travelers
    const fields = { name: 'passport_front', traveler_id: asha?.id ?? '' }
    await upload(booking.id, fields)
    expect(await upload(booking.id, fields)).toMatchObject({
      status: 201,
      paperwork: { documents: [{ name: 'passport_front', travelerId: asha?.id, version: 2 }] },
    })
    expect(await upload(booking.id, { name: 'passport_front' })).toMatchObject({ code: 'booking/invalid' })
    const other = await bookVisa()
    expect((await upload(other.id, fields)).code).toBe('booking/not-found')
  })
  it('are limited per booking [C224]', async () => {
    caller = at('198.51.100.80')
    await saveSettings(core, admin, { uploads_per_10_minutes: 2 })
    const booking = await bookClearance()
    const fields = { token: issueBookingToken(core, booking), name: 'visa' }
    await upload(booking.id, fields)
    await upload(booking.id, fields)
    expect((await upload(booking.id, fields)).code).toBe('limit/too-many')
    caller = at('198.51.100.81')
    expect((await upload(booking.id, fields)).code).toBe('limit/too-many')
    await saveSettings(core, admin, { uploads_per_10_minutes: 60 })
  })
  it('are refused once the booking is closed', async () => {
    caller = admin
    const booking = await bookClearance()
    await decideStatus(core, admin, booking.id, 'cancel')
    expect((await upload(booking.id, { name: 'visa' })).code).toBe('booking/closed')
  })
})
