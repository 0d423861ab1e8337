import { randomBytes, randomInt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hasContracts, readContractFile } from '../../../modules/payment/testing/contract-files.ts'
import { readClaim } from './answer.server.ts'
import { type Cipher, decrypt, encrypt, encryptAlike, isOrderProof, orderProof } from './cipher.server.ts'
import { readApiAnswer } from './client.server.ts'

type Vector = { readonly name: string; readonly plain: string; readonly hex: string; readonly iv_hex?: string }
type Vectors = {
  readonly working_key: string
  readonly cbc: {
    readonly vectors: readonly Vector[]
    readonly tampered: { readonly of: string; readonly hex: string; readonly still_parsable_fields: number }
    readonly wrong_key: { readonly hex_of: string; readonly working_key: string }
  }
  readonly gcm: { readonly vectors: readonly Vector[] }
  readonly do_web_trans: {
    readonly request_form: string
    readonly response_ok: string
    readonly response_error: string
  }
}
const published = readContractFile('ccavenue-vectors.json') as Vectors | null
const vectors: readonly [Cipher, Vector][] = [
  ...(published?.cbc.vectors ?? []).map((vector): [Cipher, Vector] => ['cbc', vector]),
  ...(published?.gcm.vectors ?? []).map((vector): [Cipher, Vector] => ['gcm', vector]),
]
const workingKey = published?.working_key ?? ''

describe.skipIf(!hasContracts)('the published vectors', () => {
  it('exist for both ciphers', () => {
    expect(vectors.filter(([cipher]) => cipher === 'cbc').length).toBeGreaterThan(10)
    expect(vectors.filter(([cipher]) => cipher === 'gcm').length).toBeGreaterThan(1)
  })

  it.each(vectors.map(([cipher, vector]) => [cipher, vector.name, vector] as const))('%s: %s', (cipher, _, vector) => {
    const iv = vector.iv_hex === undefined ? undefined : Buffer.from(vector.iv_hex, 'hex')
    expect(encrypt({ cipher, workingKey }, vector.plain, iv)).toBe(vector.hex)
    expect(decrypt({ cipher, workingKey }, vector.hex)).toBe(vector.plain)
    expect(decrypt({ cipher, workingKey }, vector.hex.toUpperCase())).toBe(vector.plain)
  })

  it('a flipped bit still decrypts with CBC but no longer names its payment', () => {
    const { hex, of } = published!.cbc.tampered
    const plain = decrypt({ cipher: 'cbc', workingKey }, hex)
    expect(plain).not.toBeNull()
    const original = readClaim(published!.cbc.vectors.find(({ name }) => name === of)!.plain)!
    const claim = readClaim(plain)!
    expect(claim.get('order_status')).toBe(original.get('order_status'))
    expect([...claim.keys()]).not.toEqual([...original.keys()])
  })

  it('a flipped bit never decrypts with GCM, at any position', () => {
    const { hex } = published!.gcm.vectors[1]!
    for (let at = 0; at < hex.length; at += 1) {
      const flipped = `${hex.slice(0, at)}${(Number.parseInt(hex[at]!, 16) ^ 1).toString(16)}${hex.slice(at + 1)}`
      expect(decrypt({ cipher: 'gcm', workingKey }, flipped)).toBeNull()
    }
  })

  it('another working key decrypts nothing', () => {
    const { hex_of: of, working_key: other } = published!.cbc.wrong_key
    const { hex } = published!.cbc.vectors.find(({ name }) => name === of)!
    expect(decrypt({ cipher: 'cbc', workingKey: other }, hex)).toBeNull()
    expect(decrypt({ cipher: 'gcm', workingKey: other }, published!.gcm.vectors[0]!.hex)).toBeNull()
  })

  it('API answers are read: an encrypted order and an unencrypted error', () => {
    const account = { ...someAccount, workingKey }
    const { response_ok: ok, response_error: error } = published!.do_web_trans
    expect(readApiAnswer(account, ok)).toMatchObject({ kind: 'answer', body: { order_no: 'ATT-000123' } })
    expect(readApiAnswer(account, ok.replace('&enc_error_code', '\r\n&enc_error_code'))).toEqual(
      readApiAnswer(account, ok),
    )
    expect(readApiAnswer(account, error)).toEqual({
      kind: 'refused',
      code: '51407',
      message: 'Access_code: Invalid Parameter',
    })
    expect(readApiAnswer({ ...account, cipher: 'gcm' }, ok)).toEqual({ kind: 'unreadable' })
    expect(() => readApiAnswer(account, '<html>')).toThrow('no such answer')
  })
})

const someAccount = {
  country: 'india',
  currency: 'INR',
  merchantId: '1',
  accessCode: 'A',
  workingKey: '',
  cipher: 'cbc',
  pageUrl: '',
  apiUrl: '',
} as const
const letters = ['a', 'Z', '0', ' ', '&', '=', '%', '\n', 'ü', 'م', 'ह', '👪', '\u0000', '/']
const someText = (): string =>
  Array.from({ length: randomInt(0, 90) }, () => letters[randomInt(letters.length)]).join('')

describe.each(['cbc', 'gcm'] as const)('%s', (cipher) => {
  it('decrypts what it encrypted, for any text and key', () => {
    for (let n = 0; n < 300; n += 1) {
      const key = { cipher, workingKey: randomBytes(16).toString('hex') }
      const plain = someText()
      const hex = encrypt(key, plain)
      expect(hex).toMatch(/^[0-9a-f]*$/)
      expect(decrypt(key, hex)).toBe(plain)
      expect(decrypt(key, encryptAlike(key, plain))).toBe(plain)
      expect(encryptAlike(key, plain)).toBe(encryptAlike(key, plain))
    }
  })

  it('rejects text that is not hex or is too short', () => {
    const key = { cipher, workingKey: '0123456789ABCDEF0123456789ABCDEF' }
    for (const hex of ['', '0', 'zz', 'ab'.repeat(15), 'ab'.repeat(31), ` ${'ab'.repeat(16)}`]) {
      expect(decrypt(key, hex)).toBeNull()
    }
  })
})

it('GCM never uses the same IV for two texts', () => {
  const key = { cipher: 'gcm', workingKey: '0123456789ABCDEF0123456789ABCDEF' } as const
  const vectorOf = (hex: string) => hex.slice(0, 32)
  expect(vectorOf(encrypt(key, 'a'))).not.toBe(vectorOf(encrypt(key, 'a')))
  expect(vectorOf(encryptAlike(key, 'a'))).not.toBe(vectorOf(encryptAlike(key, 'b')))
})

it('an order is only proven by its own proof', () => {
  const key = '0123456789ABCDEF0123456789ABCDEF'
  expect(isOrderProof(key, 'one', orderProof(key, 'one'))).toBe(true)
  expect(isOrderProof(key, 'two', orderProof(key, 'one'))).toBe(false)
  expect(isOrderProof(`${key.slice(1)}0`, 'one', orderProof(key, 'one'))).toBe(false)
  for (const given of [undefined, '', 'null', 'é'.repeat(20)]) expect(isOrderProof(key, 'one', given)).toBe(false)
})
