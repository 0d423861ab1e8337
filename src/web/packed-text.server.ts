import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'
/** A text that is sent many times. */
export type PackedText = {
  readonly etag: string
  /** Bytes of the text itself. */
  readonly size: number
  /** What it takes in memory, with gzip, which few clients ask for: it is packed for the first that does. */
  readonly bytes: number
  readonly in: (encoding: Encoding) => Buffer | Promise<Buffer>
}

const brotli = promisify(brotliCompress)
const gz = promisify(gzip)
/** Gzip makes pages and lists about a fifth larger than Brotli. */
const gzipShare = 1.25

/** A good compression level is worth it here. */
export async function packText(text: string): Promise<PackedText> {
  const identity = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  const br = await brotli(identity, { params })
  let zipped: Promise<Buffer> | undefined
  const ways: Record<Encoding, () => Buffer | Promise<Buffer>> = {
    br: () => br,
    identity: () => identity,
    gzip: () => {
      zipped ??= gz(identity, { level: 6 })
      return zipped
    },
  }
  return {
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`,
    size: identity.length,
    bytes: identity.length + Math.ceil(br.length * (1 + gzipShare)),
    in: (encoding) => ways[encoding](),
  }
}

/** For a text that is sent once. */
export async function compressOnce(text: string, encoding: Encoding): Promise<Buffer> {
  const bytes = Buffer.from(text)
  if (encoding === 'br') return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
  return encoding === 'gzip' ? gz(bytes, { level: 4 }) : bytes
}

/** The best encoding that the client accepts; q=0 refuses one. */
export function pickEncoding(accept: string | undefined): Encoding {
  const taken = new Set(
    (accept ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((piece) => piece.trim()))
      .filter(([, quality]) => !/^q=0(\.0*)?$/.test(quality ?? ''))
      .map(([name]) => name),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : 'identity'
}

export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  (header ?? '')
    .split(',')
    .some((one) => one.trim() === '*' || one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''))
