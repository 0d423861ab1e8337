/** Reactions of the payment room: mails about payments and refunds, and the refund of a cancelled booking. */
import type { Text } from '../../kernel/messages.ts'
import { formatMoney, money } from '../../kernel/money.ts'
import type { DeliveredEvent } from '../../platform/jobs/events.server.ts'
import type { Subscriptions } from '../../platform/jobs/worker.server.ts'
import {
  agencyMail,
  customerMail,
  type MailDeps,
  type MailValues,
  mailAgency,
  mailCustomer,
} from '../mail/index.server.ts'
import { isActive } from './attempts/rules/attempt.ts'
import { getAttempt } from './attempts/store.server.ts'
import type { PaymentDeps } from './deps.server.ts'
import { describedAs, findGateway, isUsable } from './gateways/store.server.ts'
import { bankTransfer } from './manual-methods.ts'
import { refundCancelledBooking } from './refunds/commands.server.ts'
import { refundReasonForCustomer, refundReasonForStaff } from './refunds/rules/reason.ts'
import { type ReviewReason, reviewSentences } from './reviews/rules.ts'

type Deps = PaymentDeps & MailDeps

export const paymentReactions = (deps: Deps): Subscriptions => ({
  'booking.cancelled': { 'refund-payment': ({ payload }) => refundCancelledBooking(deps, payload.bookingId) },
  'payment.completed': { 'tell-customer': customerMail(deps, 'payment_approved') },
  'payment.rejected': { 'tell-customer': customerMail(deps, 'payment_rejected') },
  'payment.proof-uploaded': {
    'tell-customer': customerMail(deps, 'proof_received'),
    'tell-agency': agencyMail(deps, 'admin_proof_alert'),
  },
  'payment.proof-asked': { 'tell-customer': customerMail(deps, 'proof_asked') },
  'payment.reminder-due': { 'tell-customer': (event) => remindCustomer(deps, event) },
  'payment.account-changed': { 'tell-customer': (event) => mailAccountChange(deps, event) },
  'payment.under-review': { 'tell-agency': (event) => alertReview(deps, event) },
  'payment.refund-created': {
    'tell-customer': (event) => mailRefundStart(deps, event),
    'tell-agency': (event) => alertRefund(deps, event),
  },
  'payment.refunded': { 'tell-customer': (event) => mailRefund(deps, event, 'refund_done') },
})

/** The customer may have paid since the reminder was due. */
async function remindCustomer(deps: Deps, event: DeliveredEvent<'payment.reminder-due'>): Promise<void> {
  const facts = await deps.bookingMailFacts(event.payload.bookingId)
  if (facts?.isPaymentDue) await customerMail(deps, 'reminder')(event)
}

/** The payment page shows the current account, so the mail only leads there. */
async function mailAccountChange(
  deps: Deps,
  { id, payload }: DeliveredEvent<'payment.account-changed'>,
): Promise<void> {
  const { bookingId, attemptId } = payload
  const [facts, attempt, gateway] = await Promise.all([
    deps.bookingMailFacts(bookingId),
    getAttempt(deps.db, attemptId),
    findGateway(deps, bankTransfer),
  ])
  if (!facts?.isPaymentDue || !isActive(attempt.state)) return
  const isOffered = gateway && isUsable(gateway) && describedAs(gateway).currencies?.includes(attempt.currency)
  const template = isOffered ? 'bank_account_changed' : 'bank_transfer_off'
  await mailCustomer(deps, id, { template, bookingId })
}

async function alertReview(deps: Deps, event: DeliveredEvent<'payment.under-review'>): Promise<void> {
  const { attemptId, reason } = event.payload
  const attempt = await deps.db
    .selectFrom('payment_attempts')
    .select('booking_id')
    .where('id', '=', attemptId)
    .executeTakeFirst()
  if (!attempt) return
  const values = { reason: reviewSentences[reason as ReviewReason] ?? reason }
  await mailAgency(deps, event.id, { template: 'admin_review_alert', bookingId: attempt.booking_id, values })
}

type RefundEvent = DeliveredEvent<'payment.refund-created'> | DeliveredEvent<'payment.refunded'>

/** The amount of this refund, and its reason in words for the reader; null when the refund is gone. */
async function refundValues(
  deps: Deps,
  { payload }: RefundEvent,
  wordsOf: (reason: string) => Text,
): Promise<MailValues | null> {
  const refund = await deps.db
    .selectFrom('refunds')
    .select(['amount_minor', 'currency', 'reason'])
    .where('id', '=', payload.refundId)
    .executeTakeFirst()
  if (!refund) return null
  const refund_amount = formatMoney(money(refund.amount_minor, refund.currency), { exact: true })
  return { refund_amount, reason: wordsOf(refund.reason) }
}

async function mailRefund(deps: Deps, event: RefundEvent, template: 'refund_started' | 'refund_done'): Promise<void> {
  const values = await refundValues(deps, event, refundReasonForCustomer)
  if (values) await mailCustomer(deps, event.id, { template, bookingId: event.payload.bookingId, values })
}

/** The mail about a move announces its refund. */
async function mailRefundStart(deps: Deps, event: DeliveredEvent<'payment.refund-created'>): Promise<void> {
  if (event.payload.reason !== 'booking_moved') await mailRefund(deps, event, 'refund_started')
}

async function alertRefund(deps: Deps, event: RefundEvent): Promise<void> {
  const values = await refundValues(deps, event, refundReasonForStaff)
  const { bookingId } = event.payload
  if (values) await mailAgency(deps, event.id, { template: 'admin_refund_alert', bookingId, values })
}
