import * as z from 'zod'
import { id, procedure, text } from '../../../kernel/contract.ts'
import { adminPayment } from '../attempts/contract.ts'

export const refundProcedures = {
  refund: procedure(
    'staff:refunds',
    'POST /admin/payment-attempts/{attemptId}/refunds',
    'Gives money back: an amount in minor units, or all that is left',
    { idempotent: true },
  )
    .input(z.strictObject({ attemptId: id, amountMinor: z.int().positive().optional(), reason: text(300) }))
    .output(adminPayment),
  settleRefund: procedure(
    'staff:refunds',
    'POST /admin/refunds/{refundId}/settlement',
    'A refund that people make (transfer, cash) has been made, or could not be',
    { idempotent: true },
  )
    .input(z.strictObject({ refundId: id, outcome: z.enum(['succeeded', 'failed']) }))
    .output(adminPayment),
}
