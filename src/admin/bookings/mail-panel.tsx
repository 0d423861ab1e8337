import { useQueryClient } from '@tanstack/react-query'
import type { BookingMailType } from '../../modules/mail/index.ts'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import { type Booking, Fault, Panel } from './panel.tsx'

const t = textOf('booking')

/** Confirmation always; reminder unless cancelled; cancellation only when cancelled (A180-A182). */
export function MailPanel({ booking }: { booking: Booking }) {
  const types: BookingMailType[] = [
    'confirmation',
    booking.booking_status === 'cancelled' ? 'cancellation' : 'reminder',
  ]
  return (
    <Panel id="mails" title={t('mails')}>
      <div className="grid gap-2">
        {types.map((type) => (
          <SendButton key={type} bookingId={booking.id} type={type} />
        ))}
      </div>
    </Panel>
  )
}

function SendButton({ bookingId, type }: { bookingId: string; type: BookingMailType }) {
  const queries = useQueryClient()
  const send = useAction(
    () => api.mail.admin.sendBookingMail({ bookingId, emailType: type }),
    {
      done: ({ delivery }) => {
        const words = { kind: t(`mailKinds.${type}`) }
        return delivery === 'none'
          ? { tone: 'error', title: t('mailNotSent', words) }
          : { tone: 'success', title: t('mailSent', words) }
      },
      failed: t('mailFailed', { kind: t(`mailKindsWithin.${type}`) }),
    },
    () => void queries.invalidateQueries({ queryKey: ['booking-timeline'] }),
  )
  return (
    <>
      <Button variant="secondary" size="sm" block loading={send.isPending} onClick={send.run}>
        {t('sendMail', { kind: t(`mailKindsWithin.${type}`) })}
      </Button>
      <Fault fault={send.fault} />
    </>
  )
}
