import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { readFault } from '../api.ts'
import { ListLoading } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'

const t = textOf('checkIn')

type Query<T> = {
  readonly data: T | undefined
  readonly isPending: boolean
  readonly error: unknown
  readonly refetch: () => Promise<unknown>
}
/** Loaded data stays on the screen when a reload fails. */
export function Loaded<T>({ query, children }: { query: Query<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return <ListLoading label={t('loading')} />
  const { status, message } = readFault(query.error)
  return (
    <EmptyState
      icon={<CircleAlert aria-hidden="true" />}
      title={status === 0 ? t('unreachable') : message || t('failed')}
      action={<Button onClick={() => void query.refetch()}>{t('retry')}</Button>}
    />
  )
}
