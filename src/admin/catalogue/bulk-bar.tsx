import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { useCatalogueChanged } from './use-items.ts'

const t = textOf('catalogue')
const messages = textOf('shell')
type Action = 'activate' | 'deactivate' | 'feature' | 'archive'
/** Ids with the versions that were shown. */
type Props = { edited: EditedKind; selected: ReadonlyMap<string, number>; onDone: () => void }

export function BulkBar({ edited, selected, onDone }: Props) {
  const [isAsking, setAsking] = useState(false)
  const changed = useCatalogueChanged(edited)
  const bulk = useMutation({
    mutationFn: (action: Action) =>
      api.catalogue.admin.bulk({ action, items: [...selected].map(([id, version]) => ({ id, version })) }),
    onSuccess: ({ done, refused }) => {
      if (done > 0) showToast({ tone: 'success', title: t('bulkDone', { count: done }) })
      if (refused.length > 0)
        showToast({
          tone: 'error',
          title: messages('error'),
          description: t('bulkRefused', { count: refused.length }),
        })
      onDone()
    },
    onError: () => showToast({ tone: 'error', title: messages('error'), description: t('bulkFailed') }),
    onSettled: () => {
      setAsking(false)
      changed()
    },
  })
  if (selected.size === 0) return null
  return (
    <section
      aria-label={t('selected', { count: selected.size })}
      className="sticky bottom-3 z-10 mt-4 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-3 shadow-lift"
    >
      <p role="status" className="me-auto font-semibold">
        {t('selected', { count: selected.size })}
      </p>
      {(['activate', 'deactivate', 'feature'] as const).map((action) => (
        <Button
          key={action}
          variant="secondary"
          size="sm"
          loading={bulk.isPending && bulk.variables === action}
          onClick={() => bulk.mutate(action)}
        >
          {t(action)}
        </Button>
      ))}
      <Button variant="secondary" size="sm" onClick={() => setAsking(true)}>
        {t('archive')}
      </Button>
      <Button variant="quiet" size="sm" onClick={onDone}>
        {t('clearSelection')}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        keepOnOutsidePress
        title={t('archiveTitle')}
        closeLabel={t('close')}
        footer={
          <>
            <Button variant="secondary" onClick={() => setAsking(false)}>
              {t('cancel')}
            </Button>
            <Button variant="danger" loading={bulk.isPending} onClick={() => bulk.mutate('archive')}>
              {t('archive')}
            </Button>
          </>
        }
      >
        <p>{t('archiveHint')}</p>
      </Dialog>
    </section>
  )
}
