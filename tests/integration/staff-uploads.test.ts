import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { maxUploadBytes } from '../../src/modules/files/index.ts'
import { accepted, bad, gpsPhoto, pdfOf, polyglots } from './upload-corpus.ts'
import { type Held, issued, pictures, received, tables, translations, uploadShop } from './upload-shop.ts'

const world = await uploadShop()
const { core, shop, admin, clerk, stranger } = world
const { newestFile, download, expectNothingKept, bookTour, bookClearance, asStaff } = world

const forBookings = [
  { route: issued, query: '?', purpose: 'issued_document' },
  { route: received, query: '?name=visa&', purpose: 'booking_document' },
] as const
describe.each(forBookings)('$route', ({ route, query, purpose }) => {
  const addressOf = ({ bookingId }: Pick<Held, 'bookingId'>) => route.replace(':bookingId', bookingId) + query
  it.each(Object.entries(bad))('refuses %s', async (_what, { bytes, name, type, code }) => {
    const url = addressOf(await bookClearance())
    await expectNothingKept(async () => {
      const part = { bytes, name: name ?? 'visa.jpg', ...(type !== undefined && { type }) }
      const { status, json } = await asStaff(url, [part])
      expect([413, 415, 422]).toContain(status)
      expect(json.code).toBe(code ?? 'file/type')
    })
  })
  it('accepts JPG, PNG and PDF of at most 5 MB, and returns them with their true type', async () => {
    const url = addressOf(await bookClearance())
    for (const [type, bytes] of Object.entries({ ...accepted, pdf: pdfOf(maxUploadBytes) })) {
      expect((await asStaff(url, [{ bytes, name: 'page.html', type: 'text/html' }])).status).toBe(201)
      const file = await newestFile()
      expect(file).toMatchObject({ purpose, uploaded_by: 'Test admin' })
      const got = await download(file.id)
      const mime = type === 'pdf' ? 'application/pdf' : `image/${type}`
      expect([got.statusCode, got.headers['content-type']]).toEqual([200, mime])
    }
  })
  it.each(Object.entries({ ...polyglots, 'a photo that says where it was taken': gpsPhoto }))(
    'keeps only the picture of %s',
    async (_what, bytes) => {
      const { status } = await asStaff(addressOf(await bookClearance()), [{ bytes, name: 'a.html', type: 'text/html' }])
      expect(status).toBe(201)
      const got = await download((await newestFile()).id)
      expect(got.headers['content-type']).toMatch(/^image\/(png|jpeg)$/)
      expect(got.rawPayload.includes('script')).toBe(false)
      expect((await sharp(got.rawPayload).metadata()).exif).toBeUndefined()
    },
  )
  it('refuses requests without a file, for an unknown booking, by other users, or from another site', async () => {
    const held = await bookClearance()
    const url = addressOf(held)
    const tour = addressOf(await bookTour())
    const file = [{ bytes: pdfOf(), name: 'a.pdf' }]
    await expectNothingKept(async () => {
      expect((await asStaff(url, [])).json.code).toBe('file/missing')
      for (const id of ['018f0000-0000-7000-8000-000000000000', 'x', '__proto__'])
        expect((await asStaff(addressOf({ bookingId: id }), file)).status).toBe(404)
      expect((await asStaff(tour, file)).json.code).toBe('booking/invalid')
      expect((await asStaff(url, file, {})).status).toBe(401)
      for (const { headers } of [stranger, clerk]) expect((await asStaff(url, file, headers)).status).toBe(403)
      const abroad = { ...admin.headers, origin: 'https://evil.test' }
      expect((await asStaff(url, file, abroad)).status).toBe(403)
      expect((await asStaff(`${url}token=${held.token}`, file)).status).toBe(422)
    })
  })
})

describe(pictures, () => {
  it.each([...Object.entries(bad), ['a PDF', { bytes: pdfOf(), name: 'a.pdf' }] as const])(
    'refuses %s',
    async (_what, { bytes, name }) => {
      await expectNothingKept(async () => {
        const { status } = await asStaff(pictures, [{ bytes, name: name ?? 'beach.jpg', type: 'image/jpeg' }])
        expect([413, 415, 422]).toContain(status)
      })
    },
  )
  it.each(Object.entries({ ...polyglots, 'a photo that says where it was taken': gpsPhoto }))(
    'shows only the picture of %s',
    async (_what, bytes) => {
      const { status, json } = await asStaff(pictures, [{ bytes, name: 'a.html', type: 'text/html' }])
      expect(status).toBe(201)
      const shown = await shop.app.inject({ url: String(json.url) })
      expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(shown.rawPayload.includes('script')).toBe(false)
      expect((await sharp(shown.rawPayload).metadata()).exif).toBeUndefined()
    },
  )
  it('refuses customers and cross-site requests', async () => {
    const part = [{ bytes: accepted.png ?? Buffer.alloc(0), name: 'a.png' }]
    await expectNothingKept(async () => {
      expect((await asStaff(pictures, part, {})).status).toBe(401)
      expect((await asStaff(pictures, part, stranger.headers)).status).toBe(403)
      expect((await asStaff(pictures, part, { ...admin.headers, origin: 'https://evil.test' })).status).toBe(403)
    })
  })
})

describe(translations, () => {
  it.each(Object.entries({ ...bad, 'a PDF': { bytes: pdfOf() }, ...polyglotFiles() }))(
    'refuses %s',
    async (_what, { bytes }) => {
      await expectNothingKept(async () => {
        const { status, json } = await asStaff(translations, [{ bytes, name: 'ar.xlf' }], clerk.headers)
        expect([413, 422], JSON.stringify(json)).toContain(status)
      })
    },
  )
})

// Keep this last: a table in plain text stores its rows as a draft.
describe(tables, () => {
  const items = async () => (await core.db.selectFrom('services').selectAll().orderBy('id').execute()).length
  it.each(Object.entries({ ...bad, 'a PDF': { bytes: pdfOf() }, ...polyglotFiles() }))(
    'reads %s as a table or refuses it, and puts nothing on sale',
    async (_what, { bytes }) => {
      const before = await items()
      const { status, json } = await asStaff(
        `${tables}?kind=tour`,
        [{ bytes, name: 'tours.csv', type: 'text/csv' }],
        clerk.headers,
      )
      expect([201, 413, 415, 422], JSON.stringify(json)).toContain(status)
      expect(await items()).toBe(before)
    },
  )
})
function polyglotFiles(): Record<string, { bytes: Buffer }> {
  return Object.fromEntries(Object.entries(polyglots).map(([what, bytes]) => [what, { bytes }]))
}
