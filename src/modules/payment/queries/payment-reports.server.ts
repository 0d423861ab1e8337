import type { LocalDate } from '../../../kernel/dates.ts'
import { money } from '../../../kernel/money.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { countHit } from '../../../platform/rate-limit.server.ts'
import type { LedgerState, PaymentReport, ProviderReport } from '../contract.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { labelOf } from '../gateways.server.ts'
import type { LedgerDifference, LedgerSums } from '../rules/ledger.ts'
import type { PaymentDifference } from '../rules/report.ts'
import type { ReportRecord } from '../tables.server.ts'
import { ledgerByCurrency, proveLedger } from './ledger.server.ts'

const mostShown = 100
/** The proof reads every line there is. */
const proofs = { name: 'ledger-proof', hits: 20, seconds: 600 }

/** The daily reports, newest first; `next`: the day that leads on, null at the end. */
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
  const found = await query.execute()
  const days = found.slice(0, limit)
  const rows = days.length === 0 ? [] : await rowsOf(deps, days.at(-1)?.day ?? '', days[0]?.day ?? '')
  return {
    items: days.map(({ day, made_at, ledger_differences }) => ({
      day,
      madeAt: made_at.toISOString(),
      ledgerDifferences: ledger_differences.map(viewDifference),
      providers: rows.filter((row) => row.day === day).map((row) => viewReport(deps, row)),
    })),
    next: found.length > limit ? (days.at(-1)?.day ?? null) : null,
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

/** The books as they stand now. Refuses 'limit/too-many'. */
export async function readLedger(deps: PaymentDeps, caller: Caller): Promise<LedgerState> {
  await countHit(deps, proofs, caller.userId ?? caller.address)
  const [sums, differences] = await Promise.all([ledgerByCurrency(deps.db), proveLedger(deps.db)])
  return {
    sums: sums.map(viewSums),
    differences: differences.slice(0, mostShown).map(viewDifference),
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
const viewPayment = (found: PaymentDifference): ProviderReport['differing'][number] => ({
  attemptId: found.attemptId,
  bookingId: found.bookingId,
  booking_reference: found.reference,
  what: found.what,
  provider: money(found.providerMinor, found.currency),
  own: money(found.ownMinor, found.currency),
  why: found.why,
})
const viewSums = ({ currency, chargedMinor, refundedMinor, feesMinor, netMinor }: LedgerSums) => ({
  charged: money(chargedMinor, currency),
  refunded: money(refundedMinor, currency),
  fees: money(feesMinor, currency),
  net: money(netMinor, currency),
})
const viewDifference = (found: LedgerDifference): LedgerState['differences'][number] => ({
  subject: found.subject,
  bookingId: found.bookingId,
  booking_reference: found.reference,
  what: found.what,
  stored: money(found.storedMinor, found.currency),
  entered: money(found.enteredMinor, found.currency),
})
