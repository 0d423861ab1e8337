import { createContext, use } from 'react'

/** Where the payment leads when it is part of something larger, such as the visa wizard; null on its own page. */
export interface PaymentFlow {
  /** Called instead of the confirmation page. */
  readonly onDone: () => void
  /** Before the browser goes to a provider's page. */
  readonly onLeave: () => void
  /** The title of a failed payment (C101). */
  readonly errorTitle: string
}

export const PaymentFlowContext = createContext<PaymentFlow | null>(null)
export const usePaymentFlow = (): PaymentFlow | null => use(PaymentFlowContext)
