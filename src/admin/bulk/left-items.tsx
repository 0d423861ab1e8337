import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { LeftItem, UploadView } from '../../modules/catalogue/index.ts'
import { findKind } from '../../services/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { api } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('bulk')
const rowsAPage = 20

/** Items that an undo could not remove or put back, with the reason. */
export function LeftItems({ upload }: { upload: UploadView }) {
  const [page, setPage] = useState(1)
  const input = { uploadId: upload.id, page, limit: rowsAPage }
  const query = useQuery({
    queryKey: ['bulk-upload', upload.id, 'left', page],
    queryFn: () => api.catalogue.admin.uploads.left(input),
    placeholderData: keepPreviousData,
  })
  const kind = findKind(upload.kind)
  const hrefOf = (id: string) => `/admin/${kind?.adminSection}${kind?.isSingle ? '' : `/${id}`}`
  const columns: TableColumn<LeftItem>[] = [
    { key: 'row', header: t('row'), cell: ({ row }) => String(row) },
    {
      key: 'item',
      header: t('undo.item'),
      isRowHeader: true,
      cell: ({ id, title }) =>
        id === null ? (
          <bdi>{title}</bdi>
        ) : (
          <Link className="underline" to={hrefOf(id) as never}>
            <bdi>{title}</bdi>
          </Link>
        ),
    },
    { key: 'why', header: t('undo.why'), cell: ({ reason }) => reason },
  ]
  return (
    <>
      {query.isError ? <Notice tone="danger">{t('undo.keptFailed')}</Notice> : null}
      <Table
        caption={t('undo.kept')}
        columns={columns}
        rows={query.data?.items ?? []}
        rowKey={({ row }) => String(row)}
      />
      <Pagination
        page={page}
        pageCount={Math.ceil((query.data?.total ?? 0) / rowsAPage)}
        label={t('undo.pages')}
        previousLabel={t('previous')}
        nextLabel={t('next')}
        pageLabel={(number) => t('page', { number })}
        onPage={setPage}
      />
    </>
  )
}
