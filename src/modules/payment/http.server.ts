import { implement } from '@orpc/server'
import type * as z from 'zod'
import type { Caller } from '../../platform/core.server.ts'
import { isRepeated, type Repeatable } from '../../platform/idempotency.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { readAdminBooking } from '../booking/index.server.ts'
import { getAttempt } from './attempts.server.ts'
import { askForProof } from './commands/ask-for-proof.server.ts'
import { checkBookingPayment } from './commands/check-booking-payment.server.ts'
import { checkPayment } from './commands/check-payment.server.ts'
import { closeReview } from './commands/close-review.server.ts'
import { decideTransfer } from './commands/decide-transfer.server.ts'
import { recordArrivalPayment } from './commands/record-arrival-payment.server.ts'
import { bookingOfRefund, createRefund, settleRefund } from './commands/refund.server.ts'
import { saveBankSettings } from './commands/save-bank-settings.server.ts'
import { saveGateways } from './commands/save-gateways.server.ts'
import { issuePaymentLink, listManualMethods, sell } from './commands/sell.server.ts'
import { countStart, type StartedPayment, startPayment } from './commands/start-payment.server.ts'
import { setProofUrl } from './commands/store-proof.server.ts'
import { testConnection } from './commands/test-connection.server.ts'
import { type createPaymentAnswer, paymentContract } from './contract.ts'
import type { PaymentDeps } from './deps.server.ts'
import type { PaymentAction } from './port.ts'
import { readAdminPayment } from './queries/admin-payment.server.ts'
import { listGatewaySettings, readBankSettings } from './queries/gateway-settings.server.ts'
import { bankDetailsOf, readPaymentPage } from './queries/payment-page.server.ts'
import { listPaymentReports, readLedger } from './queries/payment-reports.server.ts'
import { listReviews } from './queries/payment-reviews.server.ts'
import { listRefusedReports } from './queries/refused-reports.server.ts'
import { listWaitingProofs } from './queries/waiting-proofs.server.ts'

type Answer = z.input<typeof createPaymentAnswer>

/** The contract, answered. Who may call is enforced around it, by what the contract declares. */
export function implementPayment(deps: PaymentDeps) {
  const os = implement(paymentContract).$context<RequestContext>()
  const payment = (bookingId: string) => readAdminPayment(deps, bookingId)
  const write = (...given: Parameters<typeof writeOnce> extends [unknown, ...infer Rest] ? Rest : never) =>
    writeOnce(deps, ...given)
  return os.router({
    page: os.page.handler(({ input, context }) => readPaymentPage(deps, context.caller, input)),
    create: os.create.handler(async ({ input, context: { caller, idempotencyKey } }) => {
      await countStart(deps, caller)
      // Nothing but these three is looked at: amount and customer are the booking's own (C190, C204).
      const { bookingId, token, paymentMethod } = input
      return answerOf(await startPayment(deps, caller, { bookingId, token, paymentMethod }, idempotencyKey))
    }),
    check: os.check.handler(({ input, context }) => checkPayment(deps, context.caller, input)),
    admin: {
      get: os.admin.get.handler(({ input }) => payment(input.bookingId)),
      decide: os.admin.decide.handler(async ({ input, context }) => {
        await write('decide', context, input, (repeatable) => decideTransfer(deps, context.caller, input, repeatable))
        return { booking: await readAdminBooking(deps, input.bookingId), payment: await payment(input.bookingId) }
      }),
      askForProof: os.admin.askForProof.handler(async ({ input, context }) => {
        await write('ask', context, input, (repeatable) => askForProof(deps, context.caller, input, repeatable))
        return payment(input.bookingId)
      }),
      setProofUrl: os.admin.setProofUrl.handler(async ({ input, context }) => {
        await write('proof-url', context, input, (repeatable) => setProofUrl(deps, context.caller, input, repeatable))
        return payment(input.bookingId)
      }),
      recordArrivalPayment: os.admin.recordArrivalPayment.handler(async ({ input, context }) => {
        const record = (repeatable: Repeatable | null) => recordArrivalPayment(deps, context.caller, input, repeatable)
        await write('arrival', context, input, record)
        return payment(input.bookingId)
      }),
      refund: os.admin.refund.handler(async ({ input, context }) => {
        await write('refund', context, input, (repeatable) => giveBack(deps, context.caller, input, repeatable))
        return payment((await getAttempt(deps.db, input.attemptId)).booking_id)
      }),
      settleRefund: os.admin.settleRefund.handler(async ({ input, context }) => {
        const settle = (repeatable: Repeatable | null) =>
          settleRefund(deps, context.caller, input.refundId, input.outcome, repeatable)
        await write('settle', context, input, settle)
        return payment(await bookingOfRefund(deps, input.refundId))
      }),
      closeReview: os.admin.closeReview.handler(async ({ input, context }) => {
        await write('review', context, input, (repeatable) => closeReview(deps, context.caller, input, repeatable))
        return payment((await getAttempt(deps.db, input.attemptId)).booking_id)
      }),
      checkPayment: os.admin.checkPayment.handler(async ({ input, context }) => {
        const checks = await checkBookingPayment(deps, context.caller, input)
        return { payment: await payment(input.bookingId), checks }
      }),
      sell: os.admin.sell.handler(({ input, context }) => sell(deps, context.caller, input, context.idempotencyKey)),
      manualMethods: os.admin.manualMethods.handler(() => listManualMethods(deps)),
      link: os.admin.link.handler(({ input, context }) => issuePaymentLink(deps, context.caller, input.bookingId)),
      reviews: os.admin.reviews.handler(({ input }) => listReviews(deps, input)),
      waitingProofs: os.admin.waitingProofs.handler(({ input }) => listWaitingProofs(deps, input)),
      reports: os.admin.reports.handler(({ input }) => listPaymentReports(deps, input)),
      ledger: os.admin.ledger.handler(({ context }) => readLedger(deps, context.caller)),
      refusedReports: os.admin.refusedReports.handler(() => listRefusedReports(deps)),
      testGateway: os.admin.testGateway.handler(({ input, context }) =>
        testConnection(deps, context.caller, input.name),
      ),
      gateways: os.admin.gateways.handler(() => listGatewaySettings(deps)),
      saveGateways: os.admin.saveGateways.handler(async ({ input, context }) => {
        await saveGateways(deps, context.caller, input.gateways)
        return listGatewaySettings(deps)
      }),
      bank: os.admin.bank.handler(() => readBankSettings(deps)),
      saveBank: os.admin.saveBank.handler(({ input, context }) => saveBankSettings(deps, context.caller, input)),
    },
  })
}

/** Once per administrator, kind of write and Idempotency-Key; done already, it is not tried again. */
async function writeOnce(
  deps: PaymentDeps,
  name: string,
  { caller, idempotencyKey: key }: RequestContext,
  request: unknown,
  work: (repeatable: Repeatable | null) => Promise<unknown>,
): Promise<void> {
  const repeatable = key === null ? null : { scope: `payment.${name}:${caller.userId}`, key, request }
  if (!(await isRepeated(deps.db, repeatable))) await work(repeatable)
}

async function giveBack(
  deps: PaymentDeps,
  caller: Caller,
  input: { attemptId: string; amountMinor?: number | undefined; reason: string },
  repeatable: Repeatable | null,
): Promise<void> {
  const { attemptId, amountMinor, reason } = input
  const wanted = { reason, requestedBy: caller.name, ...(amountMinor !== undefined && { amountMinor }) }
  await createRefund(deps, attemptId, wanted, caller, repeatable)
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
