import { createHash } from 'node:crypto'
import type { ReturnReading, ReturnVisit, WebhookReading } from '../../../modules/payment/port.ts'
import type { Account } from './accounts.server.ts'
import { decrypt, isOrderProof } from './cipher.server.ts'
import { pairsOf } from './client.server.ts'
import { idOfOrderNumber } from './order-number.ts'

/** An unverified answer about an order, from the browser or from CCAvenue. Always confirm it with the status API. */
export type Claim = { readonly account: Account; readonly fields: ReadonlyMap<string, string> }

/** Returns null if no account's key decrypts the answer, or if it does not name exactly one order. */
export function openAnswer(accounts: readonly Account[], encResp: string | null | undefined): Claim | null {
  if (!encResp) return null
  for (const account of accounts) {
    const fields = readClaim(decrypt(account, encResp))
    if (fields) return { account, fields }
  }
  return null
}

/** Values are not percent-encoded. A duplicate name means that the text was tampered with, so the result is null. */
export function readClaim(plain: string | null): ReadonlyMap<string, string> | null {
  if (plain === null) return null
  const pairs = pairsOf(plain)
  const fields = new Map(pairs)
  return fields.size === pairs.length && fields.get('order_id') ? fields : null
}
/** CCAvenue often sends the text 'null' for a missing value. */
const fieldOf = ({ fields }: Claim, name: string): string | null => {
  const value = fields.get(name)?.trim()
  return value === undefined || value === '' || value.toLowerCase() === 'null' ? null : value
}

/** Proves that the browser belongs to the payer: the answer names this order and carries the proof we sent with it. */
export function readPayersReturn(account: Account, orderNo: string, { form }: ReturnVisit): ReturnReading {
  const claim = openAnswer([account], form.encResp)
  if (!claim || fieldOf(claim, 'order_id') !== orderNo) return { isProven: false }
  const isProven = isOrderProof(account.workingKey, orderNo, fieldOf(claim, 'merchant_param2') ?? undefined)
  return { isProven, isCancelled: isProven && fieldOf(claim, 'order_status')?.toLowerCase() === 'aborted' }
}

/**
 * Reads a Dynamic Event Notification. CBC has no integrity check, so the event is only a hint to query the status API.
 * It must decrypt, name one order, carry the right proof if it has one, and be recent enough.
 */
export function readNotification(accounts: readonly Account[], rawBody: Uint8Array, now: Date): WebhookReading {
  const refused = (why: string) => ({ verified: false, why }) as const
  const form = new URLSearchParams(Buffer.from(rawBody).toString('utf8'))
  const claim = openAnswer(accounts, form.get('encResp'))
  if (!claim) return refused('does not decrypt with a key of ours into one order')
  const orderNo = fieldOf(claim, 'order_id') ?? ''
  const proof = fieldOf(claim, 'merchant_param2')
  const attemptId = idOfOrderNumber(orderNo)
  if (attemptId && proof && !isOrderProof(claim.account.workingKey, orderNo, proof)) {
    return refused('carries the proof of another order')
  }
  const fault = ageFault(fieldOf(claim, 'trans_date'), now)
  if (fault) return refused(fault)
  const event = { eventId: eventIdOf(claim), attemptId, orderRef: orderNo, snapshot: null }
  // Notifications also cover orders of other shops on the same account.
  return { verified: true, events: [attemptId ? event : { ...event, isIrrelevant: true }] }
}

/** Derived from the content, not the bytes, so that a repeated notification has the same id. */
function eventIdOf(claim: Claim): string {
  const facts = ['order_id', 'tracking_id', 'order_status', 'trans_date'].map((name) => fieldOf(claim, name))
  return `ccav_${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40)}`
}

/**
 * The timestamp is that of the transaction, not of the message: a chargeback notice carries the payment date.
 * Accepting an old event is safe, because it only triggers a status query.
 */
export const oldAfterDays = 180
const day = 86_400_000
function ageFault(transDate: string | null, now: Date): string | null {
  if (transDate === null) return null
  const at = indianTime(transDate)
  if (at === null) return 'has no such date'
  const age = now.getTime() - at.getTime()
  return age > oldAfterDays * day || age < -day ? 'too old or too new' : null
}

/** Parses 'dd/MM/yyyy HH:mm:ss' in Indian time. Returns null if the text is not a valid time. */
export function indianTime(text: string): Date | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text)
  if (!match) return null
  const at = new Date(`${match[3]}-${match[2]}-${match[1]}T${match[4]}+05:30`)
  return Number.isNaN(at.getTime()) ? null : at
}
