import type { LocalDate, LocalTime } from '../../../kernel/dates.ts'
import type { Schedule } from '../../../services/schedule.ts'
import { startsOfDay } from './departures.ts'
import { isWithin } from './starts.ts'

/** Places that a booking holds on a departure that follows from a schedule. */
export interface HeldStart {
  readonly date: LocalDate
  /** The time of the departure; null: opening hours or a whole day. */
  readonly start: LocalTime | null
  /** The time that the customer has chosen. */
  readonly time: LocalTime | null
}

function isOffered(schedules: readonly Schedule[], { date, start, time }: HeldStart): boolean {
  const offer = startsOfDay(schedules, date).get(start ?? '')
  return offer !== undefined && !offer.isClosed && (!offer.hours || time === null || isWithin(offer.hours, time))
}

/** Those that have a departure before a change of the schedules and none after it. */
export const leftBehind = <Held extends HeldStart>(
  held: readonly Held[],
  { before, after }: { readonly before: readonly Schedule[]; readonly after: readonly Schedule[] },
): Held[] => held.filter((each) => isOffered(before, each) && !isOffered(after, each))
