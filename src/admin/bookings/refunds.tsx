import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Amount, inWords } from '../labels.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { Fault } from './panel.tsx'

const t = textOf('payment')
type Refund = AdminPayment['refunds'][number]
const tones: Readonly<Record<string, 'success' | 'danger'>> = { succeeded: 'success', failed: 'danger' }
const byHand = ['bank_transfer', 'cash_on_arrival']

/** Open refunds that staff pay out themselves: no provider took the money. */
export function refundsByHand({ refunds, attempts }: AdminPayment): Refund[] {
  const isByHand = attempts.every(({ captured, provider }) => captured.minor === 0 || byHand.includes(provider))
  return isByHand ? refunds.filter((refund) => stateOf(refund) === 'open') : []
}

/** Refunds of the booking (A157). Where no provider refunds, staff do it and record it here. */
export function Refunds({ payment, onDone }: { payment: AdminPayment; onDone: () => void }) {
  if (payment.refunds.length === 0) return null
  const toSettle = refundsByHand(payment)
  return (
    <div className="border-t border-line pt-3">
      <h3 className="mb-1 text-sm">{t('refunds')}</h3>
      <ul className="divide-y divide-line">
        {payment.refunds.map((refund) => (
          <li key={refund.id} className="grid gap-1.5 py-2 text-sm">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={tones[refund.state] ?? 'warn'}>{t(`refundStates.${stateOf(refund)}`)}</Badge>
              <strong>
                <Amount value={refund.amount} />
              </strong>
            </p>
            <p className="text-ink-2">
              {inWords(refund.reason)} · {dateTime(refund.at)}
            </p>
            {toSettle.includes(refund) ? <Settle refund={refund} onDone={onDone} /> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

const stateOf = (refund: Refund): 'open' | 'succeeded' | 'failed' =>
  refund.state === 'succeeded' || refund.state === 'failed' ? refund.state : 'open'

function Settle({ refund, onDone }: { refund: Refund; onDone: () => void }) {
  const settle = useAction(
    () => api.payment.admin.settleRefund({ refundId: refund.id, outcome: 'succeeded' }),
    { done: t('refundSettled'), failed: t('refundSettleFailed') },
    onDone,
  )
  return (
    <>
      <div>
        <Button variant="secondary" size="sm" loading={settle.isPending} onClick={settle.run}>
          {t('settleRefund')}
        </Button>
      </div>
      <Fault fault={settle.fault} />
    </>
  )
}
