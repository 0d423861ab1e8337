import { implement } from '@orpc/server'
import type * as z from 'zod'
import { forAnswer, isMessage, mapMessageValues, type Text } from '../../kernel/messages.ts'
import type { Reader } from '../../kernel/translations.ts'
import { isRepeated, type Repeatable } from '../../platform/idempotency.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { readAdminBooking, readBy } from '../booking/index.server.ts'
import { readerOf } from '../settings/index.server.ts'
import { checkBookingPayment } from './attempts/check-booking-payment.server.ts'
import { checkPayment } from './attempts/check-payment.server.ts'
import type { createPaymentAnswer } from './attempts/contract.ts'
import { openPaymentPage } from './attempts/open-payment-page.server.ts'
import { readAdminPayment } from './attempts/read-admin-payment.server.ts'
import { bankDetailsOf, readPaymentPage } from './attempts/read-payment-page.server.ts'
import { recordArrivalPayment } from './attempts/record-arrival-payment.server.ts'
import { limitStarts, type StartedPayment, startPayment } from './attempts/start-payment.server.ts'
import { getAttempt } from './attempts/store.server.ts'
import { paymentContract } from './contract.ts'
import type { PaymentDeps } from './deps.server.ts'
import { listGatewaySettings, readBankSettings } from './gateways/read-settings.server.ts'
import { shownWords } from './gateways/rules/translated-words.ts'
import { saveBankSettings } from './gateways/save-bank-settings.server.ts'
import { saveGateways } from './gateways/save-gateways.server.ts'
import type { Gateway } from './gateways/store.server.ts'
import { testConnection } from './gateways/test-connection.server.ts'
import {
  getGatewayTranslation,
  listGatewayProgress,
  saveGatewayTranslation,
} from './gateways/translate-gateway.server.ts'
import type { PaymentAction } from './port.ts'
import { bookingOfRefund, createRefund, settleRefund } from './refunds/commands.server.ts'
import { listPaymentReports, readLedger } from './reports/list-reports.server.ts'
import { closeReview } from './reviews/close-review.server.ts'
import { listReviews } from './reviews/list-reviews.server.ts'
import { issuePaymentLink, listManualMethods, sell } from './sales/sell.server.ts'
import { readSalesReport } from './sales-report/read-report.server.ts'
import { text } from './text.ts'
import { askForProof } from './transfers/ask-for-proof.server.ts'
import { decideTransfer } from './transfers/decide-transfer.server.ts'
import { listWaitingProofs } from './transfers/list-waiting-proofs.server.ts'
import { setProofUrl } from './transfers/store-proof.server.ts'
import { listRefusedReports } from './webhooks/list-refused.server.ts'

type Answer = z.input<typeof createPaymentAnswer>

const os = implement(paymentContract).$context<RequestContext>()

/** Implements the contract. Access rules are enforced by what the contract declares. */
export const implementPayment = (deps: PaymentDeps) =>
  os.router({
    page: os.page.handler(({ input, context }) => readPaymentPage(readBy(deps, context), context.caller, input)),
    open: os.open.handler(({ input, context }) => openPaymentPage(readBy(deps, context), context.caller, input)),
    create: os.create.handler(async ({ input, context: { caller, idempotencyKey, language } }) => {
      await limitStarts(deps, caller)
      // Amount and customer come from the booking (C190, C204).
      const { bookingId, token, paymentMethod } = input
      const started = await startPayment(deps, caller, { bookingId, token, paymentMethod }, idempotencyKey)
      return answerOf(started, await readerOf(deps, language))
    }),
    check: os.check.handler(({ input, context }) => checkPayment(readBy(deps, context), context.caller, input)),
    admin: {
      ...implementAttempts(deps),
      ...implementTransfers(deps),
      ...implementRefunds(deps),
      ...implementReviews(deps),
      ...implementSales(deps),
      ...implementGateways(deps),
      gatewayTranslations: implementGatewayTranslations(deps),
    },
  })

const implementAttempts = (deps: PaymentDeps) => ({
  get: os.admin.get.handler(({ input }) => readAdminPayment(deps, input.bookingId)),
  recordArrivalPayment: os.admin.recordArrivalPayment.handler(async ({ input, context }) => {
    const write = { deps, name: 'arrival', context, request: input }
    await writeOnce(write, (repeatable) => recordArrivalPayment(deps, context.caller, input, repeatable))
    return readAdminPayment(deps, input.bookingId)
  }),
  checkPayment: os.admin.checkPayment.handler(async ({ input, context }) => {
    const checks = await checkBookingPayment(deps, context.caller, input)
    return { payment: await readAdminPayment(deps, input.bookingId), checks }
  }),
})

const implementTransfers = (deps: PaymentDeps) => ({
  decide: os.admin.decide.handler(async ({ input, context }) => {
    const write = { deps, name: 'decide', context, request: input }
    await writeOnce(write, (repeatable) => decideTransfer(deps, context.caller, input, repeatable))
    const booking = await readAdminBooking(deps, input.bookingId)
    return { booking, payment: await readAdminPayment(deps, input.bookingId) }
  }),
  askForProof: os.admin.askForProof.handler(async ({ input, context }) => {
    const write = { deps, name: 'ask', context, request: input }
    await writeOnce(write, (repeatable) => askForProof(deps, context.caller, input, repeatable))
    return readAdminPayment(deps, input.bookingId)
  }),
  setProofUrl: os.admin.setProofUrl.handler(async ({ input, context }) => {
    const write = { deps, name: 'proof-url', context, request: input }
    await writeOnce(write, (repeatable) => setProofUrl(deps, context.caller, input, repeatable))
    return readAdminPayment(deps, input.bookingId)
  }),
  waitingProofs: os.admin.waitingProofs.handler(({ input }) => listWaitingProofs(deps, input)),
})

const implementRefunds = (deps: PaymentDeps) => ({
  refund: os.admin.refund.handler(async ({ input, context }) => {
    const { attemptId, amountMinor, reason } = input
    const wanted = { reason, requestedBy: context.caller.name, ...(amountMinor !== undefined && { amountMinor }) }
    const write = { deps, name: 'refund', context, request: input }
    await writeOnce(write, (repeatable) => createRefund(deps, attemptId, wanted, context.caller, repeatable))
    return readAdminPayment(deps, (await getAttempt(deps.db, attemptId)).booking_id)
  }),
  settleRefund: os.admin.settleRefund.handler(async ({ input, context }) => {
    const { refundId, outcome } = input
    const write = { deps, name: 'settle', context, request: input }
    await writeOnce(write, (repeatable) => settleRefund(deps, context.caller, refundId, outcome, repeatable))
    return readAdminPayment(deps, await bookingOfRefund(deps, refundId))
  }),
})

const implementReviews = (deps: PaymentDeps) => ({
  closeReview: os.admin.closeReview.handler(async ({ input, context }) => {
    const write = { deps, name: 'review', context, request: input }
    await writeOnce(write, (repeatable) => closeReview(deps, context.caller, input, repeatable))
    return readAdminPayment(deps, (await getAttempt(deps.db, input.attemptId)).booking_id)
  }),
  reviews: os.admin.reviews.handler(({ input }) => listReviews(deps, input)),
  refusedReports: os.admin.refusedReports.handler(() => listRefusedReports(deps)),
  reports: os.admin.reports.handler(({ input }) => listPaymentReports(deps, input)),
  ledger: os.admin.ledger.handler(({ context }) => readLedger(deps, context.caller)),
  salesReport: os.admin.salesReport.handler(({ input, context }) => readSalesReport(deps, context.caller, input)),
})

const implementSales = (deps: PaymentDeps) => ({
  sell: os.admin.sell.handler(({ input, context }) => sell(deps, context.caller, input, context.idempotencyKey)),
  manualMethods: os.admin.manualMethods.handler(() => listManualMethods(deps)),
  link: os.admin.link.handler(({ input, context }) => issuePaymentLink(deps, context.caller, input.bookingId)),
})

const implementGateways = (deps: PaymentDeps) => ({
  testGateway: os.admin.testGateway.handler(({ input, context }) => testConnection(deps, context.caller, input.name)),
  gateways: os.admin.gateways.handler(() => listGatewaySettings(deps)),
  saveGateways: os.admin.saveGateways.handler(async ({ input, context }) => {
    await saveGateways(deps, context.caller, input.gateways)
    return listGatewaySettings(deps)
  }),
  bank: os.admin.bank.handler(() => readBankSettings(deps)),
  saveBank: os.admin.saveBank.handler(({ input, context }) => saveBankSettings(deps, context.caller, input)),
})

const implementGatewayTranslations = (deps: PaymentDeps) => {
  const { languages, get, save } = os.admin.gatewayTranslations
  return {
    languages: languages.handler(({ input }) => listGatewayProgress(deps, input)),
    get: get.handler(({ input }) => getGatewayTranslation(deps, input)),
    save: save.handler(({ input, context }) => saveGatewayTranslation(deps, context.caller, input)),
  }
}

type Write = {
  readonly deps: PaymentDeps
  readonly name: string
  readonly context: RequestContext
  readonly request: unknown
}
/** Runs a write once per user, kind of write and Idempotency-Key. */
async function writeOnce(
  { deps, name, context: { caller, idempotencyKey: key }, request }: Write,
  work: (repeatable: Repeatable | null) => Promise<unknown>,
): Promise<void> {
  const repeatable = key === null ? null : { scope: `payment.${name}:${caller.userId}`, key, request }
  if (!(await isRepeated(deps.db, repeatable))) await work(repeatable)
}

/** The create-payment answer of the spec (§7). */
function answerOf({ attempt, gateway, isUnknown }: StartedPayment, reader: Reader | null): Answer {
  const common = { attemptId: attempt.id }
  if (isUnknown) {
    const error = forAnswer(text('start.noAnswer'))
    return { ...common, success: false, requiresAction: false, error }
  }
  if (['failed', 'cancelled', 'expired'].includes(attempt.state)) {
    return {
      ...common,
      success: false,
      requiresAction: false,
      error: forAnswer(attempt.failure_message ?? text('start.failed')),
    }
  }
  const isOpen = attempt.state === 'requires_action' || attempt.action?.kind === 'bank-details'
  if (!isOpen || !attempt.action) return { ...common, success: true, requiresAction: false }
  return { ...common, success: true, ...actionAnswer(attempt.action, instructionsIn(gateway, reader)) }
}

/** Replaces the agency's instructions by their translation, also within a sentence of the provider. */
function instructionsIn({ record }: Gateway, reader: Reader | null): (written: Text) => Text {
  const shown = shownWords(record, reader).manual_instructions
  const replace = (words: string) => (words.trim() === record.manual_instructions.trim() ? shown.trim() : words)
  return (written) => (isMessage(written) ? mapMessageValues(written, replace) : replace(written as string))
}

function actionAnswer(
  action: PaymentAction,
  say: (written: Text) => Text,
): Pick<Answer, 'requiresAction'> & Partial<Answer> {
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
      return {
        requiresAction: true,
        actionType,
        message: forAnswer(say(action.instructions)),
        ...(bankDetails && { bankDetails }),
      }
    }
    case 'instructions':
      return { requiresAction: false, actionType, message: forAnswer(say(action.instructions)) }
  }
}
