/** Who gets an offer, and until when (docs/rules/waiting-list.md). */
import { addHours, addMinutes, type Instant } from '../../../kernel/dates.ts'

/**
 * 'expired': the offer was not used. 'left': they left. 'removed': staff removed them. 'ended': the departure was
 * cancelled, or its sale ended.
 */
export const waitingStates = ['waiting', 'offered', 'booked', 'left', 'removed', 'expired', 'ended'] as const
export type WaitingState = (typeof waitingStates)[number]
export type EndReason = 'cancelled' | 'past'

export interface Queued {
  readonly id: string
  readonly places: number
}
/** Who gets an offer now: in order, everybody whose whole party fits. The others keep their turn. */
export function nextOffers<T extends Queued>(queue: readonly T[], vacancies: number): T[] {
  const offered: T[] = []
  let left = vacancies
  for (const each of queue) {
    if (each.places > left) continue
    offered.push(each)
    left -= each.places
  }
  return offered
}

/** A shorter offer leaves no time to read the mail and book. */
export const minOfferMinutes = 15

interface Offering {
  readonly now: Instant
  /** The setting `waiting_hold_hours`. */
  readonly hours: number
  /** The cut-off of the departure. */
  readonly saleEnd: Instant
}
/** The end of an offer made now; null if the cut-off is too near. */
export function offerEnd({ now, hours, saleEnd }: Offering): Instant | null {
  if (addMinutes(now, minOfferMinutes) > saleEnd) return null
  const end = addHours(now, hours)
  return end < saleEnd ? end : saleEnd
}
