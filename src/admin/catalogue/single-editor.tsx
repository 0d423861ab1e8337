import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { api } from '../api.ts'
import { textOf } from '../text.ts'
import type { EditedKind } from './edited-kind.ts'
import { EditorForm } from './editor-form.tsx'
import { ListSkeleton } from './list-skeleton.tsx'

const t = textOf('catalogue')
const messages = textOf('shell')

/** A single-item kind has one form: the active item, else the newest, else a new one (A121-A123). */
export function SingleEditor({ edited }: { edited: EditedKind }) {
  const single = useQuery({
    queryKey: ['service', 'single', edited.key],
    queryFn: async () => {
      const request = { kind: edited.key, sort: 'created_at', direction: 'desc', limit: 1 } as const
      const on = await api.catalogue.admin.list({ ...request, status: 'active' })
      const [row] = on.items.length > 0 ? on.items : (await api.catalogue.admin.list(request)).items
      return row ? api.catalogue.admin.get({ id: row.id }) : null
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const failed = t('loadOneFailed', { entity: edited.inSentence })
  useEffect(() => {
    if (single.isError) showToast({ tone: 'error', title: messages('error'), description: failed })
  }, [single.isError, failed])
  if (single.isError)
    return (
      <EmptyState
        icon={<CircleAlert aria-hidden="true" />}
        title={failed}
        action={<Button onClick={() => void single.refetch()}>{messages('retry')}</Button>}
      />
    )
  if (single.isPending) return <ListSkeleton label={t('loading', { name: edited.inSentence })} />
  return <EditorForm edited={edited} stored={single.data} onClose={() => undefined} staysOpen />
}
