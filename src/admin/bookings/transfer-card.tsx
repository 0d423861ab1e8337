import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Notice, StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { type Booking, Panel } from './panel.tsx'
import { VerificationDialog } from './verification-dialog.tsx'

const t = textOf('transfer')
const badgeTones: Readonly<Record<AdminPayment['proofState'], 'neutral' | 'warn' | 'success' | 'danger'>> = {
  none: 'neutral',
  'awaiting-transfer': 'neutral',
  'new-proof-asked': 'warn',
  'pending-verification': 'warn',
  approved: 'success',
  rejected: 'danger',
}
type Props = { booking: Booking; payment: AdminPayment; onDone: () => void }

function Badge({ badge, state }: { badge: string; state: AdminPayment['proofState'] }) {
  const tone = badgeTones[state]
  return (
    <StatusBadge tone={tone} icon={tone === 'neutral' ? <Hourglass aria-hidden="true" /> : undefined}>
      {badge}
    </StatusBadge>
  )
}

/** The state of a bank transfer. Staff check the proof and decide in the dialog (A165, A171, A172). */
export function TransferCard({ booking, payment, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { badge, openRequest, proofs, proofState } = payment
  return (
    <Panel id="verification" title={t('title')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {badge ? <Badge badge={badge} state={proofState} /> : null}
        <span className="text-sm text-ink-2">{t('proofCount', { count: proofs.length })}</span>
      </div>
      {booking.verified_at ? (
        <p className="text-sm text-ink-2">
          {t('decidedBy', { name: booking.verified_by ?? '', at: dateTime(booking.verified_at) })}
        </p>
      ) : null}
      {openRequest ? (
        <Notice tone="warn" title={t('openRequest', { at: dateTime(openRequest.at) })}>
          {openRequest.reason}
        </Notice>
      ) : null}
      <div>
        {/* One button for both states, so that focus returns to it after the decision. */}
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {payment.canDecide ? t('review') : t('look')}
        </Button>
      </div>
      {isOpen ? (
        <VerificationDialog booking={booking} payment={payment} onDone={onDone} onClose={() => setOpen(false)} />
      ) : null}
    </Panel>
  )
}
