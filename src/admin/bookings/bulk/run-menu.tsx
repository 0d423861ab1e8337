import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import type { RunView } from '../../../modules/booking/index.ts'
import { api } from '../../api.ts'
import { Popup } from '../../lists/popup.tsx'
import { textOf } from '../../text.ts'
import { dateTime } from '../../written.ts'

const t = textOf('bulkBookings')

/** Leads back to the results of bulk actions. Nothing is shown before the first. */
export function RunMenu({ onOpen }: { onOpen: (runId: string) => void }) {
  const query = useQuery({
    queryKey: ['booking-runs'],
    queryFn: () => api.booking.admin.bulk.list(),
    staleTime: 60_000,
  })
  const runs = query.data?.items ?? []
  if (runs.length === 0) return null
  return (
    <Popup
      label={<span className="max-lg:sr-only">{t('recent.button')}</span>}
      title={t('recent.title')}
      icon={<History aria-hidden="true" />}
    >
      {(close) => (
        <ul className="grid gap-1">
          {runs.map((run) => (
            <li key={run.id}>
              <button
                type="button"
                className="grid min-h-11 w-full rounded-md px-2 py-1 text-start text-sm hover:bg-sunken"
                onClick={() => {
                  close()
                  onOpen(run.id)
                }}
              >
                <span className="font-semibold wrap-anywhere">{nameOf(run)}</span>
                <span className="text-ink-2">{factsOf(run)}</span>
                <span className="text-ink-2">{t('run.by', { name: run.by, at: dateTime(run.at) })}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popup>
  )
}

const nameOf = ({ action, subject, counts }: RunView): string =>
  action === 'message' ? t('recent.message', { subject: subject ?? '' }) : t('run.confirm', { count: counts.total })

function factsOf({ action, counts, mails, finished_at }: RunView): string {
  if (finished_at === null) return t('recent.underWay')
  const done = action === 'confirm' ? t('run.confirmed', { count: counts.done }) : t('run.sent', { count: mails })
  return counts.refused === 0 ? done : `${done} ${t('run.refused', { count: counts.refused })}`
}
