import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { RecentPriceChange } from '../../../modules/catalogue/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useAction } from '../../actions.ts'
import { api } from '../../api.ts'
import { LoadedList } from '../../lists/list-states.tsx'
import { textOf } from '../../text.ts'
import { dateTime, listed } from '../../written.ts'
import type { EditedKind } from '../edited-kind.ts'
import { useCatalogueChanged } from '../use-items.ts'
import { changeWords } from './price-words.ts'
import { undoPrices } from './undo-prices.ts'

const t = textOf('prices')

export function RecentDialog({ edited, onClose }: { edited: EditedKind; onClose: () => void }) {
  const list = useQuery({
    queryKey: ['catalogue', edited.key, 'price-changes'],
    queryFn: () => api.catalogue.admin.prices.list({ kind: edited.key }),
    staleTime: 0,
  })
  return (
    <Dialog open onClose={onClose} size="wide" title={t('recentTitle')} closeLabel={t('close')}>
      <p className="mb-3 text-ink-2">{t('recentIntro')}</p>
      <LoadedList query={list} words={(key) => t(key === 'failed' ? 'recentFailed' : key)}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t('none')} description={t('noneYet')} />
          ) : (
            <ul className="divide-y divide-line">
              {items.map((item) => (
                <Entry key={item.id} edited={edited} item={item} />
              ))}
            </ul>
          )
        }
      </LoadedList>
    </Dialog>
  )
}

function Entry({ edited, item }: { edited: EditedKind; item: RecentPriceChange }) {
  const changed = useCatalogueChanged(edited)
  const undo = useAction(
    () => undoPrices(item.id),
    {
      done: ({ done }) => ({ tone: 'success', title: t('undoneDone', { count: done }) }),
      failed: t('undoFailed'),
      sayReason: true,
    },
    changed,
  )
  const { count, titles, at, by, undone } = item
  const more = count - titles.length
  const named = listed([...titles, ...(more > 0 ? [t('moreTitles', { count: more })] : [])])
  const change = changeWords(item.change)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 wrap-anywhere">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{change}</p>
        <p>{t('items', { count, titles: named })}</p>
        <p className="text-sm text-ink-2">{t('by', { at: dateTime(at), name: by })}</p>
      </div>
      {undone ? (
        <p className="text-sm text-ink-2">{t('undone', { at: dateTime(undone.at), name: undone.by })}</p>
      ) : (
        <Button
          variant="secondary"
          size="sm"
          icon={<Undo2 aria-hidden="true" className="mirror" />}
          aria-label={t('undoOne', { change, at: dateTime(at) })}
          loading={undo.isPending}
          onClick={undo.run}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  )
}
