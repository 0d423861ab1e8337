import { useQuery } from '@tanstack/react-query'
import { CircleAlert, SearchX, Trash2 } from 'lucide-react'
import type { AdminService } from '../../modules/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { api, readFault } from '../api.ts'
import { say, textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { EditorForm } from './editor-form.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { RestoreItem } from './restore-item.tsx'

const t = textOf('catalogue')
type Props = { edited: EditedKind; id: string | null; onClose: () => void }

export function Editor({ edited, id, onClose }: Props) {
  const item = useQuery({
    queryKey: ['service', id],
    queryFn: () => api.catalogue.admin.get({ id: id ?? '' }),
    enabled: id !== null,
    // Always edit the latest stored item, and do not refetch it while editing.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isDialog = edited.admin.layout !== undefined
  const isInTrash = item.data?.removed?.is_in_trash === true
  if (id === null || (item.data && !isInTrash))
    return <EditorForm key={id} edited={edited} stored={item.data ?? null} onClose={onClose} isDialog={isDialog} />
  const waiting = item.data ? (
    <InTrash edited={edited} item={item.data} onClose={onClose} />
  ) : item.isError ? (
    <Missing edited={edited} error={item.error} onRetry={() => void item.refetch()} onClose={onClose} />
  ) : (
    <ListSkeleton label={t('loading', { name: edited.inSentence })} />
  )
  if (!isDialog)
    return (
      <>
        <h1 className="sr-only">{say(edited.kind.labels.plural)}</h1>
        {waiting}
      </>
    )
  return (
    <Dialog open onClose={onClose} size="full" title={edited.entity} closeLabel={t('close')}>
      {waiting}
    </Dialog>
  )
}

/** An item in the trash is restored before it is edited. */
const InTrash = ({ edited, item, onClose }: { edited: EditedKind; item: AdminService; onClose: () => void }) => (
  <EmptyState
    icon={<Trash2 aria-hidden="true" />}
    title={t('isTrashed', { title: item.title })}
    description={t('isTrashedHint')}
    action={
      <>
        <RestoreItem edited={edited} item={item} />
        <Button variant="secondary" size="sm" onClick={onClose}>
          {t('toList')}
        </Button>
      </>
    }
  />
)

type MissingProps = { edited: EditedKind; error: Error; onRetry: () => void; onClose: () => void }
function Missing({ edited, error, onRetry, onClose }: MissingProps) {
  const isMissing = [404, 422].includes(readFault(error).status)
  return (
    <EmptyState
      icon={isMissing ? <SearchX aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
      title={isMissing ? t('notFound') : t('loadOneFailed', { entity: edited.inSentence })}
      action={
        isMissing ? (
          <Button onClick={onClose}>{t('toList')}</Button>
        ) : (
          <Button onClick={onRetry}>{textOf('shell')('retry')}</Button>
        )
      }
    />
  )
}

export type Stored = AdminService | null
