/**
 * The suppliers' popups in the browser, one line each, by action type. The payment page loads this list and a
 * supplier's code when the customer chooses its method. Nothing else in the shop may import it.
 */
import type { CheckoutPopup } from '../../modules/payment/port.ts'

export const popups: Readonly<Record<string, (() => Promise<CheckoutPopup>) | undefined>> = {
  razorpay_checkout: async () => (await import('./razorpay/shop.ts')).razorpayPopup,
}
