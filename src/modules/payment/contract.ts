import { attemptAdminProcedures, attemptProcedures } from './attempts/contract.ts'
import { gatewayProcedures } from './gateways/contract.ts'
import { gatewayTranslationsContract } from './gateways/translations-contract.ts'
import { refundProcedures } from './refunds/contract.ts'
import { reportProcedures } from './reports/contract.ts'
import { reviewProcedures } from './reviews/contract.ts'
import { saleProcedures } from './sales/contract.ts'
import { salesReportProcedures } from './sales-report/contract.ts'
import { transferProcedures } from './transfers/contract.ts'
import { webhookProcedures } from './webhooks/contract.ts'

export type { AdminPayment, AttemptCheck, BankDetails, PaymentPage } from './attempts/contract.ts'
export type { BankSettings, GatewayView } from './gateways/contract.ts'
export type { LedgerState, PaymentReport, ProviderReport } from './reports/contract.ts'
export type { PaymentReview } from './reviews/contract.ts'
export type { PaymentLink, Sale } from './sales/contract.ts'
export type { SalesReport } from './sales-report/contract.ts'
export type { WaitingProof } from './transfers/contract.ts'
export type { RefusedReports } from './webhooks/contract.ts'

export const paymentContract = {
  ...attemptProcedures,
  admin: {
    ...attemptAdminProcedures,
    ...transferProcedures,
    ...refundProcedures,
    ...reviewProcedures,
    ...webhookProcedures,
    ...reportProcedures,
    ...salesReportProcedures,
    ...saleProcedures,
    ...gatewayProcedures,
    gatewayTranslations: gatewayTranslationsContract,
  },
}
