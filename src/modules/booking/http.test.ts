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
  clearancePapers,
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
  createRouterClient(implementBooking({ ...core, store: memoryStore() }), {
    context: { caller, idempotencyKey, requestId: 'r', cookies: '', userAgent: '' },
  })
const at = (address: string) => anonymous(address)

describe('the limits', () => {
  it('refuse the 21st booking from one address within ten minutes, and only from there [C185]', async () => {
    const here = at('198.51.100.1')
    for (let n = 0; n < 20; n++) await api(here).create(requestFor(tour))
    const refusal = await refusalOf(api(here).create(requestFor(tour)))
    expect(refusal.code).toBe('limit/too-many')
    expect(refusal.facts.retryAfter).toBeGreaterThan(0)
    await api(at('198.51.100.2')).create(requestFor(tour))
    core.clock.advance(10)
    await api(here).create(requestFor(tour))
  })
  it('can be set in the back office [C185]', async () => {
    await saveSettings(core, admin, { bookings_per_10_minutes: 1 })
    const here = at('198.51.100.3')
    await api(here).create(requestFor(tour))
    expect(await codeOf(api(here).create(requestFor(tour)))).toBe('limit/too-many')
    await saveSettings(core, admin, { bookings_per_10_minutes: 20 })
  })
  it('refuse the eleventh look-up of an address within a minute, whatever it looks for [C245]', async () => {
    const here = at('198.51.100.4')
    for (let n = 0; n < 10; n++)
      expect(await codeOf(api(here).track({ reference: `TH000000000${n}` }))).toBe('booking/not-found')
    expect(await codeOf(api(here).track({ reference: 'TH1111111111' }))).toBe('limit/too-many')
    core.clock.advance(1)
    expect(await codeOf(api(here).track({ reference: 'TH1111111111' }))).toBe('booking/not-found')
  })
  it('refuse the eleventh look-up of a reference within a minute, from wherever it comes [C245]', async () => {
    const { booking_reference: reference } = await book(core, tour)
    for (let n = 0; n < 10; n++) await api(at(`198.51.100.${20 + n}`)).track({ reference })
    const spelled = ` ${reference.toLowerCase()}`
    expect(await codeOf(api(at('198.51.100.40')).track({ reference: spelled }))).toBe('limit/too-many')
  })
})

describe('the procedures', () => {
  it('answer a booking to its owner, the agency and the holder of its link, and to nobody else [C227, C318]', async () => {
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
  it('show nothing of the agency to the customer, in no answer [A161, A310]', async () => {
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
  it('book once for one Idempotency-Key, also through the door of the web [C178]', async () => {
    const twice = await Promise.all([1, 2].map(() => api(visitor, 'form-4711').create(requestFor(tour))))
    expect(twice[0]?.booking.id).toBe(twice[1]?.booking.id)
  })
  it('take each step of the back office, and refuse the others [A152, A153, A155]', async () => {
    const { id: bookingId } = await book(core, tour)
    const { admin: office } = api(admin)
    expect(await codeOf(office.complete({ bookingId }))).toBe('booking/transition-refused')
    expect((await office.confirm({ bookingId })).booking_status).toBe('confirmed')
    expect(await codeOf(office.cancel({ bookingId }))).toBe('booking/reason-required')
    expect((await office.complete({ bookingId })).booking_status).toBe('completed')
    expect((await office.get({ bookingId })).actions).toEqual([])
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

const traveller = (fullName: string) => ({
  travelerType: 'adult',
  fullName,
  passportNumber: 'Z1234567',
  passportExpiry: '2031-01-01',
  dateOfBirth: '1990-05-17',
  tentativeArrivalDate: '2026-12-05',
  tentativeDepartureDate: '2026-12-15',
})
const bookVisa = async () => {
  const visa = await addService(core, 'visa')
  const open = { travel_date: null, travel_time: null, details: { booking_option: 'pay_now' } }
  return book(core, visa, open)
}

describe('travellers that follow after the booking', () => {
  it('are taken in by its link, checked as in the form, and corrected in place [C093, C099]', async () => {
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
    const child = { ...traveller('Cy'), dateOfBirth: '2020-01-01' }
    expect(await errorsOf([traveller('A'), child])).toEqual(['travellers.1.dateOfBirth'])
    const early = { ...traveller('Dee'), tentativeDepartureDate: '2026-12-01' }
    expect(await errorsOf([early, traveller('A')])).toEqual(['travellers.0.tentativeDepartureDate'])
    const { rows } = await sql`select 1 from booking_travelers where booking_id = ${booking.id}`.execute(core.db)
    expect(rows).toEqual([])
  })
  it('are refused when they nest without end', async () => {
    const { id: bookingId } = await bookVisa()
    const deep = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`) as Record<string, unknown>
    const save = api(admin).saveTravellers({ bookingId, travellers: [deep] })
    await expect(save).rejects.toThrow('Input validation failed')
  })
  it('are refused to strangers, for a service without travellers, and once the booking is over', async () => {
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

/** Keeps bytes in memory. */
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
  /** The server's answer to an upload: its status, or the refusal's code. */
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
      documents: await clearancePapers(core),
      details: {
        passengerName: 'Asha Rao',
        passportNumber: 'Z1234567',
        nationality: 'IN',
        flightNumber: 'EK501',
        airline: 'Emirates',
      },
    })
    // As after its papers were erased: they are asked for again.
    await core.db.deleteFrom('booking_documents').where('booking_id', '=', booking.id).execute()
    const waiting = { case_stage: 'waiting_for_documents' } as const
    await core.db.updateTable('bookings').set(waiting).where('id', '=', booking.id).execute()
    return recordOf(core, booking.id)
  }

  it('are taken in by the link of the booking; the stage of the case follows [A151, C148, C152]', async () => {
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
  it('are refused to whoever only knows the id, and nothing is kept [C222]', async () => {
    const booking = await bookClearance()
    const before = store.kept.size
    for (const who of [visitor, stranger]) {
      caller = who
      expect((await upload(booking.id, { name: 'visa' })).code).toBe('booking/not-found')
    }
    expect((await upload('not-an-id', { name: 'visa' })).code).toBe('booking/not-found')
    expect(store.kept.size).toBe(before)
  })
  it('are those that are asked for, in the form that is accepted [C149]', async () => {
    caller = admin
    const { id } = await bookClearance()
    expect((await upload(id, { name: 'visa' }, Buffer.from('<svg onload=alert(1)>'))).code).toBe('file/type')
    expect(await upload(id, { name: 'selfie' })).toMatchObject({ code: 'booking/invalid', errors: [{ path: 'name' }] })
    const travelerId = '01900000-0000-7000-8000-00000000dead'
    expect(await upload(id, { name: 'visa', traveler_id: travelerId })).toMatchObject({ code: 'booking/invalid' })
  })
  it("of a traveller belong to that booking's traveller, and a further one is a further version [C093]", async () => {
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
  it('are refused beyond a limit, counted per booking [C224]', async () => {
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
  it('are refused once the booking is over', async () => {
    caller = admin
    const booking = await bookClearance()
    await decideStatus(core, admin, booking.id, 'cancel')
    expect((await upload(booking.id, { name: 'visa' })).code).toBe('booking/closed')
  })
})
