import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea } from '../../ui/text-input.tsx'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { type Booking, Panel } from './panel.tsx'
import { useAction } from './use-action.ts'

const t = textOf('booking')
const texts = { done: t('statusUpdated'), failed: t('statusFailed') }

/** The changes that the server's transition table allows now; nothing for a cancelled or completed booking (A154). */
export function StatusActions({ booking, onDone }: { booking: Booking; onDone: () => void }) {
  const [isCancelling, setCancelling] = useState(false)
  const id = { bookingId: booking.id }
  const confirm = useAction(() => api.booking.admin.confirm(id), texts, onDone)
  const complete = useAction(() => api.booking.admin.complete(id), texts, onDone)
  if (booking.actions.length === 0) return null
  return (
    <Panel id="status-actions" title={t('actions')}>
      <div className="flex flex-wrap gap-2">
        {booking.actions.includes('confirm') ? (
          <Button loading={confirm.isPending} onClick={() => confirm.mutate(undefined)}>
            {t('confirm')}
          </Button>
        ) : null}
        {booking.actions.includes('complete') ? (
          <Button loading={complete.isPending} onClick={() => complete.mutate(undefined)}>
            {t('complete')}
          </Button>
        ) : null}
        {booking.actions.includes('cancel') ? (
          <Button variant="danger" onClick={() => setCancelling(true)}>
            {t('cancel')}
          </Button>
        ) : null}
      </div>
      {isCancelling ? <CancelDialog booking={booking} onClose={() => setCancelling(false)} onDone={onDone} /> : null}
    </Panel>
  )
}

function CancelDialog({ booking, onClose, onDone }: { booking: Booking; onClose: () => void; onDone: () => void }) {
  const [reason, setReason] = useState('')
  const [isRefused, setRefused] = useState(false)
  const isReasonNeeded = booking.booking_status === 'confirmed'
  const cancel = useAction(
    () => api.booking.admin.cancel({ bookingId: booking.id, ...(reason.trim() && { reason: reason.trim() }) }),
    texts,
    () => {
      onClose()
      onDone()
    },
  )
  const submit = () => (isReasonNeeded && !reason.trim() ? setRefused(true) : cancel.mutate(undefined))
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('cancelTitle')}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('keep')}
          </Button>
          <Button variant="danger" loading={cancel.isPending} onClick={submit}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-ink-2">{t('cancelHint')}</p>
      <Field
        label={t('reason')}
        required={isReasonNeeded}
        error={isRefused && !reason.trim() ? t('reasonNeeded') : undefined}
      >
        <TextArea rows={3} maxLength={1000} value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </Dialog>
  )
}
