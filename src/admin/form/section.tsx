import type { UseQueryResult } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'
import { textOf } from '../text.ts'

const t = textOf('form')

type HeadProps = { title: string; intro?: string | undefined; children?: ReactNode }

export const SectionHead = ({ title, intro, children }: HeadProps) => (
  <div className="mb-5 flex flex-wrap items-end justify-between gap-3">
    <title>{title}</title>
    <div className="min-w-0">
      <h1 className="text-2xl sm:text-3xl">{title}</h1>
      {intro ? <p className="mt-1 max-w-prose text-ink-2">{intro}</p> : null}
    </div>
    {children}
  </div>
)

export function FieldCard({
  title,
  intro,
  level: Heading = 'h2',
  children,
}: {
  title: string
  intro?: string | undefined
  /** 'h3' below a heading of its own, as in the topics of Settings. */
  level?: 'h2' | 'h3'
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <div className="grid grid-cols-1 gap-4 p-4 sm:p-6">
        <div>
          <Heading id={id} className="text-lg">
            {title}
          </Heading>
          {intro ? <p className="mt-1 max-w-prose text-sm text-ink-2">{intro}</p> : null}
        </div>
        {children}
      </div>
    </section>
  )
}

/** Two columns from 640 px. Long fields span both (`sm:col-span-2`). */
export const FieldGrid = ({ children }: { children: ReactNode }) => (
  <div className="field-pairs sm:[&>:has(textarea)]:col-span-2">{children}</div>
)

export function Loaded<T>({ query, children }: { query: UseQueryResult<T>; children: (data: T) => ReactNode }) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending)
    return (
      <SkeletonRegion label={t('loading')}>
        <div className="grid grid-cols-1 gap-5">
          <Skeleton className="h-48 w-full" />
          <Skeleton className="h-48 w-full" />
        </div>
      </SkeletonRegion>
    )
  return (
    <EmptyState
      icon={<CircleAlert aria-hidden="true" />}
      title={t('failed')}
      action={<Button onClick={() => void query.refetch()}>{t('retry')}</Button>}
    />
  )
}
