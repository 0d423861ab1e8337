import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { api } from '../api.ts'
import { BulkFrame } from '../lists/bulk-frame.tsx'
import { ConfirmDialog } from '../lists/confirm-dialog.tsx'
import type { Selected } from '../lists/selection.ts'
import { textOf } from '../text.ts'
import { ExportForTranslators } from '../translation-files/export-dialog.tsx'
import { offerUndo } from '../trash/undo.ts'
import type { EditedKind } from './edited-kind.ts'
import { PriceDialog } from './prices/price-dialog.tsx'
import { useCatalogueChanged } from './use-items.ts'

const t = textOf('catalogue')
const messages = textOf('shell')
const words = textOf('trash')
type Action = Parameters<typeof api.catalogue.admin.bulk>[0]['action']
type Done = Awaited<ReturnType<typeof api.catalogue.admin.bulk>>
/** Their ids are in the address of the file. */
const maxExported = 200
type Props = { edited: EditedKind; status: string | undefined; selected: Selected; onDone: () => void }

/** What can be done with the items of each list. */
const actionsOf = (status: string | undefined) => {
  if (status === 'trash') return { plain: ['restore'], asked: [] } as const
  if (status === 'archived') return { plain: ['restore'], asked: ['delete'] } as const
  return {
    plain: ['activate', 'deactivate', 'feature', 'unfeature', 'duplicate'],
    asked: ['archive', 'delete'],
  } as const
}

export function BulkBar({ edited, status, selected, onDone }: Props) {
  const [asked, setAsked] = useState<'archive' | 'delete' | null>(null)
  const [isPricing, setIsPricing] = useState(false)
  const changed = useCatalogueChanged(edited)
  const bulk = useMutation({
    mutationFn: (action: Action) =>
      api.catalogue.admin.bulk({ action, items: [...selected].map(([id, version]) => ({ id, version })) }),
    onSuccess: (result, action) => {
      if (result.refused.length > 0) sayRefused(result)
      sayDone(action, { result, selected, changed })
      onDone()
    },
    onError: () => showToast({ tone: 'error', title: messages('error'), description: t('bulkFailed') }),
    onSettled: () => {
      setAsked(null)
      changed()
    },
  })
  const hasPrices = status !== 'trash' && edited.priceFields.length > 0
  return (
    <BulkFrame count={selected.size} onClear={onDone}>
      {actionsOf(status).plain.map((action) => (
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
      {hasPrices ? (
        <Button variant="secondary" size="sm" onClick={() => setIsPricing(true)}>
          {t('changePrices')}
        </Button>
      ) : null}
      {status === 'trash' || selected.size > maxExported ? null : (
        <ExportForTranslators
          variant="secondary"
          query={{ kind: edited.kind.key, ...(status && { status }), ids: [...selected.keys()].join(',') }}
        />
      )}
      {actionsOf(status).asked.map((action) => (
        <Button key={action} variant="secondary" size="sm" onClick={() => setAsked(action)}>
          {t(action)}
        </Button>
      ))}
      {isPricing ? (
        <PriceDialog
          edited={edited}
          which={{ ids: [...selected.keys()] }}
          count={selected.size}
          onDone={() => {
            setIsPricing(false)
            onDone()
          }}
          onClose={() => setIsPricing(false)}
        />
      ) : null}
      {asked ? (
        <ConfirmDialog
          title={t(asked === 'archive' ? 'archiveTitle' : 'deleteManyTitle')}
          confirm={t(asked)}
          back={t('cancel')}
          isPending={bulk.isPending}
          onConfirm={() => bulk.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          <p>{t(asked === 'archive' ? 'archiveHint' : 'deleteManyHint')}</p>
        </ConfirmDialog>
      ) : null}
    </BulkFrame>
  )
}

const sayRefused = ({ refused }: Pick<Done, 'refused'>) =>
  showToast({ tone: 'error', title: messages('error'), description: t('bulkRefused', { count: refused.length }) })

type Finished = { readonly result: Done; readonly selected: Selected; readonly changed: () => void }
function sayDone(action: Action, { result, selected, changed }: Finished): void {
  const count = result.done
  if (count === 0) return
  if (action === 'restore') return void showToast({ tone: 'success', title: t('bulkRestored', { count }) })
  if (action === 'duplicate') return void sayDuplicated(result, changed)
  if (action !== 'archive' && action !== 'delete')
    return void showToast({ tone: 'success', title: t('bulkDone', { count }) })
  // Those that were archived before are not part of it.
  const items = result.items.filter(({ id, version }) => selected.get(id) !== version)
  const trashed = result.items.filter((item) => item.is_in_trash).length
  const title = trashed > 0 ? t('bulkTrashed', { count: trashed }) : t('bulkArchived', { count })
  const isMixed = trashed > 0 && trashed < count
  const description = isMixed ? t('bulkKept', { count: count - trashed }) : words('kept', { count: trashed })
  const message = { tone: 'success', title, ...(trashed > 0 && { description }) } as const
  if (items.length === 0) return void showToast(message)
  offerUndo({ ...message, undo: () => takeBack('restore', items), onSettled: changed })
}

function sayDuplicated({ done, items }: Done, changed: () => void): void {
  const title = t('bulkDuplicated', { count: done })
  const description = t('bulkDuplicatedHint', { count: done })
  offerUndo({ tone: 'success', title, description, undo: () => takeBack('delete', items), onSettled: changed })
}

async function takeBack(action: 'restore' | 'delete', items: Done['items']): Promise<void> {
  const versions = items.map(({ id, version }) => ({ id, version }))
  const { refused } = await api.catalogue.admin.bulk({ action, items: versions })
  if (refused.length > 0) sayRefused({ refused })
}
