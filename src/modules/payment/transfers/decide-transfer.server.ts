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
import { toAttempt } from '../attempts/store.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { getGateway, modeOf } from '../gateways/store.server.ts'
import { bankTransfer } from '../manual-methods.ts'
import { text } from '../text.ts'
import { besideTransfer, readTransfer, settleProofs, transferFacts } from './read-transfer.server.ts'
import { canDecide } from './rules/proof.ts'
import '../events.ts'

export type TransferDecision = {
  readonly bookingId: string
  readonly decision: 'approved' | 'rejected'
  readonly admin_notes?: string | undefined
}

/**
 * Approves or rejects a bank transfer, once (A167-A173). Approval makes the booking paid and confirmed; rejection fails
 * the payment and cancels the booking (D96), unless the customer pays or has paid another way. Approving the transfer of
 * a paid booking starts its refund. Refuses 'payment/already-decided', 'payment/no-transfer'.
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
    const found = await lockBooking(trx, input.bookingId)
    await requireTransfer(trx, found)
    const opened = await manualAttempt({ trx, deps }, found, bankTransfer)
    if (!opened) return null
    const { booking, attempt } = opened
    const decided = await writeDecision({ trx, deps, caller }, booking, input)
    const locked = { booking: decided, attempt, mode }
    if (input.decision === 'approved') await approve({ trx, deps, caller }, locked)
    else await reject({ trx, deps, caller }, locked)
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

/** Rejects a proof of a booking that goes on by another method. Returns false when there is none. */
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

type Work = { readonly trx: Trx; readonly deps: PaymentDeps; readonly caller: Caller }

/** Stores who decided, when and with which notes (A169, A170). Without notes the earlier ones stay. */
async function writeDecision(
  { trx, deps, caller }: Work,
  booking: BookingRecord,
  input: TransferDecision,
): Promise<BookingRecord> {
  const { decision } = input
  const notes = input.admin_notes?.trim()
  const entry = {
    action: `payment.transfer-${decision}`,
    subjectType: 'booking',
    subjectId: booking.id,
    before: { payment_status: booking.payment_status, admin_notes: booking.admin_notes },
    after: { decision, ...(notes && { admin_notes: notes }) },
  }
  await writeAudit(trx, caller, entry, deps.clock())
  const verification = { decision, by: caller.name }
  await settleProofs(trx, booking.id, deps.clock())
  const event = { event: `transfer-${decision}`, actor: actorOf(caller) } as const
  const recorded = await recordPayment(trx, deps, booking, { verification }, event)
  return notes ? writeAdminNotes(trx, booking.id, notes) : recorded
}

async function approve({ trx, deps, caller }: Work, locked: Locked): Promise<void> {
  const { amount_minor: amount } = locked.attempt
  const snapshot = { ...ownSnapshot(toAttempt(locked.attempt), 'succeeded', locked.mode), capturedMinor: amount }
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
