import { generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto'
import type { SupplierReport } from '../../../../modules/payment/testing/stand-in.ts'
import { signedText } from '../certificate.server.ts'
import { testCertificate } from './certificate.ts'

export const certificatePath = '/v1/notifications/certs/CERT-stand-in'
const certificateUrl = `https://api.sandbox.paypal.com${certificatePath}`

export type Signer = {
  readonly chain: string
  readonly root: string
  readonly report: (rawBody: Uint8Array, webhookId: string, at: Date) => SupplierReport
  readonly isOwn: (asked: Readonly<Record<string, unknown>>, rawEvent: string) => boolean
}

export function testSigner(now = new Date()): Signer {
  const [root, leaf] = [newKeys(), newKeys()]
  const long = 20 * 365 * 24 * 3600 * 1000
  const life = { from: new Date(now.getTime() - long), until: new Date(now.getTime() + long) }
  const issuer = 'Stand-in Root'
  const byRoot = { issuer, issuerKey: root.privateKey, ...life }
  const rootPem = testCertificate({ ...byRoot, subject: issuer, publicKey: root.publicKey, isCa: true })
  const subject = 'messageverificationcerts.paypal.com'
  const leafPem = testCertificate({ ...byRoot, subject, publicKey: leaf.publicKey, isCa: false })
  return {
    chain: leafPem,
    root: rootPem,
    report: (rawBody, webhookId, at) => signed(leaf.privateKey, rawBody, webhookId, at),
    isOwn: (asked, rawEvent) => {
      if (asked.cert_url !== certificateUrl || asked.auth_algo !== 'SHA256withRSA') return false
      const transmission = { id: String(asked.transmission_id), time: String(asked.transmission_time) }
      const message = Buffer.from(signedText(transmission, String(asked.webhook_id), Buffer.from(rawEvent)))
      return verify('RSA-SHA256', message, leaf.publicKey, Buffer.from(String(asked.transmission_sig), 'base64'))
    },
  }
}
const newKeys = (): { publicKey: KeyObject; privateKey: KeyObject } =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })

function signed(key: KeyObject, rawBody: Uint8Array, webhookId: string, at: Date): SupplierReport {
  // PayPal's contract only allows a signature that starts with a letter, a digit or '_'.
  for (;;) {
    const transmission = { id: randomUUID(), time: at.toISOString().replace(/\.\d+Z$/, 'Z') }
    const signature = sign('RSA-SHA256', Buffer.from(signedText(transmission, webhookId, rawBody)), key)
    const text = signature.toString('base64')
    if (!/^\w/.test(text)) continue
    const headers = {
      'content-type': 'application/json',
      'paypal-transmission-id': transmission.id,
      'paypal-transmission-time': transmission.time,
      'paypal-transmission-sig': text,
      'paypal-cert-url': certificateUrl,
      'paypal-auth-algo': 'SHA256withRSA',
    }
    return { rawBody, headers }
  }
}
