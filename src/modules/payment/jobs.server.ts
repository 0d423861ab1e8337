import type { Jobs, Schedule } from '../../platform/jobs/worker.server.ts'
import { settlePaymentEvent } from './commands/receive-webhook.server.ts'
import { reconcilePayments } from './commands/reconcile-payments.server.ts'
import { runRefund } from './commands/refund.server.ts'
import { reportPayments } from './commands/report-payments.server.ts'
import { sweepPayments } from './commands/sweep-payments.server.ts'
import type { PaymentDeps } from './deps.server.ts'

export const paymentJobs = (deps: PaymentDeps): Jobs => ({
  'settle-payment-event': (payload) => settlePaymentEvent(deps, payload as Parameters<typeof settlePaymentEvent>[1]),
  'run-refund': ({ refundId }) => runRefund(deps, String(refundId)),
  'sweep-payments': async () => {
    await sweepPayments(deps)
  },
  'reconcile-payments': async () => {
    await reconcilePayments(deps)
  },
  'report-payments': async () => {
    await reportPayments(deps)
  },
})
export const paymentSchedule: Schedule = [
  { task: 'sweep-payments', cron: '* * * * *' },
  { task: 'reconcile-payments', cron: '17 */6 * * *' },
  // Soon after midnight of the agency (Asia/Dubai), when the day that is told of has ended.
  { task: 'report-payments', cron: '25 20 * * *' },
]
