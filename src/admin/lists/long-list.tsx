import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadedList } from './list-states.tsx'
import { MoreButton } from './more-button.tsx'

type AnyPart = { readonly items: readonly unknown[]; readonly nextCursor: string | null }

type Props<Part extends AnyPart> = {
  queryKey: readonly unknown[]
  ask: (after: { cursor?: string }) => Promise<Part>
  words: (key: 'loading' | 'failed' | 'none' | 'noneHint' | 'noneYet' | 'more') => string
  /** An empty list then suggests changing the filter. */
  isFiltered: boolean
  icon?: ReactNode
  status?: (first: Part) => string
  /** Beside the status. */
  action?: (first: Part) => ReactNode
  children: (items: readonly Part['items'][number][]) => ReactNode
}

export function LongList<Part extends AnyPart>(props: Props<Part>) {
  const { queryKey, ask, words, isFiltered, icon, status, action, children } = props
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => ask(pageParam ? { cursor: pageParam } : {}),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
  })
  return (
    <LoadedList query={list} words={words}>
      {({ pages }) => {
        const items = pages.flatMap((part) => part.items)
        return (
          <>
            {status && pages[0] ? (
              <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
                <p role="status" className="text-sm text-ink-2">
                  {status(pages[0])}
                </p>
                {action?.(pages[0])}
              </div>
            ) : null}
            {/* Without a status text above the list, this announces that nothing matched. */}
            <div role={status ? undefined : 'status'}>
              {items.length === 0 ? (
                <EmptyState
                  icon={isFiltered ? <SearchX aria-hidden="true" /> : icon}
                  title={words('none')}
                  description={words(isFiltered ? 'noneHint' : 'noneYet')}
                />
              ) : null}
            </div>
            {items.length > 0 ? children(items) : null}
            <MoreButton list={list} label={words('more')} />
          </>
        )
      }}
    </LoadedList>
  )
}
