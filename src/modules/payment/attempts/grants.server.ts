import { addHours } from '../../../kernel/dates.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import {
  type Actor,
  type BookingRecord,
  finishConfirmation,
  keepPlaces,
  recordPayment,
  renewHold,
  systemActor,
  touchHold,
  withdrawConfirmation,
} from '../../booking/index.server.ts'
import { readSettingsIn } from '../../settings/index.server.ts'
import type { PaymentDeps } from '../deps.server.ts'
import type { AttemptRecord } from '../tables.server.ts'
import { hasWaitingProof } from '../transfers/read-transfer.server.ts'

type Work = { readonly trx: Trx; readonly deps: PaymentDeps }
type Pair = { readonly booking: BookingRecord; readonly attempt: AttemptRecord }

/** What an attempt changed about its booking, to be taken back when another method replaces it. */
export type Grants = Pick<AttemptRecord, 'removed_expiry' | 'confirmed_booking'>
type Arrival = { readonly booking: BookingRecord; readonly provider: string }

/**
 * A booking that is paid on arrival no longer expires and, with instant confirmation, is confirmed unpaid (D80), unless
 * staff decide first.
 */
export async function grantArrival({ trx, deps }: Work, { booking, provider }: Arrival, actor: Actor): Promise<Grants> {
  const granted = await recordPayment(
    trx,
    deps,
    booking,
    { gateway: provider, expiresAt: null, confirms: booking.instant_confirmation },
    { event: 'pay-on-arrival', actor, data: { provider } },
  )
  const confirms = booking.instant_confirmation && booking.booking_status === 'pending' && !granted.awaits_agency
  if (confirms) await finishConfirmation({ trx, deps }, { before: booking, after: granted, actor })
  else await holdForMethod({ trx, deps }, granted)
  return { removed_expiry: booking.expires_at, confirmed_booking: confirms }
}

/** The chosen method starts its own hold. While a proof waits for staff the places are kept: its money may be on its way. */
export async function holdForMethod(work: Work, booking: BookingRecord): Promise<void> {
  if (!(await hasWaitingProof(work.trx, booking.id))) await renewHold(work, booking)
}

/** `touchHold` for a booking that may have a waiting proof: places that come back are kept while it waits. */
export async function touchProven(
  work: Work,
  booking: BookingRecord,
  visit: Parameters<typeof touchHold>[2],
): Promise<BookingRecord> {
  const touched = await touchHold(work, booking, visit)
  const isBack = booking.released_places > 0 && touched.released_places === 0
  return isBack && (await hasWaitingProof(work.trx, booking.id)) ? keepPlaces(work.trx, touched) : touched
}

/** A proof stops the booking's expiry until staff decide. */
export async function keepExpiry(trx: Trx, { booking, attempt }: Pair): Promise<void> {
  if (booking.expires_at === null) return
  await trx
    .updateTable('payment_attempts')
    .set({ removed_expiry: booking.expires_at })
    .where('id', '=', attempt.id)
    .execute()
}

/**
 * Takes back what a manual method granted, after its attempt has ended without money. A proof that waits for staff keeps
 * its booking alive.
 */
export async function takeBackGrants({ trx, deps }: Work, { booking, attempt }: Pair): Promise<BookingRecord> {
  const { provider, removed_expiry: removed } = attempt
  const keepsProof = await hasWaitingProof(trx, booking.id)
  const isOwn = booking.payment_gateway === provider && !keepsProof
  const needsExpiry = removed !== null && booking.expires_at === null && !keepsProof
  if (!isOwn && !needsExpiry && !attempt.confirmed_booking) return booking
  const expiresAt = needsExpiry ? await newExpiry({ trx, deps }, removed) : undefined
  const changed = await recordPayment(
    trx,
    deps,
    booking,
    { ...(isOwn && { gateway: null }), ...(expiresAt && { expiresAt }) },
    { event: 'payment-replaced', actor: systemActor, data: { provider, attemptId: attempt.id } },
  )
  const isConfirmed = attempt.confirmed_booking && changed.booking_status === 'confirmed'
  const now = deps.clock()
  const open = isConfirmed ? await withdrawConfirmation(trx, changed, { actor: systemActor, now }) : changed
  return keepsProof ? open : renewHold({ trx, deps }, open)
}

/** The expiry from before; once that has passed, the customer gets the usual time to pay. */
async function newExpiry({ trx, deps }: Work, removed: Date): Promise<Date> {
  const now = deps.clock()
  const { booking_expiry_hours: hours } = await readSettingsIn(trx, deps)
  return removed > now ? removed : addHours(now, hours)
}
