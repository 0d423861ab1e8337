import * as z from 'zod'
import { id, moneySchema, procedure } from '../../kernel/contract.ts'

const serviceType = z.string().max(40)
const entry = z.object({
  id,
  service_id: id,
  service_type: z.string(),
  display_order: z.int(),
  is_active: z.boolean(),
  title: z.string(),
  featured_image: z.string().nullable(),
  price: moneySchema.nullable(),
  /** The item's own status: the shop shows active items only. */
  service_status: z.enum(['active', 'inactive', 'archived']),
})
export type TrendingEntry = z.infer<typeof entry>
const list = z.object({ items: z.array(entry) })

export const trendingContract = {
  list: procedure('staff:content', 'GET /admin/trending', 'The trending list by display_order').output(list),
  choices: procedure(
    'staff:content',
    'GET /admin/trending/choices/{service_type}',
    'The active items of a kind, by the title that the shop shows',
  )
    .input(z.strictObject({ service_type: serviceType }))
    .output(z.object({ items: z.array(z.object({ id, title: z.string(), isTrending: z.boolean() })) })),
  add: procedure('staff:content', 'POST /admin/trending', 'Adds an active item at the end of the list')
    .input(z.strictObject({ service_type: serviceType, service_id: id }))
    .output(entry),
  setActive: procedure('staff:content', 'PUT /admin/trending/{trendingId}/active', 'Shows an entry, or leaves it out')
    .input(z.strictObject({ trendingId: id, is_active: z.boolean() }))
    .output(entry),
  remove: procedure('staff:content', 'DELETE /admin/trending/{trendingId}', 'Takes an entry out of the list')
    .input(z.strictObject({ trendingId: id }))
    .output(z.object({ removed: z.literal(true) })),
  restore: procedure(
    'staff:content',
    'POST /admin/trending/{trendingId}/restoration',
    'Puts an entry back that was taken out in the last 30 days; repeats change nothing',
  )
    .input(z.strictObject({ trendingId: id }))
    .output(entry),
  reorder: procedure('staff:content', 'PUT /admin/trending-order', 'Puts the whole list in this order')
    .input(z.strictObject({ ids: z.array(id).min(1).max(500) }))
    .output(list),
}
