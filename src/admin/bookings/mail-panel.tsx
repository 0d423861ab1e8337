import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookingMailType } from '../../modules/mail/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { dateTime } from '../labels.tsx'
import { textOf } from '../text.ts'
import { type Booking, Panel } from './panel.tsx'
import { useAction } from './use-action.ts'

const t = textOf('booking')

/** Confirmation always; reminder unless cancelled; cancellation only when cancelled (A180-A182). */
export function MailPanel({ booking }: { booking: Booking }) {
  const queries = useQueryClient()
  const mails = useQuery({
    queryKey: ['mails', booking.id],
    queryFn: () => api.mail.admin.messages({ bookingId: booking.id, limit: 20 }),
  })
  const isCancelled = booking.booking_status === 'cancelled'
  const types: BookingMailType[] = ['confirmation', isCancelled ? 'cancellation' : 'reminder']
  const refresh = () => void queries.invalidateQueries({ queryKey: ['mails', booking.id] })
  return (
    <Panel id="mails" title={t('mails')}>
      <div className="flex flex-wrap gap-2">
        {types.map((type) => (
          <SendButton key={type} bookingId={booking.id} type={type} onDone={refresh} />
        ))}
      </div>
      {mails.data?.items.length === 0 ? <p className="text-ink-2">{t('noMails')}</p> : null}
      <ul className="divide-y divide-line">
        {mails.data?.items.map((mail) => (
          <li key={mail.id} className="py-2">
            <p className="flex flex-wrap items-center gap-2">
              <Badge tone={mail.status === 'sent' ? 'success' : mail.status === 'failed' ? 'danger' : 'neutral'}>
                {t(`mailStatuses.${mail.status}`)}
              </Badge>
              <span className="min-w-0 break-words">{mail.subject}</span>
            </p>
            <p className="text-sm text-ink-2">
              {dateTime(mail.createdAt)}
              {mail.lastError ? ` · ${mail.lastError}` : ''}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function SendButton({ bookingId, type, onDone }: { bookingId: string; type: BookingMailType; onDone: () => void }) {
  const kind = t(`mailKinds.${type}`)
  const send = useAction(
    () => api.mail.admin.sendBookingMail({ bookingId, emailType: type }),
    { done: t('mailSent', { kind }), failed: t('mailFailed', { kind: type }) },
    onDone,
  )
  return (
    <Button variant="secondary" size="sm" loading={send.isPending} onClick={() => send.mutate(undefined)}>
      {t('sendMail', { kind: type })}
    </Button>
  )
}
