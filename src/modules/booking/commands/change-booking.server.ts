import type * as z from 'zod'
import type { Money } from '../../../kernel/money.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { getBooking } from '../access.server.ts'
import type { changeInput, changeWanted } from '../change-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { MovePayments } from '../move-payments.server.ts'
import { quoteMove } from '../queries/move-quote.server.ts'
import type { ChangeRequest } from '../rules/change.ts'
import type { MoveStarts } from '../rules/move-starts.ts'
import type { BookingRecord } from '../tables.server.ts'
import { moveBooking } from './move-booking.server.ts'

type Wanted = z.output<z.ZodObject<typeof changeWanted>>

/** A start that is left out stays. */
function startsOf({ travel_date: date, travel_time: time }: BookingRecord, wanted: Wanted): MoveStarts {
  const { travel_date, travel_time, return_leg_date, return_leg_time } = wanted
  const outbound =
    travel_date === undefined ? { travel_date: date ?? '', travel_time: time } : { travel_date, travel_time }
  return { ...outbound, ...(return_leg_date !== undefined && { return_leg_date, return_leg_time }) }
}
const changeIn = (wanted: Wanted): ChangeRequest => ({
  ...(wanted.adults_count !== undefined && { adults_count: wanted.adults_count }),
  ...(wanted.children_count !== undefined && { children_count: wanted.children_count }),
  ...(wanted.infants_count !== undefined && { infants_count: wanted.infants_count }),
  ...(wanted.answers && { answers: wanted.answers }),
  ...(wanted.removed && { removed: wanted.removed }),
})

/** The reason for overbooking, if there is one. Refuses 'account/not-allowed'. */
function mayOverbook({ role }: Caller, { overbooking_reason }: Wanted): string | null {
  const reason = overbooking_reason || null
  if (reason !== null && !mayEnter(role, 'overbooking')) throw new Refusal('account/not-allowed')
  return reason
}

type Quoted = { readonly change: Wanted; readonly isOnline: (amount: Money) => boolean }
/** What a change by staff costs, and what is wrong with it. Writes nothing. Refuses 'booking/not-movable' and 'account/not-allowed'. */
export async function quoteChange(deps: BookingDeps, caller: Caller, { change, isOnline }: Quoted) {
  const overbookingReason = mayOverbook(caller, change)
  const booking = await getBooking(deps.db, change.bookingId)
  const to = startsOf(booking, change)
  const isOverbooking = overbookingReason !== null
  return quoteMove(deps, booking, { to, isStaff: true, isOnline, change: changeIn(change), isOverbooking })
}

interface Changing {
  readonly change: z.output<typeof changeInput>
  readonly idempotencyKey: string | null
}
/**
 * Changes start, party and answers of a booking, by the rules of a move: at once, or once the difference is paid.
 * Refuses like `moveBooking`, 'booking/already-submitted' unless staff confirm it, and 'account/not-allowed' for
 * overbooking without the permission.
 */
export async function changeBooking(
  deps: BookingDeps & { readonly payments: MovePayments },
  caller: Caller,
  { change: input, idempotencyKey }: Changing,
): Promise<BookingRecord> {
  const { bookingId, version, expected_amount, reason, difference } = input
  const mayRefund = mayEnter(caller.role, 'refunds')
  const overbookingReason = mayOverbook(caller, input)
  const choices = { isSilent: !input.tell_customer, isConfirmed: input.is_confirmed, overbookingReason }
  const byStaff = { reason, difference, mayRefund, ...choices }
  const request = { ...startsOf(await getBooking(deps.db, bookingId), input), change: changeIn(input) }
  return moveBooking({ ...deps, byStaff }, caller, { bookingId, version, expected_amount, idempotencyKey, ...request })
}
