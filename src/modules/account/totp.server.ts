/** Codes of an authenticator app (RFC 6238: SHA-1, 6 digits, steps of 30 seconds). Pure: the time is an argument. */
import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
const digits = 6
/** As long as SHA-1's output, as RFC 4226 advises. */
export const keyBytes = 20
/** A clock may be so many steps off. */
const tolerance = 1

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
 * The step that a code of six digits belongs to: this one, the one before or the next; null for a wrong code, and for
 * one of a step that is not after `lastStep`, the newest that was taken (a code counts once).
 */
export function stepOfCode(key: Uint8Array, code: string, now: Date, lastStep: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const given = Buffer.from(code)
  let found: number | null = null
  for (let step = stepAt(now) - tolerance; step <= stepAt(now) + tolerance; step++)
    if (timingSafeEqual(Buffer.from(codeOf(key, step)), given) && step > (lastStep ?? 0)) found ??= step
  return found
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** As it is typed into an app: 32 letters for 20 bytes. */
export function inBase32(key: Uint8Array): string {
  const bits = [...key].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => base32Letters[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '')
    .join('')
}

/** What the QR code says: the app shows the shop's name and the account. */
export function appAddress(key: Uint8Array, shop: string, account: string): string {
  // A colon parts the two; encoded or not, apps take it for one.
  const issuer = encodeURIComponent(shop.replaceAll(':', ' '))
  return `otpauth://totp/${issuer}:${encodeURIComponent(account)}?secret=${inBase32(key)}&issuer=${issuer}`
}
