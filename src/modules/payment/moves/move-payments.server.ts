/** What a move to another departure does to the payments of a booking. */
import { type Money, money, sum } from '../../../kernel/money.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import type { Actor, BookingRecord, MovePayments, MoveSettled } from '../../booking/index.server.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import { applyLocked } from '../attempts/apply-snapshot.server.ts'
import { closeAttempt, ownSnapshot } from '../attempts/close-attempt.server.ts'
import { isActive, isPaid } from '../attempts/rules/attempt.ts'
import { chargeFor } from '../attempts/rules/charge.ts'
import { insertAttempt, listAttempts, lockAttempt, toAttempt } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { describedAs, isUsable, readGateways } from '../gateways/store.server.ts'
import { refundable, refundsOfMove } from '../refunds/rules/refund.ts'
import { insertRefund, readPaying } from '../refunds/store.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { hasWaitingProof } from '../transfers/read-transfer.server.ts'

export const movePayments = (deps: PaymentDeps): MovePayments => ({
  isUndecided,
  settle: (trx, moved, actor) => settleMove({ trx, deps, actor }, moved),
  hasOpen: async (q, bookingId) => (await listAttempts(q, bookingId)).some(({ state }) => isActive(state)),
  readOnline: () => readOnline(deps),
  closeOpen: async (bookingId) => {
    const open = (await listAttempts(deps.db, bookingId)).find(({ state }) => isActive(state))
    if (open) await closeAttempt(deps, open.id, 'cancelled')
  },
})

async function isUndecided(q: Queryable, booking: BookingRecord): Promise<boolean> {
  if (await hasWaitingProof(q, booking.id)) return true
  const rows = await listAttempts(q, booking.id)
  // Money that arrived without paying the booking is under review.
  const isHeld = (row: AttemptRecord) => booking.paid_minor === 0 && row.captured_minor > row.refunded_minor
  return rows.some((row) => row.disputed_at !== null || isHeld(row))
}

type Work = { readonly trx: Trx; readonly deps: PaymentDeps; readonly actor: Actor }
type Settled = Promise<MoveSettled | 'open' | 'impossible'>
type Moved = { readonly before: BookingRecord; readonly after: BookingRecord }

async function settleMove(work: Work, moved: Moved): Settled {
  const { before, after } = moved
  if (before.final_minor === after.final_minor) return { refund: null }
  const rows = await listAttempts(work.trx, after.id)
  if (after.paid_minor > 0) return refundDifference(work, moved)
  const open = rows.find(({ state }) => isActive(state))
  if (!open) return { refund: null }
  return (await replaceManual(work, after, open)) ? { refund: null } : 'open'
}

async function refundDifference({ trx, deps, actor }: Work, { before, after }: Moved): Settled {
  const paying = (await readPaying(trx, after.id)).filter(({ row }) => isPaid(row.state))
  // Money from before the ledger.
  if (paying.length === 0) return 'impossible'
  const amounts = refundsOfMove(paying, { before: before.final_minor, after: after.final_minor })
  const back = paying.flatMap((each, place) => {
    const refund = money(amounts[place] ?? 0, each.row.currency)
    return refund.minor === 0 ? [] : [{ ...each, refund }]
  })
  if (back.length === 0) return { refund: null }
  // It would end as refunded although the customer travels, so the agency settles it.
  const left = paying.map(({ row, refunds }, place) => refundable(row.captured_minor, refunds) - (amounts[place] ?? 0))
  if (left.every((minor) => minor === 0)) return 'impossible'
  const why = { reason: 'booking_moved', requestedBy: null, actor }
  for (const { row, refund } of back) await insertRefund(trx, await lockAttempt(trx, row.id), refund, why, deps.clock())
  const isOneCurrency = back.every(({ refund }) => refund.currency === back[0]?.refund.currency)
  const total = back.map(({ refund }) => refund)
  // Payments in several currencies: the mail names the amount in the booking's.
  const inBooking = money(before.final_minor - after.final_minor, after.currency)
  return { refund: isOneCurrency && total[0] ? sum(total, total[0].currency) : inBooking }
}

/** Which amounts a usable online method can charge now. */
async function readOnline(deps: PaymentDeps): Promise<(amount: Money) => boolean> {
  const [gateways, settings, rates] = await Promise.all([readGateways(deps), readSettings(deps), readRates(deps)])
  const online = gateways.filter((each) => isUsable(each) && each.record.type === 'api')
  const known = settings as Readonly<Record<string, unknown>>
  return (amount) => online.some((each) => 'charge' in chargeFor(describedAs(each), amount, known, rates))
}

/**
 * Ends the open attempt of a manual method and opens the same one for the new amount, with what it granted: a booking that
 * is paid on arrival stays confirmed. False for a provider's attempt.
 */
async function replaceManual({ trx, deps }: Work, booking: BookingRecord, open: AttemptRecord): Promise<boolean> {
  const provider = deps.providers.find(open.provider)
  if (provider?.describe.type !== 'manual') return false
  const attempt = await lockAttempt(trx, open.id)
  const mode = provider.mode({ settings: {}, secrets: {} })
  const snapshot = ownSnapshot(toAttempt(attempt), 'cancelled', mode)
  await applyLocked(trx, deps, { booking, attempt, mode }, snapshot, { kind: 'check', isCarriedOn: true })
  // Nothing is left to pay.
  if (booking.final_minor === 0) return true
  const charge = { amount: money(booking.final_minor, booking.currency), rate: '1', isConverted: false }
  const { state, action, removed_expiry, confirmed_booking, expires_at: expiresAt } = attempt
  const next = await insertAttempt(trx, booking, { provider: attempt.provider, charge, expiresAt, now: deps.clock() })
  await trx
    .updateTable('payment_attempts')
    .set({ state, action: action && JSON.stringify(action), removed_expiry, confirmed_booking })
    .where('id', '=', next.id)
    .execute()
  return true
}
