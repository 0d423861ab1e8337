import { foreignWords, type Text } from '../../../kernel/messages.ts'
import type { ProviderContext, RefundOutcome, RefundRequest } from '../../../modules/payment/port.ts'
import type { Account } from './accounts.server.ts'
import { askApi } from './client.server.ts'
import { decimalOf } from './order-form.server.ts'
import { orderNumber } from './order-number.ts'
import { readRefundTaken } from './snapshot.server.ts'
import { bodyOf, fetchRefunds } from './status.server.ts'
import { text } from './text.ts'

/** CCAvenue already has a refund with this number: the answer to an earlier request was lost. */
const repeated = '51309'
const refusals: Readonly<Record<string, Text>> = {
  '51310': text('refund.notAllowed'),
  '51311': text('refund.onlyOne'),
  '51312': text('refund.refused'),
  '51314': text('refund.tooMuch'),
  '51315': text('refund.disputed'),
  '51328': text('refund.onlyOne'),
}

/** Our refund number is the idempotency key: CCAvenue rejects duplicates. */
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
  return {
    outcome: 'failed',
    message: refusals[taken.code] ?? text('refund.other', { reason: foreignWords(taken.reason) }),
  }
}

async function whatBecameOf(ctx: ProviderContext, account: Account, paymentRef: string, ref: string) {
  const refund = (await fetchRefunds(ctx, account, paymentRef)).find((each) => each.ref === ref)
  if (!refund) return { outcome: 'unknown', message: text('refund.noState') } as const
  if (refund.state === 'failed') return { outcome: 'failed', message: text('refund.byBank') } as const
  return { outcome: refund.state, ref } as const
}
