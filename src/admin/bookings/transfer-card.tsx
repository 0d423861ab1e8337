import { Hourglass } from 'lucide-react'
import { useState } from 'react'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { Notice, StatusBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { dateTime } from '../labels.tsx'
import { textOf } from '../text.ts'
import { type Booking, Panel } from './panel.tsx'
import { VerificationDialog } from './verification-dialog.tsx'

const t = textOf('transfer')
const badgeTones: Readonly<Record<string, 'neutral' | 'warn' | 'success' | 'danger'>> = {
  'Awaiting transfer': 'neutral',
  'Pending Verification': 'warn',
  'Verified & Approved': 'success',
  Rejected: 'danger',
}
type Props = { booking: Booking; payment: AdminPayment; onDone: () => void }

function Badge({ badge }: { badge: string }) {
  const tone = badgeTones[badge] ?? 'neutral'
  return (
    <StatusBadge tone={tone} icon={tone === 'neutral' ? <Hourglass aria-hidden="true" /> : undefined}>
      {badge}
    </StatusBadge>
  )
}

/** Where a bank transfer stands; looking at the proof and deciding is the dialog's (A165, A171, A172). */
export function TransferCard({ booking, payment, onDone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { badge, openRequest, proofs } = payment
  return (
    <Panel id="verification" title={t('title')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {badge ? <Badge badge={badge} /> : null}
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
        {/* One button for both, so that the focus finds it again after the decision. */}
        <Button variant={payment.canDecide ? 'primary' : 'secondary'} onClick={() => setOpen(true)}>
          {payment.canDecide ? t('review') : t('look')}
        </Button>
      </div>
      {isOpen ? (
        <VerificationDialog booking={booking} payment={payment} onDone={onDone} onClose={() => setOpen(false)} />
      ) : null}
    </Panel>
  )
}
