/**
 * The one place where a refusal becomes an answer: its status and the sentence that the screen shows. The tables are
 * exhaustive over the codes of the rooms, so that a new code does not compile before it has both.
 */
import type { RefusalFacts } from '../kernel/refusal.ts'
import type { AccountRefusal } from '../modules/account/index.ts'
import type { BookingRefusal } from '../modules/booking/index.ts'
import type { CatalogueRefusal } from '../modules/catalogue/index.ts'
import type { ContentRefusal } from '../modules/content/index.ts'
import type { FileRefusal } from '../modules/files/index.ts'
import type { MailRefusal } from '../modules/mail/index.ts'
import type { PaperRefusal } from '../modules/paper/index.ts'
import type { PaymentRefusal } from '../modules/payment/index.ts'
import type { PromoRefusal } from '../modules/promo/index.ts'
import type { ReviewRefusal } from '../modules/review/index.ts'
import type { SettingsRefusal } from '../modules/settings/index.server.ts'

/** Those of the request itself, whatever room it is for. */
export type RequestRefusal =
  | 'request/malformed'
  | 'request/invalid'
  | 'request/not-found'
  | 'request/method'
  | 'request/cross-site'
  | 'request/too-large'
  | 'request/too-slow'
  | 'request/media-type'
  | 'limit/too-many'
  | 'idempotency/other-request'
  | 'list/bad-cursor'
  | 'server/unavailable'
  | 'server/broken'

export type RefusalCode =
  | RequestRefusal
  | AccountRefusal
  | BookingRefusal
  | CatalogueRefusal
  | ContentRefusal
  | FileRefusal
  | MailRefusal
  | PaperRefusal
  | PaymentRefusal
  | PromoRefusal
  | ReviewRefusal
  | SettingsRefusal

export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 408 | 409 | 413 | 415 | 422 | 429 | 500 | 503
/** What a code is answered with; a sentence may use the refusal's facts. */
type Answer = readonly [status: RefusalStatus, sentence: string | ((facts: RefusalFacts) => string)]

const answers: Readonly<Record<RefusalCode, Answer>> = {
  'request/malformed': [400, 'The request could not be read.'],
  'request/invalid': [422, 'Please check the marked fields.'],
  'request/not-found': [404, 'There is nothing at this address.'],
  'request/method': [405, 'This address does not take that method.'],
  'request/cross-site': [403, 'This request came from another site and was not carried out.'],
  'request/too-large': [413, 'That is more than can be sent at once.'],
  'request/too-slow': [408, 'The request took too long to arrive.'],
  'request/media-type': [415, 'This content type is not understood here.'],
  'limit/too-many': [429, ({ retryAfter }) => `Too many attempts. Please try again in ${waitOf(retryAfter)}.`],
  'idempotency/other-request': [422, 'This Idempotency-Key was used for another request.'],
  'list/bad-cursor': [422, 'This place in the list is not known.'],
  'server/unavailable': [503, 'The shop is busy. Please try again in a moment.'],
  'server/broken': [500, 'Something went wrong on our side. Please try again.'],

  'account/sign-in-needed': [401, 'Please sign in.'],
  'account/not-allowed': [403, "You don't have permission to access the admin area."],
  'account/invalid-credentials': [401, 'Invalid email or password'],
  'account/invalid': [422, 'Please check the marked fields.'],
  'account/invalid-token': [422, 'This link is no longer valid. Please ask for a new one.'],
  'account/redirect-refused': [403, 'The address to return to is not one of this shop.'],
  'account/sign-up-failed': [422, 'Failed to create account. Please try again.'],
  'account/not-found': [404, 'There is no such account.'],
  'account/person-unknown': [404, 'Nothing is stored of this e-mail address.'],
  'account/person-open': [
    409,
    ({ references }) =>
      `This person still has bookings or payments that are not over${references ? `: ${references}` : ''}. Complete, cancel or settle these first.`,
  ],
  'account/person-is-staff': [409, 'This person is on the staff. Remove them from the staff first.'],
  'account/already-staff': [409, 'This person is on the staff already.'],
  'account/no-invitation': [404, 'This invitation is not open any more.'],
  'account/last-owner': [409, 'The last owner cannot be removed or given another role.'],
  'account/named-owner': [409, 'This owner is named in the settings of the machine (ADMIN_EMAIL) and stays owner.'],
  'account/no-session': [404, 'This session has ended already.'],
  'account/second-step-over': [401, 'This sign-in took too long, or had too many wrong codes. Please sign in again.'],
  'account/wrong-code': [422, 'This code is not right, or it was used already.'],
  'account/two-factor-needed': [403, 'Please set up two-factor sign-in first: all staff use it here.'],
  'account/two-factor-on': [409, 'Two-factor sign-in is on already.'],
  'account/two-factor-off': [409, 'Two-factor sign-in is not on.'],
  'account/two-factor-own': [409, 'Your own is turned off under Your Sign-in, with your password and a code.'],
  'account/two-factor-not-started': [409, 'This took too long. Please start again.'],

  'booking/not-found': [404, 'No booking found with this reference number'],
  'booking/service-not-found': [404, "The service you're trying to book could not be found."],
  'booking/invalid': [422, 'Please fill in all required fields correctly'],
  'booking/price-changed': [409, 'The price has changed. Please check it and book again.'],
  'booking/slot-full': [409, 'No places are left on this day and time. Please choose another.'],
  'booking/email-mismatch': [422, "The email doesn't match our records for this booking"],
  'booking/reference-missing': [422, 'Please enter your booking reference'],
  'booking/closed': [409, 'This booking is closed: nothing can be added any more.'],
  'booking/document-not-found': [404, 'There is no such document.'],
  'booking/document-replaced': [409, 'This document has been replaced meanwhile. It is shown as it is now.'],
  'booking/document-asked': [409, 'This document has been asked for again already.'],
  'booking/changed': [409, 'Somebody else has changed this booking meanwhile. Load it again and repeat the change.'],
  'booking/refund-not-allowed': [403, 'Your role gives back what the terms say. Ask somebody who may refund for more.'],
  'booking/payment-refused': [409, 'The payment of this booking cannot be changed like that.'],
  'booking/transition-refused': [409, 'This step is not possible in the present state of the booking.'],
  'booking/reason-required': [422, 'Please give a reason.'],
  'booking/not-expirable': [409, 'This booking does not expire now.'],

  'catalogue/unknown-kind': [404, 'There is no such kind of service.'],
  'catalogue/not-found': [404, ({ sentence }) => (typeof sentence === 'string' ? sentence : 'Service not found')],
  'catalogue/invalid': [422, 'Please check the marked fields.'],
  'catalogue/version-conflict': [409, 'Somebody else has changed this meanwhile. Load it again and repeat the change.'],
  'catalogue/slug-taken': [409, 'This slug is already used.'],
  'catalogue/one-active': [409, 'Only one active item of this kind can exist.'],
  'catalogue/already-trending': [409, 'This product is in the trending list already.'],
  'catalogue/not-trending': [404, 'This product is not in the trending list any more.'],
  'catalogue/order-changed': [409, 'Somebody else has changed this list meanwhile. Here is what it looks like now.'],
  'catalogue/upload-missing': [422, 'Please select upload type and file'],
  'catalogue/upload-refused': [422, ({ reason }) => `Failed to process upload. ${whyRefused(reason)}`],
  'catalogue/no-upload': [404, 'This upload is not there any more. Please choose the file again.'],
  'catalogue/upload-state': [409, 'This upload is already further on. It is shown as it is now.'],

  'content/not-found': [404, 'There is no such page.'],
  'content/invalid': [422, 'Please check the marked fields.'],
  'content/version-conflict': [409, 'Somebody else has changed this meanwhile. Load it again and repeat the change.'],
  'content/no-enquiry': [404, 'There is no such message.'],
  'content/no-slider': [404, 'There is no such slider.'],
  'content/no-menu-item': [404, 'There is no such menu item.'],
  'content/order-changed': [409, 'Somebody else has changed this list meanwhile. Here is what it looks like now.'],

  'file/missing': [
    422,
    ({ purpose }) => (purpose === 'payment_proof' ? 'Please select a payment proof file' : 'Please select a file'),
  ],
  'file/type': [
    415,
    ({ purpose }) =>
      purpose === 'picture' ? 'Please upload a JPG or PNG image' : 'Please upload a JPG, PNG, or PDF file',
  ],
  'file/too-large': [413, 'Please upload a file smaller than 5MB'],
  'file/unreadable': [422, 'Failed to read file'],
  'file/not-found': [404, 'File not found'],
  'file/link-expired': [403, 'This link has stopped working. Please open the file again from its page.'],

  'mail/not-found': [404, 'There is no such mail.'],
  'mail/not-failed': [409, 'This mail has not failed.'],
  'mail/unknown-booking': [404, 'There is no such booking.'],
  'mail/not-for-this-booking': [409, 'This mail does not fit the state of the booking.'],
  'mail/settings-invalid': [422, ({ reason }) => String(reason ?? 'Please check the marked fields.')],
  'mail/unknown-template': [404, 'There is no such template.'],
  'mail/owners-template': [403, 'Only an owner can change this mail: its link opens an account.'],
  'mail/template-invalid': [422, 'Please check the marked fields.'],
  'mail/template-changed': [409, 'Somebody else has changed this template meanwhile. It is shown as it is now.'],
  'mail/test-address': [422, 'Please enter a test email address'],
  'mail/test-failed': [409, ({ reason }) => `The mail server said: ${reason ?? 'nothing'}`],
  'mail/switched-off': [409, 'This mail is switched off.'],

  'paper/no-voucher': [409, 'The voucher is there as soon as the booking is confirmed.'],
  'paper/no-date': [409, 'This booking has no day yet.'],

  'promo/not-found': [404, 'There is no such promo code.'],
  'promo/invalid': [422, 'Please check the marked fields.'],
  'promo/code-taken': [409, 'This promo code exists already'],
  'promo/version-conflict': [409, 'Somebody else has changed this meanwhile. Load it again and repeat the change.'],
  'promo/used': [409, 'This promo code has been used: switch it off instead.'],

  'review/not-found': [404, 'There is no such review.'],
  'review/not-yet': [409, 'You can write a review as soon as your booking is completed.'],
  'review/closed': [409, 'This review can no longer be changed: 14 days have passed since it was written.'],
  'review/changed': [409, 'This review has changed meanwhile. Load it again and repeat the change.'],
  'review/invalid': [422, 'Please check the marked fields.'],

  'payment/not-payable': [409, 'This booking cannot be paid any more.'],
  'payment/method-unavailable': [409, 'This payment method is not available. Please choose another.'],
  'payment/amount-unavailable': [
    409,
    ({ reason }) => (typeof reason === 'string' ? reason : 'This amount cannot be paid with this method.'),
  ],
  'payment/still-processing': [409, 'Your last payment is still being processed. Please wait a moment.'],
  'payment/provider-unreachable': [503, 'The payment provider does not answer. Nothing was charged; please try again.'],
  'payment/unknown-provider': [404, 'There is no such payment provider.'],
  'payment/unknown-attempt': [404, 'There is no such payment.'],
  'payment/bad-signature': [400, 'The event is not signed by the provider.'],
  'payment/already-decided': [409, 'This transfer has already been decided.'],
  'payment/no-transfer': [409, 'This booking is not paid by bank transfer.'],
  'payment/gateway-changed': [
    409,
    ({ provider }) => `Somebody else has changed ${inWords(provider)} meanwhile. It is shown as it is now.`,
  ],
  'payment/gateway-invalid': [422, 'Please check the marked fields.'],
  'payment/reason-required': [422, 'Please give a reason.'],
  'payment/proof-address': [422, 'Please enter an address that starts with http:// or https://'],
  'payment/refund-too-large': [409, 'That is more than can be refunded.'],
  'payment/refund-settled': [409, 'This refund is already settled.'],

  'settings/invalid': [422, 'Please check the marked fields.'],
}

const refusedTables: Readonly<Record<string, string>> = {
  'old-excel': 'Files of the old Excel (.xls) cannot be read: save it as .xlsx or .csv.',
  'too-many-rows': 'The file has more than 10,000 rows: please divide it.',
  'too-large': 'The file is too large: at most 5 MB, and 20 MB unpacked.',
  'no-rows': 'The file needs a first row with the names of the columns, and at least one row below it.',
  'too-slow': 'Reading the file took too long.',
}
const whyRefused = (reason: unknown): string =>
  refusedTables[String(reason)] ?? 'It is neither a CSV file in UTF-8 nor an .xlsx file.'

/** 'bank_transfer' -> 'bank transfer' */
const inWords = (name: unknown): string => String(name ?? 'this gateway').replaceAll('_', ' ')

function waitOf(seconds: unknown): string {
  const n = Number(seconds) || 60
  if (n < 90) return n === 1 ? '1 second' : `${n} seconds`
  return `${Math.ceil(n / 60)} minutes`
}

export const refusalCodes = Object.keys(answers) as readonly RefusalCode[]
export const isRefusalCode = (code: string): code is RefusalCode => Object.hasOwn(answers, code)
export const statusOf = (code: RefusalCode): RefusalStatus => answers[code][0]
export function sentenceOf(code: RefusalCode, facts: RefusalFacts = {}): string {
  const sentence = answers[code][1]
  return typeof sentence === 'string' ? sentence : sentence(facts)
}
