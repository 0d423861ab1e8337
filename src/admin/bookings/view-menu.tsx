import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { useState } from 'react'
import type { SavedView } from '../../modules/booking/index.ts'
import { Popup } from '../lists/popup.tsx'
import { textOf } from '../text.ts'
import type { Columns } from './columns.ts'
import type { BookingSearch, ChangeSearch } from './filters.ts'
import { DeleteView } from './view-delete.tsx'
import { ViewDialog } from './view-dialog.tsx'
import { ViewList } from './view-list.tsx'
import { isShown, queryOf } from './views.ts'
import { viewsQuery } from './views-query.ts'

const t = textOf('bookingViews')

type Props = { search: BookingSearch; columns: Columns; onChange: ChangeSearch }
/** Null: a new view. */
type Asked = { readonly what: 'edit' | 'delete'; readonly view: SavedView | null }

export function ViewMenu({ search, columns, onChange }: Props) {
  const queries = useQueryClient()
  const views = useQuery(viewsQuery)
  const [asked, setAsked] = useState<Asked | null>(null)
  const refresh = () => void queries.invalidateQueries({ queryKey: viewsQuery.queryKey })
  const end = () => setAsked(null)
  const shown = views.data?.find((view) => isShown(view, search, columns))
  // After a conflict the list knows a newer version than the dialog was opened with.
  const view = views.data?.find(({ id }) => id === asked?.view?.id) ?? asked?.view ?? null
  return (
    <>
      <Popup
        label={
          <span className="max-w-28 truncate lg:max-w-48">
            {shown ? t('shown', { name: shown.name }) : t('button')}
          </span>
        }
        title={t('title')}
        icon={<Bookmark aria-hidden="true" />}
      >
        {(close) => {
          const ask = (next: Asked) => {
            close()
            setAsked(next)
          }
          return (
            <ViewList
              views={views}
              shown={shown}
              search={search}
              onChoose={(next) => {
                close()
                onChange(next)
              }}
              onSave={() => ask({ what: 'edit', view: null })}
              onEdit={(one) => ask({ what: 'edit', view: one })}
              onDelete={(one) => ask({ what: 'delete', view: one })}
            />
          )
        }}
      </Popup>
      {asked?.what === 'edit' ? (
        <ViewDialog
          view={view}
          isShown={view !== null && view.id === shown?.id}
          query={queryOf(search, columns)}
          onDone={refresh}
          onClose={end}
        />
      ) : null}
      {asked?.what === 'delete' && view ? <DeleteView view={view} onDone={refresh} onClose={end} /> : null}
    </>
  )
}
