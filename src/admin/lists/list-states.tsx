import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { textOf } from '../text.ts'

const t = textOf('lists')
const shell = textOf('shell')

export const ListLoading = ({ label }: { label: string }) => (
  <SkeletonRegion label={label}>
    <div className="grid gap-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-20" />
      ))}
    </div>
  </SkeletonRegion>
)

/** Shows the error in a toast and in the list's place, with a retry. */
export function ListFailed({ title, onRetry }: { title: string; onRetry: () => void }) {
  useEffect(() => {
    showToast({ tone: 'error', title: shell('error'), description: title })
  }, [title])
  return (
    <EmptyState
      icon={<CircleAlert aria-hidden="true" />}
      title={title}
      action={<Button onClick={onRetry}>{t('retry')}</Button>}
    />
  )
}

type LoadedListProps<T> = {
  query: Pick<UseQueryResult<T>, 'isPending' | 'isError' | 'data'> & { readonly refetch: () => Promise<unknown> }
  words: (key: 'loading' | 'failed') => string
  children: (data: T) => ReactNode
}

/** A list, its skeleton while loading, and a warning above stale rows when a refetch failed. */
export const LoadedList = <T,>({ query, words, children }: LoadedListProps<T>) => (
  <>
    {query.isPending ? <ListLoading label={words('loading')} /> : null}
    {query.isError ? <ListFailed title={words('failed')} onRetry={() => void query.refetch()} /> : null}
    {query.data === undefined ? null : children(query.data)}
  </>
)
