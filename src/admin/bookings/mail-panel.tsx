import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookingMailType } from '../../modules/mail/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { dateTime } from '../labels.tsx'
import { textOf } from '../text.ts'
import { type Booking, Fault, Panel } from './panel.tsx'

const t = textOf('booking')
const tones = { queued: 'neutral', sent: 'success', not_sent: 'warn', failed: 'danger' } as const

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
      <Mails bookingId={booking.id} />
    </Panel>
  )
}

/** Sent and failed mails of the booking (A186). */
function Mails({ bookingId }: { bookingId: string }) {
  const mails = useQuery({
    queryKey: ['mails', bookingId],
    queryFn: () => api.mail.admin.messages({ bookingId, limit: 20 }),
    // Mails leave within seconds, so poll until none is pending.
    refetchInterval: ({ state }) => (state.data?.items.some((mail) => mail.status === 'queued') ? 3000 : false),
  })
  const items = mails.data?.items
  if (!items?.length) return <p className="text-[0.9375rem] text-ink-2">{t(items ? 'noMails' : 'loadingMails')}</p>
  return (
    <ul className="divide-y divide-line border-t border-line">
      {items.map((mail) => (
        <li key={mail.id} className="py-2.5">
          <p className="flex items-start justify-between gap-3">
            <span className="min-w-0 text-[0.9375rem] break-words">{mail.subject}</span>
            <Badge tone={tones[mail.status]} className="flex-none">
              {t(`mailStatuses.${mail.status}`)}
            </Badge>
          </p>
          <p className="text-sm text-ink-2">{dateTime(mail.createdAt)}</p>
          {mail.lastError ? <p className="text-sm break-words text-danger">{mail.lastError}</p> : null}
        </li>
      ))}
    </ul>
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
      failed: t('mailFailed', { kind: type }),
    },
    () => void queries.invalidateQueries({ queryKey: ['mails'] }),
  )
  return (
    <>
      <Button variant="secondary" size="sm" block loading={send.isPending} onClick={send.run}>
        {t('sendMail', { kind: type })}
      </Button>
      <Fault fault={send.fault} />
    </>
  )
}
