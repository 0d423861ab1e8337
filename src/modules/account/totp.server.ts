/** Codes of an authenticator app (RFC 6238: SHA-1, 6 digits, steps of 30 seconds). Pure: the time is an argument. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const digits = 6
/** The length of SHA-1's output, as RFC 4226 recommends. */
export const keyBytes = 20
/** How many steps the phone's clock may be off. */
const maxDrift = 1

export const stepAt = (now: Date): number => Math.floor(now.getTime() / stepMs)

export function codeOf(key: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 0xf
  const number = hash.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/**
 * The time step of a six-digit code: the present one or a neighbour. Null for a wrong code, and for a step up to
 * `lastStep`, the last one accepted, so that a code works once. A `lastStep` in the future does not count: the clock was
 * set back since.
 */
export function stepOfCode(key: Uint8Array, code: string, now: Date, lastStep: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const typed = Buffer.from(code)
  const latest = stepAt(now) + maxDrift
  const after = lastStep === null || lastStep > latest ? 0 : lastStep
  let match: number | null = null
  for (let step = latest - 2 * maxDrift; step <= latest; step++)
    if (timingSafeEqual(Buffer.from(codeOf(key, step)), typed) && step > after) match ??= step
  return match
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** For typing into an app: 32 letters for 20 bytes. */
export function inBase32(key: Uint8Array): string {
  const bits = [...key].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => base32Letters[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('')
}

/** The content of the QR code. The app shows the shop's name and the account. */
export function appAddress(key: Uint8Array, shop: string, account: string): string {
  // The colon separates issuer and account; some apps also split at an encoded one.
  const issuer = encodeURIComponent(shop.replaceAll(':', ' '))
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${inBase32(key)}&issuer=${issuer}`
}
