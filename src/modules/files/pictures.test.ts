import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../../../tests/support/app.ts'
import { sweepOrphanFiles } from './index.server.ts'
import { largestUpload } from './rules.ts'

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

describe('a picture that staff upload', () => {
  it('is served to everybody in the widths that pages draw, for good, without what hides in it', async () => {
    const photo = await plain(1000, 500)
      .withExif({ IFD3: { GPSLatitude: '25/1 0/1 0/1' } })
      .jpeg()
      .toBuffer()
    const answer = await upload(photo)
    expect(answer.statusCode, answer.body).toBe(201)
    const { url, width, height } = answer.json<{ url: string; width: number; height: number }>()
    expect([width, height]).toEqual([1000, 500])
    for (const drawn of [400, 800, 1000]) {
      const served = await shop.app.inject({ url: url.replace(/-\d+\.webp$/, `-${drawn}.webp`) })
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

  it('stands upright as it was taken, and is never drawn wider than 1600 or than it came', async () => {
    const sideways = await plain(2000, 1000).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    expect((await upload(sideways)).json()).toMatchObject({ width: 1000, height: 2000 })
    expect((await upload(await plain(3000, 2000).png().toBuffer())).json()).toMatchObject({ width: 1600 })
    expect((await upload(await plain(90, 60).png().toBuffer())).json()).toMatchObject({ width: 90, height: 60 })
  })

  it('is refused when it is none, too large, or only begins like one', async () => {
    const jpeg = await plain(40, 40).jpeg().toBuffer()
    const refused: [Buffer, number, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415, 'file/type'],
      [Buffer.from('%PDF-1.7\n%%EOF'), 415, 'file/type'],
      [await plain(40, 40).gif().toBuffer(), 415, 'file/type'],
      [jpeg.subarray(0, 200), 415, 'file/type'],
      [Buffer.alloc(0), 422, 'file/missing'],
      [Buffer.concat([jpeg, Buffer.alloc(largestUpload)]), 413, 'file/too-large'],
    ]
    for (const [bytes, status, code] of refused) {
      const answer = await upload(bytes)
      expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    }
    expect((await upload(Buffer.from('GIF89a'))).json().title).toBe('Please upload a JPG or PNG image')
    expect((await upload(jpeg, 'photo.jpg', 'other')).statusCode).toBe(422)
  })

  it('has addresses of its own only', async () => {
    const { url } = (await upload(await plain(500, 500).png().toBuffer())).json<{ url: string }>()
    expect((await shop.app.inject({ url })).statusCode).toBe(200)
    for (const other of [
      url.replace('500x500', '500x400'),
      url.replace(/500\.webp$/, '300.webp'),
      url.replace(/500\.webp$/, '500.png'),
      `/media/..%2f..%2fetc%2fpasswd`,
      '/media/00000000-0000-7000-8000-000000000000-500x500-500.webp',
    ])
      expect((await shop.app.inject({ url: other })).statusCode, other).toBe(404)
  })

  it('outlives the sweep of what no row knows', async () => {
    const { url } = (await upload(await plain(500, 500).png().toBuffer())).json<{ url: string }>()
    shop.core.clock.set(new Date(Date.now() + 3 * 3_600_000))
    await sweepOrphanFiles(shop.shop.deps)
    expect((await shop.app.inject({ url })).statusCode).toBe(200)
    await shop.core.db.deleteFrom('pictures').execute()
    expect(await sweepOrphanFiles(shop.shop.deps)).toBeGreaterThanOrEqual(2)
  })
})
