import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'

/**
 * All keys come from SECRET_KEY: a comma-separated list, the first seals and signs, the others still open what they
 * sealed (rotation). Each use has its own derived key, so that a token can never be replayed as something else.
 */
export interface Keyring {
  /** Tells apart which keys these are, in their order, and nothing of them. */
  readonly fingerprints: readonly string[]
  /** Authenticated encryption (AES-256-GCM) for one purpose; the key's number travels with the bytes. */
  seal: (purpose: string, plain: Uint8Array) => Buffer
  /** Throws when the bytes were not sealed for this purpose with one of the keys. */
  open: (purpose: string, sealed: Uint8Array) => Buffer
  /** HMAC-SHA-256 with the first key, base64url. */
  sign: (purpose: string, text: string) => string
  /** Constant time, any of the keys. */
  isSigned: (purpose: string, text: string, signature: string) => boolean
  /** A secret text for a library that wants one, such as the session library. */
  derive: (purpose: string) => string
}

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

export function createKeyring(secretKey: string): Keyring {
  const roots = secretKey
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  if (roots.length === 0 || roots.some((root) => root.length < 32)) {
    throw new Error('SECRET_KEY: every key of the list needs at least 32 characters')
  }
  const cache = new Map<string, Buffer>()
  const keyOf = (index: number, purpose: string): Buffer => {
    const name = `${index}:${purpose}`
    const known = cache.get(name)
    if (known) return known
    const key = Buffer.from(hkdfSync('sha256', roots[index]!, 'safar', purpose, 32))
    cache.set(name, key)
    return key
  }
  // Names a root without telling anything of it: the first 4 bytes of a derived value.
  const idOf = (index: number): Buffer => keyOf(index, 'key-id').subarray(0, 4)
  const signWith = (index: number, purpose: string, text: string): Buffer =>
    createHmac('sha256', keyOf(index, `sign:${purpose}`))
      .update(text)
      .digest()

  return {
    fingerprints: roots.map((_, index) => idOf(index).toString('hex')),
    seal(purpose, plain) {
      const iv = randomBytes(ivLength)
      const cipher = createCipheriv(algorithm, keyOf(0, `seal:${purpose}`), iv)
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([idOf(0), iv, cipher.getAuthTag(), body])
    },
    open(purpose, sealed) {
      const bytes = Buffer.from(sealed)
      const index = roots.findIndex((_, i) => idOf(i).equals(bytes.subarray(0, 4)))
      if (index < 0) throw new Error(`Sealed with a key that SECRET_KEY no longer lists (${purpose})`)
      const iv = bytes.subarray(4, 4 + ivLength)
      const tag = bytes.subarray(4 + ivLength, 4 + ivLength + tagLength)
      const decipher = createDecipheriv(algorithm, keyOf(index, `seal:${purpose}`), iv).setAuthTag(tag)
      return Buffer.concat([decipher.update(bytes.subarray(4 + ivLength + tagLength)), decipher.final()])
    },
    sign: (purpose, text) => signWith(0, purpose, text).toString('base64url'),
    isSigned(purpose, text, signature) {
      const given = Buffer.from(signature, 'base64url')
      // The decoder overlooks what is no base64url; a signature has one spelling.
      if (given.toString('base64url') !== signature) return false
      return roots.some((_, index) => {
        const right = signWith(index, purpose, text)
        return given.length === right.length && timingSafeEqual(given, right)
      })
    },
    derive: (purpose) => keyOf(0, `derive:${purpose}`).toString('base64url'),
  }
}

/** A signed, expiring text: 'payload.expiry.signature'. The payload must not hold a dot. */
export function issueToken(keys: Keyring, purpose: string, payload: string, expiresAt: Date): string {
  const body = `${payload}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`
  return `${body}.${keys.sign(`token:${purpose}`, body)}`
}
/** The payload, or null when the token is forged, for another purpose, or expired. */
export function readToken(keys: Keyring, purpose: string, token: string, now: Date): string | null {
  const [payload, expiry, signature, ...rest] = token.split('.')
  if (!payload || !expiry || !signature || rest.length > 0) return null
  if (!keys.isSigned(`token:${purpose}`, `${payload}.${expiry}`, signature)) return null
  return Number.parseInt(expiry, 36) * 1000 > now.getTime() ? payload : null
}

let lastMs = 0
let counter = 0
/**
 * UUID version 7: sorted by time, so that new rows land at the end of their index; those of one process and millisecond
 * sort in the order in which they were made (RFC 9562, a counter in the 12 bits after the time).
 */
export function newId(now: Date = new Date()): string {
  const ms = now.getTime()
  // A new millisecond begins low enough to count 2,048 ids before the counter is full and starts over.
  counter = ms === lastMs ? (counter + 1) & 0xfff : randomInt(0x800)
  lastMs = ms
  const bytes = randomBytes(16)
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
/** When an id of ours was made, to the millisecond. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
/** n decimal digits from the system's generator (D10). */
export const randomDigits = (n: number): string => Array.from({ length: n }, () => randomInt(10)).join('')
