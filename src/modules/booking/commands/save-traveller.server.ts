import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { findVisibleDocuments, lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { type Paperwork, readPaperwork } from '../queries/paperwork.server.ts'
import { peopleIn, travellerTypeAt } from '../rules/travellers.ts'
import { readTravellers, refuseSamePassport, writeTravellers } from './save-travellers.server.ts'
import { requireOpen, updateCaseStage } from './store-document.server.ts'

/**
 * Saves one traveller, by position from 0: adults, then children, then infants. Also accepts that traveller's own
 * link (C099). Refuses 'booking/not-found' (also for another traveller's link), 'booking/closed', 'booking/invalid'.
 */
export async function saveTraveller(
  deps: BookingDeps,
  caller: Caller,
  input: {
    bookingId: string
    token?: string | undefined
    position: number
    traveller: Readonly<Record<string, unknown>>
  },
): Promise<Paperwork> {
  const { booking, only } = await findVisibleDocuments(deps, caller, input)
  requireOpen(booking)
  if (input.position >= peopleIn(booking) || (only !== null && only !== input.position))
    throw new Refusal('booking/not-found')
  const traveler_type = travellerTypeAt(booking, input.position)
  const [traveller] = await readTravellers(
    deps,
    // The kind checks this traveller alone; the others may follow later.
    { ...booking, ...partyOfOne(traveler_type) },
    { travellers: [{ ...input.traveller, traveler_type }], first: input.position },
  )
  if (!traveller) throw new Refusal('booking/not-found')
  await deps.db.transaction().execute(async (trx) => {
    const locked = await lockBooking(trx, booking.id)
    requireOpen(locked)
    await refuseSamePassport(trx, locked.id, {
      passport_number: traveller.passport_number,
      position: input.position,
    })
    const now = deps.clock()
    await writeTravellers(trx, locked.id, [traveller], now, input.position)
    const data = { travellers: 1, position: input.position }
    await writeHistory(trx, locked.id, { event: 'travelers-saved', actor: actorOf(caller), data }, now)
    await updateCaseStage(trx, deps, locked)
  })
  return readPaperwork(deps, await findVisibleDocuments(deps, caller, input), caller)
}

export const partyOfOne = (type: 'adult' | 'child' | 'infant') => ({
  adults_count: Number(type === 'adult'),
  children_count: Number(type === 'child'),
  infants_count: Number(type === 'infant'),
})
