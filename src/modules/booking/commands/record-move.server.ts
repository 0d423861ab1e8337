import type { Money } from '../../../kernel/money.ts'
import { isStaffRole } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { oldStarts, startsInWords } from '../rules/move-starts.ts'
import type { BookingRecord, StoredChange } from '../tables.server.ts'
import { auditChange, recordChange, reseatPeople } from './wanted-change.server.ts'
import '../events.ts'

/** What staff decided that history, audit trail and mail repeat. */
interface ByStaff {
  readonly reason: string
  readonly isSilent?: boolean
  readonly cancellation?: string
}
interface Recording {
  readonly trx: Trx
  readonly caller: Caller
  readonly deps: BookingDeps & { readonly byStaff?: ByStaff }
}
interface Moved {
  readonly before: BookingRecord
  readonly after: BookingRecord
  readonly refund: Money | null
  readonly stored: StoredChange | undefined
  readonly facts: { readonly overbooking_reason?: string }
}

/** History and event; the audit entry is for staff only. */
export async function recordMove(
  work: Recording,
  { before, after, refund, stored, facts: more }: Moved,
): Promise<void> {
  const { trx, deps, caller } = work
  const now = after.updated_at
  const reason = deps.byStaff?.reason.trim()
  const isSilent = deps.byStaff?.isSilent ?? false
  if (stored) return recordChanged(work, { before, after, refund, stored, facts: more })
  const facts = { ...(reason && { reason }), ...(refund && { refund }), ...more }
  const moved = { movedFrom: startsInWords(before), movedTo: startsInWords(after) }
  const prices = { priceBeforeMinor: before.final_minor, priceAfterMinor: after.final_minor }
  const data = { ...moved, ...prices, ...facts, ...(isSilent && { customer: 'not-told' }) }
  await writeHistory(trx, after.id, { event: 'booking-moved', actor: actorOf(caller), data }, now)
  if (isStaffRole(caller.role)) await auditMove(trx, caller, { before, after, facts })
  if (isSilent) return
  const old = oldStarts(before)
  const cancellation = deps.byStaff?.cancellation
  const why = cancellation === undefined ? {} : { cancellation }
  await emitEvent(trx, 'booking.moved', { bookingId: after.id, ...old, refund, ...why }, now)
}

type MovedAs = Moved & { readonly stored: StoredChange }
async function recordChanged({ trx, caller, deps }: Recording, moved: MovedAs): Promise<void> {
  const actor = actorOf(caller)
  const names = await reseatPeople({ trx, deps }, moved, actor)
  const { reason = '', isSilent = false } = deps.byStaff ?? {}
  const changed = { ...moved, actor, names, reason: reason.trim(), isSilent }
  await recordChange({ trx, deps }, changed)
  await auditChange(trx, caller, changed)
}

type Audited = { readonly before: BookingRecord; readonly after: BookingRecord; readonly facts: object }
async function auditMove(trx: Trx, caller: Caller, { before, after, facts }: Audited): Promise<void> {
  const stateOf = ({ travel_date, travel_time, final_minor, currency, ...booking }: BookingRecord) => {
    const { return_leg_date, return_leg_time } = booking
    const back = return_leg_date === null ? {} : { return_leg_date, return_leg_time }
    return { travel_date, travel_time, ...back, final_minor, currency }
  }
  const entry = { action: 'booking.moved', subjectType: 'booking', subjectId: after.id }
  const change = { before: stateOf(before), after: { ...stateOf(after), ...facts } }
  await writeAudit(trx, caller, { ...entry, ...change }, after.updated_at)
}
