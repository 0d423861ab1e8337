import { CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
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

/** Said in a toast and in the list's place, with a way to ask again. */
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
