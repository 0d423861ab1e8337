import * as z from 'zod'

/**
 * Stripe's objects, as far as we read them. Unknown fields are ignored; missing or wrong ones are rejected. So are
 * unknown values of a status that we act on.
 */
const currency = z.string().regex(/^[a-z]{3}$/)
const minor = z.int().nonnegative()
const metadata = z.record(z.string(), z.string()).nullish()

const refund = z.object({
  id: z.string().min(1),
  object: z.literal('refund'),
  amount: minor,
  currency,
  /** Null at first, then 'pending', 'requires_action', 'succeeded', 'failed' or 'canceled'. */
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata,
})
export type StripeRefund = z.output<typeof refund>

const balanceTransaction = z.object({
  id: z.string().min(1),
  /** In the payout currency. */
  amount: z.int(),
  fee: z.int(),
  currency,
})

const charge = z.object({
  id: z.string().min(1),
  object: z.literal('charge'),
  amount_refunded: minor,
  currency,
  disputed: z.boolean(),
  balance_transaction: z.union([z.string(), balanceTransaction]).nullable(),
  refunds: z.object({ data: z.array(refund), has_more: z.boolean() }).nullish(),
})

const paymentIntent = z.object({
  id: z.string().min(1),
  object: z.literal('payment_intent'),
  status: z.string(),
  amount_received: minor,
  currency,
  metadata,
  last_payment_error: z.object({ message: z.string().optional() }).nullable(),
  latest_charge: z.union([z.string(), charge]).nullable(),
})

const session = z.object({
  id: z.string().startsWith('cs_'),
  object: z.literal('checkout.session'),
  client_reference_id: z.string().nullable(),
  metadata,
  livemode: z.boolean(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: minor,
  currency,
  expires_at: z.int(),
  url: z.url().nullable(),
  payment_intent: z.union([z.string(), paymentIntent]).nullable(),
})
export type StripeSession = z.output<typeof session>

const about = z.object({
  object: z.string(),
  id: z.string().optional(),
  client_reference_id: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
})
const event = z.object({
  id: z.string().startsWith('evt_'),
  object: z.literal('event'),
  type: z.string(),
  livemode: z.boolean(),
  api_version: z.string().nullable(),
  data: z.object({ object: about }),
})
export type StripeEvent = z.output<typeof event>

/** A response with missing or wrong fields. The message names the fields but not their values. */
class Unreadable extends Error {
  constructor(what: string, { issues }: z.ZodError) {
    super(`Stripe sent no readable ${what}: ${issues.map(({ path }) => path.join('.')).join(', ')}`)
    this.name = 'Unreadable'
  }
}
function reader<T extends z.ZodType>(what: string, schema: T): (value: unknown) => z.output<T> {
  return (value) => {
    const parsed = schema.safeParse(value)
    if (!parsed.success) throw new Unreadable(what, parsed.error)
    return parsed.data
  }
}
export const readSession = reader('session', session)
export const readRefund = reader('refund', refund)
export const readPaymentIntent = reader('payment intent', paymentIntent)
export const readEvent = reader('event', event)
export const readSessions = reader('list of sessions', z.object({ data: z.array(session), has_more: z.boolean() }))
export const readRefunds = reader('list of refunds', z.object({ data: z.array(refund), has_more: z.boolean() }))
