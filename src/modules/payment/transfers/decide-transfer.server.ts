import { formatAmount, type Money, money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed, type Repeatable } from '../../../platform/idempotency.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import { say } from '../../../platform/messages.server.ts'
import {
  actorOf,
  type BookingRecord,
  cancelBooking,
  getBooking,
  lockBooking,
  recordPayment,
  renewHold,
  writeAdminNotes,
} from '../../booking/index.server.ts'
import { applyLocked, type Locked } from '../attempts/apply-snapshot.server.ts'
import { ownSnapshot } from '../attempts/close-attempt.server.ts'
import { manualAttempt, withOtherMethodsClosed } from '../attempts/manual-attempt.server.ts'
import { isActive } from '../attempts/rules/attempt.ts'
import { toAttempt } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { getGateway, modeOf } from '../gateways/store.server.ts'
import { bankTransfer } from '../manual-methods.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { attemptToApprove, endOpen } from './attempt-to-approve.server.ts'
import { besideTransfer, readTransfer, settleProofs, transferFacts } from './read-transfer.server.ts'
import { canDecide } from './rules/proof.ts'
import '../events.ts'

export type TransferDecision = {
  readonly bookingId: string
  readonly decision: 'approved' | 'rejected'
  readonly admin_notes?: string | undefined
  /** For an approval: all that has arrived, in the booking's currency; by default the amount due. */
  readonly received_amount?: Money | undefined
}

/**
 * Approves or rejects a bank transfer, once (A167-A173). Approval makes the booking paid and confirmed; rejection fails
 * the payment and cancels the booking (D96), unless the customer pays or has paid another way. Approving the transfer of
 * a paid booking starts its refund. Less than the amount due pays nothing: it is recorded and goes under review, and the
 * transfer can be decided again. Refuses 'payment/already-decided', 'payment/no-transfer', 'payment/wrong-amount'.
 */
export async function decideTransfer(
  deps: PaymentDeps,
  caller: Caller,
  input: TransferDecision,
  repeatable: Repeatable | null = null,
): Promise<void> {
  const mode = modeOf(await getGateway(deps, bankTransfer))
  // Checked before another open attempt is closed.
  await requireTransfer(deps.db, await getBooking(deps.db, input.bookingId))
  if (input.decision === 'rejected' && (await rejectOnly({ deps, caller, repeatable }, input))) return
  const decide = async (trx: Trx) => {
    const locked = await lockBooking(trx, input.bookingId)
    await requireTransfer(trx, locked)
    const opened = await manualAttempt({ trx, deps }, locked, bankTransfer)
    if (!opened) return null
    const work = { trx, deps, caller }
    const open = { ...opened, mode }
    if (input.decision === 'approved') await decideApproval(work, open, input)
    else await reject(work, { ...open, booking: await writeDecision(work, opened.booking, input) })
    return true
  }
  await withOtherMethodsClosed(
    deps,
    { bookingId: input.bookingId, provider: bankTransfer, repeatable, isStaff: true },
    decide,
  )
}

async function requireTransfer(q: Queryable, booking: BookingRecord): Promise<void> {
  if (booking.verification !== null) throw new Refusal('payment/already-decided')
  const facts = transferFacts(booking, await readTransfer(q, booking.id))
  if (!canDecide(facts)) throw new Refusal('payment/no-transfer')
}

type Deciding = { readonly deps: PaymentDeps; readonly caller: Caller; readonly repeatable: Repeatable | null }

/** Rejects the proof of a booking that is paid, or has another method open. Returns false for any other booking. */
async function rejectOnly({ deps, caller, repeatable }: Deciding, input: TransferDecision): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, input.bookingId)
    await requireTransfer(trx, booking)
    if ((await besideTransfer(trx, booking)) === 'nothing') return false
    await onceIfKeyed(trx, repeatable, async () => {
      await renewHold({ trx, deps }, await writeDecision({ trx, deps, caller }, booking, input))
      return true
    })
    return true
  })
}

const inFull = (amount: Money): string => `${formatAmount(amount)} ${amount.currency}`

type Work = { readonly trx: Trx; readonly deps: PaymentDeps; readonly caller: Caller }

/** Stores who decided, when and with which notes (A169, A170). Without notes the earlier ones stay. */
async function writeDecision(
  { trx, deps, caller }: Work,
  booking: BookingRecord,
  input: TransferDecision,
): Promise<BookingRecord> {
  const { decision, received_amount: received } = input
  const notes = input.admin_notes?.trim()
  const entry = {
    action: `payment.transfer-${decision}`,
    subjectType: 'booking',
    subjectId: booking.id,
    before: { payment_status: booking.payment_status, admin_notes: booking.admin_notes },
    after: { decision, ...(received && { received: inFull(received) }), ...(notes && { admin_notes: notes }) },
  }
  await writeAudit(trx, caller, entry, deps.clock())
  const verification = { decision, by: caller.name }
  await settleProofs(trx, booking.id, deps.clock())
  const event = { event: `transfer-${decision}`, actor: actorOf(caller) } as const
  const recorded = await recordPayment(trx, deps, booking, { verification }, event)
  return notes ? writeAdminNotes(trx, booking.id, notes) : recorded
}

/** Includes money that was recorded before. Refuses 'payment/wrong-amount'. */
function receivedIn({ amount_minor: due, captured_minor: known, currency }: AttemptRecord, input: TransferDecision) {
  const { received_amount: received } = input
  if (received === undefined || input.decision === 'rejected') return due
  if (received.currency === currency && received.minor > 0 && received.minor >= known) return received.minor
  throw new Refusal('payment/wrong-amount', {}, [
    {
      path: 'received_amount',
      message: text('transfers.wrongAmount', { least: formatAmount(money(known, currency)) }),
    },
  ])
}

/** The proof is dealt with; the money waits for staff under review, and the booking for the rest. */
async function recordShort({ trx, deps, caller }: Work, locked: Locked, receivedMinor: number): Promise<void> {
  const { booking, attempt, mode } = locked
  const { id: bookingId } = booking
  await settleProofs(trx, bookingId, deps.clock())
  await renewHold({ trx, deps }, booking, 'transfer')
  const amount = (minor: number) => inFull(money(minor, attempt.currency))
  const entry = {
    action: 'payment.transfer-short',
    subjectType: 'booking',
    subjectId: bookingId,
    before: { received: amount(attempt.captured_minor) },
    after: { received: amount(receivedMinor), due: amount(attempt.amount_minor) },
  }
  await writeAudit(trx, caller, entry, deps.clock())
  const snapshot = { ...ownSnapshot(toAttempt(attempt), 'succeeded', mode), capturedMinor: receivedMinor }
  const now = await lockBooking(trx, bookingId)
  await applyLocked(trx, deps, { ...locked, booking: now }, snapshot, { kind: 'admin', caller, isApproved: false })
}

/** Approves the transfer, or records that too little has arrived. */
async function decideApproval(work: Work, open: Locked, input: TransferDecision): Promise<void> {
  const counting = await attemptToApprove(work, open)
  const receivedMinor = receivedIn(counting.attempt, input)
  if (receivedMinor < counting.attempt.amount_minor) return recordShort(work, counting, receivedMinor)
  // Money that was recorded on an ended attempt completes it.
  const isEnded = !isActive(counting.attempt.state)
  const booking = isEnded ? await endOpen(work, open) : counting.booking
  await approve(work, { ...counting, booking: await writeDecision(work, booking, input) }, receivedMinor)
}

async function approve({ trx, deps, caller }: Work, locked: Locked, receivedMinor: number): Promise<void> {
  const snapshot = { ...ownSnapshot(toAttempt(locked.attempt), 'succeeded', locked.mode), capturedMinor: receivedMinor }
  await applyLocked(trx, deps, locked, snapshot, { kind: 'admin', caller, isApproved: true })
}

async function reject({ trx, deps, caller }: Work, locked: Locked): Promise<void> {
  const snapshot = ownSnapshot(toAttempt(locked.attempt), 'failed', locked.mode)
  const { booking } = await applyLocked(trx, deps, locked, snapshot, { kind: 'admin', caller, isApproved: false })
  // The customer reads this reason and never the admin notes (D25). It is stored as text.
  const reason = say(text('transfers.notVerified'))
  await cancelBooking(trx, deps, booking, actorOf(caller), { reason })
  const payload = { bookingId: booking.id, attemptId: locked.attempt.id, reason }
  await emitEvent(trx, 'payment.rejected', payload, deps.clock())
}
