import { useQuery } from '@tanstack/react-query'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { api } from '../api.ts'
import { LoadedList } from '../lists/list-states.tsx'
import { MessageEditor, type MessageText } from '../lists/message-editor.tsx'
import { Recipients } from '../lists/recipients.tsx'
import { textOf } from '../text.ts'
import { MailPreview } from './mail-preview.tsx'

const t = textOf('departureMessage')
type Start = Pick<DeparturePage, 'service_id' | 'date' | 'time'>
type Props = { page: DeparturePage; onDone: () => void; onClose: () => void }

/** Messages all customers of a departure: first write, then preview the mail. */
export function MessageDialog({ page: { service_id, date, time }, onDone, onClose }: Props) {
  const start = { service_id, date, time }
  return (
    <MessageEditor
      title={t('title')}
      hint={t('hint')}
      textHint={t('textHint')}
      done={t('done')}
      review={(message) => <Review start={start} message={message} />}
      send={(message, idempotencyKey) =>
        api.booking.admin.sendDepartureMessage({ ...start, ...message }, { context: { idempotencyKey } })
      }
      onSettled={onDone}
      onClose={onClose}
    />
  )
}

function Review({ start, message }: { start: Start; message: MessageText }) {
  const { service_id, date, time } = start
  const customers = useQuery({
    queryKey: ['departure-customers', service_id, date, time],
    queryFn: () => api.booking.admin.departureCustomers({ service_id, date, ...(time && { time }) }),
    staleTime: 0,
  })
  const preview = useQuery({
    queryKey: ['departure-message', start, message],
    queryFn: () => api.booking.admin.previewDepartureMessage({ ...start, ...message }),
  })
  return (
    <>
      <LoadedList query={customers} words={t}>
        {(listed) => <Recipients count={listed.length} customers={listed} />}
      </LoadedList>
      <MailPreview query={preview} />
    </>
  )
}
