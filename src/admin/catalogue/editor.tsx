import { useQuery } from '@tanstack/react-query'
import { CircleAlert, SearchX } from 'lucide-react'
import type { AdminService } from '../../modules/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { api, readFault } from '../api.ts'
import { say, textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { EditorForm } from './editor-form.tsx'
import { ListSkeleton } from './list-skeleton.tsx'

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
  if (id === null || item.data)
    return <EditorForm key={id} edited={edited} stored={item.data ?? null} onClose={onClose} isDialog={isDialog} />
  const waiting = item.isError ? (
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
