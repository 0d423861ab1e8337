import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { RunView } from '../../../modules/booking/index.ts'
import { Notice } from '../../../ui/badge.tsx'
import { api } from '../../api.ts'
import { MailPreview } from '../../departures/mail-preview.tsx'
import { MessageEditor, type MessageText } from '../../lists/message-editor.tsx'
import { Recipients } from '../../lists/recipients.tsx'
import { textOf } from '../../text.ts'

const t = textOf('bulkBookings')
type Props = { ids: readonly string[]; onStarted: (run: RunView) => void; onClose: () => void }

/** Mails the customers of the selected bookings, each once. */
export function MessageMany({ ids, onStarted, onClose }: Props) {
  const run = useRef<RunView | null>(null)
  const close = () => {
    onClose()
    if (run.current !== null) onStarted(run.current)
  }
  return (
    <MessageEditor
      title={t('messageTitle', { count: ids.length })}
      hint={t('messageHint')}
      textHint={t('messageTextHint')}
      done={null}
      review={(message) => <Review ids={ids} message={message} />}
      send={async (message, idempotencyKey) => {
        const input = { ids: [...ids], ...message }
        run.current = await api.booking.admin.bulk.message(input, { context: { idempotencyKey } })
      }}
      onClose={close}
    />
  )
}

function Review({ ids, message }: { ids: readonly string[]; message: MessageText }) {
  const preview = useQuery({
    queryKey: ['booking-message', ids, message],
    queryFn: () => api.booking.admin.bulk.previewMessage({ ids: [...ids], ...message }),
    staleTime: 0,
  })
  const { data: shown } = preview
  return (
    <>
      {shown ? <Recipients count={shown.count} customers={shown.customers} /> : null}
      {shown && shown.left_out > 0 ? <Notice tone="info">{t('leftOut', { count: shown.left_out })}</Notice> : null}
      <MailPreview query={preview} />
    </>
  )
}
