import { formatMoney } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { isStaffRole } from '../../../kernel/staff.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { emitEvent } from '../../../platform/jobs/events.server.ts'
import type { Departure } from '../../inventory/index.ts'
import type { ShopSettings } from '../../settings/index.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { takeSeats } from '../places.server.ts'
import { moveHeldUntil } from '../prepared-moves.server.ts'
import { differenceTo } from '../rules/move.ts'
import type { JudgedMove } from '../rules/move-choice.ts'
import type { BookingRecord, MoveChange } from '../tables.server.ts'
import { text } from '../text.ts'
import '../events.ts'

interface Preparing {
  readonly trx: Trx
  readonly deps: BookingDeps & { readonly byStaff?: { readonly reason: string } }
  readonly caller: Caller
  readonly settings: ShopSettings
}
interface Prepared {
  readonly booking: BookingRecord
  readonly judged: JudgedMove
  readonly departure: Departure
  readonly start: {
    readonly travel_date: string
    readonly travel_time: string | null
    readonly time_zone: string
    readonly starts_at: Date | null
  }
}

/**
 * Takes the places of a dearer departure and holds them while the difference is paid. The booking keeps its own places
 * and does not change. Refuses 'booking/slot-full', and 'booking/not-movable' when no time is left to pay.
 */
export async function prepareMove(work: Preparing, { booking, judged, departure, start }: Prepared): Promise<void> {
  const { trx, deps, caller, settings } = work
  const now = deps.clock()
  const change = changeOf(judged, start)
  const method = deps.byStaff ? 'transfer' : 'card'
  const until = moveHeldUntil(booking, { start: change, departure }, { method, settings, now })
  if (until <= now || booking.departure_id === null)
    throw new Refusal('booking/not-movable', { reason: text('move.noTimeToPay') })
  const { places, schedule } = judged
  const seated = { id: booking.id, time: start.travel_time, leg: 'prepared' } as const
  const seating = { serviceId: booking.service_id, departure, places, schedule, booking: seated }
  const { departureId } = await takeSeats(trx, seating, now)
  const difference = differenceTo(booking, judged.price.final)
  const id = newId(now)
  const { kind, id: actorId, name } = actorOf(caller)
  await trx
    .insertInto('prepared_moves')
    .values({
      ...{ id, booking_id: booking.id, departure_id: departureId, places: judged.places },
      ...{ from_departure_id: booking.departure_id, from_minor: booking.final_minor },
      ...{ change: JSON.stringify(change), difference_minor: difference.minor, held_until: until },
      ...{ actor: JSON.stringify({ kind, id: actorId, name }), created_at: now },
    })
    .execute()
  const next = { updated_at: now, version: booking.version + 1 }
  await trx.updateTable('bookings').set(next).where('id', '=', booking.id).execute()
  const reason = deps.byStaff?.reason.trim()
  const to = [start.travel_date, start.travel_time].filter(Boolean).join(' ')
  const data = { to, difference: formatMoney(difference, { exact: true }), ...(reason && { reason }) }
  await writeHistory(trx, booking.id, { event: 'move-prepared', actor: actorOf(caller), data }, now)
  if (isStaffRole(caller.role)) await auditPrepared(work, { booking, change, facts: data })
  await emitEvent(trx, 'booking.move-prepared', { bookingId: booking.id, moveId: id }, now)
}

const changeOf = ({ price, places }: JudgedMove, { starts_at, ...start }: Prepared['start']): MoveChange => ({
  ...{ ...start, starts_at: starts_at?.toISOString() ?? null, places },
  price_lines: [...price.lines],
  base_minor: price.base.minor,
  discount_minor: price.discount.minor,
  tax_minor: price.tax.minor,
  total_minor: price.total.minor,
  final_minor: price.final.minor,
})

type Audited = { readonly booking: BookingRecord; readonly change: MoveChange; readonly facts: object }
async function auditPrepared({ trx, deps, caller }: Preparing, { booking, change, facts }: Audited): Promise<void> {
  const { travel_date, travel_time, final_minor, currency } = booking
  const before = { travel_date, travel_time, final_minor, currency }
  const after = { travel_date: change.travel_date, travel_time: change.travel_time, final_minor: change.final_minor }
  const entry = { action: 'booking.move-prepared', subjectType: 'booking', subjectId: booking.id }
  await writeAudit(trx, caller, { ...entry, before, after: { ...after, currency, ...facts } }, deps.clock())
}
