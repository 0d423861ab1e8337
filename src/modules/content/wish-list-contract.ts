import * as z from 'zod'
import { id, instant, procedure } from '../../kernel/contract.ts'
import { serviceCard } from '../catalogue/contract.ts'
import { maxWishes } from './rules/wish-list.ts'

const ids = z.array(id).max(maxWishes)
const wishList = z.object({
  items: z.array(z.object({ service_id: id, title: z.string(), added_at: instant })),
})
export type WishList = z.infer<typeof wishList>

export const wishListContract = {
  cards: procedure(
    'public',
    'POST /wish-list/cards',
    'The cards of the active ones among these items, in their order',
    { closes: true },
  )
    .input(z.strictObject({ ids }))
    .output(z.object({ items: z.array(serviceCard) })),
  mine: procedure('customer', 'GET /my/wish-list', "The signed-in user's wish list, newest first").output(wishList),
  change: procedure(
    'customer',
    'POST /my/wish-list',
    'Adds active items, the newest first, and removes others; the 50 newest stay',
  )
    .input(z.strictObject({ add: ids.default([]), remove: ids.default([]) }))
    .output(wishList),
}
