import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { maxUploadBytes } from '../../src/modules/files/index.ts'

/** Valid and malicious uploads. The marks must not appear in a store, database or response. */
export const marks = { pdf: 'PASSPORT-Z1234567', hidden: '<script>alert("hidden")</script>' } as const

const solid = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#2563eb' }, limitInputPixels: false })
/** Noise does not compress, so half of the file is half of the picture. */
const noise = () => sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })

export const pdfOf = (size = 0): Buffer => {
  const head = Buffer.from(`%PDF-1.4\n% ${marks.pdf}\n`)
  const tail = Buffer.from('\nstartxref\n9\n%%EOF\n')
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length - tail.length), 0x20), tail])
}

const crcTable = Array.from({ length: 256 }, (_, n) => {
  let sum = n
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum >>> 0
})
function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(
    (body.reduce((crc, byte) => (crcTable[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8), 0xffffffff) ^ -1) >>> 0,
  )
  return Buffer.concat([head, body, sum])
}
/** A tiny file that claims huge dimensions. */
function bombPng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(200_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const jpeg = await solid(40).jpeg().toBuffer()
const png = await solid(40).png().toBuffer()
const noisyJpeg = await noise().jpeg({ quality: 100 }).toBuffer()
const noisyPng = await noise().png().toBuffer()

export const gif = await solid(40).gif().toBuffer()
export const accepted: Readonly<Record<string, Buffer>> = { jpeg, png, pdf: pdfOf() }

/** Just below the pixel limit: the most work that one upload can cause. */
export const heavyPng = await solid(6_300).png({ compressionLevel: 1 }).toBuffer()
export const gpsPhoto = await solid(40)
  .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '25/1 11/1 50/1', GPSLongitudeRef: 'E' } })
  .jpeg()
  .toBuffer()

/** Pictures with other content added: accepted, but only the picture is kept. */
export const polyglots: Readonly<Record<string, Buffer>> = {
  'a PNG with a page behind it': Buffer.concat([png, Buffer.from(marks.hidden)]),
  'a JPEG with a page in its comment': Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe, 0, marks.hidden.length + 2]),
    Buffer.from(marks.hidden),
    jpeg.subarray(2),
  ]),
  'a JPEG with an archive behind it': Buffer.concat([jpeg, Buffer.from('PK\u0003\u0004'), Buffer.from(marks.hidden)]),
}

export type BadFile = { bytes: Buffer; name?: string; type?: string; code?: string }
const asf = Buffer.concat([
  Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
  Buffer.alloc(8),
  Buffer.from([1, 0, 0, 0, 1, 2]),
  Buffer.alloc(25),
])
/** Refused with 'file/type' unless stated otherwise. Names and declared types lie as well as possible. */
export const bad: Readonly<Record<string, BadFile>> = {
  'an SVG': {
    bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    type: 'image/svg+xml',
    name: 'a.svg',
  },
  'an SVG called PNG': {
    bytes: Buffer.from('<?xml version="1.0"?><svg onload="alert(1)"/>'),
    type: 'image/png',
    name: 'a.png',
  },
  'a page called JPG': { bytes: Buffer.from('<html><script>alert(1)</script></html>') },
  'a page that begins like a PDF': {
    bytes: Buffer.from('%PDF-1.4\n<script>alert(1)</script>'),
    name: 'a.pdf',
    type: 'application/pdf',
  },
  'a page that begins like a JPEG': {
    bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(marks.hidden)]),
  },
  'a page that begins like a GIF': {
    bytes: Buffer.from(`GIF89a/*${marks.hidden}*/`),
    name: 'a.gif',
    type: 'image/gif',
  },
  'a GIF': { bytes: gif, name: 'a.gif', type: 'image/gif' },
  'a GIF called PNG': { bytes: gif, name: 'a.png', type: 'image/png' },
  'a WebP': { bytes: await solid(40).webp().toBuffer(), name: 'a.webp', type: 'image/webp' },
  'a TIFF': { bytes: await solid(40).tiff().toBuffer(), name: 'a.tif', type: 'image/tiff' },
  'a program': { bytes: Buffer.from('MZ\u0090\u0000\u0003'), name: 'a.exe' },
  'an archive': { bytes: Buffer.from('PK\u0003\u0004'.padEnd(100, '\u0000')), name: 'a.jpg' },
  'a spreadsheet': { bytes: Buffer.from('name,amount\n=HYPERLINK("x")\n'), name: 'a.pdf', type: 'text/csv' },
  'an ASF that loops parsers': { bytes: asf },
  'half a JPEG': { bytes: noisyJpeg.subarray(0, noisyJpeg.length / 2) },
  'half a PNG': { bytes: noisyPng.subarray(0, noisyPng.length / 2), name: 'a.png', type: 'image/png' },
  'half a PDF': { bytes: pdfOf(2_000).subarray(0, 1_000), name: 'a.pdf', type: 'application/pdf' },
  'the signature of a JPEG': { bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]) },
  'a PNG of 50,000 x 50,000': {
    bytes: bombPng(50_000),
    name: 'a.png',
    type: 'image/png',
    code: 'file/too-many-pixels',
  },
  'a PNG of 2147483647 x 2147483647': { bytes: bombPng(0x7fffffff), name: 'a.png', type: 'image/png' },
  'a PNG of 6,400 x 6,400 that is whole': {
    bytes: await solid(6_400).png({ compressionLevel: 1 }).toBuffer(),
    name: 'a.png',
    code: 'file/too-many-pixels',
  },
  zeros: { bytes: Buffer.alloc(1_000) },
  'no byte': { bytes: Buffer.alloc(0), code: 'file/missing' },
  '5 MB and a byte': { bytes: pdfOf(maxUploadBytes + 1), name: 'a.pdf', code: 'file/too-large' },
  '7 MB': { bytes: pdfOf(7 * 1024 * 1024), name: 'a.pdf', code: 'file/too-large' },
}

export type Part = { field?: string; name?: string; type?: string; bytes: Buffer | string }
/** Builds a multipart body by hand, because browsers would not send such lies. A part without a name is a field. */
export function multipart(parts: readonly Part[]): { payload: Buffer; headers: { 'content-type': string } } {
  const boundary = `x${randomBytes(12).toString('hex')}`
  const pieces = parts.flatMap(({ field = 'file', name, type = 'image/jpeg', bytes }) => {
    const file = name === undefined ? '' : `; filename="${name}"\r\ncontent-type: ${type}`
    return [
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${field}"${file}\r\n\r\n`),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    ]
  })
  return {
    payload: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}
