import { verify, X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import { crc32 } from 'node:zlib'
import { PayPalSilence } from './client.server.ts'
import type { Judge } from './genuine.server.ts'
import type { Transmission } from './webhook.server.ts'

/** '<transmission id>|<time>|<webhook id>|<CRC32 of the bytes, decimal>' */
export const signedText = (transmission: Pick<Transmission, 'id' | 'time'>, webhookId: string, rawBody: Uint8Array) =>
  `${transmission.id}|${transmission.time}|${webhookId}|${crc32(rawBody)}`

type Options = {
  readonly roots?: readonly string[]
  readonly now: () => Date
  /** Fetches a certificate. The caller has checked that the URL belongs to PayPal. */
  readonly fetchText: (url: string, signal: AbortSignal) => Promise<string>
}
const maxCached = 20
const maxChainLength = 5

/**
 * Verifies a webhook offline. The certificate must be served by PayPal, name PayPal and chain to a trusted root.
 * Certificates are cached by URL.
 */
export function judgeByCertificate({ roots = rootCertificates, now, fetchText }: Options): Judge {
  const kept = new Map<string, X509Certificate>()
  const certificate = async (url: string, signal: AbortSignal): Promise<X509Certificate | string> => {
    const known = kept.get(url)
    if (known) return isValidAt(known, now()) ? known : 'an expired certificate'
    const chain = readChain(await fetchText(url, signal))
    const [leaf] = chain
    const fault = leaf ? chainFault(chain, roots, now()) : 'no certificate'
    if (!leaf || fault !== null) return fault ?? 'no certificate'
    const [oldest] = kept.keys()
    if (kept.size >= maxCached && oldest !== undefined) kept.delete(oldest)
    kept.set(url, leaf)
    return leaf
  }
  return async (desk, webhookId, rawBody, transmission) => {
    const leaf = await certificate(transmission.certificateUrl, desk.signal)
    if (typeof leaf === 'string') return leaf
    const signed = Buffer.from(signedText(transmission, webhookId, rawBody))
    const signature = Buffer.from(transmission.signature, 'base64')
    return verify('RSA-SHA256', signed, leaf.publicKey, signature) ? null : 'wrong signature'
  }
}

function readChain(pem: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]{1,10000}?-----END CERTIFICATE-----/g) ?? []
  try {
    return blocks.slice(0, maxChainLength).map((block) => new X509Certificate(block))
  } catch {
    return []
  }
}

/** Returns null if the certificate is valid, names PayPal and chains to a trusted root. */
export function chainFault(chain: readonly X509Certificate[], roots: readonly string[], now: Date): string | null {
  const [leaf] = chain
  if (!leaf) return 'no certificate'
  if (leaf.publicKey.asymmetricKeyType !== 'rsa') return 'a certificate without an RSA key'
  if (!namesOf(leaf).some((name) => name.endsWith('.paypal.com'))) return 'a certificate that is not PayPal’s'
  const anchors = roots.map((root) => new X509Certificate(root))
  for (const [at, certificate] of chain.entries()) {
    if (!isValidAt(certificate, now)) return 'an expired certificate'
    if (at > 0 && !certificate.ca) return 'a chain through somebody who may not vouch'
    if (anchors.some((anchor) => isVouchedFor(certificate, anchor) && isValidAt(anchor, now))) return null
    const next = chain[at + 1]
    if (!next || !isVouchedFor(certificate, next)) return 'a certificate that nobody known vouches for'
  }
  return 'a certificate that nobody known vouches for'
}

const isVouchedFor = (certificate: X509Certificate, by: X509Certificate): boolean =>
  certificate.checkIssued(by) && certificate.verify(by.publicKey)
const isValidAt = (certificate: X509Certificate, now: Date): boolean =>
  certificate.validFromDate <= now && now <= certificate.validToDate
function namesOf(certificate: X509Certificate): string[] {
  const common = /^CN=(.+)$/m.exec(certificate.subject)?.[1]
  const others = [...(certificate.subjectAltName ?? '').matchAll(/DNS:([^\s,"]+)/g)].map(([, name]) => name ?? '')
  return [...(common ? [common] : []), ...others].map((name) => name.toLowerCase())
}

/** `apiUrl`: a stand-in that replaces PayPal. */
export const fetchCertificate =
  (apiUrl: string | null): Options['fetchText'] =>
  async (url, signal) => {
    const from = apiUrl === null ? url : `${new URL(apiUrl).origin}${new URL(url).pathname}`
    try {
      const answer = await fetch(from, { redirect: 'error', signal })
      if (!answer.ok) throw new Error(String(answer.status))
      return (await answer.text()).slice(0, 50_000)
    } catch {
      throw new PayPalSilence('no certificate')
    }
  }
