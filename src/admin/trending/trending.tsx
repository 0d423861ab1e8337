import { useQuery, useQueryClient } from '@tanstack/react-query'
import { TrendingUp } from 'lucide-react'
import type { TrendingEntry } from '../../modules/catalogue/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { Fault } from '../bookings/panel.tsx'
import { Thumbnail } from '../catalogue/thumbnail.tsx'
import { Amount, kindName } from '../labels.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { SwitchButton } from '../lists/row-buttons.tsx'
import { SortableList } from '../lists/sortable-list.tsx'
import { useOrder } from '../lists/use-order.ts'
import { textOf } from '../text.ts'
import { offerUndo } from '../trash/undo.ts'
import { AddTrending } from './add-trending.tsx'

const t = textOf('trending')
const words = textOf('lists')

/** The trending list of the home page (A188 ff.). */
export function Trending() {
  const client = useQueryClient()
  const settled = () => void client.invalidateQueries({ queryKey: ['trending'] })
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
      <p className="mt-1 mb-5 text-ink-2">{t('intro')}</p>
      <div className="grid grid-cols-1 items-start gap-5 xl:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
        <AddTrending onDone={settled} />
        <section aria-labelledby="trending-list">
          <h2 id="trending-list" className="mb-3 text-lg">
            {t('current')}
          </h2>
          <Current onDone={settled} />
        </section>
      </div>
    </>
  )
}

function Current({ onDone }: { onDone: () => void }) {
  const list = useQuery({ queryKey: ['trending'], queryFn: () => api.catalogue.admin.trending.list() })
  const order = useOrder<TrendingEntry>('trending', (ids) => api.catalogue.admin.trending.reorder({ ids: [...ids] }))
  return (
    <LoadedList query={list} words={t}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={<TrendingUp aria-hidden="true" />} title={t('none')} description={t('noneHint')} />
        ) : (
          <SortableList
            label={t('current')}
            items={items}
            nameOf={(entry) => entry.title}
            onOrder={order.save}
            isSaving={order.isSaving}
          >
            {(entry) => <Entry entry={entry} onDone={onDone} />}
          </SortableList>
        )
      }
    </LoadedList>
  )
}

function Entry({ entry, onDone }: { entry: TrendingEntry; onDone: () => void }) {
  const { trending } = api.catalogue.admin
  const undo = () => trending.restore({ trendingId: entry.id })
  const remove = useAction(
    () => trending.remove({ trendingId: entry.id }),
    {
      done: () => offerUndo({ tone: 'success', title: t('removed'), undo, onSettled: onDone }),
      failed: t('removeFailed'),
    },
    onDone,
  )
  const toggle = useAction(
    () => trending.setActive({ trendingId: entry.id, is_active: !entry.is_active }),
    { done: t('updated'), failed: t('updateFailed') },
    onDone,
  )
  const isOnSale = entry.service_status === 'active'
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-start gap-3">
        <Thumbnail address={entry.featured_image} className="h-16 w-24" />
        <div className="min-w-40 flex-1 wrap-anywhere">
          <p className="font-semibold">{entry.title}</p>
          <p className="text-sm text-ink-2">
            {kindName(entry.service_type)} · {entry.price ? <Amount value={entry.price} /> : t('noPrice')}
          </p>
          <p className="mt-1 flex flex-wrap gap-1.5">
            <Badge tone={entry.is_active ? 'success' : 'neutral'}>
              {words(entry.is_active ? 'active' : 'inactive')}
            </Badge>
            {isOnSale ? null : <Badge tone="warn">{t('hidden')}</Badge>}
          </p>
        </div>
        <div className="flex flex-wrap gap-1">
          <SwitchButton name={entry.title} isActive={entry.is_active} action={toggle} />
          <Button
            variant="secondary"
            size="sm"
            loading={remove.isPending}
            aria-label={t('removeNamed', { name: entry.title })}
            onClick={remove.run}
          >
            {t('remove')}
          </Button>
        </div>
      </div>
      <Fault fault={remove.fault ?? toggle.fault} />
    </div>
  )
}
