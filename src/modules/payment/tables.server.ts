import type { ColumnType, Selectable } from 'kysely'
import type { Defaulted, Timestamp } from '../../platform/db/tables.server.ts'
import type { PaymentAction } from './port.ts'
import type { AttemptState } from './rules/attempt.ts'
import type { RefundState } from './rules/refund.ts'

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    payment_gateways: PaymentGatewaysTable
    bank_accounts: BankAccountsTable
    payment_attempts: PaymentAttemptsTable
    payment_events: PaymentEventsTable
    refunds: RefundsTable
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
  /** Null exactly where the reason is. */
  review_since: NullableTimestamp
  failure_message: string | null
  expires_at: NullableTimestamp
  succeeded_at: NullableTimestamp
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}
export type AttemptRecord = Selectable<PaymentAttemptsTable>

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
  failure_message: string | null
  requested_by: string | null
  created_at: Timestamp
  updated_at: Timestamp
}
export type RefundRecord = Selectable<RefundsTable>

interface PaymentProofsTable {
  id: string
  booking_id: string
  attempt_id: string | null
  version: number
  file_id: string | null
  external_url: string | null
  uploaded_by: 'customer' | 'admin'
  actor_id: string | null
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
