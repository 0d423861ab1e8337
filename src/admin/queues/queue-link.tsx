import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListChecks } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('queues')
type Props = { name: 'transfers' | 'documents' | 'reviews' | 'messages'; count: number }

/** Leads from a section to its queue; nothing while the queue is empty. */
export const QueueLink = ({ name, count }: Props) =>
  count === 0 ? null : (
    <Link
      to="/admin/queue/$queue"
      params={{ queue: name } as never}
      className={buttonClass({ variant: 'secondary', size: 'sm' })}
    >
      <ListChecks aria-hidden="true" /> {t(`open.${name}`, { count })}
    </Link>
  )

/** Documents are no section: their queue is reached from the bookings. */
export function DocumentQueueLink() {
  const waiting = useQuery({
    queryKey: ['unchecked-documents'],
    queryFn: () => api.booking.admin.uncheckedDocuments({ limit: 1 }),
  })
  return <QueueLink name="documents" count={waiting.data?.total ?? 0} />
}
