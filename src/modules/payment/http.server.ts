import { implement } from '@orpc/server'
import type * as z from 'zod'
import type { Caller } from '../../platform/core.server.ts'
import { countHit } from '../../platform/rate-limit.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { readAdminBooking } from '../booking/index.server.ts'
import { getAttempt } from './attempts.server.ts'
import { askForProof } from './commands/ask-for-proof.server.ts'
import { checkPayment } from './commands/check-payment.server.ts'
import { closeReview } from './commands/close-review.server.ts'
import { decideTransfer } from './commands/decide-transfer.server.ts'
import { recordArrivalPayment } from './commands/record-arrival-payment.server.ts'
import { createRefund, settleRefund } from './commands/refund.server.ts'
import { type StartedPayment, startPayment } from './commands/start-payment.server.ts'
import { setProofUrl } from './commands/store-proof.server.ts'
import { type createPaymentAnswer, paymentContract } from './contract.ts'
import type { PaymentDeps } from './deps.server.ts'
import type { PaymentAction } from './port.ts'
import { readAdminPayment } from './queries/admin-payment.server.ts'
import { bankDetailsOf, readPaymentPage } from './queries/payment-page.server.ts'

type Answer = z.input<typeof createPaymentAnswer>
const starts = { name: 'payment-create', hits: 60, seconds: 600 }

/** The contract, answered. Who may call is enforced around it, by what the contract declares. */
export function implementPayment(deps: PaymentDeps) {
  const os = implement(paymentContract).$context<RequestContext>()
  const payment = (bookingId: string) => readAdminPayment(deps, bookingId)
  return os.router({
    page: os.page.handler(({ input, context }) => readPaymentPage(deps, context.caller, input)),
    create: os.create.handler(async ({ input, context: { caller, idempotencyKey } }) => {
      await countHit(deps, starts, caller.address)
      // Nothing but these three is looked at: amount and customer are the booking's own (C190, C204).
      const { bookingId, token, paymentMethod } = input
      return answerOf(await startPayment(deps, caller, { bookingId, token, paymentMethod }, idempotencyKey))
    }),
    check: os.check.handler(({ input, context }) => checkPayment(deps, context.caller, input)),
    admin: {
      get: os.admin.get.handler(({ input }) => payment(input.bookingId)),
      decide: os.admin.decide.handler(async ({ input, context }) => {
        await decideTransfer(deps, context.caller, input)
        return { booking: await readAdminBooking(deps, input.bookingId), payment: await payment(input.bookingId) }
      }),
      askForProof: os.admin.askForProof.handler(async ({ input, context }) => {
        await askForProof(deps, context.caller, input)
        return payment(input.bookingId)
      }),
      setProofUrl: os.admin.setProofUrl.handler(async ({ input, context }) => {
        await setProofUrl(deps, context.caller, input)
        return payment(input.bookingId)
      }),
      recordArrivalPayment: os.admin.recordArrivalPayment.handler(async ({ input, context }) => {
        await recordArrivalPayment(deps, context.caller, input)
        return payment(input.bookingId)
      }),
      refund: os.admin.refund.handler(async ({ input, context }) =>
        payment(await giveBack(deps, context.caller, input)),
      ),
      settleRefund: os.admin.settleRefund.handler(async ({ input, context }) =>
        payment(await settleRefund(deps, context.caller, input.refundId, input.outcome)),
      ),
      closeReview: os.admin.closeReview.handler(async ({ input, context }) =>
        payment(await closeReview(deps, context.caller, input)),
      ),
    },
  })
}

async function giveBack(
  deps: PaymentDeps,
  caller: Caller,
  input: { attemptId: string; amountMinor?: number | undefined; reason: string },
): Promise<string> {
  const { attemptId, amountMinor, reason } = input
  const wanted = { reason, requestedBy: caller.name, ...(amountMinor !== undefined && { amountMinor }) }
  await createRefund(deps, attemptId, wanted, caller)
  return (await getAttempt(deps.db, attemptId)).booking_id
}

/** The create-payment answer of the spec (§7). */
function answerOf({ attempt, isUnknown }: StartedPayment): Answer {
  const common = { attemptId: attempt.id }
  if (isUnknown) {
    const error = 'The payment provider did not answer. Nothing was charged; please try again in a moment.'
    return { ...common, success: false, requiresAction: false, error }
  }
  if (['failed', 'cancelled', 'expired'].includes(attempt.state)) {
    return { ...common, success: false, requiresAction: false, error: attempt.failure_message ?? 'Payment failed' }
  }
  const isOpen = attempt.state === 'requires_action' || attempt.action?.kind === 'bank-details'
  if (!isOpen || !attempt.action) return { ...common, success: true, requiresAction: false }
  return { ...common, success: true, ...actionAnswer(attempt.action) }
}

function actionAnswer(action: PaymentAction): Pick<Answer, 'requiresAction'> & Partial<Answer> {
  const actionType = action.type
  switch (action.kind) {
    case 'redirect': {
      const checkoutData = action.form && { checkoutData: { form: action.form } }
      return { requiresAction: true, actionType, checkoutUrl: action.url, ...checkoutData }
    }
    case 'popup':
      return { requiresAction: true, actionType, checkoutData: { ...action.data } }
    case 'bank-details': {
      const bankDetails = bankDetailsOf(action)
      return { requiresAction: true, actionType, message: action.instructions, ...(bankDetails && { bankDetails }) }
    }
    case 'instructions':
      return { requiresAction: false, actionType, message: action.instructions }
  }
}
