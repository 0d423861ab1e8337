import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import type { CatalogueService } from '../catalogue/index.server.ts'
import { addService } from './testing/fixtures.ts'

let shop: TestApp
let visa: CatalogueService
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\nstartxref\n9\n%%EOF\n')

beforeAll(async () => {
  shop = await testApp()
  visa = await addService(shop.core, 'visa')
})

async function send(bytes: Buffer = pdf, name = 'passport.pdf', type = 'application/pdf') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
  const request = new Request('http://x', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return shop.call('POST /api/document-uploads', Buffer.from(await request.arrayBuffer()), headers)
}
const staged = async (): Promise<string> => {
  const answer = await send()
  expect(answer.status).toBe(201)
  return String(answer.json().upload)
}
const asha = {
  travelerType: 'adult',
  fullName: 'Asha Rao',
  passportNumber: 'Z1234567',
  dateOfBirth: '1990-05-17',
  tentativeArrivalDate: '2026-12-05',
  tentativeDepartureDate: '2026-12-15',
}
const required = ['passport_front', 'clear_photo', 'return_ticket'] as const
const apply = (documents: readonly object[], more: object = {}) =>
  shop.call('POST /api/bookings', {
    service_type: 'visa',
    service_id: visa.id,
    adults_count: 1,
    customer_name: 'Asha Rao',
    customer_email: 'asha@example.com',
    details: { booking_option: 'fill_and_pay', travellers: [asha] },
    documents,
    ...more,
  })
const documentsOf = async (names: readonly string[] = required) =>
  Promise.all(names.map(async (name) => ({ name, traveller: 0, upload: await staged() })))
const count = async (table: 'bookings' | 'booking_documents' | 'staged_documents') =>
  (await shop.core.db.selectFrom(table).selectAll().execute()).length
const pathsOf = (answer: { json: () => Record<string, unknown> }) =>
  (answer.json().errors as { path: string }[]).map(({ path }) => path)

describe('a document that is sent before the booking', () => {
  it('becomes the document of the traveller it is named for [C085, C093]', async () => {
    const answer = await apply(await documentsOf([...required, 'passport_back']))
    expect([answer.status, answer.json().code]).toEqual([200, undefined])
    const { booking, token } = answer.json() as { booking: { id: string }; token: string }
    const paperwork = await shop.call(`GET /api/bookings/${booking.id}/paperwork?token=${encodeURIComponent(token)}`)
    expect(paperwork.json()).toMatchObject({ case_stage: 'documents_received', missing: [] })
    expect((paperwork.json().documents as { name: string }[]).map(({ name }) => name)).toEqual([
      'clear_photo',
      'passport_back',
      'passport_front',
      'return_ticket',
    ])
  })

  it('is judged by its content and size like any other [C088]', async () => {
    expect((await send(Buffer.from('<svg/>'))).json()).toMatchObject({ code: 'file/type' })
    expect((await send(Buffer.from('GIF89a'), 'a.gif', 'image/gif')).json()).toMatchObject({ code: 'file/type' })
    const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])
    expect((await send(large)).json()).toMatchObject({ code: 'file/too-large' })
  })

  it('is asked for with the booking: while one is missing nothing is booked [C086, C087]', async () => {
    const before = await count('bookings')
    for (const left of required) {
      const answer = await apply(await documentsOf(required.filter((name) => name !== left)))
      expect([answer.status, pathsOf(answer)]).toEqual([422, [`documents.0.${left}`]])
    }
    expect(await count('bookings')).toBe(before)
  })

  it('can be booked with once, and only by its token', async () => {
    const documents = await documentsOf()
    expect((await apply(documents)).status).toBe(200)
    expect(pathsOf(await apply(documents))).toEqual(documents.map((_, place) => `documents.${place}.upload`))
    const [first, ...rest] = await documentsOf()
    const forged = [{ ...first, upload: `${first?.upload}x` }, ...rest]
    expect(pathsOf(await apply(forged))).toEqual(['documents.0.upload'])
    // What was refused is still there for the corrected form.
    expect((await apply([{ ...first }, ...rest])).status).toBe(200)
  })

  it('is refused for nobody of the party, for what is not asked, and twice', async () => {
    const good = await documentsOf()
    const paths = async (more: object) => pathsOf(await apply([...good, { ...good[0], ...more }]))
    expect(await paths({ traveller: 1 })).toEqual(['documents.3'])
    expect(await paths({ name: 'diary' })).toEqual(['documents.3'])
    expect(await paths({})).toEqual(['documents.3'])
  })

  it('is not waited for where it follows after the payment [C094]', async () => {
    const answer = await apply([], { details: { booking_option: 'pay_now' }, customer_phone: '+919876543210' })
    expect(answer.status).toBe(200)
  })

  it('is erased when its sender removes it, and when nobody books with it in two days', async () => {
    const { deps } = shop.shop
    const removed = await staged()
    const before = await count('staged_documents')
    expect((await shop.call('DELETE /api/document-uploads', { upload: removed })).status).toBe(204)
    expect((await shop.call('DELETE /api/document-uploads', { upload: 'nonsense' })).status).toBe(204)
    expect(await count('staged_documents')).toBe(before - 1)
    const keys = async () => {
      const found: string[] = []
      for await (const { key } of deps.store.list()) found.push(key)
      return found.length
    }
    await staged()
    const kept = await keys()
    shop.core.clock.advance(49 * 60)
    await shop.shop.jobs['sweep-files']?.({})
    expect(await count('staged_documents')).toBe(0)
    expect(await keys()).toBeLessThan(kept)
  })

  it('is limited by address [C224]', async () => {
    await shop.core.db.deleteFrom('rate_limits').execute()
    const answers: number[] = []
    for (let n = 0; n < 61; n++) answers.push((await send(Buffer.from('x'))).status)
    expect(answers.at(-1)).toBe(429)
    expect(answers.slice(0, 60)).not.toContain(429)
  })
})

describe('one traveller of a paid booking', () => {
  it('comes by a link of its own, with the others still to follow [C099]', async () => {
    await shop.core.db.deleteFrom('rate_limits').execute()
    const booked = await shop.call('POST /api/bookings', {
      service_type: 'visa',
      service_id: visa.id,
      adults_count: 1,
      children_count: 1,
      customer_name: 'Asha Rao',
      customer_email: 'asha@example.com',
      customer_phone: '+919876543210',
      details: { booking_option: 'pay_now' },
    })
    const { booking, token } = booked.json() as { booking: { id: string }; token: string }
    const save = (position: number, more: object = {}, link: object = { token }) =>
      shop.call(`PUT /api/bookings/${booking.id}/travellers/${position}`, {
        traveller: { ...asha, ...more },
        ...link,
      })
    const child = await save(1, { fullName: 'Kabir Rao', dateOfBirth: '2019-01-02' })
    expect(child.json()).toMatchObject({
      travelers: [{ position: 1, first_name: 'Kabir', traveler_type: 'child' }],
      case_stage: 'waiting_for_documents',
    })
    expect(pathsOf(await save(1))).toEqual(['travellers.0.dateOfBirth'])
    expect((await save(2)).status).toBe(404)
    expect((await save(0, {}, {})).status).toBe(404)
    expect((await save(0)).json()).toMatchObject({ travelers: [{ position: 0 }, { position: 1 }] })
    expect((await save(0, { fullName: 'Asha D Rao' })).json()).toMatchObject({
      travelers: [{ first_name: 'Asha D' }, { first_name: 'Kabir' }],
    })
  })
})
