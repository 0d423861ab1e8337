import { useState } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { textOf } from '../text.ts'
import { ChangeFields } from './change-fields.tsx'
import type { Booking } from './panel.tsx'
import { GetPaymentLink } from './payment-link.tsx'
import { useChange } from './use-change.ts'

const t = textOf('changeBooking')
type Props = { booking: Booking; onClose: () => void; onDone: () => void }

/** Changes date, time, party and answers of a booking, with the new price. Ends with the link to pay a difference. */
export default function ChangeDialog({ booking, onClose, onDone }: Props) {
  const [prepared, setPrepared] = useState<{ booking: Booking; isSilent: boolean } | null>(null)
  const form = useChange({
    ...{ booking, onDone },
    onSaved: (saved) => (form.isCharged ? setPrepared({ booking: saved, isSilent: !form.terms.tells }) : onClose()),
  })
  const submit = form.terms.tells ? 'prepare' : 'prepareSilent'
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('title')}
      closeLabel={t('close')}
      footer={
        prepared ? (
          <Button onClick={onClose}>{t('ready')}</Button>
        ) : (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('keep')}
            </Button>
            <Button disabled={!form.canSave} loading={form.save.isPending} onClick={form.save.run}>
              {t(form.isCharged ? submit : 'submit')}
            </Button>
          </>
        )
      }
    >
      {prepared ? (
        <div className="grid grid-cols-1 gap-4">
          <Notice tone="success" role="status">
            {t(prepared.isSilent ? 'preparedSilent' : 'prepared')}
          </Notice>
          <GetPaymentLink booking={prepared.booking} />
        </div>
      ) : (
        <ChangeFields booking={booking} form={form} />
      )}
    </Dialog>
  )
}
