import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { siteOf } from '../../platform/rate-limit.server.ts'
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
  traveler_type: 'adult',
  full_name: 'Asha Rao',
  passport_number: 'Z1234567',
  date_of_birth: '1990-05-17',
  tentative_arrival_date: '2026-12-05',
  tentative_departure_date: '2026-12-15',
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

describe('a document uploaded before the booking', () => {
  it('is attached to the named traveller [C085, C093]', async () => {
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

  it('is judged by content and size like any other [C088]', async () => {
    expect((await send(Buffer.from('<svg/>'))).json()).toMatchObject({ code: 'file/type' })
    expect((await send(Buffer.from('GIF89a'), 'a.gif', 'image/gif')).json()).toMatchObject({ code: 'file/type' })
    const large = Buffer.concat([pdf, Buffer.alloc(5 * 1024 * 1024)])
    expect((await send(large)).json()).toMatchObject({ code: 'file/too-large' })
  })

  it('is required with the booking: without it nothing is booked [C086, C087]', async () => {
    const before = await count('bookings')
    for (const left of required) {
      const answer = await apply(await documentsOf(required.filter((name) => name !== left)))
      expect([answer.status, pathsOf(answer)]).toEqual([422, [`documents.0.${left}`]])
    }
    expect(await count('bookings')).toBe(before)
  })

  it('can be used once, and only with its token', async () => {
    const documents = await documentsOf()
    expect((await apply(documents)).status).toBe(200)
    expect(pathsOf(await apply(documents))).toEqual(documents.map((_, place) => `documents.${place}.upload`))
    const [first, ...rest] = await documentsOf()
    const forged = [{ ...first, upload: `${first?.upload}x` }, ...rest]
    expect(pathsOf(await apply(forged))).toEqual(['documents.0.upload'])
    // A refused booking leaves the upload for the corrected form.
    expect((await apply([{ ...first }, ...rest])).status).toBe(200)
  })

  it('is refused for an unknown traveller, when not required, and when sent twice', async () => {
    const good = await documentsOf()
    const paths = async (more: object) => pathsOf(await apply([...good, { ...good[0], ...more }]))
    expect(await paths({ traveller: 1 })).toEqual(['documents.3'])
    expect(await paths({ name: 'diary' })).toEqual(['documents.3'])
    expect(await paths({})).toEqual(['documents.3'])
  })

  it('may follow after the payment [C094]', async () => {
    const answer = await apply([], { details: { booking_option: 'pay_now' }, customer_phone: '+919876543210' })
    expect(answer.status).toBe(200)
  })

  it('is erased when the sender removes it, and after two days without a booking', async () => {
    const { deps } = shop.shop
    const removed = await staged()
    const before = await count('staged_documents')
    expect((await shop.call('DELETE /api/document-uploads', { upload: removed })).status).toBe(204)
    expect((await shop.call('DELETE /api/document-uploads', { upload: 'nonsense' })).status).toBe(204)
    expect(await count('staged_documents')).toBe(before - 1)
    const keys = async () => {
      const stored: string[] = []
      for await (const { key } of deps.store.list()) stored.push(key)
      return stored.length
    }
    await staged()
    const kept = await keys()
    shop.core.clock.advance(49 * 60)
    await shop.shop.jobs['sweep-files']?.({})
    expect(await count('staged_documents')).toBe(0)
    expect(await keys()).toBeLessThan(kept)
  })

  it('is limited per address [C224]', async () => {
    await shop.core.db.deleteFrom('rate_limits').execute()
    const answers: number[] = []
    for (let n = 0; n < 61; n++) answers.push((await send(Buffer.from('x'))).status)
    expect(answers.at(-1)).toBe(429)
    expect(answers.slice(0, 60)).not.toContain(429)
  })
})

describe('one traveller of a paid booking', () => {
  it("is saved through the traveller's own link, while others may follow [C099]", async () => {
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
    const child = await save(1, { full_name: 'Kabir Rao', date_of_birth: '2019-01-02', passport_number: 'Z7654321' })
    expect(child.json()).toMatchObject({
      travelers: [{ position: 1, first_name: 'Kabir', traveler_type: 'child' }],
      case_stage: 'waiting_for_documents',
    })
    expect(pathsOf(await save(1))).toEqual(['travellers.0.date_of_birth'])
    expect((await save(2)).status).toBe(404)
    expect((await save(0, {}, {})).status).toBe(404)
    expect((await save(0)).json()).toMatchObject({ travelers: [{ position: 0 }, { position: 1 }] })
    expect((await save(0, { full_name: 'Asha D Rao' })).json()).toMatchObject({
      travelers: [{ first_name: 'Asha D' }, { first_name: 'Kabir' }],
    })
  })
})

describe('the quota of documents without a booking', () => {
  const used = (bytes: number) => shop.core.db.updateTable('staged_documents').set({ size_bytes: bytes }).execute()
  beforeEach(async () => {
    await shop.core.db.deleteFrom('staged_documents').execute()
    await staged()
  })
  const codeOf = async (answer: ReturnType<typeof send>) => {
    const { status, json, headers } = await answer
    return [status, json().code, headers['retry-after']]
  }
  it('refuses a visitor who holds 100 MB, until a document is removed', async () => {
    await used(100 * 1024 * 1024 - pdf.length)
    const last = await staged()
    expect(await codeOf(send())).toEqual([429, 'file/staged-quota', '3600'])
    expect(await count('staged_documents')).toBe(2)
    expect((await shop.call('DELETE /api/document-uploads', { upload: last })).status).toBe(204)
    expect((await send()).status).toBe(201)
  })
  it('does not let parallel uploads exceed it', async () => {
    await used(100 * 1024 * 1024 - 2 * pdf.length)
    const answers = await Promise.all([send(), send(), send(), send()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429])
  })
  const total = 2 * 1024 * 1024 * 1024
  /** Uploads as if from other visitors: each item is [site, network, bytes], oldest first. */
  const held = async (files: readonly (readonly [site: string, network: string, bytes: number])[]) => {
    const uploads: string[] = []
    for (const [uploaded_site, uploaded_from, size_bytes] of files) {
      uploads.push(await staged())
      await shop.core.db
        .updateTable('staged_documents')
        .set({ uploaded_site, uploaded_from, size_bytes })
        .where('uploaded_from', 'not in', ['', ...files.map(([, network]) => network)])
        .execute()
      shop.core.clock.advance(1)
    }
    return uploads
  }
  const left = async () =>
    (
      await shop.core.db
        .selectFrom('staged_documents')
        .select('uploaded_from')
        .where('uploaded_from', 'like', 'network%')
        .orderBy('created_at')
        .execute()
    ).map(({ uploaded_from: from }) => from)
  const clear = () => shop.core.db.deleteFrom('staged_documents').execute()

  it('ignores what other visitors hold, below 2 GB in total', async () => {
    await clear()
    await held([['site a', 'network a', total - 2 * pdf.length]])
    expect((await send()).status).toBe(201)
    expect(await left()).toEqual(['network a'])
  })
  it('makes room for newcomers above 2 GB: the oldest files of the largest network of the largest site are erased', async () => {
    await clear()
    const sixth = Math.floor(total / 12) * 2
    const uploads = await held([
      ['site a', 'network a1', sixth],
      ['site b', 'network b1', sixth],
      ['site b', 'network b2', sixth / 2],
      ['site b', 'network b1', sixth],
      ['site b', 'network b2', sixth],
      ['site c', 'network c1', total - sixth * 4.5 - pdf.length + 1],
    ])
    expect((await send()).status).toBe(201)
    expect(await left()).toEqual(['network a1', 'network b2', 'network b1', 'network b2', 'network c1'])
    // The sender of the erased file must upload it again.
    const documents = required.map((name) => ({ name, traveller: 0, upload: uploads[1] ?? '' }))
    expect(pathsOf(await apply(documents))).toContain('documents.0.upload')
    const erased = await shop.core.db
      .selectFrom('files')
      .selectAll()
      .where('erased_at', 'is not', null)
      .orderBy('erased_at', 'desc')
      .execute()
    expect(erased[0]).toMatchObject({ sealed_key: null, erased_at: expect.any(Date) })
    await expect(shop.shop.deps.store.get(erased[0]?.storage_key ?? '')).rejects.toThrow('no such key')
  })
  it('counts a /48 network as one, however many addresses it sends from', async () => {
    await clear()
    await held([
      ...Array.from({ length: 8 }, (_, n) => ['site a', `network a${n}`, total / 16] as const),
      ['site b', 'network b', total / 4],
      ['site c', 'network c', total / 4],
    ])
    expect((await send()).status).toBe(201)
    expect(await left()).not.toContain('network a0')
    expect(await left()).toEqual(expect.arrayContaining(['network a1', 'network b', 'network c']))
    expect([siteOf('2001:db8:7:1::1'), siteOf('2001:db8:7:ffff::9')]).toEqual(['2001:db8:7', '2001:db8:7'])
    expect(siteOf('192.0.2.7')).toBe('192.0.2.7')
  })
  it('refuses a newcomer only when nobody else holds more than they would, and takes nothing from staff', async () => {
    await clear()
    await held([['site a', 'network a', pdf.length]])
    await shop.core.db.updateTable('staged_documents').set({ uploaded_from: '' }).execute()
    await held([['site a', 'network a', pdf.length]])
    await shop.core.db
      .updateTable('staged_documents')
      .set({ size_bytes: total - pdf.length })
      .where('uploaded_from', '=', '')
      .execute()
    expect(await codeOf(send())).toEqual([503, 'file/store-full', '3600'])
    expect(await count('staged_documents')).toBe(2)
  })
  it('is never exceeded by parallel uploads that make room', async () => {
    await clear()
    await held(Array.from({ length: 6 }, (_, n) => ['site a', `network ${n}`, Math.floor(total / 6)] as const))
    const answers = await Promise.all([send(), send(), send(), send()])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(await left()).toHaveLength(5)
  })
  it('stores a mark of the address, never the address', async () => {
    const rows = await shop.core.db.selectFrom('staged_documents').selectAll().execute()
    expect(rows[0]?.uploaded_from).toMatch(/^[\w-]{43}$/)
    expect(rows[0]?.uploaded_site).toMatch(/^[\w-]{43}$/)
  })
})
