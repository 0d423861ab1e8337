import type { ColumnType, GeneratedAlways, Insertable, Selectable } from 'kysely'
import type { Text } from '../../kernel/messages.ts'
import type { StoredTranslation } from '../../kernel/translations.ts'
import type { Defaulted, Json, Timestamp } from '../../platform/db/tables.server.ts'
import type { AttemptState } from './attempts/rules/attempt.ts'
import type { LedgerDifference, LedgerSums, MovementKind } from './ledger/rules.ts'
import type { PaymentAction } from './port.ts'
import type { RefundState } from './refunds/rules/refund.ts'
import type { PaymentDifference } from './reports/rules.ts'

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    payment_gateways: PaymentGatewaysTable
    bank_accounts: BankAccountsTable
    payment_attempts: PaymentAttemptsTable
    payment_events: PaymentEventsTable
    refunds: RefundsTable
    ledger_entries: LedgerEntriesTable
    payment_report_days: PaymentReportDaysTable
    payment_reports: PaymentReportsTable
    payment_proofs: PaymentProofsTable
    proof_requests: ProofRequestsTable
  }
}

type NullableTimestamp = ColumnType<Date | null, Date | null | undefined, Date | null>

interface PaymentGatewaysTable {
  name: string
  type: 'api' | 'manual'
  enabled: Defaulted<boolean>
  settings: ColumnType<Readonly<Record<string, string>>, string | undefined, string>
  sealed_secrets: Buffer | null
  manual_instructions: Defaulted<string>
  display_name: Defaulted<string>
  /** Of the name and the instructions, by language. */
  translations: ColumnType<Readonly<Record<string, StoredTranslation>>, string | undefined, string>
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}
export type GatewayRecord = Selectable<PaymentGatewaysTable>

interface BankAccountsTable {
  currency: string
  account_name: Defaulted<string>
  account_number: Defaulted<string>
  bank_name: Defaulted<string>
  branch: Defaulted<string>
  ifsc: Defaulted<string>
  upi: Defaulted<string>
  iban: Defaulted<string>
  swift: Defaulted<string>
  updated_at: Timestamp
}

interface PaymentAttemptsTable {
  id: string
  booking_id: string
  /** The prepared move whose difference it pays; null: it pays the booking. */
  move_id: ColumnType<string | null, string | null | undefined, never>
  provider: string
  amount_minor: number
  currency: string
  booking_amount_minor: number
  booking_currency: string
  exchange_rate: ColumnType<string, string, never>
  state: Defaulted<AttemptState>
  provider_order_ref: string | null
  provider_payment_ref: string | null
  action: ColumnType<PaymentAction | null, string | null | undefined, string | null>
  captured_minor: Defaulted<number>
  refunded_minor: Defaulted<number>
  review_reason: string | null
  /** Null exactly when the reason is null. */
  review_since: NullableTimestamp
  failure_message: Text | null
  fee_minor: ColumnType<number | null, number | null | undefined, number | null>
  /** When we learned of the payer's dispute. */
  disputed_at: NullableTimestamp
  expires_at: NullableTimestamp
  /** Since when the customer has to wait for the outcome: after a proven return, or while the provider decides. */
  checking_since: NullableTimestamp
  /** The booking's expiry that this method removed. */
  removed_expiry: NullableTimestamp
  /** Choosing this method confirmed the booking. */
  confirmed_booking: Defaulted<boolean>
  succeeded_at: NullableTimestamp
  /** Grows with each attempt. Order by it: times and ids may go back with the clock. */
  begun: Defaulted<number>
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}
export type AttemptRecord = Selectable<PaymentAttemptsTable>
/** An attempt before it is stored. */
export type AttemptDraft = Omit<
  AttemptRecord,
  | 'action'
  | 'review_since'
  | 'checking_since'
  | 'removed_expiry'
  | 'confirmed_booking'
  | 'succeeded_at'
  | 'begun'
  | 'version'
>
export type AnsweredAttempt = Pick<
  Insertable<PaymentAttemptsTable>,
  'state' | 'action' | 'expires_at' | 'removed_expiry' | 'confirmed_booking'
> & { readonly provider_order_ref?: string | null }

export type EventOutcome = 'applied' | 'unchanged' | 'mismatch' | 'unknown-attempt' | 'rejected'
interface PaymentEventsTable {
  id: string
  provider: string
  event_id: string
  attempt_id: string | null
  verified: boolean
  outcome: EventOutcome
  body: Buffer
  note: string | null
  received_at: Timestamp
  processed_at: NullableTimestamp
}

interface RefundsTable {
  id: string
  attempt_id: string
  amount_minor: number
  currency: string
  state: Defaulted<RefundState>
  origin: 'ours' | 'external'
  reason: string
  provider: string
  provider_refund_ref: string | null
  failure_message: Text | null
  requested_by: string | null
  created_at: Timestamp
  updated_at: Timestamp
}
export type RefundRecord = Selectable<RefundsTable>

interface LedgerEntriesTable {
  id: GeneratedAlways<number>
  booking_id: string
  attempt_id: string | null
  attempt_version: number | null
  kind: MovementKind
  amount_minor: number
  currency: string
  booking_minor: number
  booking_currency: string
  exchange_rate: string
  source: string
  at: Timestamp
}

interface PaymentReportDaysTable {
  day: string
  made_at: Timestamp
  ledger_differences: Json<readonly LedgerDifference[]>
}
interface PaymentReportsTable {
  day: string
  provider: string
  asked: number
  agreed: number
  changed: number
  unanswered: number
  refunds_elsewhere: number
  differing: Json<readonly PaymentDifference[]>
  sums: Json<readonly LedgerSums[]>
}
export type ReportRecord = Selectable<PaymentReportsTable>

interface PaymentProofsTable {
  id: string
  booking_id: string
  attempt_id: string | null
  version: number
  file_id: string | null
  external_url: string | null
  uploaded_by: 'customer' | 'admin'
  actor_id: string | null
  /** When staff decided, asked for another proof or recorded the payment; null: it waits for them. */
  settled_at: NullableTimestamp
  created_at: Timestamp
}
interface ProofRequestsTable {
  id: string
  booking_id: string
  reason: string
  asked_by: string
  asked_at: Timestamp
  answered_at: NullableTimestamp
}
