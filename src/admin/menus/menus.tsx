import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { LanguageProgress } from '../../kernel/translation-contract.ts'
import type { MenuItem } from '../../modules/content/index.ts'
import { Badge } from '../../ui/badge.tsx'
import { api } from '../api.ts'
import { ListHead } from '../lists/list-head.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { DeleteButton, EditButton } from '../lists/row-buttons.tsx'
import { SortableList } from '../lists/sortable-list.tsx'
import { useOrder } from '../lists/use-order.ts'
import { textOf } from '../text.ts'
import { contentTexts } from '../translations/sources.ts'
import { TranslateButton } from '../translations/translate-button.tsx'
import { TranslationProgress } from '../translations/translation-progress.tsx'
import { type Trash, WithTrash } from '../trash/trash-list.tsx'
import { MenuItemDialog } from './menu-item-dialog.tsx'

const t = textOf('menus')
const words = textOf('lists')
const types = ['header', 'footer'] as const
const trash: Trash = {
  of: 'menu',
  list: () => api.content.admin.trash.list({ type: 'menu-item' }),
  restore: (id) => api.content.admin.trash.restore({ type: 'menu-item', id }),
  remove: (id) => api.content.admin.trash.remove({ type: 'menu-item', id }),
}

/** Both menus as trees (A244 ff.). Each level has its own order; the editor changes the parent. */
export function Menus() {
  const client = useQueryClient()
  const [edited, setEdited] = useState<MenuItem | 'new' | null>(null)
  const list = useQuery({ queryKey: ['menu'], queryFn: () => api.content.admin.menu.list() })
  const settled = () => void client.invalidateQueries({ queryKey: ['menu'] })
  return (
    <>
      <ListHead add={t('add')} onAdd={() => setEdited('new')}>
        <p className="text-ink-2">{t('intro')}</p>
      </ListHead>
      <WithTrash trash={trash}>
        <LoadedList query={list} words={t}>
          {({ items, translations }) => (
            <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
              {types.map((type) => (
                <section key={type} aria-labelledby={`menu-${type}`}>
                  <h2 id={`menu-${type}`} className="mb-3 text-lg">
                    {t(type)}
                  </h2>
                  {items.some((item) => item.menu_type === type && item.parent_id === null) ? (
                    <Level
                      list={{ items, translations }}
                      type={type}
                      parent={null}
                      onEdit={setEdited}
                      onDone={settled}
                    />
                  ) : (
                    <p className="rounded-lg border border-dashed border-line p-4 text-ink-2">{t('none')}</p>
                  )}
                </section>
              ))}
            </div>
          )}
        </LoadedList>
      </WithTrash>
      {edited ? (
        <MenuItemDialog
          item={edited === 'new' ? null : edited}
          items={list.data?.items ?? []}
          onDone={settled}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </>
  )
}

type MenuList = {
  readonly items: readonly MenuItem[]
  readonly translations: Readonly<Record<string, LanguageProgress>>
}
type LevelProps = {
  list: MenuList
  type: MenuItem['menu_type']
  parent: MenuItem | null
  onEdit: (item: MenuItem) => void
  onDone: () => void
}

function Level({ list, type, parent, onEdit, onDone }: LevelProps) {
  const parent_id = parent?.id ?? null
  const order = useOrder<MenuItem>('menu', (ids) =>
    api.content.admin.menu.reorder({ menu_type: type, parent_id, ids: [...ids] }),
  )
  const own = list.items.filter((item) => item.menu_type === type && item.parent_id === parent_id)
  if (own.length === 0) return null
  return (
    <SortableList
      label={parent ? t('below', { name: parent.name }) : t(type)}
      items={own}
      nameOf={(item) => item.name}
      onOrder={order.save}
      isSaving={order.isSaving}
      className={parent ? 'mt-2' : ''}
    >
      {(item) => (
        <>
          <Row item={item} list={list} onEdit={() => onEdit(item)} onDone={onDone} />
          <Level list={list} type={type} parent={item} onEdit={onEdit} onDone={onDone} />
        </>
      )}
    </SortableList>
  )
}

type RowProps = { item: MenuItem; list: MenuList; onEdit: () => void; onDone: () => void }

function Row({ item, list, onEdit, onDone }: RowProps) {
  const below = countBelow(item.id, list.items)
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <div className="min-w-32 flex-1 wrap-anywhere">
        <p className="font-semibold">{item.name}</p>
        <TranslationProgress title={item.name} translations={list.translations[item.id]} />
        <p className="text-sm text-ink-2">
          <bdi dir="ltr">{item.href}</bdi>
          {item.target === '_blank' ? ` · ${words('newTab')}` : ''}
        </p>
        {item.is_active ? null : <Badge>{words('inactive')}</Badge>}
      </div>
      <div className="flex flex-wrap gap-1">
        <EditButton name={item.name} onEdit={onEdit} />
        <TranslateButton
          source={contentTexts({ subject: 'menu-item', id: item.id, title: item.name })}
          name={item.name}
        />
        <DeleteButton
          name={item.name}
          question={t('deleteTitle')}
          call={() => api.content.admin.menu.remove({ itemId: item.id })}
          undo={() => trash.restore(item.id)}
          texts={{ done: t('deleted'), failed: t('deleteFailed'), sayReason: true }}
          onDone={onDone}
        >
          {below > 0 ? <p>{t('deleteBelow', { count: below })}</p> : null}
        </DeleteButton>
      </div>
    </div>
  )
}

const countBelow = (id: string, items: readonly MenuItem[]): number =>
  items.filter((item) => item.parent_id === id).reduce((sum, child) => sum + 1 + countBelow(child.id, items), 0)
