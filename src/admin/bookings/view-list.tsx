import type { UseQueryResult } from '@tanstack/react-query'
import { Check, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { SavedView } from '../../modules/booking/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { textOf } from '../text.ts'
import type { BookingSearch } from './filters.ts'
import { isWholeList, searchOfView, wholeList } from './views.ts'

const t = textOf('bookingViews')
const lists = textOf('lists')

type Props = {
  views: UseQueryResult<SavedView[]>
  shown: SavedView | undefined
  search: BookingSearch
  onChoose: (search: BookingSearch) => void
  onSave: () => void
  onEdit: (view: SavedView) => void
  onDelete: (view: SavedView) => void
}

export function ViewList({ views, shown, search, onChoose, onSave, onEdit, onDelete }: Props) {
  const draw = (view: SavedView) => (
    <li key={view.id} className="flex items-center gap-1">
      <Choice isChosen={view.id === shown?.id} onChoose={() => onChoose(searchOfView(view))}>
        <span className="min-w-0 flex-1 wrap-anywhere">{view.name}</span>
        {view.is_own && view.is_shared ? <Badge>{t('isShared')}</Badge> : null}
      </Choice>
      {view.may_change ? <Changes view={view} onEdit={onEdit} onDelete={onDelete} /> : null}
    </li>
  )
  const own = views.data?.filter(({ is_own }) => is_own) ?? []
  const shared = views.data?.filter(({ is_own }) => !is_own) ?? []
  return (
    <div className="grid gap-2">
      <Choice isChosen={isWholeList(search)} onChoose={() => onChoose(wholeList)}>
        {t('all')}
      </Choice>
      {views.isPending ? <p className="text-sm text-ink-2">{t('loading')}</p> : null}
      {views.isError ? (
        <div className="grid justify-items-start gap-1">
          <p role="alert" className="text-sm">
            {t('failed')}
          </p>
          <Button variant="secondary" size="sm" onClick={() => void views.refetch()}>
            {lists('retry')}
          </Button>
        </div>
      ) : null}
      {views.data?.length === 0 ? <p className="text-sm text-ink-2">{t('none')}</p> : null}
      <Group title={t('own')}>{own.map(draw)}</Group>
      <Group title={t('shared')}>{shared.map(draw)}</Group>
      <Button
        variant="secondary"
        size="sm"
        className="justify-self-start"
        icon={<Plus aria-hidden="true" />}
        onClick={onSave}
      >
        {t('save')}
      </Button>
    </div>
  )
}

function Group({ title, children }: { title: string; children: readonly ReactNode[] }) {
  const id = useId()
  if (children.length === 0) return null
  return (
    <div>
      <h2 id={id} className="px-2 text-[0.8125rem] font-semibold text-ink-2">
        {title}
      </h2>
      <ul aria-labelledby={id}>{children}</ul>
    </div>
  )
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void; children: ReactNode }
const Choice = ({ isChosen, onChoose, children }: ChoiceProps) => (
  <button
    type="button"
    aria-current={isChosen ? 'true' : undefined}
    className="flex min-h-9 w-full min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1 text-start text-sm hover:bg-sunken aria-[current]:font-semibold pointer-coarse:min-h-11"
    onClick={onChoose}
  >
    {children}
    {isChosen ? <Check aria-hidden="true" className="ms-auto size-4 flex-none text-primary-strong" /> : null}
  </button>
)

type ChangesProps = { view: SavedView; onEdit: (view: SavedView) => void; onDelete: (view: SavedView) => void }
const Changes = ({ view, onEdit, onDelete }: ChangesProps) => (
  <>
    <Button
      variant="quiet"
      size="sm"
      iconOnly
      aria-label={lists('editNamed', { name: view.name })}
      onClick={() => onEdit(view)}
    >
      <Pencil aria-hidden="true" />
    </Button>
    <Button
      variant="quiet"
      size="sm"
      iconOnly
      className="text-danger!"
      aria-label={lists('deleteNamed', { name: view.name })}
      onClick={() => onDelete(view)}
    >
      <Trash2 aria-hidden="true" />
    </Button>
  </>
)
