import { type KeyObject, randomBytes, sign } from 'node:crypto'

/** Minimal DER encoder for certificates. */
const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
const integer = (bytes: Uint8Array): Buffer => der(0x02, bytes)
const text = (value: string): Buffer => der(0x0c, Buffer.from(value, 'utf8'))
const bits = (bytes: Uint8Array): Buffer => der(0x03, Buffer.from([0]), bytes)
const time = (at: Date): Buffer =>
  der(0x18, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`, 'ascii'))

const sha256WithRsa = sequence(objectId('2a864886f70d01010b'), der(0x05))
const nameOf = (common: string): Buffer => sequence(der(0x31, sequence(objectId('550403'), text(common))))
const constraints = (isCa: boolean): Buffer =>
  sequence(
    objectId('551d13'),
    der(0x01, Buffer.from([0xff])),
    der(0x04, isCa ? sequence(der(0x01, Buffer.from([0xff]))) : sequence()),
  )

type Wanted = {
  readonly subject: string
  readonly publicKey: KeyObject
  readonly issuer: string
  readonly issuerKey: KeyObject
  readonly isCa: boolean
  readonly from: Date
  readonly until: Date
}
export function testCertificate({ subject, publicKey, issuer, issuerKey, isCa, from, until }: Wanted): string {
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)])
  const content = sequence(
    der(0xa0, integer(Buffer.from([2]))),
    integer(serial),
    sha256WithRsa,
    nameOf(issuer),
    sequence(time(from), time(until)),
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(constraints(isCa))),
  )
  const whole = sequence(content, sha256WithRsa, bits(sign('RSA-SHA256', content, issuerKey)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
