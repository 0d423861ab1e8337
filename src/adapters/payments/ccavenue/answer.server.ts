import { createHash } from 'node:crypto'
import type { ReturnReading, ReturnVisit, WebhookReading } from '../../../modules/payment/port.ts'
import type { Account } from './accounts.server.ts'
import { decrypt, isOrderProof } from './cipher.server.ts'
import { pairsOf } from './client.server.ts'
import { idOfOrderNumber } from './order-number.ts'

/** What CCAvenue tells of an order, by way of the browser or straight to us: a claim, upon which it is asked. */
export type Claim = { readonly account: Account; readonly fields: ReadonlyMap<string, string> }

/** Null when none of the accounts' keys opens it, or what comes out names no single order. */
export function openAnswer(accounts: readonly Account[], encResp: string | null | undefined): Claim | null {
  if (!encResp) return null
  for (const account of accounts) {
    const fields = readClaim(decrypt(account, encResp))
    if (fields) return { account, fields }
  }
  return null
}

/** Values are raw: nothing is percent-decoded. A name that comes twice is a text that was put together by somebody. */
export function readClaim(plain: string | null): ReadonlyMap<string, string> | null {
  if (plain === null) return null
  const pairs = pairsOf(plain)
  const fields = new Map(pairs)
  return fields.size === pairs.length && fields.get('order_id') ? fields : null
}
/** Absent values are often the text 'null'. */
const told = ({ fields }: Claim, name: string): string | null => {
  const value = fields.get(name)?.trim()
  return value === undefined || value === '' || value.toLowerCase() === 'null' ? null : value
}

/** What only the payer's own way back carries: an answer for this order, with the proof that we sent along with it. */
export function readPayersReturn(account: Account, orderNo: string, { form }: ReturnVisit): ReturnReading {
  const claim = openAnswer([account], form.encResp)
  if (!claim || told(claim, 'order_id') !== orderNo) return { isProven: false }
  const isProven = isOrderProof(account.workingKey, orderNo, told(claim, 'merchant_param2') ?? undefined)
  return { isProven, isCancelled: isProven && told(claim, 'order_status')?.toLowerCase() === 'aborted' }
}

/**
 * A Dynamic Event Notification. "Verified" can only mean that somebody with our key has written it, and under CBC not
 * even that for every letter: so an event is a hint and never content. It is taken in when it decrypts, names one order,
 * carries that order's own proof where it carries one, and is no older than a chargeback can be.
 */
export function readNotification(accounts: readonly Account[], rawBody: Uint8Array, now: Date): WebhookReading {
  const refused = (why: string) => ({ verified: false, why }) as const
  const form = new URLSearchParams(Buffer.from(rawBody).toString('utf8'))
  const claim = openAnswer(accounts, form.get('encResp'))
  if (!claim) return refused('does not decrypt with a key of ours into one order')
  const orderNo = told(claim, 'order_id') ?? ''
  const proof = told(claim, 'merchant_param2')
  const attemptId = idOfOrderNumber(orderNo)
  if (attemptId && proof && !isOrderProof(claim.account.workingKey, orderNo, proof)) {
    return refused('carries the proof of another order')
  }
  const fault = ageFault(told(claim, 'trans_date'), now)
  if (fault) return refused(fault)
  const event = { eventId: eventIdOf(claim), attemptId, orderRef: orderNo, snapshot: null }
  // Another shop on the same account hears of its orders here too.
  return { verified: true, events: [attemptId ? event : { ...event, isIrrelevant: true }] }
}

/** By what it tells, not by its bytes: the same fact told twice is one event. */
function eventIdOf(claim: Claim): string {
  const facts = ['order_id', 'tracking_id', 'order_status', 'trans_date'].map((name) => told(claim, name))
  return `ccav_${createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40)}`
}

/**
 * The time is that of the transaction, not of the message: news of a chargeback carries the day of the payment. Since
 * an event only makes us ask, an old one costs a question and no more.
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

/** 'dd/MM/yyyy HH:mm:ss' in Indian time; null when it is no such time. */
export function indianTime(text: string): Date | null {
  const match = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}:\d{2}:\d{2})$/.exec(text)
  if (!match) return null
  const at = new Date(`${match[3]}-${match[2]}-${match[1]}T${match[4]}+05:30`)
  return Number.isNaN(at.getTime()) ? null : at
}
