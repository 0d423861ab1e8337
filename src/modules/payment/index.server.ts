/**
 * Payments, for the server. Owns: payment_gateways, bank_accounts, payment_attempts, payment_events, refunds,
 * ledger_entries, payment_reports, payment_report_days, payment_proofs, proof_requests and the provider port. Does not
 * own: prices and booking states (booking), suppliers' APIs (adapters/payments), mail (reacts to the events).
 * Invariants: attempts change only through applySnapshot, in one transaction that locks the booking and then the
 * attempt; no provider is called inside a transaction; money that has arrived never disappears; a booking is paid once.
 */

export { checkPayment } from './attempts/check-payment.server.ts'
export { readAdminPayment } from './attempts/read-admin-payment.server.ts'
export { readPaymentPage } from './attempts/read-payment-page.server.ts'
export { recordArrivalPayment } from './attempts/record-arrival-payment.server.ts'
export { returnFromProvider } from './attempts/return-from-provider.server.ts'
export { startPayment } from './attempts/start-payment.server.ts'
export { isOpenToPayment } from './attempts/store.server.ts'
export type { PaymentDeps } from './deps.server.ts'
export { erasePayer, findOpenMoney } from './erase-payer.server.ts'
export { seedGateways } from './gateways/store.server.ts'
export { takesPayments } from './gateways/takes-payments.server.ts'
export { implementPayment } from './http.server.ts'
export { paymentJobs, paymentSchedule } from './jobs.server.ts'
export { ledgerByCurrency, proveLedger } from './ledger/queries.server.ts'
export type { LedgerDifference, LedgerSums } from './ledger/rules.ts'
export { movePayments } from './moves/move-payments.server.ts'
export { browserOrigins, providerRegistry } from './port.ts'
export { paymentReactions } from './reactions.server.ts'
export { refundCancelledBooking, settleRefund } from './refunds/commands.server.ts'
export { sumOpenRefunds } from './refunds/sum-open.server.ts'
export { countPaymentWork } from './reviews/count-work.server.ts'
export { sweepPayments } from './rounds/sweep-payments.server.ts'
export { registerPaymentRoutes } from './routes.server.ts'
export { askForProof } from './transfers/ask-for-proof.server.ts'
export { decideTransfer } from './transfers/decide-transfer.server.ts'
export {
  findDecidedByTransfer,
  findProofFiles,
  findWaitingProofs,
  isDecidedByTransfer,
} from './transfers/read-transfer.server.ts'
export { setProofUrl, storeProof } from './transfers/store-proof.server.ts'
export { purgePaymentEvents } from './webhooks/events.server.ts'
export { receiveWebhook } from './webhooks/receive-webhook.server.ts'
