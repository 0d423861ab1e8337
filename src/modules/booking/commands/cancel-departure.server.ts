import type * as z from 'zod'
import { Refusal } from '../../../kernel/refusal.ts'
import { mayEnter } from '../../../kernel/staff.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { onceIfKeyed } from '../../../platform/idempotency.server.ts'
import { addJob } from '../../../platform/jobs/events.server.ts'
import { changingDepartures, closeCancelled, type FoundDeparture, readDeparture } from '../../inventory/index.server.ts'
import type { departureCancellation } from '../departure-cancellation-contract.ts'
import type { BookingDeps } from '../deps.server.ts'
import { confirmationOf, selectOpenBookings } from '../queries/departure-cancellation.server.ts'
import { choiceFor, deviatesFromTerms } from '../rules/departure-cancellation.ts'
import type { BookingRecord } from '../tables.server.ts'
import { text } from '../text.ts'

export type DepartureCancellation = z.output<typeof departureCancellation>
export const cancelDepartureJob = 'cancel-departure'

/**
 * Closes a departure and stores the choice for each of its bookings; the job settles them (`settleCancellation`). All
 * or nothing. Refuses 'catalogue/not-found', 'inventory/not-found', 'inventory/started',
 * 'booking/departure-being-cancelled', 'booking/departure-changed' when other bookings were shown to staff,
 * 'booking/refund-not-allowed', 'booking/invalid' for choices of other bookings. Audited. Once per idempotency key.
 *
 * The bookings are locked first and the departure then, in the lock order of this room. A sale in between is found when
 * the bookings are read again, after which no sale is possible.
 */
export async function cancelDeparture(
  deps: BookingDeps,
  caller: Caller,
  { order, idempotencyKey }: { readonly order: DepartureCancellation; readonly idempotencyKey: string | null },
): Promise<{ cancellation_id: string }> {
  const { service_id: serviceId, date, time } = order
  const found = await readDeparture(deps, { serviceId, date, time })
  const scope = `departure.cancel:${caller.userId}`
  const repeatable = idempotencyKey === null ? null : { scope, key: idempotencyKey, request: order }
  return changingDepartures(deps, serviceId, (trx) =>
    onceIfKeyed(trx, repeatable, () => startCancellation(trx, deps, { caller, order, found })),
  )
}

interface Order {
  readonly caller: Caller
  readonly order: DepartureCancellation
  readonly found: FoundDeparture
}
async function startCancellation(
  trx: Trx,
  deps: BookingDeps,
  { caller, order, found }: Order,
): Promise<{ cancellation_id: string }> {
  const now = deps.clock()
  const bookings = found.stored ? await selectOpenBookings(trx, found.stored.id).forUpdate().execute() : []
  const { reason, note, confirm } = order
  const facts = { reason, note: note || null, bookings: bookings.length, ...countChoices(order, bookings) }
  const departureId = await closeCancelled(trx, deps, { caller, found, facts })
  await refuseSecond(trx, bookings)
  const current = await selectOpenBookings(trx, departureId).execute()
  if ((await confirmationOf(trx, departureId, current)) !== confirm) throw new Refusal('booking/departure-changed')
  requireKnown(order, bookings)
  requireRefundRight(caller, { order, bookings, now })
  const id = newId(now)
  await trx
    .insertInto('departure_cancellations')
    .values({
      ...{ id, departure_id: departureId, reason, note: note || null, created_at: now },
      ...{ requested_by: caller.userId ?? '', requested_by_name: caller.name },
    })
    .execute()
  if (bookings.length === 0) return { cancellation_id: id }
  const items = bookings.map(({ id: bookingId }) => ({
    cancellation_id: id,
    booking_id: bookingId,
    choice: JSON.stringify(choiceFor(order, bookingId)),
  }))
  await trx.insertInto('departure_cancellation_bookings').values(items).execute()
  await addJob(trx, cancelDepartureJob, { id }, { key: `${cancelDepartureJob}:${id}` })
  return { cancellation_id: id }
}

/** How many bookings get which choice, for the audit trail. */
function countChoices(order: DepartureCancellation, bookings: readonly BookingRecord[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { id } of bookings) {
    const { kind } = choiceFor(order, id)
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

/** The bookings are locked, so a second cancellation sees the first. */
async function refuseSecond(trx: Trx, bookings: readonly BookingRecord[]): Promise<void> {
  if (bookings.length === 0) return
  const ids = bookings.map(({ id }) => id)
  const waiting = await trx
    .selectFrom('departure_cancellation_bookings')
    .select('booking_id')
    .where(({ eb, fn, val }) => eb('booking_id', '=', fn.any(val(ids))))
    .where('outcome', 'is', null)
    .executeTakeFirst()
  if (waiting) throw new Refusal('booking/departure-being-cancelled')
}

function requireKnown({ choices }: DepartureCancellation, bookings: readonly BookingRecord[]): void {
  const known = new Set(bookings.map(({ id }) => id))
  const unknown = Object.keys(choices).filter((id) => !known.has(id))
  const message = text('errors.otherDeparture')
  if (unknown.length > 0)
    throw new Refusal(
      'booking/invalid',
      {},
      unknown.map((id) => ({ path: `choices.${id}`, message })),
    )
}

type Refunding = {
  readonly order: DepartureCancellation
  readonly bookings: readonly BookingRecord[]
  readonly now: Date
}
function requireRefundRight(caller: Caller, { order, bookings, now }: Refunding): void {
  if (mayEnter(caller.role, 'refunds')) return
  if (bookings.some((booking) => deviatesFromTerms(booking, choiceFor(order, booking.id), now)))
    throw new Refusal('booking/refund-not-allowed')
}
