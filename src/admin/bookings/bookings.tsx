import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download, Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { BookingRow } from '../../modules/booking/contract.ts'
import { kinds } from '../../services/index.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { Select } from '../../ui/select.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { api } from '../api.ts'
import { Amount, BookingBadge, dateTime, kindName, PaymentBadge, statusName } from '../labels.tsx'
import { stringifySearch } from '../search.ts'
import { textOf } from '../text.ts'
import { BookingDialog } from './booking-dialog.tsx'
import { type BookingSearch, filterOf, hasFilter, listRequestOf, statuses } from './filters.ts'

const t = textOf('bookings')
const messages = textOf('shell')

export function Bookings() {
  const search: BookingSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  /** A changed filter or sort begins at the first page again. */
  const change = (next: BookingSearch) =>
    void navigate({ to: '/admin/bookings', search: { ...search, cursor: undefined, ...next } as never })
  const list = useQuery({
    queryKey: ['bookings', listRequestOf(search)],
    queryFn: () => api.booking.admin.list(listRequestOf(search)),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (list.isError) showToast({ tone: 'error', title: messages('error'), description: t('failed') })
  }, [list.isError])

  return (
    <>
      <title>{t('title')}</title>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">{t('title')}</h1>
        <ExportButton search={search} />
      </div>
      <Filters search={search} onChange={change} />
      {list.isPending ? <LoadingIndicator type="search" message={t('loading')} /> : null}
      {list.isError ? (
        <EmptyState
          title={t('failed')}
          action={<Button onClick={() => void list.refetch()}>{messages('retry')}</Button>}
        />
      ) : null}
      {list.data ? (
        <>
          <p role="status" className="my-3 text-sm text-ink-2">
            {t(list.data.totalIsExact ? 'count' : 'countMore', {
              count: list.data.totalIsExact ? list.data.total : list.data.total - 1,
            })}
          </p>
          <BookingsTable rows={list.data.items} search={search} onChange={change} />
          <Pages search={search} next={list.data.nextCursor} onChange={change} />
        </>
      ) : null}
      {search.booking ? (
        <BookingDialog
          bookingId={search.booking}
          onClose={() => change({ cursor: search.cursor, booking: undefined })}
        />
      ) : null}
    </>
  )
}

type Change = (next: BookingSearch) => void

function Filters({ search, onChange }: { search: BookingSearch; onChange: Change }) {
  const [typed, setTyped] = useState(search.q ?? '')
  const latest = useRef(onChange)
  latest.current = onChange
  // The list follows the typing once it pauses; a search that came with the address stands in the field.
  useEffect(() => setTyped(search.q ?? ''), [search.q])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === (search.q ?? '')) return
    const timer = setTimeout(() => latest.current({ q: wanted }), 300)
    return () => clearTimeout(timer)
  }, [typed, search.q])
  return (
    <search>
      <form
        className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto]"
        onSubmit={(event) => event.preventDefault()}
      >
        <Field label={t('search')} hint={t('searchHint')}>
          <TextInput
            type="search"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            prefix={<Search aria-hidden="true" className="size-4" />}
            maxLength={200}
          />
        </Field>
        <Field label={t('status')}>
          <Select
            value={search.status ?? ''}
            onChange={(event) => onChange({ status: event.target.value })}
            options={[
              { value: '', label: t('allStatuses') },
              ...statuses.map((value) => ({ value, label: statusName(value) })),
            ]}
          />
        </Field>
        <Field label={t('type')}>
          <Select
            value={search.type ?? ''}
            onChange={(event) => onChange({ type: event.target.value })}
            options={[
              { value: '', label: t('allTypes') },
              ...kinds.map((kind) => ({ value: kind.key, label: kind.labels.singular })),
            ]}
          />
        </Field>
        <Button variant="quiet" disabled={!hasFilter(search)} onClick={() => onChange({ q: '', status: '', type: '' })}>
          {t('clear')}
        </Button>
      </form>
    </search>
  )
}

function BookingsTable({
  rows,
  search,
  onChange,
}: {
  rows: readonly BookingRow[]
  search: BookingSearch
  onChange: Change
}) {
  const open = (row: BookingRow) => onChange({ ...search, booking: row.id })
  return (
    <Table
      caption={t('title')}
      columns={columnsOf(open)}
      rows={rows}
      rowKey={(row) => row.id}
      sort={{ key: search.sort ?? 'created_at', direction: search.direction === 'asc' ? 'asc' : 'desc' }}
      onSort={({ key, direction }) => onChange({ sort: key, direction })}
      empty={<EmptyState title={t('none')} description={hasFilter(search) ? t('noneHint') : t('noneYet')} />}
    />
  )
}

const column = (key: string) => t(`columns.${key}`)
function columnsOf(open: (row: BookingRow) => void): TableColumn<BookingRow>[] {
  const sorted = (key: string, cell: TableColumn<BookingRow>['cell'], more: Partial<TableColumn<BookingRow>> = {}) => ({
    key,
    header: column(key),
    cell,
    sortable: true,
    ...more,
  })
  return [
    sorted(
      'booking_reference',
      (row) => (
        <button
          type="button"
          className="font-mono font-semibold text-primary-strong underline underline-offset-2"
          aria-label={t('open', { reference: row.booking_reference })}
          onClick={() => open(row)}
        >
          {row.booking_reference}
        </button>
      ),
      { isRowHeader: true },
    ),
    sorted('customer_name', (row) => (
      <>
        <span className="block">{row.customer_name}</span>
        <span className="block text-sm break-all text-ink-2">{row.customer_email}</span>
      </>
    )),
    sorted('service_title', (row) => (
      <>
        <span className="line-clamp-2">{row.service_title}</span>
        <span className="block text-sm text-ink-2">{kindName(row.service_type)}</span>
      </>
    )),
    sorted('travel_date', (row) => row.travel_date ?? ''),
    sorted(
      'final_amount',
      (row) =>
        row.amount_inr ? (
          <Amount value={row.amount_inr} />
        ) : (
          <span>{t('noRate', { currency: row.final_amount.currency })}</span>
        ),
      { align: 'end' },
    ),
    sorted('booking_status', (row) => <BookingBadge status={row.booking_status} />),
    sorted('payment_status', (row) => <PaymentBadge status={row.payment_status} />),
    sorted('created_at', (row) => <span className="whitespace-nowrap">{dateTime(row.created_at)}</span>),
  ]
}

function Pages({ search, next, onChange }: { search: BookingSearch; next: string | null; onChange: Change }) {
  if (!next && !search.cursor) return null
  return (
    <nav aria-label={t('pages')} className="mt-4 flex flex-wrap justify-between gap-2">
      <Button variant="secondary" disabled={!search.cursor} onClick={() => onChange({})}>
        {t('first')}
      </Button>
      <Button variant="secondary" disabled={!next} onClick={() => next && onChange({ cursor: next })}>
        {t('older')}
      </Button>
    </nav>
  )
}

/** The file is made by the server from all rows that match, not from the page that is shown (A143). */
function ExportButton({ search }: { search: BookingSearch }) {
  const [isBusy, setBusy] = useState(false)
  const run = async () => {
    setBusy(true)
    try {
      const answer = await fetch(`/api/admin/bookings.csv${stringifySearch(filterOf(search))}`)
      if (!answer.ok) throw new Error(String(answer.status))
      const name = /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'bookings.csv'
      const address = URL.createObjectURL(await answer.blob())
      const link = Object.assign(document.createElement('a'), { href: address, download: name })
      link.click()
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
      showToast({ tone: 'success', title: t('exported') })
    } catch {
      showToast({ tone: 'error', title: messages('error'), description: t('exportFailed') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button variant="secondary" loading={isBusy} icon={<Download aria-hidden="true" />} onClick={() => void run()}>
      {t('export')}
    </Button>
  )
}
