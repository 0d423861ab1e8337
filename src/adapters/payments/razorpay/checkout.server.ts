import type { PaymentAction, ProviderContext, StartRequest } from '../../../modules/payment/port.ts'
import type { Order } from './objects.server.ts'
import { returnProof } from './signature.server.ts'

/** Options for the popup, and the same as a form for browsers that cannot open it. Holds no secret. */
export function checkoutOf(
  { settings, secrets }: ProviderContext,
  { attempt, payable, returnUrl, expiresAt }: StartRequest,
  order: Order,
  apiUrl: string,
): PaymentAction {
  const { name, email, phone } = payable.customer
  const options = {
    key: settings.key_id ?? '',
    order_id: order.id,
    amount: order.amount,
    currency: order.currency,
    name: settings.business_name ?? '',
    description: payable.description.slice(0, 255),
    prefill: { name, email, ...(phone && { contact: phone }) },
    notes: { attempt: attempt.id, booking: payable.reference },
    retry: { enabled: true },
    ...(expiresAt && { expires_at: Math.floor(expiresAt.getTime() / 1000) }),
  }
  const back = `${returnUrl}?proof=${returnProof(secrets.key_secret ?? '', attempt.id)}`
  // The hosted page needs email and phone. Without a phone, only the popup is offered.
  const page = phone && {
    url: `${apiUrl}/v1/checkout/embedded`,
    form: {
      key_id: options.key,
      order_id: order.id,
      amount: String(order.amount),
      currency: order.currency,
      name: options.name,
      description: options.description,
      'prefill[name]': name,
      'prefill[email]': email,
      'prefill[contact]': phone,
      'notes[attempt]': attempt.id,
      'notes[booking]': payable.reference,
      callback_url: back,
      cancel_url: `${back}&cancelled=1`,
    },
  }
  return { type: 'razorpay_checkout', kind: 'popup', data: { options, ...(page && { page }) } }
}
