import { dateIn } from '../../../kernel/dates.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import { getService } from '../../catalogue/index.server.ts'
import { findVisibleBooking, findVisiblePapers, lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { type Paperwork, readPaperwork } from '../queries/paperwork.server.ts'
import { judgeDetails } from '../rules/choice.ts'
import { splitName, type TravellerGiven, travellersIn } from '../rules/travellers.ts'
import type { BookingRecord } from '../tables.server.ts'
import { requireOpen, updateCaseStage } from './store-document.server.ts'

const rowOf = (given: TravellerGiven) => ({
  ...splitName(given.fullName),
  traveler_type: given.travelerType,
  passport_number: given.passportNumber ?? null,
  passport_expiry: given.passportExpiry ?? null,
  date_of_birth: given.dateOfBirth ?? null,
  arrival_date: given.tentativeArrivalDate ?? null,
  departure_date: given.tentativeDepartureDate ?? null,
})

/**
 * One row per traveller, in the order of the form, from position `first` on (C092, C093). Who is there already is
 * corrected, not replaced.
 */
export async function writeTravellers(
  trx: Trx,
  bookingId: string,
  travellers: readonly TravellerGiven[],
  now: Date,
  first = 0,
): Promise<void> {
  for (const [place, given] of travellers.entries()) {
    const position = first + place
    const row = rowOf(given)
    await trx
      .insertInto('booking_travelers')
      .values({ id: newId(now), booking_id: bookingId, position, ...row })
      .onConflict((conflict) => conflict.columns(['booking_id', 'position']).doUpdateSet(row))
      .execute()
  }
}

/**
 * The travellers of a booking that was paid before they were named (C099), or a correction of them; checked by the
 * kind's rules as in the form. Refuses 'booking/not-found', 'booking/closed', 'booking/invalid'.
 */
export async function saveTravellers(
  deps: BookingDeps,
  caller: Caller,
  input: { bookingId: string; token?: string | undefined; travellers: readonly Readonly<Record<string, unknown>>[] },
): Promise<Paperwork> {
  const booking = await findVisibleBooking(deps, caller, input)
  requireOpen(booking)
  const travellers = await readTravellers(deps, booking, input.travellers)
  await deps.db.transaction().execute(async (trx) => {
    const locked = await lockBooking(trx, booking.id)
    requireOpen(locked)
    const now = deps.clock()
    await writeTravellers(trx, locked.id, travellers, now)
    const data = { travellers: travellers.length }
    await writeHistory(trx, locked.id, { event: 'travelers-saved', actor: actorOf(caller), data }, now)
    await updateCaseStage(trx, deps, locked)
  })
  return readPaperwork(deps, await findVisiblePapers(deps, caller, input), caller)
}

/** What the form says of travellers, judged by the kind's rules for the booking's party. Refuses 'booking/invalid'. */
export async function readTravellers(
  deps: BookingDeps,
  booking: BookingRecord,
  given: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly TravellerGiven[]> {
  const kind = deps.kinds.find(booking.service_type)
  if (!kind || given.length === 0)
    throw new Refusal('booking/invalid', {}, [{ path: 'travellers', message: 'No travellers are asked for' }])
  const service = await getService(deps.db, deps, booking.service_id)
  const party = { adults: booking.adults_count, children: booking.children_count, infants: booking.infants_count }
  const chosen = { party, date: booking.travel_date, time: booking.travel_time }
  const today = dateIn(booking.time_zone, deps.clock())
  const judged = judgeDetails(kind, service, chosen, { ...booking.details, travellers: given }, today)
  // Only what is said about travellers counts: the rest was judged when it was booked.
  const errors = judged.errors
    .filter(({ path }) => /^details\.travellers(\.|$)/.test(path))
    .map(({ path, message }) => ({ path: path.replace(/^details\./, ''), message }))
  if (errors.length > 0) throw new Refusal('booking/invalid', {}, errors)
  return travellersIn(judged.details)
}
