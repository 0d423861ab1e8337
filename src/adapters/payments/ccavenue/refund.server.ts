import type { ProviderContext, RefundOutcome, RefundRequest } from '../../../modules/payment/port.ts'
import type { Account } from './accounts.server.ts'
import { askApi } from './client.server.ts'
import { decimalOf } from './order-form.server.ts'
import { orderNumber } from './order-number.ts'
import { readRefundTaken } from './snapshot.server.ts'
import { bodyOf, fetchRefunds } from './status.server.ts'

/** This number of a refund is known already: the answer to an earlier request was lost. */
const repeated = '51309'
/** A definite no, in words for staff. */
const refusals: Readonly<Record<string, string>> = {
  '51310': 'CCAvenue does not allow a refund of this payment',
  '51311': 'The bank takes only one refund of a payment',
  '51312': 'CCAvenue does not allow this refund',
  '51314': 'CCAvenue gives back no more than was paid, and no more than its limit',
  '51315': 'The payment is disputed: CCAvenue gives nothing back until that is decided',
  '51328': 'The bank takes only one refund of a payment',
}

/** Our number of the refund is the idempotency key: CCAvenue refuses a second one of the same number. */
export async function giveBack(
  ctx: ProviderContext,
  account: Account,
  paymentRef: string,
  { refundId, amount }: RefundRequest,
): Promise<RefundOutcome> {
  const ref = orderNumber(refundId)
  const request = { reference_no: paymentRef, refund_amount: decimalOf(amount), refund_ref_no: ref }
  const taken = readRefundTaken(bodyOf(await askApi(account, 'refundOrder', request, ctx.signal)))
  if (taken.isTaken) return { outcome: 'pending', ref }
  if (taken.code === repeated) return whatBecameOf(ctx, account, paymentRef, ref)
  return { outcome: 'failed', message: refusals[taken.code] ?? `CCAvenue refuses the refund: ${taken.reason}` }
}

async function whatBecameOf(ctx: ProviderContext, account: Account, paymentRef: string, ref: string) {
  const found = (await fetchRefunds(ctx, account, paymentRef)).find((refund) => refund.ref === ref)
  if (!found) return { outcome: 'unknown', message: 'CCAvenue has this refund and does not tell its state' } as const
  if (found.state === 'failed') return { outcome: 'failed', message: 'The bank did not take the refund' } as const
  return { outcome: found.state, ref } as const
}
