/** What a service offers on its days: for reports, which compare it with what was sold. */
import { earliestOf, weekdayOf } from '../../../kernel/calendar-days.ts'
import { addDays, type LocalDate } from '../../../kernel/dates.ts'
import type { Schedule } from '../../../services/schedule.ts'
import { type BlockedRange, type DepartureRange, type DepartureRow, departuresOn } from './departures.ts'

export interface Offered {
  readonly departures: number
  /** The departures without a limit. */
  readonly freeSale: number
  /** The places of the others. */
  readonly places: number
}
export const nothingOffered: Offered = { departures: 0, freeSale: 0, places: 0 }

export const addOffered = (a: Offered, b: Offered): Offered => ({
  departures: a.departures + b.departures,
  freeSale: a.freeSale + b.freeSale,
  places: a.places + b.places,
})

export interface OfferedIn extends DepartureRange {
  readonly zone: string
  readonly blocked: readonly BlockedRange[]
}

/** An instant before every cut-off, so that the result does not depend on the time of the request. */
const beforeSale = { now: earliestOf('1970-01-01'), cutOffMinutes: 0, fewUpTo: 0 }

/** The departures on sale by day, sold out or not; closed and blocked ones are not offered. Other days are left out. */
export function offeredByDay(
  schedules: readonly Schedule[],
  rows: readonly DepartureRow[],
  range: OfferedIn,
): ReadonlyMap<LocalDate, Offered> {
  const days = new Map<LocalDate, Offered>()
  for (const { date, reason, capacity } of departuresOn(schedules, rows, { ...range, ...beforeSale })) {
    if (reason !== null && reason !== 'full') continue
    const one = { departures: 1, freeSale: capacity === null ? 1 : 0, places: capacity ?? 0 }
    days.set(date, addOffered(days.get(date) ?? nothingOffered, one))
  }
  return days
}

/** The Monday of its week. */
export const weekOf = (date: LocalDate): LocalDate => addDays(date, 1 - weekdayOf(date))

/** How many days back the job records days that it missed while the shop was down. */
const maxLate = 7

/**
 * The first day that is not recorded and can still be. Days before it are recorded or unknown; from it on, the schedules
 * tell what is offered.
 */
export function firstOpenDay(today: LocalDate, lastRecorded: LocalDate | null): LocalDate {
  if (lastRecorded === null) return addDays(today, -1)
  const next = addDays(lastRecorded, 1)
  const earliest = addDays(today, -maxLate)
  return next < earliest ? earliest : next < today ? next : today
}

export interface WeekOffer extends Offered {
  readonly week: LocalDate
  /** Days that were never recorded, so what was offered is unknown. */
  readonly unknownDays: number
}
export interface KnownOffers {
  readonly firstOpen: LocalDate
  /** Days before `firstOpen` that were recorded. */
  readonly recordedDays: ReadonlySet<LocalDate>
  /** What was recorded, and what is computed from `firstOpen` on; days without departures are left out. */
  readonly byDay: ReadonlyMap<LocalDate, Offered>
}

export function offerOfWeek(week: LocalDate, { firstOpen, recordedDays, byDay }: KnownOffers): WeekOffer {
  const days = Array.from({ length: 7 }, (_, n) => addDays(week, n))
  const sum = days.reduce((sum, day) => addOffered(sum, byDay.get(day) ?? nothingOffered), nothingOffered)
  const unknownDays = days.filter((day) => day < firstOpen && !recordedDays.has(day)).length
  return { week, ...sum, unknownDays }
}
