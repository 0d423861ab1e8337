import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { api } from '../api.ts'
import { dateTime } from '../labels.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { type Booking, Panel } from './panel.tsx'

const t = textOf('booking')
const enquiries = textOf('enquiries')
const shown = 20

/** What the customer wrote from My booking, newest first; nothing while there are no messages. */
export function MessagesPanel({ booking }: { booking: Booking }) {
  const mayEnter = useMayEnter('enquiries')
  const messages = useQuery({
    queryKey: ['enquiries', { booking: booking.id }],
    queryFn: () => api.content.admin.enquiries({ booking_id: booking.id, limit: shown }),
    enabled: mayEnter,
  })
  const items = messages.data?.items
  if (!items?.length) return null
  return (
    <Panel id="messages" title={t('messages')}>
      <ul className="divide-y divide-line">
        {items.map(({ id, message, created_at, answered_at }) => (
          <li key={id} className="py-2.5">
            <p className="flex items-start justify-between gap-3">
              <Link
                to="/admin/messages"
                search={{ message: id } as never}
                className="line-clamp-3 min-w-0 text-[0.9375rem] wrap-anywhere"
              >
                {message}
              </Link>
              <Badge tone={answered_at ? 'success' : 'warn'} className="flex-none">
                {enquiries(answered_at ? 'answered' : 'open')}
              </Badge>
            </p>
            <p className="text-sm text-ink-2">{dateTime(created_at)}</p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
