import type { Jobs, Schedule } from '../../platform/jobs/worker.server.ts'
import type { PaymentDeps } from './deps.server.ts'
import { runRefund } from './refunds/commands.server.ts'
import { reportYesterday } from './reports/report-payments.server.ts'
import { reconcilePayments } from './rounds/reconcile-payments.server.ts'
import { sweepPayments } from './rounds/sweep-payments.server.ts'
import { settlePaymentEvent } from './webhooks/receive-webhook.server.ts'

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
    await reportYesterday(deps)
  },
})
export const paymentSchedule: Schedule = [
  { task: 'sweep-payments', cron: '* * * * *' },
  { task: 'reconcile-payments', cron: '17 */6 * * *' },
  // Hourly, because midnight depends on the agency's time zone; only the first run of its day makes the report.
  { task: 'report-payments', cron: '25 * * * *' },
]
