import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { namedKeys, sweepOrphanFiles } from './index.server.ts'
import { maxUploadBytes } from './rules.ts'

let shop: TestApp
let staff: { cookie: string }
beforeAll(async () => {
  shop = await testApp()
  staff = (await shop.signIn('content')).headers
})

const boundary = 'picture-boundary'
async function upload(bytes: Buffer, name = 'photo.jpg', field = 'file') {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\n\r\n`
  return shop.app.inject({
    method: 'POST',
    url: '/api/admin/pictures',
    headers: { ...staff, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  })
}
const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c07d39' } })

const addressOf = (url: string, drawing: string): string => url.replace(/-\d+\.webp(#.*)?$/, `-${drawing}`)
const get = (url: string, drawing: string) => shop.app.inject({ url: addressOf(url, drawing) })
/** Detailed enough to be worth compressing. */
const gradient = (width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="a"><stop stop-color="#c07d39"/><stop offset="1" stop-color="#172456"/></linearGradient><rect width="100%" height="100%" fill="url(#a)"/></svg>`,
    ),
  )
const sent = async (bytes: Buffer) => {
  const answer = await upload(bytes)
  expect(answer.statusCode, answer.body).toBe(201)
  const { url } = answer.json<{ url: string }>()
  return { url, id: url.slice('/media/'.length, '/media/'.length + 36) }
}
const keysOf = async (id: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of shop.shop.deps.store.list()) if (key.includes(id)) keys.push(key)
  return keys.sort()
}
const drawnAt = async (id: string) =>
  (await shop.core.db.selectFrom('pictures').select('drawn_at').where('id', '=', id).executeTakeFirstOrThrow()).drawn_at

describe('an uploaded picture', () => {
  it('is served publicly in the page widths, cached forever, without hidden data', async () => {
    const photo = await plain(1000, 500)
      .withExif({ IFD3: { GPSLatitude: '25/1 0/1 0/1' } })
      .jpeg()
      .toBuffer()
    const answer = await upload(photo)
    expect(answer.statusCode, answer.body).toBe(201)
    const { url, width, height } = answer.json<{ url: string; width: number; height: number }>()
    expect([width, height]).toEqual([1000, 500])
    for (const drawn of [400, 800, 1000]) {
      const served = await get(url, `${drawn}.webp`)
      expect(served.statusCode).toBe(200)
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      const { format, width: real, exif } = await sharp(served.rawPayload).metadata()
      expect([format, real, exif]).toEqual(['webp', drawn, undefined])
    }
  })

  it('is rotated upright, and never wider than 1600 or its original', async () => {
    const sideways = await plain(2000, 1000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await upload(sideways)).json()).toMatchObject({ width: 1000, height: 2000 })
    expect((await upload(await plain(3000, 2000).png().toBuffer())).json()).toMatchObject({ width: 1600 })
    expect((await upload(await plain(90, 60).png().toBuffer())).json()).toMatchObject({ width: 90, height: 60 })
  })

  it('is refused when it is not a picture, too large, or corrupt', async () => {
    const jpeg = await plain(40, 40).jpeg().toBuffer()
    const refused: [Buffer, number, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415, 'file/type'],
      [Buffer.from('%PDF-1.7\n%%EOF'), 415, 'file/type'],
      [await plain(40, 40).gif().toBuffer(), 415, 'file/type'],
      [jpeg.subarray(0, 200), 415, 'file/type'],
      [Buffer.alloc(0), 422, 'file/missing'],
      [Buffer.concat([jpeg, Buffer.alloc(maxUploadBytes)]), 413, 'file/too-large'],
    ]
    for (const [bytes, status, code] of refused) {
      const answer = await upload(bytes)
      expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    }
    expect((await upload(Buffer.from('GIF89a'))).json().title).toBe('Please upload a JPG or PNG image')
    expect((await upload(jpeg, 'photo.jpg', 'other')).statusCode).toBe(422)
  })

  it('is served under its own addresses only', async () => {
    const { url } = (await upload(await plain(500, 500).png().toBuffer())).json<{ url: string }>()
    expect((await shop.app.inject({ url })).statusCode).toBe(200)
    for (const other of [
      url.replace('500x500', '500x400'),
      addressOf(url, '300.webp'),
      addressOf(url, '300.avif'),
      addressOf(url, '500.png'),
      addressOf(url, '500.jpg'),
      addressOf(url, 'card.webp'),
      `/media/..%2f..%2fetc%2fpasswd`,
      '/media/00000000-0000-7000-8000-000000000000-500x500-500.webp',
    ])
      expect((await shop.app.inject({ url: other })).statusCode, other).toBe(404)
  })

  it('is not swept', async () => {
    const { url } = (await upload(await plain(500, 500).png().toBuffer())).json<{ url: string }>()
    shop.core.clock.set(new Date(Date.now() + 3 * 3_600_000))
    await sweepOrphanFiles(shop.shop.deps)
    expect((await shop.app.inject({ url })).statusCode).toBe(200)
    await shop.core.db.deleteFrom('pictures').execute()
    expect(await sweepOrphanFiles(shop.shop.deps)).toBeGreaterThanOrEqual(2)
  })
})

describe('a slow rendition', () => {
  const forGood = 'public, max-age=31536000, immutable'
  const drawings = ['400.avif', '600.avif', 'card.jpg']
  const typeOf = async (url: string, drawing: string) => {
    const { headers, rawPayload } = await get(url, drawing)
    const { format, width, height } = await sharp(rawPayload).metadata()
    return { type: headers['content-type'], keeps: headers['cache-control'], format, size: `${width}x${height}` }
  }

  const draw = async (id: string) => shop.shop.jobs['draw-picture']?.({ id })
  const endingsOf = async (id: string) => (await keysOf(id)).map((key) => key.slice(key.indexOf(id) + id.length + 1))
  /** Writes of these keys fail meanwhile. */
  async function withBrokenStore(ending: string, work: () => Promise<unknown>): Promise<void> {
    const { store } = shop.shop.deps
    const { put } = store
    store.put = async (key, bytes) => {
      if (key.endsWith(ending)) throw new Error('the disk is full')
      await put(key, bytes)
    }
    await work().finally(() => {
      store.put = put
    })
  }

  it('is made by a job; until then WebP is served, briefly cached', async () => {
    const { url, id } = await sent(await gradient(600, 400).jpeg().toBuffer())
    for (const drawing of drawings)
      expect(await typeOf(url, drawing)).toMatchObject({
        type: 'image/webp',
        keeps: 'public, max-age=60',
        format: 'webp',
      })
    expect(await typeOf(url, '400.avif')).toMatchObject({ size: '400x267' })
    await shop.runJobs()
    expect(await typeOf(url, '400.avif')).toEqual({
      type: 'image/avif',
      keeps: forGood,
      format: 'heif',
      size: '400x267',
    })
    expect(await typeOf(url, '600.avif')).toMatchObject({ type: 'image/avif', keeps: forGood, size: '600x400' })
    expect(await typeOf(url, 'card.jpg')).toEqual({
      type: 'image/jpeg',
      keeps: forGood,
      format: 'jpeg',
      size: '1200x630',
    })
    expect(await typeOf(url, '600.webp')).toMatchObject({ type: 'image/webp', keeps: forGood, format: 'webp' })
    expect(await drawnAt(id)).not.toBeNull()
    expect(await endingsOf(id)).toEqual(['400', '400-avif', '600', '600-avif', 'card'])
  })

  it('resumes after an interruption, and one picture is processed at a time', async () => {
    const { url, id } = await sent(await gradient(600, 400).jpeg().toBuffer())
    const { rows } = await sql<{ queue_name: string }>`
      select queue_name from graphile_worker.jobs where key = ${`draw-picture:${id}`}`.execute(shop.core.db)
    expect(rows).toEqual([{ queue_name: 'draw-picture' }])
    await withBrokenStore('600-avif', () => expect(draw(id)).rejects.toThrow('the disk is full'))
    expect(await endingsOf(id)).toEqual(['400', '400-avif', '600', 'card'])
    expect(await drawnAt(id)).toBeNull()
    expect((await get(url, '400.avif')).headers['content-type']).toBe('image/avif')
    // This store refuses to overwrite, so the job must not repeat anything.
    await draw(id)
    expect(await endingsOf(id)).toEqual(['400', '400-avif', '600', '600-avif', 'card'])
    expect(await drawnAt(id)).not.toBeNull()
  })

  it('fails without damage and is retried', async () => {
    const { url, id } = await sent(await gradient(600, 400).jpeg().toBuffer())
    await withBrokenStore('', () => expect(draw(id)).rejects.toThrow('the disk is full'))
    expect((await get(url, '600.webp')).statusCode).toBe(200)
    expect(await drawnAt(id)).toBeNull()
    await shop.runJobs()
    expect((await get(url, '600.avif')).headers['content-type']).toBe('image/avif')
  })

  it('is queued if it has no job, but not after its job failed for good', async () => {
    const [old, givenUp] = [
      await sent(await gradient(600, 400).jpeg().toBuffer()),
      await sent(await gradient(600, 400).jpeg().toBuffer()),
    ]
    await sql`select graphile_worker.remove_job(${`draw-picture:${old.id}`})`.execute(shop.core.db)
    // As after days of failed attempts.
    await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = ${`draw-picture:${givenUp.id}`}`.execute(
      shop.core.db,
    )
    await shop.shop.jobs['find-undrawn-pictures']?.({})
    await shop.runJobs()
    expect(await drawnAt(old.id)).not.toBeNull()
    expect(await drawnAt(givenUp.id)).toBeNull()
  })

  it('is included in backups once complete, and survives the sweep before', async () => {
    const { url, id } = await sent(await gradient(600, 400).jpeg().toBuffer())
    const named = async () => {
      const all: string[] = []
      for await (const keys of namedKeys(shop.core.db)) all.push(...keys.filter((key) => key.includes(id)))
      return all.sort()
    }
    await withBrokenStore('400-avif', () => expect(draw(id)).rejects.toThrow('the disk is full'))
    expect(await named()).toHaveLength(2)
    expect(await keysOf(id)).toHaveLength(3)
    shop.core.clock.set(new Date(Date.now() + 3 * 3_600_000))
    await sweepOrphanFiles(shop.shop.deps)
    expect(await keysOf(id)).toHaveLength(3)
    await shop.runJobs()
    expect(await named()).toEqual(await keysOf(id))
    expect(await named()).toHaveLength(5)
    await sweepOrphanFiles(shop.shop.deps)
    expect((await get(url, '600.avif')).headers['content-type']).toBe('image/avif')
  })
})

describe('the placeholder in the address', () => {
  const previewOf = async (bytes: Buffer) => Buffer.from((await sent(bytes)).url.split('#')[1] ?? '', 'base64')

  it('is the picture at 16 pixels, in a few bytes', async () => {
    for (const [width, height, small] of [
      [600, 400, '16x11'],
      [400, 900, '7x16'],
    ] as const) {
      const preview = await previewOf(await gradient(width, height).jpeg().toBuffer())
      expect(preview.length).toBeLessThan(120)
      const { data, info } = await sharp(preview).raw().toBuffer({ resolveWithObject: true })
      expect(`${info.width}x${info.height}`).toBe(small)
      // A light left half and a dark right half.
      const [left, right] = [data[0] ?? 0, data[(info.width - 1) * info.channels] ?? 0]
      expect(left - right).toBeGreaterThan(80)
    }
  })

  it('is omitted for transparent pictures', async () => {
    const clear = await sharp({ create: { width: 60, height: 40, channels: 4, background: '#2563eb80' } })
      .png()
      .toBuffer()
    expect((await sent(clear)).url).toMatch(/\.webp$/)
    const opaque = await sharp({ create: { width: 60, height: 40, channels: 4, background: '#2563eb' } })
      .png()
      .toBuffer()
    expect((await sent(opaque)).url).toMatch(/\.webp#UklGR/)
  })
})
