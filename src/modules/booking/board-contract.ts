/** What is on sale and what is taken, by service: each departure of a week, or the days of a month. */
import * as z from 'zod'
import { chosenDay, id, line, localDate, localTime, procedure } from '../../kernel/contract.ts'
import { dayStates } from './rules/day-summary.ts'

const filter = {
  type: line(40).optional(),
  q: line(200).optional(),
  /** Only items that need this resource. */
  resource_id: id.optional(),
  /** Only departures whose guide's name has this in it. */
  guide: line(200).optional(),
}
const range = { from: localDate, to: localDate }
const service = { service_id: id, service_type: z.string(), service_title: z.string() }
/** Null: free sale. */
const capacity = z.int().nullable()

export const departureBoard = z.object({
  ...range,
  services: z.array(
    z.object({
      ...service,
      departures: z.array(
        z.object({
          date: localDate,
          /** Null: opening hours, or no time at all. */
          time: localTime.nullable(),
          hours: z.object({ from: localTime, to: localTime }).nullable(),
          capacity,
          taken: z.int(),
          /** The part of `taken` held by unpaid bookings, and by moves whose difference is not paid yet. */
          held: z.int(),
          /** The part of `taken` that is held for offers to people on the waiting list. */
          offered: z.int(),
          /** Entries on the waiting list. */
          waiting: z.int(),
          is_overbooked: z.boolean(),
          state: z.enum(['open', 'few', 'sold_out', 'closed', 'past']),
          note: z.string().nullable(),
        }),
      ),
    }),
  ),
  /** Not all matching services are shown. */
  has_more: z.boolean(),
})
export const departureBoardInput = z.strictObject({
  from: chosenDay,
  days: z.coerce.number<number>().int().min(1).max(7).default(7),
  ...filter,
})

export const departureDays = z.object({
  ...range,
  services: z.array(
    z.object({
      ...service,
      /** Days with departures only. */
      days: z.array(
        z.object({
          date: localDate,
          departures: z.int(),
          /** Of a day with one departure; null: opening hours, or no time at all. */
          time: localTime.nullable(),
          /** Null: free sale on one of the departures. */
          capacity,
          taken: z.int(),
          /** The part of `taken` held by unpaid bookings, and by moves whose difference is not paid yet. */
          held: z.int(),
          state: z.enum(dayStates),
        }),
      ),
    }),
  ),
  has_more: z.boolean(),
})
export const departureDaysInput = z.strictObject({
  from: chosenDay,
  days: z.coerce.number<number>().int().min(1).max(31).default(31),
  ...filter,
})

export const boardProcedures = {
  departures: procedure(
    'staff:bookings',
    'GET /admin/departures',
    'What is on sale and taken in a week, by service and departure',
  )
    .input(departureBoardInput)
    .output(departureBoard),
  departureDays: procedure(
    'staff:bookings',
    'GET /admin/departure-days',
    'What is on sale and taken in a month, by service and day',
  )
    .input(departureDaysInput)
    .output(departureDays),
}
