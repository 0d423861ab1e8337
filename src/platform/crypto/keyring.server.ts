import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomFillSync,
  randomInt,
  timingSafeEqual,
} from 'node:crypto'

/**
 * All keys are derived from SECRET_KEY, a comma-separated list for rotation: the first key seals and signs, the others
 * only open and verify. Each purpose has its own derived key, so a token is never valid for another purpose.
 */
export interface Keyring {
  /** Identifies the keys, in order, without revealing them. */
  readonly fingerprints: readonly string[]
  /** AES-256-GCM for one purpose. The result contains the key's id. */
  seal: (purpose: string, plain: Uint8Array) => Buffer
  /** The same with another key of the list, by its index. */
  sealWith: (index: number, purpose: string, plain: Uint8Array) => Buffer
  /** Throws unless the bytes were sealed for this purpose with one of the keys. */
  open: (purpose: string, sealed: Uint8Array) => Buffer
  sign: (purpose: string, text: string) => string
  /** Constant time, any of the keys. */
  isSigned: (purpose: string, text: string, signature: string) => boolean
  /** A secret for a supplier that needs one. */
  derive: (purpose: string) => string
}

const algorithm = 'aes-256-gcm'
const ivLength = 12
const tagLength = 16

/** iv, tag, body. */
function encrypt(key: Buffer, plain: Uint8Array): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv(algorithm, key, iv)
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), body])
}

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
  // The first 4 bytes of a derived value: identifies a key without revealing it.
  const idOf = (index: number): Buffer => keyOf(index, 'key-id').subarray(0, 4)
  const signWith = (index: number, purpose: string, text: string): Buffer =>
    createHmac('sha256', keyOf(index, `sign:${purpose}`))
      .update(text)
      .digest()

  const sealWith = (index: number, purpose: string, plain: Uint8Array): Buffer =>
    Buffer.concat([idOf(index), encrypt(keyOf(index, `seal:${purpose}`), plain)])

  return {
    fingerprints: roots.map((_, index) => idOf(index).toString('hex')),
    seal: (purpose, plain) => sealWith(0, purpose, plain),
    sealWith,
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
      const decoded = Buffer.from(signature, 'base64url')
      // The decoder ignores invalid characters, but a signature has only one valid spelling.
      if (decoded.toString('base64url') !== signature) return false
      return roots.some((_, index) => {
        const right = signWith(index, purpose, text)
        return decoded.length === right.length && timingSafeEqual(decoded, right)
      })
    },
    derive: (purpose) => keyOf(0, `derive:${purpose}`).toString('base64url'),
  }
}

/** A signed, expiring text: 'payload.expiry.signature'. The payload must not contain a dot. */
export function issueToken(keys: Keyring, purpose: string, payload: string, expiresAt: Date): string {
  const body = `${payload}.${Math.floor(expiresAt.getTime() / 1000).toString(36)}`
  return `${body}.${keys.sign(`token:${purpose}`, body)}`
}
/** Returns the payload, or null when the token is forged, expired or for another purpose. */
export function readToken(keys: Keyring, purpose: string, token: string, now: Date): string | null {
  const [payload, expiry, signature, ...rest] = token.split('.')
  if (!payload || !expiry || !signature || rest.length > 0) return null
  if (!keys.isSigned(`token:${purpose}`, `${payload}.${expiry}`, signature)) return null
  return Number.parseInt(expiry, 36) * 1000 > now.getTime() ? payload : null
}

/** The last counter of each recent millisecond, oldest first. */
const counters = new Map<number, number>()
function nextCounter(ms: number): number {
  const last = counters.get(ms)
  // Starting in the lower half leaves room for 33 million ids in one millisecond.
  const next = last === undefined ? randomInt(0x200_0000) : (last + 1) & 0x3ff_ffff
  if (last === undefined && counters.size >= 64) counters.delete(counters.keys().next().value!)
  counters.set(ms, next)
  return next
}
const randomPart = 6
const reserve = Buffer.alloc(randomPart * 256)
let used = reserve.length
/** Random bytes for the end of an id. Asking the system for them costs ten times the rest, so many are asked for at once. */
function fillRandom(bytes: Buffer): void {
  if (used === reserve.length) {
    randomFillSync(reserve)
    used = 0
  }
  reserve.copy(bytes, bytes.length - randomPart, used, used + randomPart)
  used += randomPart
}
/**
 * UUID version 7 (RFC 9562): sorted by time, so that new rows go to the end of their index. A 26-bit counter keeps the
 * order within a millisecond, also when requests that began at different moments take turns.
 */
export function newId(now: Date = new Date()): string {
  const ms = now.getTime()
  const counter = nextCounter(ms)
  const bytes = Buffer.alloc(16)
  fillRandom(bytes)
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | (counter >> 14), 6)
  bytes.writeUInt16BE(0x8000 | (counter & 0x3fff), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
/** The creation time of an id, in milliseconds. */
export const timeOfId = (id: string): Date => new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16))
/** Random decimal digits from a secure generator (D10). */
export const randomDigits = (n: number): string => Array.from({ length: n }, () => randomInt(10)).join('')
