import { apiVersion } from '../fields.ts'

/** A session in the stand-in with its history. Times are Unix seconds. */
export type Order = {
  readonly id: string
  readonly created: number
  readonly expiresAt: number
  readonly amount: number
  readonly currency: string
  readonly attemptId: string
  readonly metadata: Readonly<Record<string, string>>
  /** Holds only what the request put on the payment intent: Stripe does not copy the session's metadata. */
  readonly intentMetadata: Readonly<Record<string, string>>
  readonly successUrl: string
  readonly cancelUrl: string
  readonly email: string | null
  readonly submitType: string | null
  readonly isAdaptive: boolean
  readonly page: string
  status: 'open' | 'complete' | 'expired'
  /** Of the payment intent; null until the first try. */
  intent: 'processing' | 'requires_payment_method' | 'succeeded' | null
  decline: string | null
  isDisputed: boolean
  refunds: Refund[]
}
export type Refund = {
  readonly id: string
  readonly amount: number
  readonly created: number
  readonly reason: string | null
  readonly metadata: Readonly<Record<string, string>>
  status: 'pending' | 'succeeded' | 'failed'
}
/** Paths of expanded objects: 'payment_intent.latest_charge.refunds'. */
export type Expand = readonly string[]

const isExpanded = (expand: Expand, path: string): boolean =>
  expand.some((one) => one === path || one.startsWith(`${path}.`))
const suffix = ({ id }: Order): string => id.slice('cs_test_'.length)
export const intentId = (order: Order): string => `pi_${suffix(order)}`
const isPaid = ({ intent }: Order): boolean => intent === 'succeeded'

export function sessionBody(order: Order, expand: Expand = []): Record<string, unknown> {
  const isExpandedIntent = isExpanded(expand, 'payment_intent')
  const isDone = order.status === 'complete'
  return {
    ...emptySession,
    id: order.id,
    adaptive_pricing: { enabled: order.isAdaptive },
    amount_subtotal: order.amount,
    amount_total: order.amount,
    cancel_url: order.cancelUrl,
    client_reference_id: order.attemptId,
    created: order.created,
    currency: order.currency,
    customer_details: isDone ? customerOf(order) : null,
    customer_email: order.email,
    expires_at: order.expiresAt,
    metadata: order.metadata,
    payment_intent: isDone ? (isExpandedIntent ? intentBody(order, expand) : intentId(order)) : null,
    payment_status: isPaid(order) ? 'paid' : 'unpaid',
    // Adaptive Pricing: the payer's own currency, which we ignore.
    ...(isDone &&
      order.isAdaptive && { presentment_details: { presentment_amount: 123, presentment_currency: 'jpy' } }),
    status: order.status,
    submit_type: order.submitType,
    success_url: order.successUrl,
    url: order.status === 'open' ? order.page : null,
  }
}

const customerOf = ({ email }: Order) => ({
  address: { city: null, country: 'IN', line1: null, line2: null, postal_code: null, state: null },
  business_name: null,
  email,
  individual_name: null,
  name: 'Asha Rao',
  phone: null,
  tax_exempt: 'none',
  tax_ids: [],
})

export function intentBody(order: Order, expand: Expand = []): Record<string, unknown> {
  const path = 'payment_intent.latest_charge'
  const charge = isExpanded(expand, path) ? chargeBody(order, expand) : chargeId(order)
  return {
    ...emptyIntent,
    id: intentId(order),
    amount: order.amount,
    amount_received: isPaid(order) ? order.amount : 0,
    client_secret: `${intentId(order)}_secret_x`,
    created: order.created,
    currency: order.currency,
    last_payment_error: order.decline
      ? { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: order.decline }
      : null,
    latest_charge: isPaid(order) ? charge : null,
    metadata: order.intentMetadata,
    status: order.intent ?? 'requires_payment_method',
  }
}

const chargeId = (order: Order): string => `ch_${suffix(order)}`
/** 2.9 % plus 30 minor units, in the charge's currency. */
export const feeOf = ({ amount }: Order): number => Math.round((amount * 29) / 1000) + 30
const refundedOf = ({ refunds }: Order): number =>
  refunds.reduce((sum, { status, amount }) => (status === 'failed' ? sum : sum + amount), 0)

export function chargeBody(order: Order, expand: Expand = []): Record<string, unknown> {
  const path = 'payment_intent.latest_charge'
  const entry = {
    id: `txn_${suffix(order)}`,
    object: 'balance_transaction',
    amount: order.amount,
    currency: order.currency,
    fee: feeOf(order),
    net: order.amount - feeOf(order),
  }
  const refunds = {
    object: 'list',
    data: [...order.refunds]
      .reverse()
      .slice(0, 10)
      .map((refund) => refundBody(order, refund)),
    has_more: order.refunds.length > 10,
    url: `/v1/charges/${chargeId(order)}/refunds`,
  }
  return {
    ...emptyCharge,
    id: chargeId(order),
    amount: order.amount,
    amount_captured: order.amount,
    amount_refunded: refundedOf(order),
    balance_transaction: isExpanded(expand, `${path}.balance_transaction`) ? entry : entry.id,
    created: order.created,
    currency: order.currency,
    disputed: order.isDisputed,
    metadata: order.intentMetadata,
    payment_intent: intentId(order),
    refunded: refundedOf(order) === order.amount,
    ...(isExpanded(expand, `${path}.refunds`) && { refunds }),
  }
}

export const refundBody = (order: Order, refund: Refund): Record<string, unknown> => ({
  id: refund.id,
  object: 'refund',
  amount: refund.amount,
  balance_transaction: null,
  charge: chargeId(order),
  created: refund.created,
  currency: order.currency,
  customer: null,
  customer_account: null,
  metadata: refund.metadata,
  payment_intent: intentId(order),
  payment_method: null,
  reason: refund.reason,
  receipt_number: null,
  source_transfer_reversal: null,
  status: refund.status,
  transfer_reversal: null,
  ...(refund.status === 'failed' && { failure_reason: 'expired_or_canceled_card' }),
})

export const disputeBody = (order: Order, status: string): Record<string, unknown> => ({
  id: `du_${suffix(order)}`,
  object: 'dispute',
  amount: order.amount,
  charge: chargeId(order),
  currency: order.currency,
  metadata: {},
  payment_intent: intentId(order),
  reason: 'fraudulent',
  status,
})

export const eventBody = (event: { id: string; type: string; created: number; object: unknown }) => ({
  id: event.id,
  object: 'event',
  api_version: apiVersion,
  created: event.created,
  data: { object: event.object },
  livemode: false,
  pending_webhooks: 1,
  request: { id: null, idempotency_key: null },
  type: event.type,
})

const nulls = (names: string): Record<string, null> => Object.fromEntries(names.split(' ').map((name) => [name, null]))

const emptySession = {
  object: 'checkout.session',
  ...nulls('after_expiration allow_promotion_codes billing_address_collection client_secret collected_information'),
  ...nulls('consent consent_collection currency_conversion customer customer_account discounts'),
  ...nulls('integration_identifier invoice invoice_creation locale managed_payments origin_context payment_link'),
  ...nulls('payment_method_configuration_details permissions recovered_from saved_payment_method_options'),
  ...nulls('setup_intent shipping_address_collection shipping_cost subscription wallet_options'),
  allowed_payment_method_types: ['card'],
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  custom_fields: [],
  custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
  customer_creation: 'if_required',
  livemode: false,
  mode: 'payment',
  payment_method_collection: 'if_required',
  payment_method_options: {},
  payment_method_types: ['card'],
  phone_number_collection: { enabled: false },
  shipping_options: [],
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
}
const emptyIntent = {
  object: 'payment_intent',
  ...nulls('application application_fee_amount automatic_payment_methods canceled_at cancellation_reason customer'),
  ...nulls('customer_account description excluded_payment_method_types managed_payments next_action on_behalf_of'),
  ...nulls('payment_method payment_method_configuration_details payment_record processing receipt_email review'),
  ...nulls('setup_future_usage shipping source statement_descriptor statement_descriptor_suffix transfer_group'),
  allowed_payment_method_types: ['card'],
  amount_capturable: 0,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  livemode: false,
  payment_method_options: {},
  payment_method_types: ['card'],
}
const emptyCharge = {
  object: 'charge',
  ...nulls('application application_fee application_fee_amount calculated_statement_descriptor customer description'),
  ...nulls('failure_balance_transaction failure_code failure_message on_behalf_of outcome payment_method'),
  ...nulls('payment_method_details receipt_email receipt_number receipt_url review shipping source source_transfer'),
  ...nulls('statement_descriptor statement_descriptor_suffix transfer_data transfer_group'),
  billing_details: {
    address: { city: null, country: null, line1: null, line2: null, postal_code: null, state: null },
    ...nulls('email name phone tax_id'),
  },
  captured: true,
  fraud_details: {},
  livemode: false,
  paid: true,
  status: 'succeeded',
}
