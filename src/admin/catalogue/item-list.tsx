import { CircleAlert, PackageOpen, SearchX } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { Button } from '../../ui/button.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { say, textOf } from '../text.ts'
import { BulkBar } from './bulk-bar.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import type { EditedKind } from './edited-kind.ts'
import { ItemCards } from './item-cards.tsx'
import { ItemTable } from './item-table.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { type CatalogueSearch, type ChangeSearch, hasFilter, listRequestOf, rowsAPage } from './search.ts'
import { useItems } from './use-items.ts'

const t = textOf('catalogue')
const messages = textOf('shell')
type Props = { edited: EditedKind; search: CatalogueSearch; onChange: ChangeSearch }

export function ItemList({ edited, search, onChange }: Props) {
  const list = useItems(edited, search)
  const [deleted, setDeleted] = useState<AdminServiceRow | null>(null)
  const [selected, setSelected] = useState<ReadonlyMap<string, number>>(new Map())
  const name = say(edited.kind.labels.plural).toLowerCase()
  const failed = t('loadFailed', { name })
  useEffect(() => {
    if (list.isError) showToast({ tone: 'error', title: messages('error'), description: failed })
  }, [list.isError, failed])
  const { q, status } = search
  // Items that a changed filter hides must not be part of a bulk action.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the filter changes
  useEffect(() => setSelected(new Map()), [q, status])
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
  const View = isCards ? ItemCards : ItemTable
  return (
    <>
      <div className="my-2 flex min-h-11 flex-wrap items-center gap-x-3">
        <p role="status" className="text-sm text-ink-2">
          {t('count', { count: total })}
        </p>
        {hasFilter(search) ? (
          <Button variant="quiet" size="sm" onClick={() => onChange({ q: '', status: '' })}>
            {t('clear')}
          </Button>
        ) : null}
      </div>
      {items.length === 0 ? (
        <Nothing name={name} isFiltered={hasFilter(search)} />
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
      <BulkBar edited={edited} selected={selected} onDone={() => setSelected(new Map())} />
      {deleted ? <DeleteDialog edited={edited} row={deleted} onClose={() => setDeleted(null)} /> : null}
    </>
  )
}

const Nothing = ({ name, isFiltered }: { name: string; isFiltered: boolean }) => (
  <EmptyState
    icon={isFiltered ? <SearchX aria-hidden="true" /> : <PackageOpen aria-hidden="true" />}
    title={t('none', { name })}
    description={t(isFiltered ? 'noneHint' : 'noneYet')}
  />
)
