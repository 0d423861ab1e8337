import { daysBetween } from '../../../kernel/dates.ts'
import type { SortColumn } from '../sort-columns.ts'

/** Both days are included; null: open. At least one is set. */
export interface DayRange {
  readonly from: string | null
  readonly to: string | null
}
export const rangeOf = (from: string | undefined, to: string | undefined): DayRange | null =>
  from || to ? { from: from ?? null, to: to ?? null } : null

export interface Planned {
  readonly sort: SortColumn
  readonly hasSearch: boolean
  readonly travel: DayRange | null
  readonly booked: DayRange | null
  readonly staff: string | null
}
/**
 * How a page of the list is found among a million bookings. 'walk': along the index of the sort order, which finds a
 * page soon where matches are spread evenly. Days are not: what travels in a far month lies together at the end of the
 * order. 'within': a walk that begins and ends where the bookings of these days do. 'days': the first rows of each day of
 * travel, merged. 'staff': along the bookings of one staff member. 'gather': all matches, then sorted; for few days only.
 */
export type ListPlan = 'walk' | 'within' | 'days' | 'staff' | 'gather'

/** More days hold so many bookings that a walk meets them soon. */
const maxDays = 62
const isNarrow = (range: DayRange | null): boolean =>
  range !== null && range.from !== null && range.to !== null && daysBetween(range.from, range.to) < maxDays

/** Orders that follow the time of booking, at least among equal keys. */
const followsTime: Readonly<Record<SortColumn, boolean>> = {
  created_at: true,
  travel_date: true,
  service_type: true,
  booking_status: true,
  payment_status: true,
  booking_reference: false,
  customer_name: false,
  service_title: false,
  final_amount: false,
}

export function planOf({ sort, hasSearch, travel, booked, staff }: Planned): ListPlan {
  if (sort === 'created_at') {
    if (hasSearch) return isNarrow(travel) ? 'gather' : travel ? 'within' : 'walk'
    if (staff !== null && !isNarrow(travel)) return 'staff'
    return travel ? 'days' : 'walk'
  }
  if (!followsTime[sort]) return 'walk'
  if (sort === 'travel_date' && travel) return 'walk'
  return isNarrow(travel) || isNarrow(booked) ? 'gather' : 'walk'
}
