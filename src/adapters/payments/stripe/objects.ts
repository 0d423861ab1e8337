import * as z from 'zod'

/**
 * What we read of Stripe's objects. Unknown fields may pass, missing or wrong ones never; a value that is new to us in a
 * state that we decide by (a session's status) is no answer either.
 */
const currency = z.string().regex(/^[a-z]{3}$/)
const minor = z.int().nonnegative()
const metadata = z.record(z.string(), z.string()).nullish()

const refund = z.object({
  id: z.string().min(1),
  object: z.literal('refund'),
  amount: minor,
  currency,
  /** 'pending', 'requires_action', 'succeeded', 'failed', 'canceled', and null before the first of them. */
  status: z.string().nullable(),
  failure_reason: z.string().nullish(),
  metadata,
})
export type StripeRefund = z.output<typeof refund>

const balanceTransaction = z.object({
  id: z.string().min(1),
  /** In the currency that Stripe pays out. */
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

/** An answer that does not say what it has to: as good as none. Names the fields, never what stands in them. */
class Unreadable extends Error {
  constructor(what: string, { issues }: z.ZodError) {
    super(`Stripe sent no readable ${what}: ${issues.map(({ path }) => path.join('.')).join(', ')}`)
    this.name = 'Unreadable'
  }
}
function reader<T extends z.ZodType>(what: string, schema: T): (value: unknown) => z.output<T> {
  return (value) => {
    const read = schema.safeParse(value)
    if (!read.success) throw new Unreadable(what, read.error)
    return read.data
  }
}
export const readSession = reader('session', session)
export const readRefund = reader('refund', refund)
export const readPaymentIntent = reader('payment intent', paymentIntent)
export const readEvent = reader('event', event)
export const readSessions = reader('list of sessions', z.object({ data: z.array(session), has_more: z.boolean() }))
export const readRefunds = reader('list of refunds', z.object({ data: z.array(refund), has_more: z.boolean() }))
