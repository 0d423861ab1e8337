import { isRefusal } from '../../../kernel/refusal.ts'
import type { MovePayments } from '../index.server.ts'

/** The code of the refusal; null if there is none. */
export async function codeOrNull(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    if (!isRefusal(error)) throw error
    return error.code
  }
}

/** These bookings have no payments. */
export const noPayments: MovePayments = {
  isUndecided: async () => false,
  settle: async () => ({ refund: null }),
  hasOpen: async () => false,
  readOnline: async () => () => false,
  closeOpen: async () => undefined,
}
