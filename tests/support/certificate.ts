import { generateKeyPairSync, sign } from 'node:crypto'

/** One value of DER: its type, its length and its content. */
function der(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([type, ...length]), content])
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts)
const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')))
const nameOf = (host: string) =>
  sequence(der(0x31, sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(host)))))
/** In two digits for the year, as certificates have it until 2049. */
const timeOf = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().slice(2, 19).replace(/\D/g, '')}Z`))
const pem = (name: string, bytes: Buffer) =>
  `-----BEGIN ${name}-----\n${bytes.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END ${name}-----\n`

/** A self-signed certificate. */
export function selfSigned(host: string, expires: Date): { cert: string; key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const begins = new Date(expires.getTime() - 90 * 86_400_000)
  const content = sequence(
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    nameOf(host),
    sequence(timeOf(begins), timeOf(expires)),
    nameOf(host),
    publicKey.export({ format: 'der', type: 'spki' }),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', content, privateKey))
  const cert = pem('CERTIFICATE', sequence(content, ecdsaWithSha256, signature))
  return { cert, key: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString() }
}
