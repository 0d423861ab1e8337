import * as z from 'zod'
import { id, line, procedure } from '../../../kernel/contract.ts'
import { listColumns } from '../list-columns.ts'
import { bookingFilter, listOrder } from '../list-contract.ts'
import { maxViewName } from './limits.ts'

const viewQuery = z.strictObject({
  ...bookingFilter,
  ...listOrder,
  columns: z
    .array(z.enum(listColumns))
    .max(listColumns.length)
    .default([...listColumns]),
})
const nameAndReach = { name: line(maxViewName), is_shared: z.boolean() }
const createViewInput = z.strictObject({ ...nameAndReach, query: viewQuery })
export type CreateViewInput = z.output<typeof createViewInput>

const versioned = { viewId: id, version: z.int().min(1) }
/** Without a query, the stored one stays. */
const updateViewInput = z.strictObject({ ...versioned, ...nameAndReach, query: viewQuery.optional() })
export type UpdateViewInput = z.output<typeof updateViewInput>

const kept = z.string().optional()
const bookingView = z.object({
  id,
  name: z.string(),
  is_shared: z.boolean(),
  is_own: z.boolean(),
  may_change: z.boolean(),
  version: z.int(),
  /** As it was saved: a filter may know fewer values today. */
  query: z.object({
    ...{ q: kept, status: kept, type: kept, documents: kept, payment: kept, staff: kept },
    ...{ travel_from: kept, travel_to: kept, booked_from: kept, booked_to: kept },
    ...{ sort: z.string(), direction: z.string(), columns: z.array(z.string()) },
  }),
})
export type SavedView = z.infer<typeof bookingView>

const area = 'staff:bookings'
export const savedViewProcedures = {
  views: {
    list: procedure(
      area,
      'GET /admin/booking-views',
      'Saved views of the list of bookings: own and shared ones',
    ).output(z.array(bookingView)),
    create: procedure(area, 'POST /admin/booking-views', 'Saves a view of the list of bookings', { idempotent: true })
      .input(createViewInput)
      .output(bookingView),
    update: procedure(
      area,
      'PUT /admin/booking-views/{viewId}',
      'Changes a view; shared ones of others are changed by owners of the shop and managers. Refuses an old version',
    )
      .input(updateViewInput)
      .output(bookingView),
    remove: procedure(
      area,
      'DELETE /admin/booking-views/{viewId}',
      'Deletes a view, by the same rules. Refuses an old version',
    )
      .input(z.strictObject(versioned))
      .output(z.object({ id })),
  },
}
