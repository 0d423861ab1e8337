/** What the back office's list of bookings can be filtered and sorted by. */
import * as z from 'zod'
import { chosenDay, line, pageInput } from '../../kernel/contract.ts'
import { bookingStatuses, paymentStatuses } from './rules/states.ts'
import { sortColumns } from './sort-columns.ts'

export const openFilters = ['balance', 'decision'] as const
export const bookingFilter = {
  q: line(200).optional(),
  status: z.enum(bookingStatuses).optional(),
  type: line(40).optional(),
  /** Only sold bookings that still wait for documents. */
  documents: z.literal('missing').optional(),
  payment: z.enum(paymentStatuses).optional(),
  /** Not cancelled and not fully paid, or cash bookings that staff have to confirm or cancel. */
  open: z.enum(openFilters).optional(),
  /** Days of the journey, both included. */
  travel_from: chosenDay.optional(),
  travel_to: chosenDay.optional(),
  /** Days on which it was booked, on the agency's clock, both included. */
  booked_from: chosenDay.optional(),
  booked_to: chosenDay.optional(),
  /** The account of the staff member who sold or handled it. */
  staff: line(100).optional(),
}
export const listOrder = {
  sort: z.enum(sortColumns).default('created_at'),
  direction: z.enum(['asc', 'desc']).default('desc'),
}
export const adminListInput = z.strictObject({ ...bookingFilter, ...listOrder, ...pageInput })
