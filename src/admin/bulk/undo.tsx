import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { UploadView } from '../../modules/catalogue/index.ts'
import { findKind } from '../../services/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { Bar } from './bar.tsx'
import { LeftItems } from './left-items.tsx'
import { isWorthwhile, sayFailed, startUndo, type UndoView } from './start-undo.ts'

const t = textOf('bulk')
type Props = { upload: UploadView; undo: UndoView }

/** The button, the progress or the outcome of the undo. */
export function Undo({ upload, undo }: Props) {
  const client = useQueryClient()
  const { state, counts } = undo
  const wasRunning = useRef(false)
  useEffect(() => {
    if (state === 'running') wasRunning.current = true
    if (state !== 'done' || !wasRunning.current) return
    wasRunning.current = false
    for (const name of ['catalogue', 'service', 'trending', 'dashboard'])
      void client.invalidateQueries({ queryKey: [name] })
    showToast({ tone: 'success', title: t('undo.doneTitle') })
  }, [state, client])
  if (state === 'possible') return <Possible upload={upload} undo={undo} />
  if (state === 'done') return <Done upload={upload} undo={undo} />
  const done = counts.trashed + counts.archived + counts.putBack + counts.left
  return (
    <Bar
      label={t('undo.started')}
      progress={{ done, total: counts.total }}
      summary={t('undo.progress', { done, total: counts.total })}
      mayLeave={t('undo.mayLeave')}
    />
  )
}

function Possible({ upload, undo }: Props) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const ask = () => {
    // The question shows what has changed by now.
    void client.invalidateQueries({ queryKey: ['bulk-upload', upload.id] })
    setAsking(true)
  }
  if (undo.counts.total === 0) return null
  if (!isWorthwhile(undo)) return <p className="text-sm text-ink-2">{t('undo.none')}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="secondary" icon={<Undo2 aria-hidden="true" className="mirror" />} onClick={ask}>
        {t('undo.action')}
      </Button>
      <p className="text-sm text-ink-2">{t('undo.until', { at: dateTime(undo.until) })}</p>
      {isAsking ? <Question upload={upload} undo={undo} onClose={() => setAsking(false)} /> : null}
    </div>
  )
}

function Question({ upload, undo: { counts }, onClose }: Props & { onClose: () => void }) {
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => startUndo(client, upload.id),
    onError: sayFailed,
    onSettled: onClose,
  })
  const sentences = [
    ['trash', counts.trashed],
    ['putBack', counts.putBack],
    ['left', counts.left],
  ] as const
  return (
    <Dialog
      open
      onClose={onClose}
      keepOnOutsidePress
      title={t('undo.title')}
      closeLabel={t('undo.close')}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('undo.cancel')}
          </Button>
          <Button variant="danger" loading={start.isPending} onClick={() => start.mutate()}>
            {t('undo.action')}
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-2 ps-5">
        {sentences.map(([key, count]) => (count > 0 ? <li key={key}>{t(`undo.${key}`, { count })}</li> : null))}
      </ul>
    </Dialog>
  )
}

function Done({ upload, undo: { by, at, counts } }: Props) {
  const section = findKind(upload.kind)?.adminSection ?? ''
  const sentences = [
    ['donePutBack', counts.putBack],
    ['doneTrashed', counts.trashed],
    ['doneArchived', counts.archived],
    ['doneLeft', counts.left],
  ] as const
  const link = buttonClass({ variant: 'quiet', size: 'sm' })
  return (
    <>
      <Notice tone={counts.left > 0 ? 'warn' : 'success'} title={t('undo.doneTitle')}>
        <ul>
          {sentences.map(([key, count]) => (count > 0 ? <li key={key}>{t(`undo.${key}`, { count })}</li> : null))}
        </ul>
        {counts.putBack + counts.trashed + counts.archived === 0 ? <p>{t('undo.nothing')}</p> : null}
        {at && by !== null ? <p className="text-sm">{t('undo.by', { at: dateTime(at), name: by })}</p> : null}
      </Notice>
      {counts.archived + counts.left > 0 ? <LeftItems upload={upload} /> : null}
      {counts.trashed > 0 ? (
        <p>
          <Link className={link} to={`/admin/${section}` as never} search={{ status: 'trash' } as never}>
            {t('undo.toTrash')}
          </Link>
        </p>
      ) : null}
    </>
  )
}
