import { Refusal } from '../../../kernel/refusal.ts'
import type { MovePayments } from '../move-payments.server.ts'

/** An open payment must be closed first. Rolls the transaction back, so that no idempotency key is stored. */
export class PaymentIsOpen extends Error {}
const maxTries = 4

/** Runs `attempt` again after closing the open payment of the booking. Refuses 'payment/still-processing'. */
export async function closingPayment(
  payments: MovePayments,
  bookingId: string,
  attempt: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await attempt()
      return
    } catch (error) {
      if (!(error instanceof PaymentIsOpen)) throw error
      if (tries === maxTries) throw new Refusal('payment/still-processing')
      await payments.closeOpen(bookingId)
    }
  }
}
