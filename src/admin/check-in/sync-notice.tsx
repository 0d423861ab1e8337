import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'
import { useMarks } from './use-marks.ts'
import { clockOf } from './words.ts'

const t = textOf('checkIn')

/** What is not sent yet, and how old the list is. `loadedAt` in milliseconds; `isStale`: it could not be loaded again. */
export function SyncNotice({ loadedAt, isStale }: { loadedAt: number; isStale: boolean }) {
  const { user, queue, marks, isCutOff, isSending, isLasting } = useMarks()
  const own = marks.filter(({ user_id, refusal }) => user_id === user.id && refusal === null)
  const others = [...new Set(marks.filter(({ user_id }) => user_id !== user.id).map(({ user_name }) => user_name))]
  const isOffline = isStale || isCutOff
  return (
    <div className="grid gap-3" aria-live="polite">
      {isOffline ? (
        <Notice tone="warn" title={t('offlineTitle')}>
          <p>{t('offline', { time: clockOf(new Date(loadedAt).toISOString()) })}</p>
        </Notice>
      ) : null}
      {own.length > 0 ? (
        <Notice tone="info" title={t('waitingCount', { count: own.length })}>
          <p>{t(isLasting ? 'waitingHint' : 'notLasting')}</p>
          <Button variant="secondary" className="mt-2" loading={isSending} onClick={() => void queue.flush()}>
            {t('sendNow')}
          </Button>
        </Notice>
      ) : null}
      {others.length > 0 ? (
        <Notice tone="warn">
          <p>{t('ofOthers', { names: listed(others) })}</p>
        </Notice>
      ) : null}
    </div>
  )
}
