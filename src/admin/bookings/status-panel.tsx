import { useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { dateTime } from '../labels.tsx'
import { textOf } from '../text.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { type Booking, Fault, Panel } from './panel.tsx'

const t = textOf('booking')
const texts = { done: t('statusUpdated'), failed: t('statusFailed') }
type Props = {
  booking: Booking
  /** A pending bank transfer is decided on its card, so that staff check the proof (A165). */
  isDecidedByTransfer: boolean
  onDone: () => void
}

/** The changes that the server's transition table allows; none once cancelled or completed (A154). */
export function StatusPanel({ booking, isDecidedByTransfer, onDone }: Props) {
  const [isCancelling, setCancelling] = useState(false)
  const id = { bookingId: booking.id }
  const confirm = useAction(() => api.booking.admin.confirm(id), texts, onDone)
  const complete = useAction(() => api.booking.admin.complete(id), texts, onDone)
  if (isDecidedByTransfer) return null
  const can = (action: Booking['actions'][number]) => booking.actions.includes(action)
  return (
    <Panel id="status" title={t('actions')}>
      {booking.awaits_agency ? (
        <Notice tone="warn" title={t('awaitsAgency')}>
          {t('awaitsAgencyText', {
            count: booking.adults_count + booking.children_count + booking.infants_count,
            until: booking.expires_at ? dateTime(booking.expires_at) : '',
          })}
        </Notice>
      ) : null}
      {booking.actions.length === 0 ? <p className="text-ink-2">{t('noActions')}</p> : null}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {can('confirm') ? (
          <Button loading={confirm.isPending} onClick={confirm.run}>
            {t('confirm')}
          </Button>
        ) : null}
        {can('complete') ? (
          <Button loading={complete.isPending} onClick={complete.run}>
            {t('complete')}
          </Button>
        ) : null}
        {can('cancel') ? (
          <Button variant="secondary" className="text-danger!" onClick={() => setCancelling(true)}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
      <Fault fault={confirm.fault ?? complete.fault} />
      {isCancelling ? (
        <CancelDialog booking={booking} texts={texts} onClose={() => setCancelling(false)} onDone={onDone} />
      ) : null}
    </Panel>
  )
}
