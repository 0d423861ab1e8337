import { CircleAlert, PackageOpen, SearchX, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import type { Selected } from '../lists/selection.ts'
import { say, textOf } from '../text.ts'
import { ExportForTranslators } from '../translation-files/export-dialog.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { EditedKind } from './edited-kind.ts'
import { ItemCards } from './item-cards.tsx'
import { ItemTable } from './item-table.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { PriceButtons } from './prices/price-buttons.tsx'
import { type CatalogueSearch, type ChangeSearch, filterOf, hasFilter, listRequestOf, rowsAPage } from './search.ts'
import { TrashTable } from './trash-table.tsx'
import { useItems } from './use-items.ts'

const t = textOf('catalogue')
const messages = textOf('shell')
const words = textOf('trash')
type Props = { edited: EditedKind; search: CatalogueSearch; onChange: ChangeSearch }

export function ItemList({ edited, search, onChange }: Props) {
  const list = useItems(edited, search)
  const [deleted, setDeleted] = useState<AdminServiceRow | null>(null)
  const [selected, setSelected] = useState<Selected>(new Map())
  const name = say(edited.kind.labels.plural).toLowerCase()
  const failed = t('loadFailed', { name })
  useEffect(() => {
    if (list.isError) showToast({ tone: 'error', title: messages('error'), description: failed })
  }, [list.isError, failed])
  const { q, status, translated } = search
  // Items that a changed filter hides must not be part of a bulk action.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filter changes
  useEffect(() => setSelected(new Map()), [q, status, translated])
  if (list.isPending) return <ListSkeleton label={t('loading', { name })} />
  if (list.isError)
    return (
      <EmptyState
        className="mt-6"
        icon={<CircleAlert aria-hidden="true" />}
        title={failed}
        action={<Button onClick={() => void list.refetch()}>{messages('retry')}</Button>}
      />
    )
  const { items, total } = list.data
  const { page } = listRequestOf(edited.key, search, false)
  const isCards = edited.admin.layout !== undefined
  const isTrash = status === 'trash'
  const View = isTrash ? TrashTable : isCards ? ItemCards : ItemTable
  return (
    <>
      <div className="my-2 flex min-h-11 flex-wrap items-center gap-x-3">
        <p role="status" className="text-sm text-ink-2">
          {t('count', { count: total })}
        </p>
        {hasFilter(search) ? (
          <Button variant="quiet" size="sm" onClick={() => onChange({ q: '', status: '', translated: '' })}>
            {t('clear')}
          </Button>
        ) : null}
        <PriceButtons edited={edited} search={search} total={total} />
        {total > 0 && status !== 'trash' ? (
          <ExportForTranslators query={{ kind: edited.kind.key, ...filterOf(search) }} />
        ) : null}
      </div>
      {items.length === 0 ? (
        <Nothing name={name} search={search} />
      ) : (
        <div className={joinClasses('transition-opacity', list.isPlaceholderData && 'opacity-60')}>
          <View
            edited={edited}
            rows={items}
            search={search}
            onChange={onChange}
            onDelete={setDeleted}
            selected={selected}
            onSelect={setSelected}
          />
        </div>
      )}
      <div className="mt-4">
        <Pagination
          page={page}
          pageCount={Math.ceil(total / rowsAPage)}
          label={t('pages', { name })}
          previousLabel={t('previous')}
          nextLabel={t('next')}
          pageLabel={(number) => t('page', { page: number })}
          onPage={(number) => onChange({ page: String(number) })}
        />
      </div>
      <BulkBar edited={edited} status={status} selected={selected} onDone={() => setSelected(new Map())} />
      {deleted ? <DeleteDialog edited={edited} row={deleted} onClose={() => setDeleted(null)} /> : null}
    </>
  )
}

function Nothing({ name, search }: { name: string; search: CatalogueSearch }) {
  const isFiltered = hasFilter(search)
  if (search.status === 'trash' && !search.q && !search.translated)
    return <EmptyState icon={<Trash2 aria-hidden="true" />} title={words('empty')} description={words('emptyHint')} />
  return (
    <EmptyState
      icon={isFiltered ? <SearchX aria-hidden="true" /> : <PackageOpen aria-hidden="true" />}
      title={t('none', { name })}
      description={t(isFiltered ? 'noneHint' : 'noneYet')}
    />
  )
}
