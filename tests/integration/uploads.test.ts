import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { maxUploadBytes } from '../../src/modules/files/index.ts'
import { issueToken } from '../../src/platform/crypto/keyring.server.ts'
import { anyAddress } from './database-state.ts'
import {
  accepted,
  bad,
  gif,
  gpsPhoto,
  heavyPng,
  marks,
  multipart,
  type Part,
  pdfOf,
  polyglots,
} from './upload-corpus.ts'
import {
  contact,
  issued,
  pictures,
  received,
  staging,
  type Target,
  tables,
  translations,
  uploadShop,
} from './upload-shop.ts'

const world = await uploadShop()
const { core, shop, store, admin, stranger, uploadRoutes } = world
const { storedKeys, linkTo, newestFile, download, expectNothingKept, bookTour, bookClearance, send, post } = world

const known: readonly Target[] = [
  {
    url: '/api/bookings/:bookingId/payment-proofs',
    book: bookTour,
    noFile: 'Please select a payment proof file',
    purpose: 'payment_proof',
  },
  {
    url: '/api/bookings/:bookingId/documents',
    book: bookClearance,
    query: 'name=visa',
    noFile: 'Please select a file',
    purpose: 'booking_document',
  },
]

// staff-uploads.test.ts covers uploads by staff.
it('every upload route of the shop is covered below', () => {
  expect(uploadRoutes.map(({ url }) => url).sort()).toEqual(
    [...known.map(({ url }) => url), staging, pictures, tables, translations, issued, received].sort(),
  )
  // Upload routes must declare that their body may arrive slowly.
  expect(uploadRoutes.every(({ isSlow }) => isSlow)).toBe(true)
})

const problems = {
  'file/type': { status: 415, title: 'Please upload a JPG, PNG, or PDF file' },
  'file/too-large': { status: 413, title: 'Please upload a file smaller than 5MB' },
  'file/too-many-pixels': {
    status: 413,
    title: 'This picture has too many pixels. Please resize it to 40 megapixels or less.',
  },
} as const

describe.each(known)('$url', (target) => {
  it.each(Object.entries(bad))('refuses %s [C088, C149, C217, C219]', async (_what, { bytes, name, type, code }) => {
    const held = await target.book()
    const wanted = problems[(code ?? 'file/type') as keyof typeof problems] ?? { status: 422, title: target.noFile }
    await expectNothingKept(async () => {
      const part = { bytes, name: name ?? 'receipt.jpg', ...(type !== undefined && { type }) }
      const { status, json } = await send(target, held, [part])
      expect({ status, code: json.code, title: json.title }).toEqual({
        code: 'file/type',
        ...wanted,
        ...(code && { code }),
      })
    })
  })

  it('accepts JPG, PNG and PDF under any name, and returns them with their true type [C217]', async () => {
    const held = await target.book()
    for (const [type, bytes] of Object.entries(accepted)) {
      const { status } = await send(target, held, [{ bytes, name: 'page.html', type: 'text/html' }])
      expect([type, status]).toEqual([type, 201])
      const file = await newestFile()
      expect(file).toMatchObject({ purpose: target.purpose, uploaded_by: 'customer' })
      const got = await download(file.id)
      const mime = type === 'pdf' ? 'application/pdf' : `image/${type}`
      expect([got.statusCode, got.headers['content-type']]).toEqual([200, mime])
      if (type === 'pdf') expect(got.rawPayload.equals(bytes)).toBe(true)
      else expect((await sharp(got.rawPayload).metadata()).format).toBe(type)
    }
  })

  it('accepts exactly 5 MB [C219]', async () => {
    const held = await target.book()
    const { status } = await send(target, held, [{ bytes: pdfOf(maxUploadBytes), name: 'a.pdf' }])
    expect([status, (await newestFile()).size_bytes]).toEqual([201, maxUploadBytes])
  })

  it.each(Object.entries(polyglots))('keeps only the picture of %s', async (_what, bytes) => {
    const held = await target.book()
    expect((await send(target, held, [{ bytes, name: 'a.html', type: 'text/html' }])).status).toBe(201)
    const got = await download((await newestFile()).id)
    expect(got.headers['content-type']).toMatch(/^image\/(png|jpeg)$/)
    expect(got.rawPayload.includes('script')).toBe(false)
    expect(got.rawPayload.includes('PK')).toBe(false)
  })

  it('removes the location from a photo', async () => {
    expect((await sharp(gpsPhoto).metadata()).exif?.length).toBeGreaterThan(0)
    const held = await target.book()
    expect((await send(target, held, [{ bytes: gpsPhoto, name: 'photo.jpg' }])).status).toBe(201)
    const got = await download((await newestFile()).id)
    expect((await sharp(got.rawPayload).metadata()).exif).toBeUndefined()
  })

  it('reports a missing file, in every way of sending none [C220]', async () => {
    const held = await target.book()
    const none: readonly Part[][] = [
      [],
      [{ field: 'file', bytes: 'text' }],
      [{ field: 'avatar', bytes: pdfOf(), name: 'a.pdf' }],
      [{ field: 'file', bytes: '', name: '' }],
    ]
    await expectNothingKept(async () => {
      for (const parts of none) {
        const { status, json } = await send(target, held, parts)
        expect([parts, status, json.code, json.title]).toEqual([parts, 422, 'file/missing', target.noFile])
      }
      const poisoned = await send(target, held, [{ field: '__proto__', bytes: pdfOf(), name: 'a.pdf' }])
      expect([poisoned.status, poisoned.json.code]).toEqual([400, 'request/malformed'])
      const query = `token=${encodeURIComponent(held.token)}&${target.query ?? ''}`
      const route = `POST ${target.url.replace(':bookingId', held.bookingId)}?${query}`
      const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 startxref %%EOF'
      const bodies: [unknown, Record<string, string>][] = [
        [undefined, {}],
        [{ file: 'x' }, {}],
        ['x', { 'content-type': 'text/plain' }],
        ['', { 'content-type': 'multipart/form-data' }],
        ['--x\r\n', { 'content-type': 'multipart/form-data; boundary=x' }],
        ['garbage', { 'content-type': 'multipart/form-data; boundary=x' }],
        ['x', { 'content-type': 'multipart/form-data; boundary=' }],
        ['x', { 'content-type': `multipart/form-data; boundary=${'x'.repeat(300)}` }],
        [cut, { 'content-type': 'multipart/form-data; boundary=x' }],
      ]
      for (const [body, headers] of bodies) {
        const answer = await shop.call(route, body, { ...anyAddress(), ...headers })
        expect([400, 413, 415, 422], answer.text).toContain(answer.status)
      }
    })
  })

  it('accepts one file at a time: the first of two', async () => {
    const held = await target.book()
    const before = await storedKeys()
    const { status } = await send(target, held, [
      { bytes: pdfOf(), name: 'first.pdf' },
      { bytes: gif, name: 'second.gif' },
    ])
    expect([status, (await newestFile()).original_name]).toEqual([201, 'first.pdf'])
    expect(await storedKeys()).toHaveLength(before.length + 1)
  })

  it('limits the number of fields', async () => {
    const held = await target.book()
    const fields = Array.from({ length: 500 }, (_, n) => ({ field: `f${n}`, bytes: 'x' }))
    await expectNothingKept(async () => {
      const { status } = await send(target, held, [...fields, { bytes: pdfOf(), name: 'a.pdf' }])
      expect(status).toBe(413)
    })
  })

  it('opens for nobody without the right token, as if the booking did not exist [C222, C225]', async () => {
    const [held, other] = [await target.book(), await target.book()]
    const expired = issueToken(core.keys, 'booking', held.bookingId, new Date(core.clock().getTime() - 1000))
    const purpose = issueToken(core.keys, 'file', held.bookingId, new Date(core.clock().getTime() + 60_000))
    const forged = other.token.replace(other.bookingId, held.bookingId)
    const file = [{ bytes: pdfOf(), name: 'a.pdf' }]
    await expectNothingKept(async () => {
      for (const token of [undefined, '', 'x', other.token, expired, purpose, forged]) {
        for (const headers of [{}, stranger.headers]) {
          const { status, json } = await send(target, { bookingId: held.bookingId, token, headers }, file)
          expect([token, status, json.code]).toEqual([token, 404, 'booking/not-found'])
        }
      }
      for (const bookingId of ['018f0000-0000-7000-8000-000000000000', 'x', '%00', '..%2f..', '__proto__']) {
        const { status, json } = await send(target, { bookingId, token: held.token }, file)
        expect([bookingId, status, json.code]).toEqual([bookingId, 404, 'booking/not-found'])
      }
    })
  })

  it('refuses repeated and unknown parameters', async () => {
    const held = await target.book()
    const path = target.url.replace(':bookingId', held.bookingId)
    const { payload, headers } = multipart([{ bytes: pdfOf(), name: 'a.pdf' }])
    const post = async (query: string) => {
      const answer = await shop.app.inject({
        method: 'POST',
        url: `${path}?${query}`,
        headers: { ...anyAddress(), ...headers },
        payload,
      })
      return [answer.statusCode, answer.json()]
    }
    await expectNothingKept(async () => {
      const token = `token=${encodeURIComponent(held.token)}`
      const twice = { code: 'request/malformed', errors: [{ path: 'token', message: 'Give this once' }] }
      expect(await post(`${token}&${token}`)).toMatchObject([400, twice])
      const unknown = { code: 'request/invalid', errors: [{ path: 'admin', message: 'There is no such field' }] }
      expect(await post(`${token}&admin=1`)).toMatchObject([422, unknown])
    })
  })

  it('refuses cross-site requests even with the token', async () => {
    const held = await target.book()
    await expectNothingKept(async () => {
      const headers = { origin: 'https://evil.test' }
      const { status } = await send(target, { ...held, headers }, [{ bytes: pdfOf(), name: 'a.pdf' }])
      expect(status).toBe(403)
    })
  })

  it('cleans names of paths, line breaks and markup', async () => {
    const names = [
      '../../etc/passwd',
      'C:\\x\\y.jpg',
      '<img onerror=x>.jpg',
      'a\u0000b.jpg',
      'é🙂.pdf',
      '.',
      'x'.repeat(2_000),
      ';"',
    ]
    for (const name of names) {
      const held = await target.book()
      const { status } = await send(target, held, [{ bytes: pdfOf(), name: name.replaceAll('"', '%22') }])
      expect([name, status]).toEqual([name, 201])
      const file = await newestFile()
      expect(file.original_name.length).toBeLessThanOrEqual(120)
      expect(file.original_name).not.toMatch(/[/\\<>"\p{Cc}]/u)
      const disposition = String((await download(file.id)).headers['content-disposition'])
      expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w.!~*'()%-]+\.pdf$/)
    }
  })

  it('allows 60 uploads per booking in ten minutes, from any address, and no more [C224]', async () => {
    core.clock.advance(10)
    const [held, other] = [await target.book(), await target.book()]
    const file = [{ bytes: pdfOf(), name: 'a.pdf' }]
    const statuses: number[] = []
    for (let n = 0; n < 60; n++) statuses.push((await send(target, held, file)).status)
    expect(statuses).toEqual(Array(60).fill(201))
    await expectNothingKept(async () => {
      const { status, json, headers } = await send(target, held, file)
      expect([status, json.code]).toEqual([429, 'limit/too-many'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    })
    expect((await send(target, other, file)).status).toBe(201)
    core.clock.advance(10)
    expect((await send(target, held, file)).status).toBe(201)
  })

  it('answers other requests while it processes the heaviest pictures', async () => {
    const held = await target.book()
    let isWorking = true
    const uploads = Promise.all(
      Array.from({ length: 4 }, () => send(target, held, [{ bytes: heavyPng, name: 'a.png', type: 'image/png' }])),
    ).finally(() => {
      isWorking = false
    })
    let answered = 0
    while (isWorking) {
      const [alive, ready, who] = await Promise.all([
        shop.call('GET /healthz'),
        shop.call('GET /readyz'),
        shop.call('GET /api/session', undefined, admin.headers),
      ])
      expect([alive.status, ready.status, who.status]).toEqual([200, 200, 200])
      if (isWorking) answered++
    }
    for (const { status } of await uploads) expect([201, 415]).toContain(status)
    // If it worked on the request thread, at most one of them would get through.
    expect(answered).toBeGreaterThan(20)
  })
})

describe(staging, () => {
  const stage = (parts: readonly Part[], headers: Record<string, string> = anyAddress()) =>
    post(staging, headers, parts)
  it.each(Object.entries(bad))('refuses %s [C149]', async (_what, { bytes, name, type }) => {
    await expectNothingKept(async () => {
      const { status, json } = await stage([{ bytes, name: name ?? 'visa.jpg', ...(type !== undefined && { type }) }])
      expect([413, 415, 422]).toContain(status)
      expect(json).not.toHaveProperty('upload')
    })
  })
  it('accepts JPG, PNG and PDF, and returns nothing that opens them [C149, C225]', async () => {
    for (const bytes of Object.values(accepted)) {
      const { status, json } = await stage([{ bytes, name: 'passport.jpg' }])
      expect([status, Object.keys(json).sort()]).toEqual([201, ['expires_at', 'name', 'success', 'upload']])
      expect((await shop.call(`GET /api/admin/files/${(await newestFile()).id}`)).status).toBe(401)
    }
  })
  it('limits uploads by address, and refuses cross-site requests [C224]', async () => {
    const address = anyAddress()
    const file = [{ bytes: pdfOf(), name: 'a.pdf' }]
    for (let n = 0; n < 60; n++) expect((await stage(file, address)).status).toBe(201)
    expect((await stage(file, address)).status).toBe(429)
    expect((await stage(file, { ...anyAddress(), origin: 'https://evil.test' })).status).toBe(403)
  })
})

describe('GIF', () => {
  const [proofs, documents] = known as [Target, Target]
  it('is accepted as a proof in the generic booking flow, and nowhere else [C088, C218]', async () => {
    const held = await bookTour()
    const part = [{ bytes: gif, name: 'a.gif', type: 'image/gif' }]
    expect((await send(proofs, { ...held, query: 'flow=booking' }, part)).status).toBe(201)
    for (const flow of ['', 'Booking', 'booking ', 'payment', '1']) {
      expect([flow, (await send(proofs, { ...held, query: `flow=${flow}` }, part)).status]).toEqual([flow, 415])
    }
    const clearance = await bookClearance()
    expect((await send(documents, { ...clearance, query: 'name=visa' }, part)).status).toBe(415)
    expect((await send(documents, { ...clearance, query: 'name=visa&flow=booking' }, part)).status).toBe(422)
  })
})

describe('uploaded files', () => {
  const target = known[1] as Target
  it('are unreadable in the store and the database, and no response contains them [C225]', async () => {
    const held = await target.book()
    await send(target, held, [{ bytes: pdfOf(), name: 'a.pdf' }])
    for (const key of await storedKeys()) {
      const bytes = Buffer.from(await store.get(key))
      expect(
        bytes.includes(marks.pdf) || bytes.includes('%PDF-1.4') || bytes.includes('\x89PNG\r\n\x1a\n', 'latin1'),
      ).toBe(false)
    }
    const dump = await everyRow()
    expect(dump).toContain(held.bookingId)
    for (const mark of [
      marks.pdf,
      Buffer.from(marks.pdf).toString('hex'),
      Buffer.from(marks.pdf).toString('base64').slice(0, 18),
    ])
      expect(dump).not.toContain(mark)
    const query = `token=${encodeURIComponent(held.token)}`
    for (const path of ['', '/payment', '/paperwork']) {
      const answer = await shop.call(`GET /api/bookings/${held.bookingId}${path}?${query}`)
      expect([200, 404]).toContain(answer.status)
      expect(answer.text).not.toContain(marks.pdf)
      expect(answer.text).not.toContain((await newestFile()).id)
    }
  })

  it('open for administrators only, as an attachment, and each view is recorded [C225, C274, A303, A304]', async () => {
    const held = await target.book()
    await send(target, held, [{ bytes: pdfOf(), name: 'pass port.html' }])
    const { id } = await newestFile()
    const views = () => core.db.selectFrom('file_views').selectAll().where('file_id', '=', id).execute()
    const owner = await shop.signIn('customer', { email: contact.customer_email })
    for (const [headers, status] of [
      [{}, 401],
      [stranger.headers, 403],
      [owner.headers, 403],
    ] as const) {
      const good = (await linkTo(id)).json<{ href: string }>().href
      for (const url of [`/api/admin/files/${id}`, `/api/admin/files/${id}/link`, good]) {
        const answer = await shop.app.inject({ url, headers })
        expect([url, answer.statusCode, answer.payload.includes(marks.pdf)]).toEqual([url, status, false])
      }
      const answer = await download(id, headers)
      expect([answer.statusCode, answer.payload.includes(marks.pdf)]).toEqual([status, false])
      expect((await shop.call(`GET /api/admin/files/${id}?token=${held.token}`, undefined, headers)).status).toBe(
        status,
      )
    }
    expect(await views()).toEqual([])
    const got = await download(id)
    expect(got.statusCode).toBe(200)
    expect(got.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''pass%20port.pdf",
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-store',
    })
    expect(await views()).toMatchObject([{ viewer_id: admin.userId, viewer: 'admin: Test admin' }])
    await core.db.updateTable('users').set({ role: 'customer' }).where('id', '=', admin.userId).execute()
    expect((await download(id)).statusCode).toBe(403)
    expect(await views()).toHaveLength(1)
  })
})

async function everyRow(): Promise<string> {
  const { rows } = await core.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  const tables = rows.map(({ name }) => core.pool.query<{ row: string }>(`select t::text as row from ${name} t`))
  return (await Promise.all(tables)).flatMap((table) => table.rows.map(({ row }) => row)).join('\n')
}
