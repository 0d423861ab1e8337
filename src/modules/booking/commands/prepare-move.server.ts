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
import { takePreparedLegs } from '../places.server.ts'
import { moveHeldUntil } from '../prepared-moves.server.ts'
import { differenceTo } from '../rules/move.ts'
import type { JudgedLeg, JudgedMove } from '../rules/move-choice.ts'
import { changeInWords, startColumns } from '../rules/move-starts.ts'
import type { BookingRecord, MoveChange } from '../tables.server.ts'
import { text } from '../text.ts'
import '../events.ts'

interface Preparing {
  readonly trx: Trx
  readonly deps: BookingDeps & { readonly byStaff?: { readonly reason: string } }
  readonly caller: Caller
  readonly settings: ShopSettings
}
export type MovingLeg = JudgedLeg & { readonly departure: Departure }
export interface MovingLegs {
  readonly booking: BookingRecord
  readonly judged: JudgedMove
  /** Those that move. */
  readonly legs: readonly MovingLeg[]
}
export const seatsOf = (legs: readonly MovingLeg[]) =>
  legs.map(({ leg, departure, to }) => ({ leg, departure, time: to.time }))

/**
 * Takes the places of dearer departures and holds them while the difference is paid. The booking keeps its own places
 * and does not change. Refuses 'booking/slot-full', and 'booking/not-movable' when no time is left to pay.
 */
export async function prepareMove(work: Preparing, { booking, judged, legs }: MovingLegs): Promise<void> {
  const { trx, deps, caller, settings } = work
  const now = deps.clock()
  const change = changeOf(judged)
  const method = deps.byStaff ? 'transfer' : 'card'
  const until = moveHeldUntil(booking, { change, legs }, { method, settings, now })
  if (until <= now || booking.departure_id === null)
    throw new Refusal('booking/not-movable', { reason: text('move.noTimeToPay') })
  const { places, schedule } = judged
  const seats = { legs: seatsOf(legs), places, schedule, isForStaff: deps.byStaff !== undefined }
  const prepared = { serviceId: booking.service_id, bookingId: booking.id, ...seats }
  const ids = await takePreparedLegs(trx, prepared, now)
  const difference = differenceTo(booking, judged.price.final)
  const id = newId(now)
  const { kind, id: actorId, name } = actorOf(caller)
  await trx
    .insertInto('prepared_moves')
    .values({
      ...{ id, booking_id: booking.id, places: judged.places, from_minor: booking.final_minor },
      ...{ departure_id: ids.outbound ?? null, return_leg_departure_id: ids.return ?? null },
      ...{ from_departure_id: booking.departure_id, from_return_leg_departure_id: booking.return_leg_departure_id },
      ...{ change: JSON.stringify(change), difference_minor: difference.minor, held_until: until },
      ...{ actor: JSON.stringify({ kind, id: actorId, name }), created_at: now },
    })
    .execute()
  const next = { updated_at: now, version: booking.version + 1 }
  await trx.updateTable('bookings').set(next).where('id', '=', booking.id).execute()
  const reason = deps.byStaff?.reason.trim()
  const to = changeInWords(change)
  const data = { to, difference: formatMoney(difference, { exact: true }), ...(reason && { reason }) }
  await writeHistory(trx, booking.id, { event: 'move-prepared', actor: actorOf(caller), data }, now)
  if (isStaffRole(caller.role)) await auditPrepared(work, { booking, change, facts: data })
  await emitEvent(trx, 'booking.move-prepared', { bookingId: booking.id, moveId: id }, now)
}

function changeOf({ price, places, legs, schedule }: JudgedMove): MoveChange {
  const [outbound, back] = legs
  if (!outbound) throw new Error('A move without an outbound leg')
  const instantOf = (time: Date | null | undefined) => time?.toISOString() ?? null
  const starts = startColumns(legs, schedule.timeZone)
  return {
    ...{ travel_date: outbound.to.date, travel_time: outbound.to.time, time_zone: schedule.timeZone, places },
    starts_at: instantOf(starts.starts_at),
    ...(back && {
      ...{ return_leg_date: back.to.date, return_leg_time: back.to.time },
      return_leg_starts_at: instantOf(starts.return_leg_starts_at),
    }),
    ...priceOf(price),
  }
}

const priceOf = (price: JudgedMove['price']) => ({
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
  const { travel_date: newDate, travel_time: newTime, return_leg_date, return_leg_time } = change
  const back = return_leg_date === undefined ? {} : { return_leg_date, return_leg_time }
  const after = { travel_date: newDate, travel_time: newTime, ...back, final_minor: change.final_minor }
  const entry = { action: 'booking.move-prepared', subjectType: 'booking', subjectId: booking.id }
  await writeAudit(trx, caller, { ...entry, before, after: { ...after, currency, ...facts } }, deps.clock())
}
