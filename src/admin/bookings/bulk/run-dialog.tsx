import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { RunView } from '../../../modules/booking/index.ts'
import { Notice } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toast-queue.ts'
import { api } from '../../api.ts'
import { Bar } from '../../bulk/bar.tsx'
import { LoadedList } from '../../lists/list-states.tsx'
import { textOf } from '../../text.ts'
import { dateTime } from '../../written.ts'
import { RefusedBookings } from './refused-bookings.tsx'

const t = textOf('bulkBookings')
const askAgain = 700
export const runKey = (runId: string) => ['booking-runs', runId]

/** What a run has done so far. The run continues when the dialog is closed. */
export function RunDialog({ runId, onClose }: { runId: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: runKey(runId),
    queryFn: () => api.booking.admin.bulk.get({ runId }),
    refetchInterval: ({ state }) => (state.data?.finished_at === null ? askAgain : false),
    staleTime: 0,
  })
  useEnd(query.data, onClose)
  const run = query.data
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={run ? t(`run.${run.action}`, { count: run.counts.total }) : t('run.title')}
      closeLabel={t('close')}
      footer={
        <Button variant="secondary" onClick={onClose}>
          {t('toList')}
        </Button>
      }
    >
      <LoadedList query={query} words={(key) => t(`run.${key}`)}>
        {(loaded) => (loaded.finished_at === null ? <UnderWay run={loaded} /> : <Outcome run={loaded} />)}
      </LoadedList>
    </Dialog>
  )
}

/** Lists show what is there now. A run that was watched and left nothing is announced, and its dialog closes. */
function useEnd(run: RunView | undefined, onClose: () => void): void {
  const client = useQueryClient()
  const wasUnderWay = useRef(false)
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (run?.finished_at === null) wasUnderWay.current = true
    if (!run?.finished_at || !wasUnderWay.current) return
    wasUnderWay.current = false
    for (const key of ['bookings', 'booking', 'dashboard', 'booking-runs'])
      void client.invalidateQueries({ queryKey: [key] })
    if (run.counts.refused > 0) return
    showToast({ tone: 'success', title: summaryOf(run) })
    close.current()
  }, [run, client])
}

const summaryOf = ({ action, counts, mails }: RunView): string =>
  action === 'confirm' ? t('run.confirmed', { count: counts.done }) : t('run.sent', { count: mails })

function UnderWay({ run: { action, counts } }: { run: RunView }) {
  const done = counts.done + counts.refused
  return (
    <Bar
      label={t(`run.${action}UnderWay`)}
      progress={{ done, total: counts.total }}
      summary={t('run.progress', { done, total: counts.total })}
      mayLeave={t('run.mayLeave')}
    />
  )
}

const Outcome = ({ run }: { run: RunView }) => (
  <div className="grid gap-4">
    <Notice tone={run.counts.refused > 0 ? 'warn' : 'success'} title={summaryOf(run)}>
      {run.counts.refused > 0 ? <p>{t('run.refused', { count: run.counts.refused })}</p> : null}
      {run.subject ? <p className="wrap-anywhere">{t('run.subject', { subject: run.subject })}</p> : null}
      <p className="text-sm">{t('run.by', { name: run.by, at: dateTime(run.at) })}</p>
    </Notice>
    {run.counts.refused > 0 ? <RefusedBookings runId={run.id} /> : null}
  </div>
)
