/**
 * What opens the suppliers' popups in the browser, one line each, by the type of their action. The payment page loads
 * this list, and a supplier's part, when the customer chooses its method; nothing else of the shop may.
 */
import type { CheckoutPopup } from '../../modules/payment/port.ts'

export const popups: Readonly<Record<string, (() => Promise<CheckoutPopup>) | undefined>> = {
  razorpay_checkout: async () => (await import('./razorpay/shop.ts')).razorpayPopup,
}
