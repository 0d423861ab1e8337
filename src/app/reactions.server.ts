/**
 * What follows from what: the events of the rooms, and who reacts (docs/ARCHITECTURE.md, Events). Each reaction may be
 * repeated: a mail has one key per event, the others change nothing the second time.
 */
import { formatDateTime } from '../kernel/dates.ts'
import { formatMoney, money } from '../kernel/money.ts'
import { isRefusal } from '../kernel/refusal.ts'
import type { SecurityChange } from '../modules/account/index.server.ts'
import { adoptGuestBookings, readAskedDocument, readIssuedName } from '../modules/booking/index.server.ts'
import { getEnquiry } from '../modules/content/index.server.ts'
import { type ConversionDeps, tellConversion } from '../modules/conversion/index.server.ts'
import { type MailDeps, type MailValues, queueMail } from '../modules/mail/index.server.ts'
import { findOrIssueInvoice } from '../modules/paper/index.server.ts'
import { type PaymentDeps, refundCancelledBooking } from '../modules/payment/index.server.ts'
import {
  type ReviewReason,
  refundReasonForCustomer,
  refundReasonForStaff,
  reviewSentences,
} from '../modules/payment/index.ts'
import { releasePromo } from '../modules/promo/index.server.ts'
import { readSettings } from '../modules/settings/index.server.ts'
import type { Core } from '../platform/core.server.ts'
import type { DeliveredEvent } from '../platform/jobs/events.server.ts'
import type { Subscriptions } from '../platform/jobs/worker.server.ts'

import { planInvitation } from './review-invitations.server.ts'

export type ReactionDeps = PaymentDeps & MailDeps & ConversionDeps

/** To the customer of a booking. A booking that is gone is nobody's. */
async function writeToCustomer(
  deps: ReactionDeps,
  template: string,
  event: DeliveredEvent,
  bookingId: string,
  more: MailValues = {},
): Promise<void> {
  const facts = await deps.bookingMailFacts(bookingId)
  if (!facts) return
  const { to, values } = facts
  await queue(deps, { template, to, bookingId, values: { ...values, ...more }, dedupeKey: `${event.id}:customer` })
}

/** To the agency: the address for alerts, else the one for contact. */
async function alertAgency(
  deps: ReactionDeps,
  template: string,
  event: DeliveredEvent,
  bookingId: string,
  more: MailValues = {},
): Promise<void> {
  const [facts, settings] = await Promise.all([deps.bookingMailFacts(bookingId), readSettings(deps)])
  if (!facts) return
  const to = settings.alert_email || settings.contact_email
  const values = { ...facts.values, ...more }
  await queue(deps, { template, to, bookingId, values, dedupeKey: `${event.id}:agency` })
}

const queue = (deps: Core, mail: Parameters<typeof queueMail>[2]): Promise<unknown> =>
  deps.db.transaction().execute((trx) => queueMail(trx, deps, mail))

export function subscriptions(deps: ReactionDeps): Subscriptions {
  const customer =
    (template: string) =>
    (event: DeliveredEvent): Promise<void> => {
      const { bookingId, reason } = event.payload as { bookingId: string; reason?: string | null }
      return writeToCustomer(deps, template, event, bookingId, reason ? { reason } : {})
    }
  const agency =
    (template: string) =>
    (event: DeliveredEvent): Promise<void> => {
      const { bookingId } = event.payload as { bookingId: string }
      return alertAgency(deps, template, event, bookingId)
    }
  /** Numbers follow the order of the sales, not of the downloads. */
  const invoice = async ({ payload }: { payload: { bookingId: string } }): Promise<void> => {
    await findOrIssueInvoice(deps, payload.bookingId)
  }
  /** A code that was paid with is used, whatever comes of the booking. */
  const freePromo = async ({ payload }: { payload: { bookingId: string } }): Promise<void> => {
    if (!(await wasPaid(deps, payload.bookingId))) await releasePromo(deps, payload.bookingId)
  }
  /** What was paid before its papers were sent (C099). */
  const documents = async (event: DeliveredEvent<'payment.completed'>): Promise<void> => {
    const { bookingId } = event.payload
    if ((await bookingOf(deps, bookingId))?.case_stage === 'waiting_for_documents')
      await writeToCustomer(deps, 'documents_needed', { ...event, id: `${event.id}:documents` }, bookingId)
  }
  return {
    'booking.created': {
      'tell-customer': customer('booking_received'),
      'tell-agency': agency('admin_booking_alert'),
      'tell-network': (event) => tellNetwork(deps, 'InitiateCheckout', event),
    },
    'booking.confirmed': { 'tell-customer': customer('booking_confirmation'), 'issue-invoice': invoice },
    'booking.cancelled': {
      'refund-payment': ({ payload }) => refundCancelledBooking(deps, payload.bookingId),
      'free-promo': freePromo,
      'tell-customer': async (event) => {
        // A rejected transfer cancels too, and has a mail of its own.
        if (!(await isRejected(deps, event.payload.bookingId))) await customer('cancellation')(event)
      },
    },
    'booking.completed': {
      'tell-customer': async (event) => {
        const name = await letterOfIssued(deps, event.payload.bookingId)
        if (name) await customer(name)(event)
      },
      'invite-review': (event) => planInvitation(deps, event),
    },
    'booking.document-asked': { 'tell-customer': (event) => askForDocument(deps, event) },
    'booking.document-delivered': { 'tell-customer': (event) => tellOfIssued(deps, event) },
    'booking.expired': { 'tell-customer': customer('booking_expired'), 'free-promo': freePromo },
    'payment.completed': {
      'tell-customer': customer('payment_approved'),
      'issue-invoice': invoice,
      'ask-documents': documents,
      'tell-network': (event) => tellNetwork(deps, 'Purchase', event),
    },
    'payment.rejected': { 'tell-customer': customer('payment_rejected') },
    'payment.proof-uploaded': {
      'tell-customer': customer('proof_received'),
      'tell-agency': agency('admin_proof_alert'),
    },
    'payment.proof-asked': { 'tell-customer': customer('proof_asked') },
    'payment.reminder-due': { 'tell-customer': customer('reminder') },
    'payment.under-review': { 'tell-agency': (event) => alertReview(deps, event) },
    'payment.refund-created': {
      'tell-customer': (event) => tellOfRefund(deps, event, 'refund_started'),
      'tell-agency': (event) => alertRefund(deps, event),
    },
    'payment.refunded': { 'tell-customer': (event) => tellOfRefund(deps, event, 'refund_done') },
    'content.enquiry-received': { 'tell-agency': (event) => forwardEnquiry(deps, event) },
    'account.verification-requested': { 'send-link': letter(deps, 'verify_email') },
    'account.reset-requested': { 'send-link': letter(deps, 'reset_password') },
    'account.staff-invited': { 'send-link': letter(deps, 'staff_invitation') },
    'account.security-changed': { 'tell-person': (event) => tellOfSecurity(deps, event) },
    'account.email-verified': {
      'adopt-bookings': async ({ payload }) => {
        await adoptGuestBookings(deps, payload)
      },
    },
  }
}
/** Their links are for one use: nothing of these is kept once it was heard. */
export const oneTimeEvents = [
  'account.verification-requested',
  'account.reset-requested',
  'account.staff-invited',
] as const

const bookingOf = (deps: ReactionDeps, bookingId: string) =>
  deps.db
    .selectFrom('bookings')
    .select(['verification', 'service_type', 'paid_minor', 'case_stage'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
const isRejected = async (deps: ReactionDeps, bookingId: string): Promise<boolean> =>
  (await bookingOf(deps, bookingId))?.verification === 'rejected'
const wasPaid = async (deps: ReactionDeps, bookingId: string): Promise<boolean> =>
  ((await bookingOf(deps, bookingId))?.paid_minor ?? 0) > 0
async function letterOfIssued(deps: ReactionDeps, bookingId: string): Promise<'visa_approval' | undefined> {
  const booking = await bookingOf(deps, bookingId)
  return booking && deps.kinds.find(booking.service_type)?.issues?.letter
}

/** The advertising events of a booking that goes to payment and of one that was paid; a free one is neither. */
async function tellNetwork(
  deps: ReactionDeps,
  name: 'InitiateCheckout' | 'Purchase',
  { payload: { bookingId }, occurredAt }: DeliveredEvent<'booking.created' | 'payment.completed'>,
): Promise<void> {
  const booking = await deps.db
    .selectFrom('bookings')
    .select(['booking_reference', 'service_id', 'final_minor', 'currency', 'customer_email', 'customer_phone'])
    .where('id', '=', bookingId)
    .executeTakeFirst()
  if (!booking || booking.final_minor === 0) return
  const facts = {
    bookingId,
    reference: booking.booking_reference,
    value: money(booking.final_minor, booking.currency),
    itemId: booking.service_id,
    email: booking.customer_email,
    phone: booking.customer_phone,
  }
  await tellConversion(deps, name, facts, occurredAt)
}

/** A payment that a person has to look at; the reason in words. */
async function alertReview(deps: ReactionDeps, event: DeliveredEvent<'payment.under-review'>): Promise<void> {
  const { attemptId, reason } = event.payload
  const attempt = await deps.db
    .selectFrom('payment_attempts')
    .select('booking_id')
    .where('id', '=', attemptId)
    .executeTakeFirst()
  if (!attempt) return
  const sentence = reviewSentences[reason as ReviewReason] ?? reason
  await alertAgency(deps, 'admin_review_alert', event, attempt.booking_id, { reason: sentence })
}

/** To the customer, who passes it on: the link is the traveller's own where the document is a traveller's. */
async function askForDocument(deps: ReactionDeps, event: DeliveredEvent<'booking.document-asked'>): Promise<void> {
  const { bookingId, documentId } = event.payload
  const asked = await readAskedDocument(deps, documentId)
  if (!asked) return
  const values = { document_name: asked.name, document_url: `${deps.baseUrl}${asked.href}`, reason: asked.reason }
  await writeToCustomer(deps, 'document_asked', event, bookingId, values)
}

async function tellOfIssued(deps: ReactionDeps, event: DeliveredEvent<'booking.document-delivered'>): Promise<void> {
  const { bookingId, issuedId } = event.payload
  const name = await readIssuedName(deps, issuedId)
  const facts = name === null ? null : await deps.bookingMailFacts(bookingId)
  if (name === null || !facts) return
  const values = { document_name: name, document_url: facts.values.tracking_url ?? '' }
  await writeToCustomer(deps, 'document_delivered', event, bookingId, values)
}

type RefundEvent = DeliveredEvent<'payment.refund-created'> | DeliveredEvent<'payment.refunded'>

/** What a mail says of a refund: the amount as it goes back, and why in words for this reader. */
async function refundValues(
  deps: ReactionDeps,
  event: RefundEvent,
  wordsOf: (reason: string) => string,
): Promise<MailValues | null> {
  const refund = await deps.db
    .selectFrom('refunds')
    .select(['amount_minor', 'currency', 'reason'])
    .where('id', '=', event.payload.refundId)
    .executeTakeFirst()
  if (!refund) return null
  const refund_amount = formatMoney(money(refund.amount_minor, refund.currency), { exact: true })
  return { refund_amount, reason: wordsOf(refund.reason) }
}

async function tellOfRefund(
  deps: ReactionDeps,
  event: RefundEvent,
  template: 'refund_started' | 'refund_done',
): Promise<void> {
  const values = await refundValues(deps, event, refundReasonForCustomer)
  if (values) await writeToCustomer(deps, template, event, event.payload.bookingId, values)
}

async function alertRefund(deps: ReactionDeps, event: RefundEvent): Promise<void> {
  const values = await refundValues(deps, event, refundReasonForStaff)
  if (values) await alertAgency(deps, 'admin_refund_alert', event, event.payload.bookingId, values)
}

type Letter = { email: string; name: string; url: string }
const letter =
  (deps: ReactionDeps, template: string) =>
  async (event: { id: string; payload: Letter }): Promise<void> => {
    const { email, name, url } = event.payload
    const values = { customer_name: name, action_url: url }
    await queue(deps, { template, to: email, values, dedupeKey: event.id })
  }

const securitySentences: Readonly<Record<SecurityChange, string>> = {
  'two-factor-on': 'Two-factor sign-in was switched on',
  'two-factor-off': 'Two-factor sign-in was switched off',
  'two-factor-switched-off': 'Two-factor sign-in was switched off for you by somebody who may',
  'recovery-codes-renewed': 'New recovery codes were made; the ones before do not work any more',
  'recovery-code-used': 'A recovery code was used to sign in',
}

/** To whose account it is, without a word that opens anything. Who has no account any more is told nothing. */
async function tellOfSecurity(deps: ReactionDeps, event: DeliveredEvent<'account.security-changed'>): Promise<void> {
  const { userId, what } = event.payload
  const user = await deps.db.selectFrom('users').select(['name', 'email']).where('id', '=', userId).executeTakeFirst()
  if (!user) return
  const values = {
    customer_name: user.name,
    security_event: securitySentences[what],
    event_time: formatDateTime(event.occurredAt),
    action_url: `${deps.baseUrl}/forgot-password`,
  }
  await queue(deps, { template: 'security_notice', to: user.email, values, dedupeKey: event.id })
}

/** To the agency, once for each message (C281). An answer goes to the visitor by hand: the shop never writes to them. */
async function forwardEnquiry(deps: ReactionDeps, event: DeliveredEvent<'content.enquiry-received'>): Promise<void> {
  const enquiry = await getEnquiry(deps, event.payload.enquiryId).catch((error: unknown) => {
    if (isRefusal(error, 'content/no-enquiry')) return null
    throw error
  })
  // Erased meanwhile, with who wrote it.
  if (!enquiry) return
  const settings = await readSettings(deps)
  const { name, email, phone, subject, message, topic, travel_dates, travellers } = enquiry
  const values = {
    ...{ customer_name: name, customer_email: email, customer_phone: phone, subject, message, topic },
    ...{ travel_date: travel_dates || '-', traveler_count: travellers || '-' },
  }
  const to = settings.alert_email || settings.contact_email
  await queue(deps, { template: 'admin_enquiry_alert', to, values, dedupeKey: event.id })
}
