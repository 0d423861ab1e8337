// Razorpay's objects, as far as the shop reads them. Other fields are ignored.
import * as z from 'zod'

/** Minor units. */
const amount = z.int().min(0)
const currency = z.string().regex(/^[A-Z]{3}$/)
const idOf = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9$]{10,100}$`))

export const order = z.object({
  id: idOf('order'),
  amount,
  currency,
  receipt: z.string().nullable(),
  status: z.enum(['created', 'attempted', 'paid']),
  created_at: z.int(),
})
export type Order = z.infer<typeof order>

export const payment = z.object({
  id: idOf('pay'),
  amount,
  currency,
  status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
  captured: z.boolean(),
  order_id: idOf('order').nullish(),
  /** Razorpay's fee including tax, always in INR. */
  fee: z.int().min(0).nullish(),
  error_description: z.string().nullish(),
  created_at: z.int(),
})
export type Payment = z.infer<typeof payment>

export const refund = z.object({
  id: idOf('rfnd'),
  amount,
  currency,
  payment_id: idOf('pay'),
  receipt: z.string().nullish(),
  status: z.enum(['pending', 'processed', 'failed']),
})
export type Refund = z.infer<typeof refund>

export const collectionOf = <T extends z.ZodType>(item: T) =>
  z.object({ entity: z.literal('collection'), items: z.array(item) })

export const event = z.object({
  entity: z.literal('event'),
  event: z.string().min(1).max(100),
  /** Unix seconds; missing in some card events. */
  created_at: z.int().positive().optional(),
  payload: z.object({
    order: z.object({ entity: order }).optional(),
    payment: z.object({ entity: z.object({ id: idOf('pay'), order_id: idOf('order').nullish() }) }).optional(),
  }),
})
