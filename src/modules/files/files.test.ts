import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeAll, describe, expect, test } from 'vitest'
import { type TestCore, testCore } from '../../../tests/support/database.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import { createLog } from '../../platform/log.server.ts'
import {
  damagedFiles,
  eraseFile,
  NotStored,
  openFile,
  receiveUpload,
  recordFile,
  sweepOrphanFiles,
} from './index.server.ts'
import type { FileStore } from './port.ts'
import { maxStoredBytes, maxUploadBytes } from './rules.ts'
import type { FilesDeps } from './tables.server.ts'

type MemoryStore = FileStore & { kept: Map<string, { bytes: Uint8Array; writtenAt: Date }> }
function memoryStore(clock: () => Date): MemoryStore {
  const kept: MemoryStore['kept'] = new Map()
  return {
    kept,
    put: async (key, bytes) => void kept.set(key, { bytes, writtenAt: clock() }),
    get: async (key) => {
      const file = kept.get(key)
      if (!file) throw new NotStored(key)
      return file.bytes
    },
    remove: async (key) => void kept.delete(key),
    async *list() {
      for (const [key, { writtenAt }] of kept) yield { key, writtenAt }
    },
  }
}

let core: TestCore
let store: MemoryStore
let deps: FilesDeps
const admin: Caller = { ...anonymous('10.0.0.9'), role: 'admin', name: 'Asha', userId: 'u1' }

beforeAll(async () => {
  core = await testCore()
  store = memoryStore(core.clock)
  deps = { ...core, store }
})

const countDamaged = async () => (await core.db.selectNoFrom(damagedFiles.as('count')).executeTakeFirstOrThrow()).count

async function* pieces(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const upload = (bytes: Uint8Array, options: { allowGif?: boolean; name?: string; visitor?: string } = {}) =>
  receiveUpload(deps, {
    bytes: pieces(bytes),
    originalName: options.name ?? 'proof.jpg',
    purpose: 'payment_proof',
    allowGif: options.allowGif ?? false,
    uploadedBy: 'customer',
    visitor: options.visitor ?? null,
  })
const keep = async (bytes: Uint8Array) => {
  const staged = await upload(bytes)
  return core.db.transaction().execute((trx) => recordFile(trx, deps, staged))
}
const picture = (format: 'jpeg' | 'png' | 'gif', side = 40) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#2563eb' } })
    .toFormat(format)
    .toBuffer()
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\nstartxref\n9\n%%EOF\n')

/** Claims to be 50,000 px square: a few bytes that would unpack to 10 GB. */
function bombPng(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(50_000, 0)
  header.writeUInt32BE(50_000, 4)
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(200_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
function crc32(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}

describe('an upload', () => {
  test('of each accepted type is stored and read back [C217]', async () => {
    for (const [bytes, type] of [
      [await picture('jpeg'), 'image/jpeg'],
      [await picture('png'), 'image/png'],
      [pdf, 'application/pdf'],
    ] as const) {
      const file = await keep(bytes)
      expect(file.content_type).toBe(type)
      const opened = await openFile(deps, file.id, admin)
      expect(opened.contentType).toBe(type)
      if (type === 'application/pdf') expect(opened.bytes.equals(pdf)).toBe(true)
      else expect((await sharp(opened.bytes).metadata()).width).toBe(40)
    }
  })
  test('is refused when its content is another type, whatever its name [C217, C149]', async () => {
    const jpeg = await picture('jpeg')
    const corpus: Record<string, Uint8Array> = {
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      html: Buffer.from('<html><script>alert(1)</script></html>'),
      exe: Buffer.from('MZ\u0090\u0000'),
      'half a jpeg': jpeg.subarray(0, jpeg.length / 2),
      'only a signature': Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
      'half a pdf': Buffer.from('%PDF-1.4 and then <script>'),
    }
    for (const [name, bytes] of Object.entries(corpus)) {
      const before = store.kept.size
      await expect(upload(bytes), name).rejects.toMatchObject({ code: 'file/type' })
      expect(store.kept.size, name).toBe(before)
    }
  })
  test('that claims more pixels than allowed is refused from its header, with the allowed number [C149]', async () => {
    await expect(upload(bombPng())).rejects.toMatchObject({ code: 'file/too-many-pixels', facts: { megapixels: 40 } })
  })
  test('as GIF is converted to a still picture where allowed, and refused elsewhere [C218]', async () => {
    const gif = await picture('gif')
    expect((await upload(gif, { allowGif: true })).contentType).toBe('image/png')
    await expect(upload(gif)).rejects.toMatchObject({ code: 'file/type' })
  })
  test('of exactly 5 MB is accepted, and one byte more is refused without reading on [C219]', async () => {
    const filler = (size: number) =>
      Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(size - 9 - pdf.length, 0x20), pdf])
    expect((await upload(filler(maxUploadBytes))).size).toBe(maxUploadBytes)
    await expect(upload(filler(maxUploadBytes + 1))).rejects.toMatchObject({ code: 'file/too-large' })
    let read = 0
    const endless = async function* () {
      for (;;) {
        read++
        yield Buffer.alloc(1024 * 1024)
      }
    }
    const request = receiveUpload(deps, {
      bytes: endless(),
      originalName: 'x',
      purpose: 'payment_proof',
      allowGif: false,
      uploadedBy: 'customer',
      visitor: null,
    })
    await expect(request).rejects.toMatchObject({ code: 'file/too-large' })
    expect(read).toBe(6)
  })
  test('that grows when re-encoded is stored at lower quality, or refused if that is too large too', async () => {
    const grainy = (side: number) => {
      const pixels = Buffer.alloc(side * side, randomBytes(65_521))
      return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
        .jpeg({ quality: 18 })
        .toBuffer()
    }
    const photo = await grainy(4_000)
    expect((await sharp(photo).jpeg({ quality: 88 }).toBuffer()).length).toBeGreaterThan(maxStoredBytes)
    const file = await keep(photo)
    expect(file).toMatchObject({ content_type: 'image/jpeg' })
    expect(file.size_bytes).toBeLessThanOrEqual(maxStoredBytes)
    expect((await sharp((await openFile(deps, file.id, admin)).bytes).metadata()).width).toBe(4_000)
    const worse = await grainy(4_600)
    expect(worse.length).toBeLessThan(maxUploadBytes)
    await expect(upload(worse)).rejects.toMatchObject({ code: 'file/too-large' })
  })
  test('without content is refused [C220]', async () => {
    await expect(upload(new Uint8Array())).rejects.toMatchObject({ code: 'file/missing' })
  })
  test('loses its GPS data', async () => {
    const photo = await sharp(await picture('jpeg'))
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 11/1 50/1' } })
      .jpeg()
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const opened = await openFile(deps, (await keep(photo)).id, admin)
    expect((await sharp(opened.bytes).metadata()).exif).toBeUndefined()
  })
  test('loses data hidden behind the picture', async () => {
    const polyglot = Buffer.concat([await picture('png'), Buffer.from('<script>alert("hidden")</script>')])
    const opened = await openFile(deps, (await keep(polyglot)).id, admin)
    expect(opened.bytes.includes('hidden')).toBe(false)
  })
})

describe('a stored file', () => {
  test("cannot be read in the store, nor with another file's key [C225]", async () => {
    const first = await keep(pdf)
    const second = await keep(Buffer.concat([Buffer.from('%PDF-1.4 other '), pdf]))
    const bytes = store.kept.get(first.storage_key)!.bytes
    expect(Buffer.from(bytes).includes('%PDF')).toBe(false)
    store.kept.set(second.storage_key, { bytes, writtenAt: core.clock() })
    await expect(openFile(deps, second.id, admin)).rejects.toThrow()
  })
  test('that was changed or lost in the store is refused, marked and logged once, and opens again after a repair', async () => {
    const lines: { level: number; msg: string }[] = []
    const log = createLog('info', { to: { write: (line) => void lines.push(JSON.parse(line)) } })
    const heard = { ...deps, log }
    const customer = anonymous('10.0.0.8')
    const before = await countDamaged()
    const file = await keep(pdf)
    const whole = store.kept.get(file.storage_key)!.bytes
    const changes: [string, Uint8Array | null][] = [
      ['lost', null],
      ['empty', Buffer.alloc(0)],
      ['cut off', whole.subarray(0, 20)],
      ['cut off later', whole.subarray(0, whole.length - 1)],
      ['changed', Buffer.concat([whole.subarray(0, 40), Buffer.from([whole[40]! ^ 1]), whole.subarray(41)])],
    ]
    for (const [what, bytes] of changes) {
      if (bytes) store.kept.set(file.storage_key, { bytes, writtenAt: core.clock() })
      else store.kept.delete(file.storage_key)
      for (const [viewer, expected] of [
        [admin, 'staff'],
        [customer, 'customer'],
      ] as const)
        await expect(openFile(heard, file.id, viewer), what).rejects.toMatchObject({
          code: 'file/damaged',
          facts: { viewer: expected },
        })
      expect(await countDamaged()).toBe(before + 1)
    }
    expect(lines).toMatchObject([{ level: 50, msg: 'a private file is damaged or missing in the file store' }])
    store.kept.set(file.storage_key, { bytes: whole, writtenAt: core.clock() })
    expect((await openFile(heard, file.id, admin)).bytes.length).toBeGreaterThan(0)
    expect(await countDamaged()).toBe(before)
    store.kept.delete(file.storage_key)
    const erased = openFile(
      { ...heard, store: { ...store, get: (key) => eraseFile(deps, file.id).then(() => store.get(key)) } },
      file.id,
      admin,
    )
    await expect(erased).rejects.toMatchObject({ code: 'file/not-found' })
    expect(lines).toHaveLength(1)
  })
  test('records each view', async () => {
    const file = await keep(pdf)
    await openFile(deps, file.id, admin)
    await openFile(deps, file.id, admin)
    const views = await core.db.selectFrom('file_views').selectAll().where('file_id', '=', file.id).execute()
    expect(views).toHaveLength(2)
    expect(views[0]).toMatchObject({ viewer_id: 'u1', viewer: 'admin: Asha', address: '10.0.0.9' })
    await expect(core.db.deleteFrom('file_views').execute()).rejects.toThrow('append only')
  })
  test('is unreadable after its erasure [C226]', async () => {
    const file = await keep(pdf)
    await eraseFile(deps, file.id)
    await eraseFile(deps, file.id)
    expect(store.kept.has(file.storage_key)).toBe(false)
    await expect(openFile(deps, file.id, admin)).rejects.toMatchObject({ code: 'file/not-found' })
  })
  test('is swept if it has no row, after an hour', async () => {
    const known = await keep(pdf)
    const orphan = await upload(pdf)
    expect(await sweepOrphanFiles(deps)).toBe(0)
    core.clock.advance(61)
    expect(await sweepOrphanFiles(deps)).toBeGreaterThan(0)
    expect(store.kept.has(orphan.storageKey)).toBe(false)
    expect(store.kept.has(known.storage_key)).toBe(true)
  })
})

describe('the daily quota of a visitor', () => {
  const megabytes = (n: number) => {
    const pdf = Buffer.from('%PDF-1.4\nstartxref\n9\n%%EOF\n')
    return Buffer.concat([pdf, Buffer.alloc(n * 1024 * 1024 - 2 * pdf.length, 0x20), pdf])
  }
  test('refuses more than 300 MB in a day, and neither others nor staff', async () => {
    await upload(megabytes(5), { visitor: '203.0.113.7' })
    const counted = core.db.updateTable('rate_limits').where('bucket', '=', 'upload-kilobytes:203.0.113.7')
    await counted.set({ hits: 295 * 1024 }).execute()
    await upload(megabytes(5), { visitor: '203.0.113.7' })
    const refused = upload(megabytes(1), { visitor: '203.0.113.7' })
    await expect(refused).rejects.toMatchObject({ code: 'file/quota', facts: { retryAfter: expect.any(Number) } })
    await upload(megabytes(1), { visitor: '203.0.113.8' })
    await upload(megabytes(1))
  })
})
