import { formatMoney, type Money } from '../../../kernel/money.ts'
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
import { departureOf, type LegDepartures, takePreparedLegs } from '../places.server.ts'
import { moveHeldUntil } from '../prepared-moves.server.ts'
import { historyOf } from '../rules/answer-correction.ts'
import { differenceTo } from '../rules/move.ts'
import type { JudgedLeg, JudgedMove } from '../rules/move-choice.ts'
import { changeInWords, noReturnLeg, startColumns } from '../rules/move-starts.ts'
import type { BookingRecord, MoveChange, StoredChange } from '../tables.server.ts'
import { text } from '../text.ts'
import '../events.ts'

interface MovedByStaff {
  readonly reason: string
  readonly isSilent?: boolean
  readonly overbookingReason?: string | null
}
interface Preparing {
  readonly trx: Trx
  readonly deps: BookingDeps & { readonly byStaff?: MovedByStaff }
  readonly caller: Caller
  readonly settings: ShopSettings
}
export type MovingLeg = JudgedLeg & { readonly departure: Departure }
export interface MovingLegs {
  readonly booking: BookingRecord
  readonly judged: JudgedMove
  /** Those that move. */
  readonly legs: readonly MovingLeg[]
  /** Left out where party and answers stay. */
  readonly stored?: StoredChange | undefined
}
/** The columns of the start. A kind without departures has a day at most. */
export const startsOf = ({ legs, schedule, day }: JudgedMove) => ({
  ...startColumns(legs, schedule.timeZone),
  ...(legs.length === 0 && { travel_date: day || null }),
})
/** The return leg that was booked does not take place any more. */
export const endsReturn = ({ return_leg_date }: BookingRecord, { legs }: JudgedMove): boolean =>
  return_leg_date !== null && legs.length > 0 && legs.every(({ leg }) => leg !== 'return')
export const seatsOf = (legs: readonly MovingLeg[]) =>
  legs.map(({ leg, departure, to }) => ({ leg, departure, time: to.time }))

/**
 * Takes the places of dearer departures and holds them while the difference is paid. The booking keeps its own places
 * and does not change. Refuses 'booking/slot-full', and 'booking/not-movable' when no time is left to pay.
 */
export async function prepareMove(work: Preparing, { booking, judged, legs, stored }: MovingLegs): Promise<void> {
  const { trx, deps, caller, settings } = work
  const now = deps.clock()
  const isSilent = deps.byStaff?.isSilent ?? false
  const change = {
    ...changeOf(judged),
    ...(endsReturn(booking, judged) && noReturnLeg),
    ...(stored && { changed: stored }),
    ...(isSilent && { is_silent: true }),
  }
  const method = deps.byStaff ? 'transfer' : 'card'
  const until = moveHeldUntil(booking, { change, legs }, { method, settings, now })
  if (until <= now) throw new Refusal('booking/not-movable', { reason: text('move.noTimeToPay') })
  const { schedule } = judged
  const places = preparedPlaces(booking, legs, judged.places)
  const mayOverbook = Boolean(deps.byStaff?.overbookingReason)
  const seats = { legs: seatsOf(legs), places, schedule, isForStaff: deps.byStaff !== undefined, mayOverbook }
  const prepared = { serviceId: booking.service_id, bookingId: booking.id, ...seats }
  const taken = places === 0 ? { ids: idsOf(legs), isOverbooked: false } : await takePreparedLegs(trx, prepared, now)
  const { ids } = taken
  const difference = differenceTo(booking, judged.price.final)
  const id = newId(now)
  const { kind, id: actorId, name } = actorOf(caller)
  await trx
    .insertInto('prepared_moves')
    .values({
      ...{ id, booking_id: booking.id, places, from_minor: booking.final_minor },
      ...{ departure_id: ids.outbound ?? null, return_leg_departure_id: ids.return ?? null },
      ...{ from_departure_id: booking.departure_id, from_return_leg_departure_id: booking.return_leg_departure_id },
      ...{ change: JSON.stringify(change), difference_minor: difference.minor, held_until: until },
      ...{ actor: JSON.stringify({ kind, id: actorId, name }), created_at: now },
    })
    .execute()
  const next = { updated_at: now, version: booking.version + 1 }
  await trx.updateTable('bookings').set(next).where('id', '=', booking.id).execute()
  const facts = overbookingFact(deps, taken)
  await recordPrepared(work, { booking, change, stored, difference, facts })
  if (!isSilent) await emitEvent(trx, 'booking.move-prepared', { bookingId: booking.id, moveId: id }, now)
}

interface Prepared {
  readonly booking: BookingRecord
  readonly change: MoveChange
  readonly stored: StoredChange | undefined
  readonly difference: Money
  readonly facts: object
}
/** History; the audit entry is for staff only. */
async function recordPrepared(
  work: Preparing,
  { booking, change, stored, difference, facts }: Prepared,
): Promise<void> {
  const { trx, deps, caller } = work
  const reason = deps.byStaff?.reason.trim()
  const silent = deps.byStaff?.isSilent && { customer: 'not-told' }
  const more = { ...(stored && historyOf(stored.values)), ...silent, ...(reason && { reason }), ...facts }
  const data = { to: changeInWords(change), difference: formatMoney(difference, { exact: true }), ...more }
  await writeHistory(trx, booking.id, { event: 'move-prepared', actor: actorOf(caller), data }, deps.clock())
  if (isStaffRole(caller.role)) await auditPrepared(work, { booking, change, facts: data })
}

/** For the history and the audit trail. */
export const overbookingFact = (
  { byStaff }: Preparing['deps'],
  { isOverbooked }: { readonly isOverbooked: boolean },
): { overbooking_reason?: string } =>
  isOverbooked && byStaff?.overbookingReason ? { overbooking_reason: byStaff.overbookingReason } : {}

/** What it holds beside the booking's own places: on a departure that stays, only what the party gains. */
function preparedPlaces(booking: BookingRecord, legs: readonly MovingLeg[], places: number): number {
  const isStaying = legs.every(
    ({ leg, departure }) => departureOf(booking, leg) !== null && departureOf(booking, leg) === departure.departureId,
  )
  return isStaying ? Math.max(0, places - booking.places) : places
}
const idsOf = (legs: readonly MovingLeg[]): LegDepartures =>
  Object.fromEntries(
    legs.flatMap(({ leg, departure }) => (departure.departureId ? [[leg, departure.departureId]] : [])),
  )

function changeOf({ price, places, legs, schedule, day }: JudgedMove): MoveChange {
  const [outbound, back] = legs
  const instantOf = (time: Date | null | undefined) => time?.toISOString() ?? null
  const starts = startColumns(legs, schedule.timeZone)
  return {
    ...{ travel_date: (outbound?.to.date ?? day) || null, travel_time: outbound?.to.time ?? null, places },
    time_zone: schedule.timeZone,
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
