/** Places offered, sold, held and used, by service and week. */
import * as z from 'zod'
import { chosenDay, id, line, localDate, procedure } from '../../kernel/contract.ts'

const maxReportWeeks = 53

export const reportFilter = {
  /** A day of the first week. */
  from: chosenDay,
  weeks: z.coerce.number<number>().int().min(1).max(maxReportWeeks).default(4),
  type: line(40).optional(),
  q: line(200).optional(),
  service_id: id.optional(),
}
export const placesReportInput = z.strictObject({
  ...reportFilter,
  limit: z.coerce.number<number>().int().min(1).max(50).default(20),
  cursor: z.string().max(2000).optional(),
})

const figures = {
  /** All departures on sale; `free_sale` counts those without a limit. */
  departures: z.int(),
  free_sale: z.int(),
  /** Places of the departures with a limit. */
  offered: z.int(),
  sold: z.int(),
  /** Taken and not sold, such as by unpaid bookings; not part of `sold`. */
  held: z.int(),
  /** Travellers who checked in. */
  used: z.int(),
  /** Days that passed before the shop recorded what was offered. */
  unknown_days: z.int(),
  /** Null: not known, nothing offered, or free sale. */
  percent_sold: z.int().nullable(),
}
export const placesReport = z.object({
  /** Monday of the first week and Sunday of the last. */
  from: localDate,
  to: localDate,
  items: z.array(
    z.object({
      service_id: id,
      service_type: z.string(),
      service_title: z.string(),
      total: z.object(figures),
      /** Weeks, by their Monday, in which something was offered, sold or used. */
      weeks: z.array(z.object({ week: localDate, ...figures })),
    }),
  ),
  nextCursor: z.string().nullable(),
})
export type PlacesReport = z.infer<typeof placesReport>

export const placesReportProcedures = {
  placesReport: procedure(
    'staff:bookings',
    'GET /admin/places-report',
    'Places offered, sold, held and used, by service and week; services with bookings first',
  )
    .input(placesReportInput)
    .output(placesReport),
}
