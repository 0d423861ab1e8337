import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * CBC: AES-128 under the MD5 of the working key, with a fixed vector and no integrity: a changed text still decrypts, so
 * that whatever was decrypted is a claim. GCM: AES-256 under the key's own 32 characters. Which one is the agency's
 * setting; trying the other would let anybody choose the weaker one.
 */
export type Cipher = 'cbc' | 'gcm'
type Sealing = { readonly cipher: Cipher; readonly workingKey: string }

const cbcKey = (workingKey: string): Buffer => createHash('md5').update(workingKey, 'utf8').digest()
const cbcVector = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
const gcmKey = (workingKey: string): Buffer => Buffer.from(workingKey, 'utf8')
const vectorBytes = 16
const tagBytes = 16

/** Hex. `vector`: for GCM only, 16 bytes, random unless given. */
export function encrypt({ cipher, workingKey }: Sealing, plain: string, vector = randomBytes(vectorBytes)): string {
  if (cipher === 'cbc') {
    const aes = createCipheriv('aes-128-cbc', cbcKey(workingKey), cbcVector)
    return Buffer.concat([aes.update(plain, 'utf8'), aes.final()]).toString('hex')
  }
  const aes = createCipheriv('aes-256-gcm', gcmKey(workingKey), vector)
  const sealed = Buffer.concat([aes.update(plain, 'utf8'), aes.final()])
  return Buffer.concat([vector, sealed, aes.getAuthTag()]).toString('hex')
}

/** The same text gives the same bytes, and no two texts share a vector: it is made of the text. */
export const encryptAlike = (sealing: Sealing, plain: string): string =>
  encrypt(
    sealing,
    plain,
    createHmac('sha256', sealing.workingKey).update('vector:').update(plain).digest().subarray(0, vectorBytes),
  )

/** Null when it is no hex, or was not made with this key and cipher (under CBC as far as its padding tells). */
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

/**
 * Goes to CCAvenue inside the request and comes back inside the answer: what the cipher does not prove, this does, for
 * nobody else can make it for this order.
 */
export const orderProof = (workingKey: string, orderNo: string): string =>
  createHmac('sha256', workingKey).update(`order:${orderNo}`).digest('hex').slice(0, 40)
export function isOrderProof(workingKey: string, orderNo: string, given: string | undefined): boolean {
  const [bytes, right] = [Buffer.from(given ?? ''), Buffer.from(orderProof(workingKey, orderNo))]
  return bytes.length === right.length && timingSafeEqual(bytes, right)
}
