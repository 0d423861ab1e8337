import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * CBC is AES-128 with the MD5 of the working key and a fixed IV. It has no integrity check: a modified text still
 * decrypts, so its content is unverified. GCM is AES-256 with the 32-character key itself. The agency selects the
 * cipher; a fallback would let an attacker choose the weaker one.
 */
export type Cipher = 'cbc' | 'gcm'
type Sealing = { readonly cipher: Cipher; readonly workingKey: string }

const cbcKey = (workingKey: string): Buffer => createHash('md5').update(workingKey, 'utf8').digest()
const cbcVector = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
const gcmKey = (workingKey: string): Buffer => Buffer.from(workingKey, 'utf8')
const vectorBytes = 16
const tagBytes = 16

/** Returns hex. `vector` is used for GCM only: 16 bytes, random by default. */
export function encrypt({ cipher, workingKey }: Sealing, plain: string, vector = randomBytes(vectorBytes)): string {
  if (cipher === 'cbc') {
    const aes = createCipheriv('aes-128-cbc', cbcKey(workingKey), cbcVector)
    return Buffer.concat([aes.update(plain, 'utf8'), aes.final()]).toString('hex')
  }
  const aes = createCipheriv('aes-256-gcm', gcmKey(workingKey), vector)
  const sealed = Buffer.concat([aes.update(plain, 'utf8'), aes.final()])
  return Buffer.concat([vector, sealed, aes.getAuthTag()]).toString('hex')
}

/**
 * Deterministic: the IV is derived from the text, so equal texts give equal bytes and no IV is reused for another
 * text.
 */
export const encryptAlike = (sealing: Sealing, plain: string): string =>
  encrypt(
    sealing,
    plain,
    createHmac('sha256', sealing.workingKey).update('vector:').update(plain).digest().subarray(0, vectorBytes),
  )

/** Returns null if the text is not hex or was not made with this key and cipher. CBC only detects bad padding. */
export function decrypt({ cipher, workingKey }: Sealing, hex: string): string | null {
  if (hex.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(hex)) return null
  const bytes = Buffer.from(hex, 'hex')
  try {
    return cipher === 'cbc' ? openCbc(workingKey, bytes) : openGcm(workingKey, bytes)
  } catch {
    return null
  }
}
function openCbc(workingKey: string, bytes: Buffer): string {
  const aes = createDecipheriv('aes-128-cbc', cbcKey(workingKey), cbcVector)
  return Buffer.concat([aes.update(bytes), aes.final()]).toString('utf8')
}
function openGcm(workingKey: string, bytes: Buffer): string | null {
  if (bytes.length < vectorBytes + tagBytes) return null
  const aes = createDecipheriv('aes-256-gcm', gcmKey(workingKey), bytes.subarray(0, vectorBytes), {
    authTagLength: tagBytes,
  })
  aes.setAuthTag(bytes.subarray(bytes.length - tagBytes))
  const sealed = bytes.subarray(vectorBytes, bytes.length - tagBytes)
  return Buffer.concat([aes.update(sealed), aes.final()]).toString('utf8')
}

/** A MAC sent with the request and returned in the answer. It proves the order, which the cipher does not. */
export const orderProof = (workingKey: string, orderNo: string): string =>
  createHmac('sha256', workingKey).update(`order:${orderNo}`).digest('hex').slice(0, 40)
export function isOrderProof(workingKey: string, orderNo: string, given: string | undefined): boolean {
  const [bytes, right] = [Buffer.from(given ?? ''), Buffer.from(orderProof(workingKey, orderNo))]
  return bytes.length === right.length && timingSafeEqual(bytes, right)
}
