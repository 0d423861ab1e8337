/**
 * Maps each refusal to its HTTP status and message. Both are exhaustive over the codes of the rooms: a new code does not
 * compile before it has a status here and a message in its room's `messages/en.json`, under `refusals`.
 */
import { type MessageValues, messagesOf, type Text } from '../kernel/messages.ts'
import type { RefusalFacts } from '../kernel/refusal.ts'
import type { AccountRefusal } from '../modules/account/index.ts'
import type accountMessages from '../modules/account/messages/en.json'
import type { BookingRefusal } from '../modules/booking/index.ts'
import type bookingMessages from '../modules/booking/messages/en.json'
import type { CatalogueRefusal } from '../modules/catalogue/index.ts'
import type catalogueMessages from '../modules/catalogue/messages/en.json'
import type { ContentRefusal } from '../modules/content/index.ts'
import type contentMessages from '../modules/content/messages/en.json'
import type { CustomerRefusal } from '../modules/customer/index.ts'
import type customerMessages from '../modules/customer/messages/en.json'
import type { FileRefusal } from '../modules/files/index.ts'
import type fileMessages from '../modules/files/messages/en.json'
import type { InventoryRefusal } from '../modules/inventory/index.ts'
import type inventoryMessages from '../modules/inventory/messages/en.json'
import type { MailRefusal } from '../modules/mail/index.ts'
import type mailMessages from '../modules/mail/messages/en.json'
import type { PaymentRefusal } from '../modules/payment/index.ts'
import type paymentMessages from '../modules/payment/messages/en.json'
import type { PrintoutRefusal } from '../modules/printouts/index.ts'
import type paperMessages from '../modules/printouts/messages/en.json'
import type { PromoRefusal } from '../modules/promo/index.ts'
import type promoMessages from '../modules/promo/messages/en.json'
import type { ReviewRefusal } from '../modules/review/index.ts'
import type reviewMessages from '../modules/review/messages/en.json'
import type { SettingsRefusal } from '../modules/settings/index.server.ts'
import type settingsMessages from '../modules/settings/messages/en.json'
import type webMessages from './messages/en.json'
import type { RequestRefusal } from './request-refusal.ts'

export type RefusalCode =
  | RequestRefusal
  | AccountRefusal
  | BookingRefusal
  | CatalogueRefusal
  | ContentRefusal
  | CustomerRefusal
  | FileRefusal
  | InventoryRefusal
  | MailRefusal
  | PrintoutRefusal
  | PaymentRefusal
  | PromoRefusal
  | ReviewRefusal
  | SettingsRefusal

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503

const statuses: Readonly<Record<RefusalCode, RefusalStatus>> = {
  'request/malformed': 400,
  'request/invalid': 422,
  'request/not-found': 404,
  'request/method': 405,
  'request/cross-site': 403,
  'request/too-large': 413,
  'request/too-slow': 408,
  'request/media-type': 415,
  'limit/too-many': 429,
  'idempotency/other-request': 422,
  'list/bad-cursor': 422,
  'server/unavailable': 503,
  'server/storage-full': 503,
  'server/broken': 500,

  'account/sign-in-needed': 401,
  'account/not-allowed': 403,
  'account/invalid-credentials': 401,
  'account/invalid': 422,
  'account/invalid-token': 422,
  'account/redirect-refused': 403,
  'account/sign-up-failed': 422,
  'account/not-found': 404,
  'account/person-unknown': 404,
  'account/person-open': 409,
  'account/person-is-staff': 409,
  'account/already-staff': 409,
  'account/no-invitation': 404,
  'account/last-owner': 409,
  'account/named-owner': 409,
  'account/no-session': 404,
  'account/second-step-over': 401,
  'account/wrong-code': 422,
  'account/two-factor-needed': 403,
  'account/two-factor-on': 409,
  'account/two-factor-off': 409,
  'account/two-factor-own': 409,
  'account/two-factor-not-started': 409,

  'booking/not-found': 404,
  'booking/service-not-found': 404,
  'booking/invalid': 422,
  'booking/price-changed': 409,
  'booking/slot-full': 409,
  'booking/places-gone': 409,
  'booking/item-changed': 409,
  'booking/left-behind': 409,
  'booking/too-many-unpaid': 409,
  'booking/shop-closed': 503,
  'booking/email-mismatch': 422,
  'booking/reference-missing': 422,
  'booking/closed': 409,
  'booking/document-not-found': 404,
  'booking/document-replaced': 409,
  'booking/document-asked': 409,
  'booking/not-movable': 409,
  'booking/wrong-code': 422,
  'booking/not-cancellable': 409,
  'booking/not-submittable': 409,
  'booking/already-submitted': 409,
  'booking/changed': 409,
  'booking/departure-changed': 409,
  'booking/departure-being-cancelled': 409,
  'booking/no-customers': 409,
  'booking/decided-by-transfer': 409,
  'booking/refund-not-allowed': 403,
  'booking/no-check-in': 404,
  'booking/no-arrival': 404,
  'booking/no-view': 404,
  'booking/view-not-yours': 403,
  'booking/view-changed': 409,
  'booking/too-many-views': 409,
  'booking/payment-refused': 409,
  'booking/transition-refused': 409,
  'booking/reason-required': 422,
  'booking/not-expirable': 409,

  'catalogue/unknown-kind': 404,
  'catalogue/not-found': 404,
  'catalogue/invalid': 422,
  'catalogue/version-conflict': 409,
  'catalogue/in-trash': 409,
  'catalogue/not-in-trash': 409,
  'catalogue/slug-taken': 409,
  'catalogue/one-active': 409,
  'catalogue/already-trending': 409,
  'catalogue/not-trending': 404,
  'catalogue/order-changed': 409,
  'catalogue/too-many-items': 422,
  'catalogue/no-price-change': 404,
  'catalogue/prices-undone': 409,
  'catalogue/upload-missing': 422,
  'catalogue/upload-refused': 422,
  'catalogue/no-upload': 404,
  'catalogue/upload-state': 409,
  'catalogue/upload-too-old': 409,

  'content/not-found': 404,
  'content/invalid': 422,
  'content/version-conflict': 409,
  'content/no-enquiry': 404,
  'content/no-slider': 404,
  'content/no-menu-item': 404,
  'content/order-changed': 409,

  'customer/not-found': 404,
  'customer/no-note': 404,
  'customer/invalid': 422,
  'customer/changed': 409,

  'file/missing': 422,
  'file/type': 415,
  'file/too-large': 413,
  'file/too-many-pixels': 413,
  'file/quota': 429,
  'file/staged-quota': 429,
  'file/store-full': 503,
  'file/unreadable': 422,
  'file/not-found': 404,
  'file/damaged': 410,
  'file/link-expired': 403,

  'inventory/not-found': 404,
  'inventory/invalid': 422,
  'inventory/started': 409,
  'inventory/version-conflict': 409,
  'inventory/exists': 409,
  'inventory/has-bookings': 409,
  'inventory/resource-in-use': 409,
  'inventory/unit-in-use': 409,
  'inventory/scheduled': 409,
  'inventory/not-waitable': 409,
  'inventory/not-sold-out': 409,
  'inventory/too-many-waiting': 409,
  'inventory/not-waiting': 409,
  'inventory/no-places': 409,

  'mail/not-found': 404,
  'mail/not-failed': 409,
  'mail/unknown-booking': 404,
  'mail/not-for-this-booking': 409,
  'mail/settings-invalid': 422,
  'mail/unknown-template': 404,
  'mail/owners-template': 403,
  'mail/template-invalid': 422,
  'mail/template-changed': 409,
  'mail/test-address': 422,
  'mail/test-failed': 409,
  'mail/switched-off': 409,

  'paper/no-voucher': 409,
  'paper/no-date': 409,

  'promo/not-found': 404,
  'promo/invalid': 422,
  'promo/code-taken': 409,
  'promo/version-conflict': 409,
  'promo/used': 409,

  'review/not-found': 404,
  'review/not-yet': 409,
  'review/closed': 409,
  'review/changed': 409,
  'review/invalid': 422,

  'payment/not-payable': 409,
  'payment/method-unavailable': 409,
  'payment/amount-unavailable': 409,
  'payment/still-processing': 409,
  'payment/provider-unreachable': 503,
  'payment/unknown-provider': 404,
  'payment/unknown-attempt': 404,
  'payment/bad-signature': 400,
  'payment/already-decided': 409,
  'payment/no-transfer': 409,
  'payment/gateway-changed': 409,
  'payment/gateway-invalid': 422,
  'payment/reason-required': 422,
  'payment/wrong-amount': 422,
  'payment/proof-address': 422,
  'payment/refund-too-large': 409,
  'payment/refund-settled': 409,

  'settings/invalid': 422,
}

type Catalogues = (typeof webMessages)['refusals'] & {
  account: (typeof accountMessages)['refusals']
  booking: (typeof bookingMessages)['refusals']
  catalogue: (typeof catalogueMessages)['refusals']
  content: (typeof contentMessages)['refusals']
  customer: (typeof customerMessages)['refusals']
  file: (typeof fileMessages)['refusals']
  inventory: (typeof inventoryMessages)['refusals']
  mail: (typeof mailMessages)['refusals']
  paper: (typeof paperMessages)['refusals']
  payment: (typeof paymentMessages)['refusals']
  promo: (typeof promoMessages)['refusals']
  review: (typeof reviewMessages)['refusals']
  settings: (typeof settingsMessages)['refusals']
}
type CodeWithMessage = {
  [Room in keyof Catalogues & string]: `${Room}/${keyof Catalogues[Room] & string}`
}[keyof Catalogues & string]

/** The folder of each room's catalogue below src/. */
const folders: Readonly<Record<keyof Catalogues, string>> = {
  request: 'web',
  limit: 'web',
  idempotency: 'web',
  list: 'web',
  server: 'web',
  account: 'modules/account',
  booking: 'modules/booking',
  catalogue: 'modules/catalogue',
  content: 'modules/content',
  customer: 'modules/customer',
  file: 'modules/files',
  inventory: 'modules/inventory',
  mail: 'modules/mail',
  paper: 'modules/printouts',
  payment: 'modules/payment',
  promo: 'modules/promo',
  review: 'modules/review',
  settings: 'modules/settings',
}

/** Messages that the command itself provides, in this fact. */
const ownMessages: Readonly<Partial<Record<RefusalCode, string>>> = {
  'catalogue/not-found': 'sentence',
  'mail/settings-invalid': 'reason',
  'payment/amount-unavailable': 'reason',
  'booking/not-movable': 'reason',
  'booking/not-cancellable': 'reason',
}

const orNone = (fact: RefusalFacts[string] | undefined): string => (fact ? String(fact) : 'none')
/** The values of messages that have placeholders. */
const valuesOf: Readonly<Partial<Record<RefusalCode, (facts: RefusalFacts) => MessageValues>>> = {
  'limit/too-many': ({ retryAfter }) => waitOf(Number(retryAfter) || 60),
  'booking/left-behind': ({ count }) => ({ count: Number(count) || 1 }),
  'booking/too-many-unpaid': ({ max }) => ({ max: Number(max) || 1 }),
  'booking/too-many-views': ({ max }) => ({ max: Number(max) || 1 }),
  'account/person-open': ({ references }) => ({ references: orNone(references) }),
  'catalogue/too-many-items': ({ max }) => ({ max: Number(max) || 1 }),
  'catalogue/upload-refused': ({ reason }) => ({ reason: orNone(reason).replaceAll('-', '_') }),
  'file/missing': ({ purpose }) => ({ purpose: orNone(purpose) }),
  'file/type': ({ purpose }) => ({ purpose: orNone(purpose) }),
  'file/too-many-pixels': ({ megapixels }) => ({ megapixels: Number(megapixels) || 1 }),
  'file/damaged': ({ viewer }) => ({ viewer: orNone(viewer) }),
  'mail/not-for-this-booking': ({ template }) => ({ template: orNone(template) }),
  'mail/test-failed': ({ reason }) => ({ reason: orNone(reason).replaceAll('-', '_') }),
  'payment/gateway-changed': ({ provider }) => ({ provider: orNone(provider).replaceAll('_', ' ') }),
}
/** Seconds below a minute and a half, then minutes. */
const waitOf = (seconds: number) => ({ seconds, minutes: seconds < 90 ? 0 : Math.ceil(seconds / 60) })

export const refusalCodes = Object.keys(statuses) as readonly RefusalCode[]
export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(statuses, code)
export const statusOf = (code: RefusalCode): RefusalStatus => statuses[code]

/** The message of a refusal, as a reference that the edges resolve into the caller's language. */
export function sentenceOf(code: RefusalCode, facts: RefusalFacts = {}): Text {
  const own = facts[ownMessages[code] ?? '']
  if (typeof own === 'string') return own
  // Does not compile while a code has no message.
  const codeWithMessage: CodeWithMessage = code
  const [room, what] = codeWithMessage.split('/') as [keyof Catalogues, string]
  const folder = folders[room]
  const key = folder === 'web' ? `refusals.${room}.${what}` : `refusals.${what}`
  return messagesOf<Record<string, string>>(folder)(key, valuesOf[code]?.(facts))
}
