import type { LocalDate } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { labelOf } from '../gateways/store.server.ts'
import { ledgerByCurrency, proveLedger } from '../ledger/queries.server.ts'
import type { LedgerDifference, LedgerSums } from '../ledger/rules.ts'
import type { ReportRecord } from '../tables.server.ts'
import type { LedgerState, PaymentReport, ProviderReport } from './contract.ts'
import type { PaymentDifference } from './rules.ts'

const maxShown = 100
/** The proof reads the whole ledger. */
const proofLimit = { name: 'ledger-proof', hits: 20, seconds: 600 }

/** Daily reports, newest first. `next` is the day for the next page, null at the end. Two statements. */
export async function listPaymentReports(
  deps: PaymentDeps,
  { before, limit }: { before?: LocalDate | undefined; limit: number },
): Promise<{ items: PaymentReport[]; next: LocalDate | null }> {
  let query = deps.db
    .selectFrom('payment_report_days')
    .selectAll()
    .orderBy('day', 'desc')
    .limit(limit + 1)
  if (before) query = query.where('day', '<', before)
  const rows = await query.execute()
  const days = rows.slice(0, limit)
  const reports = days.length === 0 ? [] : await rowsOf(deps, days.at(-1)?.day ?? '', days[0]?.day ?? '')
  return {
    items: days.map(({ day, made_at, ledger_differences }) => ({
      day,
      madeAt: made_at.toISOString(),
      ledgerDifferences: ledger_differences.map(viewDifference),
      providers: reports.filter((row) => row.day === day).map((row) => viewReport(deps, row)),
    })),
    next: rows.length > limit ? (days.at(-1)?.day ?? null) : null,
  }
}

const rowsOf = (deps: PaymentDeps, from: LocalDate, to: LocalDate): Promise<ReportRecord[]> =>
  deps.db
    .selectFrom('payment_reports')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('provider')
    .execute()

/** The current sums and differences of the ledger. Refuses 'limit/too-many'. */
export async function readLedger(deps: PaymentDeps, caller: Caller): Promise<LedgerState> {
  await countHit(deps, proofLimit, caller.userId ?? caller.address)
  const [sums, differences] = await Promise.all([ledgerByCurrency(deps.db), proveLedger(deps.db)])
  return {
    sums: sums.map(viewSums),
    differences: differences.slice(0, maxShown).map(viewDifference),
    differing: differences.length,
  }
}

const viewReport = (deps: PaymentDeps, row: ReportRecord): ProviderReport => ({
  name: row.provider,
  label: labelOf(deps, row.provider),
  asked: row.asked,
  agreed: row.agreed,
  changed: row.changed,
  unanswered: row.unanswered,
  refundsElsewhere: row.refunds_elsewhere,
  differing: row.differing.map(viewPayment),
  sums: row.sums.map(viewSums),
})
const viewPayment = (difference: PaymentDifference): ProviderReport['differing'][number] => ({
  attemptId: difference.attemptId,
  bookingId: difference.bookingId,
  booking_reference: difference.reference,
  what: difference.what,
  provider: money(difference.providerMinor, difference.currency),
  own: money(difference.ownMinor, difference.currency),
  why: difference.why,
})
const viewSums = ({ currency, chargedMinor, refundedMinor, feesMinor, netMinor }: LedgerSums) => ({
  charged: money(chargedMinor, currency),
  refunded: money(refundedMinor, currency),
  fees: money(feesMinor, currency),
  net: money(netMinor, currency),
})
const viewDifference = (difference: LedgerDifference): LedgerState['differences'][number] => ({
  subject: difference.subject,
  bookingId: difference.bookingId,
  booking_reference: difference.reference,
  what: difference.what,
  stored: money(difference.storedMinor, difference.currency),
  entered: money(difference.enteredMinor, difference.currency),
})
