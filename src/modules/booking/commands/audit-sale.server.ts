import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { BookingRecord } from '../tables.server.ts'

/** What only staff can set when they book for a customer. */
export interface BookedByStaff {
  readonly admin_notes: string | null
  readonly payment_method: string | null
  /** Set: the sale may take places that the departure does not have. */
  readonly overbookingReason?: string | null
}
interface Sale {
  readonly booking: BookingRecord
  readonly byStaff: BookedByStaff
  readonly isOverbooked: boolean
}

/** Audits which member of staff sold what, and why a departure was overbooked. */
export async function auditSale(trx: Trx, caller: Caller, { booking, byStaff, isOverbooked }: Sale): Promise<void> {
  const { booking_reference, service_title, final_minor, currency, admin_notes } = booking
  const after = { booking_reference, service_title, final_minor, currency, admin_notes }
  const { payment_method, overbookingReason } = byStaff
  const entry = {
    action: 'booking.created',
    subjectType: 'booking',
    subjectId: booking.id,
    after: { ...after, payment_method, ...(isOverbooked && { overbooking_reason: overbookingReason }) },
  }
  await writeAudit(trx, caller, entry, booking.created_at)
}
