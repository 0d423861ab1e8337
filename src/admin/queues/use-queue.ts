import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../ui/toast-queue.ts'
import { textOf } from '../text.ts'
import { goBack, type QueuePlace, reopen, settle, skip, skipped, start } from './places.ts'

const t = textOf('queues')
export interface QueuePart<Item> {
  readonly items: readonly Item[]
  readonly total: number
  readonly nextCursor: string | null
}
export interface QueueSource<Item> {
  readonly name: string
  readonly ask: (after: { cursor?: string }) => Promise<QueuePart<Item>>
  readonly idOf: (item: Item) => string
  /** Lists and counters that a decision changes. */
  readonly stale: readonly string[]
}
type Undoing = { readonly id: string; readonly run: () => Promise<unknown> }
/** What an entry tells its queue. */
export interface QueueHands {
  /** It was decided here: says `done`. `undo` takes the decision back. */
  readonly decided: (id: string, done: string, undo?: () => Promise<unknown>) => void
  /** Somebody else decided it, or it is gone. */
  readonly gone: (id: string) => void
  readonly skip: () => void
}
const ahead = 3
export const queueKey = ({ name }: Pick<QueueSource<never>, 'name'>) => ['queue', name]

/** The pages of the list that were loaded, and the next one before it is needed. */
function usePages<Item>({ name, ask, idOf }: QueueSource<Item>, at: number) {
  const list = useInfiniteQuery({
    queryKey: queueKey({ name }),
    queryFn: ({ pageParam }) => ask(pageParam ? { cursor: pageParam } : {}),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    // Reload when the queue is opened, never while someone works through it.
    ...{ gcTime: 0, staleTime: Number.POSITIVE_INFINITY },
  })
  const items = list.data?.pages.flatMap((part) => part.items) ?? []
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  const isNearEnd = at >= items.length - ahead
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetching && !isError) void fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetching, isError, fetchNextPage])
  return {
    ...{ list, items, ids: items.map(idOf) },
    total: Math.max(list.data?.pages[0]?.total ?? 0, items.length),
    isLoadingMore: at >= items.length && hasNextPage && !isError,
  }
}

/** Walks through a list of the server page by page. What was loaded keeps its place, whatever happens meanwhile. */
export function useQueue<Item>(source: QueueSource<Item>) {
  const client = useQueryClient()
  const [place, setPlace] = useState<QueuePlace>(start)
  const [undoing, setUndoing] = useState<Undoing | null>(null)
  const { list, items, ids, total, isLoadingMore } = usePages(source, place.at)
  const refresh = () => void Promise.all(source.stale.map((key) => client.invalidateQueries({ queryKey: [key] })))
  const leave = (id: string, undo: Undoing | null) => {
    setPlace((now) => settle(ids, now, id))
    setUndoing(undo)
    refresh()
  }
  const hands: QueueHands = {
    decided: (id, done, run) => {
      sayDone(done, run && (() => void undo({ id, run })))
      leave(id, run ? { id, run } : null)
    },
    gone: (id) => {
      showToast({ tone: 'info', title: t('gone'), description: t('goneHint') })
      leave(id, null)
    },
    skip: () => setPlace((now) => skip(ids, now)),
  }
  const undo = useOnce(async ({ id, run }: Undoing) => {
    setUndoing((now) => (now?.run === run ? null : now))
    if (await took(run)) setPlace((now) => reopen(ids, now, id))
    refresh()
  })
  const startAgain = () => {
    setPlace(start)
    setUndoing(null)
    void client.resetQueries({ queryKey: queueKey(source) })
  }
  return {
    ...{ list, hands, total, isLoadingMore, startAgain },
    undo: undoing ? () => void undo(undoing) : null,
    ...{ item: items[place.at], number: Math.min(place.at + 1, items.length) },
    ...{ hasBefore: goBack(ids, place).at !== place.at, left: skipped(ids, place) },
    goBack: () => setPlace((now) => goBack(ids, now)),
  }
}

/** The message and the button of the queue offer the same: the second press does nothing. */
function useOnce(undo: (undoing: Undoing) => Promise<void>): (undoing: Undoing) => Promise<void> {
  const done = useRef(new Set<Undoing['run']>())
  return async (undoing) => {
    if (done.current.has(undoing.run)) return
    done.current.add(undoing.run)
    await undo(undoing)
  }
}

const undoMilliseconds = 12_000
function sayDone(title: string, undo: (() => void) | undefined): void {
  const action = undo && { action: { label: t('undo'), run: undo }, milliseconds: undoMilliseconds }
  showToast({ tone: 'success', title, ...action })
}

/** Whether the decision was taken back; says so. */
const took = (run: Undoing['run']): Promise<boolean> =>
  run().then(
    () => {
      showToast({ tone: 'success', title: t('undone') })
      return true
    },
    () => {
      showToast({ tone: 'error', title: t('undoFailed') })
      return false
    },
  )
