import type { Text } from '../../../../kernel/messages.ts'
import { text } from '../../text.ts'

/** Reasons that the shop itself sets. */
const automatic = new Map<string, Text>([
  ['late_payment', text('refunds.late_payment')],
  ['double_payment', text('refunds.double_payment')],
  ['booking_cancelled', text('refunds.booking_cancelled')],
  ['booking_moved', text('refunds.booking_moved')],
])

/** Customers never read what staff typed (D25). */
export const refundReasonForCustomer = (reason: string): Text => automatic.get(reason) ?? text('refunds.byAgency')
export const refundReasonForStaff = (reason: string): Text =>
  automatic.get(reason) ?? (reason === 'external' ? text('refunds.external') : reason)
