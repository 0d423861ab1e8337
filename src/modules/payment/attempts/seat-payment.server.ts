import { Refusal } from '../../../kernel/refusal.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import {
  type Actor,
  type BookingRecord,
  completePreparedMove,
  endWithoutPlaces,
  takePlacesAgain,
} from '../../booking/index.server.ts'
import { readSettingsIn } from '../../settings/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import { applyRefundSetting, type BookingEffect } from './rules/booking-effect.ts'

type Work = { readonly trx: Trx; readonly deps: PaymentDeps; readonly actor: Actor }
export type Seated = { readonly booking: BookingRecord; readonly effect: BookingEffect }

const late: BookingEffect = { kind: 'give-back', reason: 'late_payment', review: 'late-payment' }
const double: BookingEffect = { kind: 'give-back', reason: 'double_payment', review: 'double-payment' }

/**
 * The difference of a prepared move completes it. If the move has ended and cannot be made any more, the money is late,
 * and a second payment is refunded; a decision by staff is refused with 'booking/places-gone' instead.
 */
async function seatMove({ trx, deps, actor }: Work, booking: BookingRecord, moveId: string): Promise<Seated> {
  const completion = await completePreparedMove({ trx, deps }, { booking, moveId })
  if (completion.kind === 'completed') return { booking: completion.booking, effect: { kind: 'move', moveId } }
  if (actor.kind === 'admin') throw new Refusal('booking/places-gone')
  const effect = completion.kind === 'gone' ? late : double
  return { booking, effect: applyRefundSetting(effect, await readSettingsIn(trx, deps)) }
}

/**
 * A payment that arrives after the hold of its booking takes the places again. If none are left, the booking ends and
 * the money is late; a decision by staff is refused with 'booking/places-gone' instead. The caller holds the booking's
 * lock, so the departure may be locked after the attempt.
 */
export async function seatPayment({ trx, deps, actor }: Work, { booking, effect }: Seated): Promise<Seated> {
  if (effect.kind === 'move') return seatMove({ trx, deps, actor }, booking, effect.moveId)
  if (effect.kind !== 'paid' || booking.released_places === 0) return { booking, effect }
  const seated = await takePlacesAgain({ trx, deps }, booking, { occasion: 'payment', actor })
  if (seated) return { booking: seated, effect }
  if (actor.kind === 'admin') throw new Refusal('booking/places-gone')
  const without = applyRefundSetting(late, await readSettingsIn(trx, deps))
  const ended = await endWithoutPlaces({ trx, deps }, booking, without.kind === 'give-back')
  return { booking: ended, effect: without }
}
