import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Trashed } from '../../kernel/trash.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { textOf } from '../text.ts'
import { DeletedAt } from './deleted-at.tsx'
import { DeleteForGoodButton, RestoreButton } from './trash-actions.tsx'

const t = textOf('trash')

export interface Trash {
  /** The key of the list that the things return to. */
  readonly of: string
  readonly list: () => Promise<{ items: Trashed[] }>
  readonly restore: (id: string) => Promise<unknown>
  readonly remove: (id: string) => Promise<unknown>
}

/** A list with a button that shows its trash instead. */
export function WithTrash({ trash, children }: { trash: Trash; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant={isOpen ? 'secondary' : 'quiet'}
        size="sm"
        className="mb-3"
        aria-pressed={isOpen}
        icon={<Trash2 aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      >
        {t('title')}
      </Button>
      {isOpen ? <TrashList trash={trash} /> : children}
    </>
  )
}

/** What was deleted in the last 30 days, newest first. */
function TrashList({ trash }: { trash: Trash }) {
  const client = useQueryClient()
  const query = useQuery({ queryKey: [trash.of, 'trash'], queryFn: trash.list })
  const changed = () => void client.invalidateQueries({ queryKey: [trash.of] })
  return (
    <LoadedList query={query} words={t}>
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon={<Trash2 aria-hidden="true" />} title={t('empty')} description={t('emptyHint')} />
        ) : (
          <ul aria-label={t('title')} className="grid gap-2">
            {items.map((item) => (
              <Row key={item.id} item={item} trash={trash} onDone={changed} />
            ))}
          </ul>
        )
      }
    </LoadedList>
  )
}

type RowProps = { item: Trashed; trash: Trash; onDone: () => void }

const Row = ({ item: { id, name, at, by, days_left }, trash, onDone }: RowProps) => (
  <li className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-4">
    <div className="min-w-40 flex-1 wrap-anywhere">
      <p className="font-semibold">{name}</p>
      <DeletedAt at={at} by={by} daysLeft={days_left} />
    </div>
    <div className="flex flex-wrap gap-1">
      <RestoreButton name={name} call={() => trash.restore(id)} done={t('restored', { name })} onDone={onDone} />
      <DeleteForGoodButton name={name} call={() => trash.remove(id)} done={t('gone', { name })} onDone={onDone} />
    </div>
  </li>
)
