import { dateIn } from '../../../kernel/dates.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { newId } from '../../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { samePassport } from '../../../services/shared/travellers.ts'
import { getService } from '../../catalogue/index.server.ts'
import { findVisibleBooking, findVisibleDocuments, lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { type Paperwork, readPaperwork } from '../queries/paperwork.server.ts'
import { judgeDetails } from '../rules/choice.ts'
import { isSamePassport, isStoredFact, type StoredTraveller } from '../rules/stored-travellers.ts'
import { splitName, type TravellerInput, travellersIn } from '../rules/travellers.ts'
import type { BookingRecord } from '../tables.server.ts'
import { text } from '../text.ts'
import { requireOpen, updateCaseStage } from './store-document.server.ts'

const rowOf = (input: TravellerInput) => ({
  ...splitName(input.full_name),
  traveler_type: input.traveler_type,
  passport_number: input.passport_number ?? null,
  passport_expiry: input.passport_expiry ?? null,
  date_of_birth: input.date_of_birth ?? null,
  arrival_date: input.tentative_arrival_date ?? null,
  departure_date: input.tentative_departure_date ?? null,
})

/** Inserts or updates one row per traveller in form order, starting at position `first` (C092, C093). */
export async function writeTravellers(
  trx: Trx,
  bookingId: string,
  travellers: readonly TravellerInput[],
  now: Date,
  first = 0,
): Promise<void> {
  for (const [place, input] of travellers.entries()) {
    const position = first + place
    const row = rowOf(input)
    await trx
      .insertInto('booking_travelers')
      .values({ id: newId(now), booking_id: bookingId, position, ...row })
      .onConflict((conflict) => conflict.columns(['booking_id', 'position']).doUpdateSet(row))
      .execute()
  }
}

/**
 * Saves all travellers of a booking that was paid before they were named (C099), or corrects them, with the same
 * checks as the booking form. Refuses 'booking/not-found', 'booking/closed', 'booking/invalid'.
 */
export async function saveTravellers(
  deps: BookingDeps,
  caller: Caller,
  input: { bookingId: string; token?: string | undefined; travellers: readonly Readonly<Record<string, unknown>>[] },
): Promise<Paperwork> {
  const booking = await findVisibleBooking(deps, caller, input)
  requireOpen(booking)
  const travellers = await readTravellers(deps, booking, { travellers: input.travellers, first: 0 })
  await deps.db.transaction().execute(async (trx) => {
    const locked = await lockBooking(trx, booking.id)
    requireOpen(locked)
    const now = deps.clock()
    await writeTravellers(trx, locked.id, travellers, now)
    const data = { travellers: travellers.length }
    await writeHistory(trx, locked.id, { event: 'travelers-saved', actor: actorOf(caller), data }, now)
    await updateCaseStage(trx, deps, locked)
  })
  return readPaperwork(deps, await findVisibleDocuments(deps, caller, input), caller)
}

/**
 * Checks the travellers with the kind's rules, starting at position `first`. Facts that are stored already pass. One
 * statement. Refuses 'booking/invalid'.
 */
export async function readTravellers(
  deps: BookingDeps,
  booking: BookingRecord,
  { travellers: input, first }: { travellers: readonly Readonly<Record<string, unknown>>[]; first: number },
): Promise<readonly TravellerInput[]> {
  const kind = deps.kinds.find(booking.service_type)
  if (!kind || input.length === 0)
    throw new Refusal('booking/invalid', {}, [{ path: 'travellers', message: text('errors.noTravellers') }])
  const service = await getService(deps.db, deps, booking.service_id)
  const party = { adults: booking.adults_count, children: booking.children_count, infants: booking.infants_count }
  const chosen = { party, date: booking.travel_date, time: booking.travel_time, sold: booking.application_terms }
  const today = dateIn(booking.time_zone, deps.clock())
  const judged = judgeDetails(kind, service, chosen, { ...booking.details, travellers: input }, today)
  // The other details were checked when the booking was made.
  const errors = judged.errors
    .filter(({ path }) => /^details\.travellers(\.|$)/.test(path))
    .map(({ path, message }) => ({ path: path.replace(/^details\./, ''), message }))
  const travellers = travellersIn(judged.details)
  const isStored = errors.length > 0 ? storedIn(await readStored(deps.db, booking.id), travellers, first) : () => false
  const remaining = errors.filter(({ path }) => !isStored(path))
  if (remaining.length > 0) throw new Refusal('booking/invalid', {}, remaining)
  return travellers
}

export const readStored = (q: Queryable, bookingId: string) =>
  q
    .selectFrom('booking_travelers')
    .select(['position', 'first_name', 'last_name', 'passport_number', 'passport_expiry'])
    .select(['date_of_birth', 'arrival_date', 'departure_date'])
    .where('booking_id', '=', bookingId)
    .where('removed_at', 'is', null)
    .execute()

/** Tells for the path of an error ('travellers.1.date_of_birth') whether it is about a stored fact. */
const storedIn =
  (stored: readonly StoredTraveller[], travellers: readonly TravellerInput[], first: number) =>
  (path: string): boolean => {
    const [, place, field = ''] = path.split('.')
    const input = travellers[Number(place)]
    const known = stored.find(({ position }) => position === first + Number(place))
    return input !== undefined && known !== undefined && isStoredFact(field, input, known)
  }

/**
 * Refuses 'booking/invalid' if another traveller of the booking has the passport number. The booking must be locked:
 * travellers save through links of their own at the same time. One statement.
 */
export async function refuseSamePassport(
  trx: Trx,
  bookingId: string,
  { passport_number, position }: { passport_number: string | undefined; position: number },
): Promise<void> {
  const stored = await readStored(trx, bookingId)
  const own = stored.find((each) => each.position === position)
  if (isSamePassport(passport_number, own?.passport_number)) return
  const isTaken = stored.some(
    (each) => each.position !== position && isSamePassport(passport_number, each.passport_number),
  )
  if (isTaken)
    throw new Refusal('booking/invalid', {}, [{ path: 'travellers.0.passport_number', message: samePassport() }])
}
