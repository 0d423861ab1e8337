import * as z from 'zod'
import { id, instant } from './contract.ts'

/** What is in a trash, newest first. */
export const trashedList = z.object({
  items: z.array(
    z.object({
      id,
      name: z.string(),
      at: instant,
      /** Who deleted it. */
      by: z.string(),
      /** Days until it is deleted for good. */
      days_left: z.int(),
    }),
  ),
})
export const restored = z.object({ restored: z.literal(true) })
export const deletedForGood = z.object({ removed: z.literal(true) })
