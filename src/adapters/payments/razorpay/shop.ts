// The browser side of Razorpay's popup. Its result is not trusted; the shop asks the supplier.
import type { CheckoutPopup, PopupEnd } from '../../../modules/payment/port.ts'

type Failure = { readonly error?: { readonly description?: unknown } }
type Checkout = {
  readonly open: () => void
  readonly on: (event: 'payment.failed', tell: (f: Failure) => void) => void
}
type CheckoutScript = new (options: Readonly<Record<string, unknown>>) => Checkout

/** The popup opens bank pages in new windows, which in-app browsers do not support. */
const inApp = /FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|Snapchat|Pinterest|TikTok|musical_ly|; wv\)/
const proofFields = ['razorpay_payment_id', 'razorpay_order_id', 'razorpay_signature'] as const

const scriptOf = (scope: object): CheckoutScript | null => {
  const { Razorpay: script } = scope as { Razorpay?: unknown }
  return typeof script === 'function' ? (script as CheckoutScript) : null
}

/** `scope`: the window that Razorpay's script was loaded into. */
export const popupIn = (scope: object, now: () => number = Date.now): CheckoutPopup => ({
  canOpen: (userAgent) => !inApp.test(userAgent),
  open: (options) => {
    const Script = scriptOf(scope)
    return Script && new Promise<PopupEnd>((done) => openCheckout(Script, options, now(), done))
  },
})
export const razorpayPopup = popupIn(globalThis)

function openCheckout(
  Script: CheckoutScript,
  { expires_at: end, ...options }: Readonly<Record<string, unknown>>,
  now: number,
  done: (end: PopupEnd) => void,
): void {
  let failure: string | null = null
  // Seconds. The popup must not outlive the payment.
  const timeout = typeof end === 'number' ? Math.max(60, Math.floor(end - now / 1000)) : undefined
  const checkout = new Script({
    ...options,
    ...(timeout !== undefined && { timeout }),
    handler: (answer: unknown) => done({ kind: 'returned', form: fieldsOf(answer) }),
    modal: {
      confirm_close: true,
      escape: false,
      backdropclose: false,
      ondismiss: () => done({ kind: 'dismissed', failure }),
    },
  })
  checkout.on('payment.failed', ({ error }) => {
    failure = typeof error?.description === 'string' && error.description !== '' ? error.description : failure
  })
  checkout.open()
}

function fieldsOf(answer: unknown): Record<string, string> {
  const given = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>) : {}
  return Object.fromEntries(
    proofFields.flatMap((name) => (typeof given[name] === 'string' ? [[name, given[name]]] : [])),
  )
}
