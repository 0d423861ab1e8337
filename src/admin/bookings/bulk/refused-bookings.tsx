import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RefusedBooking } from '../../../modules/booking/index.ts'
import { Pagination } from '../../../ui/pagination.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { api } from '../../api.ts'
import { LoadedList } from '../../lists/list-states.tsx'
import { textOf } from '../../text.ts'
import { bookingHref } from '../filters.ts'

const t = textOf('bulkBookings')
const rowsAPage = 20

const columns: TableColumn<RefusedBooking>[] = [
  {
    key: 'booking',
    header: t('refused.booking'),
    isRowHeader: true,
    cell: ({ booking_reference: reference }) => (
      <a href={bookingHref(reference)} target="_blank" rel="noreferrer" className="text-primary-strong underline">
        {reference}
      </a>
    ),
  },
  { key: 'customer', header: t('refused.customer'), cell: ({ customer_name: name }) => <bdi>{name}</bdi> },
  { key: 'reason', header: t('refused.reason'), cell: ({ reason }) => reason },
]

export function RefusedBookings({ runId }: { runId: string }) {
  const [page, setPage] = useState(1)
  const query = useQuery({
    queryKey: ['booking-runs', runId, 'refused', page],
    queryFn: () => api.booking.admin.bulk.refused({ runId, page, limit: rowsAPage }),
    placeholderData: keepPreviousData,
  })
  return (
    <LoadedList query={query} words={(key) => t(`refused.${key}`)}>
      {({ items, total }) => (
        <>
          <Table caption={t('refused.title')} columns={columns} rows={items} rowKey={({ id }) => id} />
          <Pagination
            page={page}
            pageCount={Math.ceil(total / rowsAPage)}
            label={t('refused.pages')}
            previousLabel={t('refused.previous')}
            nextLabel={t('refused.next')}
            pageLabel={(number) => t('refused.page', { page: number })}
            onPage={setPage}
          />
        </>
      )}
    </LoadedList>
  )
}
