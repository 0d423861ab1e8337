import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../api.ts'
import { EnquiryDialog, StateBadge } from '../enquiries/enquiry-dialog.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { type Booking, Panel } from './panel.tsx'

const t = textOf('booking')
const enquiries = textOf('enquiries')
const shown = 20

/** What the customer wrote from My booking, newest first, with the replies; nothing while there are no messages. */
export function MessagesPanel({ booking }: { booking: Booking }) {
  const mayEnter = useMayEnter('enquiries')
  const [opened, setOpened] = useState<string | null>(null)
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
        {items.map(({ id, message, created_at, state, entries }) => (
          <li key={id} className="relative py-2.5">
            <p className="flex items-start justify-between gap-3">
              <button
                type="button"
                className="line-clamp-3 min-w-0 text-start text-[0.9375rem] wrap-anywhere after:absolute after:inset-0"
                onClick={() => setOpened(id)}
              >
                {message}
              </button>
              <span className="flex-none">
                <StateBadge state={state} />
              </span>
            </p>
            <p className="text-sm text-ink-2">
              {dateTime(created_at)}
              {entries > 0 ? ` · ${enquiries('entries', { count: entries })}` : ''}
            </p>
          </li>
        ))}
      </ul>
      {opened ? <EnquiryDialog id={opened} onClose={() => setOpened(null)} /> : null}
    </Panel>
  )
}
