import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { findVisiblePapers, lockBooking } from '../access.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import { actorOf, writeHistory } from '../history.server.ts'
import { type Paperwork, readPaperwork } from '../queries/paperwork.server.ts'
import { peopleIn, travellerTypeAt } from '../rules/travellers.ts'
import { readTravellers, writeTravellers } from './save-travellers.server.ts'
import { requireOpen, updateCaseStage } from './store-document.server.ts'

/**
 * One traveller of a booking, by position from 0: adults first, then children, then infants. Each may come by a link of
 * its own (C099). Refuses 'booking/not-found' (also by the link of another), 'booking/closed', 'booking/invalid'.
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
  const { booking, only } = await findVisiblePapers(deps, caller, input)
  requireOpen(booking)
  if (input.position >= peopleIn(booking) || (only !== null && only !== input.position))
    throw new Refusal('booking/not-found')
  const travelerType = travellerTypeAt(booking, input.position)
  const [traveller] = await readTravellers(
    deps,
    // The kind is asked about this one alone: the others may come later.
    { ...booking, ...partyOfOne(travelerType) },
    [{ ...input.traveller, travelerType }],
  )
  if (!traveller) throw new Refusal('booking/not-found')
  await deps.db.transaction().execute(async (trx) => {
    const locked = await lockBooking(trx, booking.id)
    requireOpen(locked)
    const now = deps.clock()
    await writeTravellers(trx, locked.id, [traveller], now, input.position)
    const data = { travellers: 1, position: input.position }
    await writeHistory(trx, locked.id, { event: 'travelers-saved', actor: actorOf(caller), data }, now)
    await updateCaseStage(trx, deps, locked)
  })
  return readPaperwork(deps, await findVisiblePapers(deps, caller, input), caller)
}

const partyOfOne = (type: 'adult' | 'child' | 'infant') => ({
  adults_count: Number(type === 'adult'),
  children_count: Number(type === 'child'),
  infants_count: Number(type === 'infant'),
})
