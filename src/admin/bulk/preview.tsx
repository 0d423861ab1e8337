import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UploadRow, UploadView } from '../../modules/catalogue/index.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { api, readFault } from '../api.ts'
import { textOf } from '../text.ts'
import { listed } from '../written.ts'
import { FileLink } from './choose-file.tsx'

const t = textOf('bulk')
const shell = textOf('shell')
const rowsAPage = 20
const tones = { create: 'success', update: 'info', same: 'neutral', invalid: 'danger' } as const
const plans = ['create', 'update', 'same', 'invalid'] as const

export function Preview({ upload }: { upload: UploadView }) {
  const client = useQueryClient()
  const { counts, id } = upload
  const good = counts.create + counts.update
  const commit = useMutation({
    mutationFn: () => api.catalogue.admin.uploads.commit({ uploadId: id }),
    onSuccess: (next) => client.setQueryData(['bulk-upload', id], next),
    onSettled: () => void client.invalidateQueries({ queryKey: ['bulk-upload'] }),
  })
  return (
    <>
      <h2 className="text-xl">{t('preview')}</h2>
      <ul className="flex flex-wrap gap-2">
        {plans.map((plan) => (
          <li key={plan}>
            <Badge tone={tones[plan]}>{t(`count.${plan}`, { count: counts[plan] })}</Badge>
          </li>
        ))}
      </ul>
      {upload.faults.length > 0 ? <Faults upload={upload} /> : null}
      {counts.warned > 0 ? <Notice tone="warn">{t('warned', { count: counts.warned })}</Notice> : null}
      <Rows upload={upload} />
      {commit.error ? (
        <Notice tone="danger" role="alert">
          {readFault(commit.error).message || shell('unreachable')}
        </Notice>
      ) : null}
      <div className="flex flex-wrap items-center gap-3">
        <Button disabled={good === 0} loading={commit.isPending} onClick={() => commit.mutate()}>
          {t('store', { count: good })}
        </Button>
        {counts.invalid > 0 ? (
          <>
            <FileLink href={`/api/admin/catalogue-uploads/${id}/rejected.csv`}>{t('rejected')}</FileLink>
            <p className="text-sm text-ink-2">{t('invalidStay')}</p>
          </>
        ) : null}
      </div>
    </>
  )
}

export function Faults({ upload }: { upload: UploadView }) {
  const labels = new Map(upload.fields.map(({ name, label }) => [name, label]))
  const columns: TableColumn<UploadView['faults'][number]>[] = [
    { key: 'fault', header: t('fault'), isRowHeader: true, cell: ({ message }) => message },
    { key: 'column', header: t('inColumn'), cell: ({ column }) => labels.get(column) ?? (column || t('wholeRow')) },
    { key: 'count', header: t('rows'), align: 'end', cell: ({ count }) => String(count) },
    { key: 'which', header: t('firstRows'), cell: ({ rows }) => listed(rows.map(String)) },
  ]
  return (
    <Table
      caption={t('faults')}
      columns={columns}
      rows={upload.faults}
      rowKey={({ column, message }) => `${column}:${message}`}
    />
  )
}

function Rows({ upload }: { upload: UploadView }) {
  const [page, setPage] = useState(1)
  const [only, setOnly] = useState<'faulty' | 'warned' | null>(null)
  const input = { uploadId: upload.id, page, limit: rowsAPage, ...(only && { only }) }
  const query = useQuery({
    queryKey: ['bulk-upload', upload.id, 'rows', input, upload.mapping],
    queryFn: () => api.catalogue.admin.uploads.rows(input),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {(['faulty', 'warned'] as const).map((which) =>
        upload.counts[which === 'faulty' ? 'invalid' : 'warned'] > 0 ? (
          <Checkbox
            key={which}
            label={t(which === 'faulty' ? 'onlyFaulty' : 'onlyWarned')}
            checked={only === which}
            onChange={(event) => {
              setOnly(event.target.checked ? which : null)
              setPage(1)
            }}
          />
        ) : null,
      )}
      {query.isError ? <Notice tone="danger">{t('rowsFailed')}</Notice> : null}
      <Table
        caption={t('preview')}
        columns={columnsOf(upload)}
        rows={query.data?.items ?? []}
        rowKey={({ row }) => String(row)}
      />
      <Pagination
        page={page}
        pageCount={Math.ceil((query.data?.total ?? 0) / rowsAPage)}
        label={t('pages')}
        previousLabel={t('previous')}
        nextLabel={t('next')}
        pageLabel={(number) => t('page', { number })}
        onPage={setPage}
      />
    </>
  )
}

const shownColumns = 4
function columnsOf({ headers, mapping, fields }: UploadView): TableColumn<UploadRow>[] {
  const labels = new Map(fields.map(({ name, label }) => [name, label]))
  const shown = headers.map((_, at) => at).filter((at) => mapping[at] !== null)
  return [
    { key: 'row', header: t('row'), isRowHeader: true, cell: ({ row }) => String(row) },
    {
      key: 'plan',
      header: t('plan'),
      cell: ({ plan, errors, warning }) => (
        <div className="grid justify-items-start gap-1">
          {plan ? <Badge tone={tones[plan]}>{t(`plans.${plan}`)}</Badge> : null}
          {errors.map(({ column, message }) => (
            <span key={column + message} className="text-sm text-danger">
              {column === '' ? message : `${labels.get(column) ?? column}: ${message}`}
            </span>
          ))}
          {warning ? <span className="text-sm text-warn">{warning}</span> : null}
        </div>
      ),
    },
    ...shown.slice(0, shownColumns).map((at) => ({
      key: `cell-${at}`,
      header: headers[at] || t('column', { number: at + 1 }),
      cell: ({ cells }: UploadRow) => <bdi className="line-clamp-2 break-words">{cells[at] ?? ''}</bdi>,
    })),
  ]
}
