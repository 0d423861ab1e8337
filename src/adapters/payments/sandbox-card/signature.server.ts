import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Keyring } from '../../../platform/crypto/keyring.server.ts'

export const signatureHeader = 'sandbox-card-signature'
/** Older or future webhooks count as replays. */
const toleranceSeconds = 300

export const sandboxSecret = (keys: Keyring): string => keys.derive('sandbox-card')

const mac = (secret: string, at: number, body: Uint8Array): Buffer =>
  createHmac('sha256', secret).update(`${at}.`).update(body).digest()

/** 't=<unix>,v1=<hex>' over the time and the raw bytes. */
export function signReport(secret: string, body: Uint8Array, now: Date): string {
  const at = Math.floor(now.getTime() / 1000)
  return `t=${at},v1=${mac(secret, at, body).toString('hex')}`
}

/** Returns null if the signature is valid and fresh, else the reason. */
export function reportFault(secret: string, body: Uint8Array, header: string | undefined, now: Date): string | null {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '')
  if (!match) return 'no signature'
  const at = Number(match[1])
  const given = Buffer.from(match[2] ?? '', 'hex')
  const right = mac(secret, at, body)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return 'wrong signature'
  return Math.abs(now.getTime() / 1000 - at) > toleranceSeconds ? 'too old or too new' : null
}

/** Proves that the browser belongs to the payer. */
export const returnProof = (secret: string, orderRef: string): string =>
  createHmac('sha256', secret).update(`return:${orderRef}`).digest('base64url')
export function isReturnProof(secret: string, orderRef: string, proof: string | undefined): boolean {
  const given = Buffer.from(proof ?? '')
  const right = Buffer.from(returnProof(secret, orderRef))
  return given.length === right.length && timingSafeEqual(given, right)
}
