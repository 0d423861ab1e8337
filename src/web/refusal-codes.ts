/** Every refusal of the rooms and its HTTP status. A new code does not compile before it has one. */
import type { AccountRefusal } from '../modules/account/index.ts'
import type { BookingRefusal } from '../modules/booking/index.ts'
import type { CatalogueRefusal } from '../modules/catalogue/index.ts'
import type { ContentRefusal } from '../modules/content/index.ts'
import type { CustomerRefusal } from '../modules/customer/index.ts'
import type { FileRefusal } from '../modules/files/index.ts'
import type { InventoryRefusal } from '../modules/inventory/index.ts'
import type { MailRefusal } from '../modules/mail/index.ts'
import type { PaymentRefusal } from '../modules/payment/index.ts'
import type { PrintoutRefusal } from '../modules/printouts/index.ts'
import type { PromoRefusal } from '../modules/promo/index.ts'
import type { ReviewRefusal } from '../modules/review/index.ts'
import type { SettingsRefusal } from '../modules/settings/index.server.ts'
import type { TaskRefusal } from '../modules/task/index.ts'
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
  | TaskRefusal

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
  'booking/too-many-selected': 409,
  'booking/no-recipients': 409,
  'booking/no-run': 404,
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
  'catalogue/translation-file': 422,
  'catalogue/translation-file-missing': 422,
  'catalogue/translations-changed': 409,
  'catalogue/nothing-to-translate': 404,

  'content/not-found': 404,
  'content/invalid': 422,
  'content/version-conflict': 409,
  'content/no-enquiry': 404,
  'content/no-entry': 404,
  'content/thread-changed': 409,
  'content/thread-full': 409,
  'content/no-mail': 409,
  'content/no-canned-reply': 404,
  'content/no-slider': 404,
  'content/no-menu-item': 404,
  'content/order-changed': 409,

  'customer/not-found': 404,
  'customer/no-note': 404,
  'customer/invalid': 422,
  'customer/changed': 409,
  'customer/same-record': 422,
  'customer/two-accounts': 409,
  'customer/no-merge': 404,

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
  'mail/settings-changed': 409,
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
  'settings/shop-closed': 503,
  'settings/not-ready': 409,

  'task/not-found': 404,
  'task/no-subject': 404,
  'task/invalid': 422,
  'task/changed': 409,
}

export const refusalCodes = Object.keys(statuses) as readonly RefusalCode[]
export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(statuses, code)
export const statusOf = (code: RefusalCode): RefusalStatus => statuses[code]
