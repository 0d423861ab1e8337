import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { UploadView } from '../../modules/catalogue/index.ts'
import { findKind } from '../../services/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { textOf } from '../text.ts'
import { FileLink } from './choose-file.tsx'
import { Faults } from './preview.tsx'
import { isWorthwhile, sayFailed, startUndo } from './start-undo.ts'

const t = textOf('bulk')

const sumsOf = ({ counts }: UploadView) => ({
  processed: counts.stored + counts.same,
  failed: counts.failed + counts.invalid,
})

/** At least ten seconds, and longer while the pointer or the focus is on it. */
const milliseconds = 12_000

function announce(client: QueryClient, { id, undo }: UploadView, summary: string): void {
  const canUndo = undo !== null && isWorthwhile(undo)
  // The page may have been left meanwhile.
  const sayStarted = () => void showToast({ tone: 'info', title: t('undo.started') })
  const action = { label: t('undo.short'), run: () => void startUndo(client, id).then(sayStarted, sayFailed) }
  const message = { tone: 'success', title: t('completeTitle'), description: summary } as const
  showToast({ ...message, ...(canUndo && { action, milliseconds }) })
}

/** Mounted while rows are being stored, so that it announces the end once (A301). */
export function Outcome({ upload }: { upload: UploadView }) {
  const isDone = upload.state === 'done'
  const wasStoring = useRef(!isDone)
  const client = useQueryClient()
  const sums = sumsOf(upload)
  const summary = t('complete', sums)
  useEffect(() => {
    if (!isDone || !wasStoring.current) return
    wasStoring.current = false
    announce(client, upload, summary)
  }, [isDone, summary, client, upload])
  if (!isDone) return null
  const section = findKind(upload.kind)?.adminSection ?? ''
  return (
    <>
      <Notice tone={sums.failed > 0 ? 'warn' : 'success'} title={t('completeTitle')}>
        {summary}
      </Notice>
      {sums.failed > 0 ? <Faults upload={upload} /> : null}
      <p className="flex flex-wrap gap-3">
        {sums.failed > 0 ? (
          <FileLink href={`/api/admin/catalogue-uploads/${upload.id}/rejected.csv`}>{t('rejected')}</FileLink>
        ) : null}
        <a className={buttonClass({ variant: 'quiet', size: 'sm' })} href={`/admin/${section}`}>
          {t('toSection')}
        </a>
      </p>
    </>
  )
}
