/** PayPal's objects, as far as we read them. Unknown fields are ignored; missing or wrong ones are rejected. */

import * as z from 'zod'
import { exponentOf, type Money, money } from '../../../kernel/money.ts'
import { trimEnd } from '../../../kernel/trim.ts'

/**
 * Currencies that PayPal accepts and that convert without loss: PayPal has no decimals for HUF and TWD. BRL, CNY and
 * MYR are only for accounts in those countries.
 */
export const payPalCurrencies = (
  'AUD CAD CHF CZK DKK EUR GBP HKD ILS JPY MXN NOK NZD PHP PLN SEK SGD THB USD' as const
).split(' ')

export type Amount = { readonly currency_code: string; readonly value: string }

/** 18000 minor units of USD -> '180.00'; 500 of JPY -> '500'. */
export function amountOf({ minor, currency }: Money): Amount {
  const exponent = exponentOf(currency)
  const digits = String(minor).padStart(exponent + 1, '0')
  const value = exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
  return { currency_code: currency, value }
}

const amount = z
  .object({
    currency_code: z.string().regex(/^[A-Z]{3}$/),
    value: z.string().regex(/^\d{1,13}(\.\d{1,3})?$/),
  })
  .transform((given, check): Money => {
    const [whole = '', decimals = ''] = given.value.split('.')
    const exponent = exponentOf(given.currency_code)
    // Tolerates missing and extra zeros: '180.5' and '180.500'.
    const kept = trimEnd(decimals, '0').padEnd(exponent, '0')
    if (kept.length > exponent) {
      check.addIssue({ code: 'custom', message: `${given.value} has too many decimals for ${given.currency_code}` })
      return z.NEVER
    }
    return money(Number(`${whole}${kept}`), given.currency_code)
  })

const id = z.string().regex(/^[A-Z0-9]{1,36}$/)
const links = z.array(z.object({ href: z.string().max(2000), rel: z.string().max(60) }))
const capture = z.object({
  id,
  /** REVERSED is undocumented but reported: the bank took the money back. */
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'REVERSED', 'FAILED']),
  status_details: z.object({ reason: z.string().max(64).optional() }).optional(),
  amount,
  custom_id: z.string().max(127).optional(),
  // The fee may be in another currency or not known yet.
  seller_receivable_breakdown: z.object({ paypal_fee: amount.optional() }).optional(),
})
export const refundObject = z.object({
  id,
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  amount,
  custom_id: z.string().max(127).optional(),
})
const unit = z.object({
  amount,
  custom_id: z.string().max(127).optional(),
  payments: z
    .object({ captures: z.array(capture).default([]), refunds: z.array(refundObject).default([]) })
    .default({ captures: [], refunds: [] }),
})
export const orderObject = z.object({
  id,
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  purchase_units: z.array(unit).length(1),
  payer: z.object({ payer_id: z.string().max(60).optional() }).optional(),
  update_time: z.string().max(64).optional(),
  links: links.default([]),
})
export type Order = z.output<typeof orderObject>
export type Links = z.output<typeof links>

/** The response to a new order may hold no more than this. */
export const madeOrder = z.object({ id, links })
export const capturePlace = z.object({
  id,
  custom_id: z.string().max(127).optional(),
  supplementary_data: z.object({ related_ids: z.object({ order_id: id.optional() }).optional() }).optional(),
  links: links.default([]),
})
export type CapturePlace = z.output<typeof capturePlace>

export const errorObject = z.object({
  name: z.string().max(100).default(''),
  details: z.array(z.object({ issue: z.string().max(100) })).default([]),
  links: links.default([]),
})
export const tokenObject = z.object({ access_token: z.string().min(1).max(4000), expires_in: z.number().positive() })
export const verdict = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })
export const webhookList = z.object({
  webhooks: z.array(
    z.object({ id: z.string(), url: z.string(), event_types: z.array(z.object({ name: z.string() })) }),
  ),
})

/** The last segment of a link, such as the capture id of a refund: '/v2/payments/captures/{id}'. */
export function linkedId(list: Links, rel: string, kind: 'captures' | 'orders'): string | null {
  const pattern =
    kind === 'captures' ? /\/v2\/payments\/captures\/([A-Z0-9]{1,36})$/ : /\/v2\/checkout\/orders\/([A-Z0-9]{1,36})$/
  for (const link of list) {
    const segment = link.rel === rel ? pattern.exec(link.href)?.[1] : undefined
    if (segment) return segment
  }
  return null
}
