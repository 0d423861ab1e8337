import { useQueryClient } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'
import { type Booking, Fault } from './panel.tsx'
import { ShareLink } from './share-link.tsx'

const t = textOf('papers')
type Props = { booking: Booking; onClose: () => void }

/** What is missing, a mail that asks for it, and the link to pass on another way. */
export default function RequestDocumentsDialog({ booking, onClose }: Props) {
  const queries = useQueryClient()
  const missing = booking.missing_documents
  const send = useAction(
    () => api.mail.admin.sendBookingMail({ bookingId: booking.id, emailType: 'documents' }),
    {
      done: ({ delivery }) =>
        delivery === 'none'
          ? { tone: 'error', title: t('requestNotSent') }
          : { tone: 'success', title: t('requestSent', { to: booking.customer_email }) },
      failed: t('requestFailed'),
    },
    () => void queries.invalidateQueries({ queryKey: ['booking-timeline'] }),
    onClose,
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('requestTitle', { count: missing.length })}
      closeLabel={t('close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('back')}
          </Button>
          {booking.payment_status === 'completed' ? (
            <Button loading={send.isPending} onClick={send.run}>
              {t('requestSend')}
            </Button>
          ) : null}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4 wrap-anywhere">
        <ul className="list-disc ps-5">
          {missing.map(({ label, traveller }) => (
            <li key={`${label} ${traveller}`}>{listed([label, traveller])}</li>
          ))}
        </ul>
        <p className="text-ink-2">{t('requestHint', { to: booking.customer_email })}</p>
        <ShareLink booking={booking} page="documents" />
        <Fault fault={send.fault} />
      </div>
    </Dialog>
  )
}
