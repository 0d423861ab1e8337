import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import { CircleAlert, Plus, SearchX, TicketsPlane } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { api } from '../api.ts'
import { DocumentQueueLink } from '../queues/queue-link.tsx'
import { textOf } from '../text.ts'
import { BookingCards } from './booking-cards.tsx'
import { BookingTable } from './booking-table.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { PrintList } from './bulk/print-list.tsx'
import { RunDialog } from './bulk/run-dialog.tsx'
import { RunMenu } from './bulk/run-menu.tsx'
import { useSelection } from './bulk/use-selection.ts'
import { ColumnMenu } from './column-menu.tsx'
import { useColumns } from './columns.ts'
import { ExportButton } from './export-button.tsx'
import { FilterChips } from './filter-chips.tsx'
import { Filters } from './filter-form.tsx'
import {
  type BookingSearch,
  bookingHref,
  type ChangeSearch,
  hasFilter,
  listRequestOf,
  noFilter,
  placeInList,
} from './filters.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { Pages } from './pages.tsx'
import { ViewMenu } from './view-menu.tsx'

const NewBooking = lazy(() => import('../new-booking/new-booking.tsx'))
const t = textOf('bookings')
const messages = textOf('shell')

declare module '@tanstack/react-router' {
  interface HistoryState {
    fromList?: boolean
  }
}

const firstPage = { page: undefined, cursor: undefined, new: undefined, run: undefined }

export function Bookings() {
  const search: BookingSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const change: ChangeSearch = (next) =>
    void navigate({
      to: '/admin/bookings',
      // Use the latest search: two filters can change before the next render.
      search: ((newest: BookingSearch) => ({ ...newest, ...firstPage, ...next })) as never,
      resetScroll: false,
    })
  const close = useClose(search)
  const [typed, setTyped] = useState<string>()
  useEffect(() => setTyped(search.q), [search.q])
  const [printed, setPrinted] = useState<readonly string[] | null>(null)
  const closeRun = () =>
    void navigate({ to: '/admin/bookings', search: { ...search, run: undefined } as never, resetScroll: false })
  if (printed) return <PrintList ids={printed} onBack={() => setPrinted(null)} />
  return (
    <>
      <title>{t('title')}</title>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">{t('title')}</h1>
        <div className="flex flex-wrap gap-2">
          <DocumentQueueLink />
          <ExportButton search={{ ...search, q: typed }} />
          <Link
            to="/admin/bookings"
            search={{ ...search, new: '1' } as never}
            state={{ fromList: true }}
            resetScroll={false}
            data-key="new"
            className={buttonClass({})}
          >
            <Plus aria-hidden="true" /> {t('new')}
          </Link>
        </div>
      </div>
      <Filters search={search} onChange={change} onType={setTyped} />
      <List search={search} onChange={change} onPrint={setPrinted} />
      {search.run ? <RunDialog key={search.run} runId={search.run} onClose={closeRun} /> : null}
      {search.new ? <Sell search={search} onClose={close} /> : null}
    </>
  )
}

/** The new-booking dialog; its form loads on demand. */
function Sell({ search, onClose }: { search: BookingSearch; onClose: () => void }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const isFromList = useRouterState({ select: (state) => state.location.state.fromList === true })
  const open = (reference: string) =>
    void navigate({
      to: bookingHref(reference) as never,
      search: placeInList(search) as never,
      state: { fromList: isFromList },
      replace: true,
    })
  const refresh = () => {
    for (const key of ['bookings', 'dashboard']) void queries.invalidateQueries({ queryKey: [key] })
  }
  return (
    <Suspense fallback={null}>
      <NewBooking onClose={onClose} onOpen={open} onSold={refresh} />
    </Suspense>
  )
}

/** Closing goes back to the list; after a deep link there is no history entry to go back to. */
function useClose(search: BookingSearch): () => void {
  const navigate = useNavigate()
  const { history } = useRouter()
  const isFromList = useRouterState({ select: (state) => state.location.state.fromList === true })
  return () => {
    if (isFromList) history.back()
    else
      void navigate({
        to: '/admin/bookings',
        search: { ...search, new: undefined } as never,
        replace: true,
        resetScroll: false,
      })
  }
}

type ListProps = { search: BookingSearch; onChange: ChangeSearch; onPrint: (ids: readonly string[]) => void }
function List({ search, onChange, onPrint }: ListProps) {
  const request = listRequestOf(search)
  const choice = useColumns(search, onChange)
  const [selected, select] = useSelection(search)
  const list = useQuery({
    queryKey: ['bookings', request],
    queryFn: () => api.booking.admin.list(request),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (list.isError) showToast({ tone: 'error', title: messages('error'), description: t('failed') })
  }, [list.isError])
  if (list.isPending) return <ListSkeleton />
  if (list.isError) return <ListFailed onRetry={() => void list.refetch()} />
  const { items, nextCursor, total, totalIsExact } = list.data
  const selecting = { selected, onSelect: select }
  return (
    <>
      <Count text={t(totalIsExact ? 'count' : 'countMore', { count: totalIsExact ? total : total - 1 })}>
        <FilterChips search={search} onChange={onChange} />
        {hasFilter(search) ? (
          <Button variant="quiet" size="sm" onClick={() => onChange(noFilter)}>
            {t('clear')}
          </Button>
        ) : null}
        <div className="ms-auto flex gap-2">
          <RunMenu onOpen={(run) => onChange({ page: search.page, cursor: search.cursor, run })} />
          <ViewMenu search={search} columns={choice.columns} onChange={onChange} />
          <ColumnMenu {...choice} />
        </div>
      </Count>
      {items.length === 0 ? (
        <NoBookings isFiltered={hasFilter(search)} />
      ) : (
        <div className={joinClasses('transition-opacity', list.isPlaceholderData && 'opacity-60')}>
          <BookingCards rows={items} search={search} {...selecting} />
          <BookingTable rows={items} search={search} columns={choice.columns} onChange={onChange} {...selecting} />
        </div>
      )}
      <Pages search={search} total={totalIsExact ? total : null} next={nextCursor} />
      <BulkBar
        search={search}
        total={totalIsExact ? total : null}
        onPrint={() => onPrint([...selected.keys()])}
        {...selecting}
      />
    </>
  )
}

const Count = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="my-0.5 flex min-h-9 flex-wrap items-center gap-x-2 gap-y-1">
    <p role="status" className="me-1 text-sm text-ink-2">
      {text}
    </p>
    {children}
  </div>
)

const ListFailed = ({ onRetry }: { onRetry: () => void }) => (
  <EmptyState
    className="mt-6"
    icon={<CircleAlert aria-hidden="true" />}
    title={t('failed')}
    action={<Button onClick={onRetry}>{messages('retry')}</Button>}
  />
)

const NoBookings = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    icon={isFiltered ? <SearchX aria-hidden="true" /> : <TicketsPlane aria-hidden="true" />}
    title={t('none')}
    description={t(isFiltered ? 'noneHint' : 'noneYet')}
  />
)
