/**
 * Payments, for the server. Owns: payment_gateways, bank_accounts, payment_attempts, payment_events, refunds,
 * ledger_entries, payment_reports, payment_proofs, proof_requests and the provider port. Does not own: prices and booking states (booking), suppliers'
 * APIs (adapters/payments), mail (reacts to the events).
 * Invariants: state changes only through applySnapshot, in one transaction that locks booking, then attempt; no
 * provider is called inside a transaction; money that has arrived never disappears; a booking is paid once.
 */

export { isOpenToPayment } from './attempts.server.ts'
export { askForProof } from './commands/ask-for-proof.server.ts'
export { checkPayment } from './commands/check-payment.server.ts'
export { decideTransfer } from './commands/decide-transfer.server.ts'
export { erasePayer, findOpenMoney } from './commands/erase-payer.server.ts'
export { receiveWebhook } from './commands/receive-webhook.server.ts'
export { recordArrivalPayment } from './commands/record-arrival-payment.server.ts'
export { refundCancelledBooking, settleRefund } from './commands/refund.server.ts'
export { returnFromProvider } from './commands/return-from-provider.server.ts'
export { startPayment } from './commands/start-payment.server.ts'
export { setProofUrl, storeProof } from './commands/store-proof.server.ts'
export { sweepPayments } from './commands/sweep-payments.server.ts'
export type { PaymentDeps } from './deps.server.ts'
export { seedGateways } from './gateways.server.ts'
export { implementPayment } from './http.server.ts'
export { paymentJobs, paymentSchedule } from './jobs.server.ts'
export { browserOrigins, providerRegistry } from './port.ts'
export { readAdminPayment } from './queries/admin-payment.server.ts'
export { ledgerByCurrency, proveLedger } from './queries/ledger.server.ts'
export { countPaymentWork } from './queries/open-work.server.ts'
export { readPaymentPage } from './queries/payment-page.server.ts'
export { registerPaymentRoutes } from './routes.server.ts'
export type { LedgerDifference, LedgerSums } from './rules/ledger.ts'
