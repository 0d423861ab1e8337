import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bus } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { api } from '../api.ts'
import { ListHead } from '../lists/list-head.tsx'
import { LoadedList } from '../lists/list-states.tsx'
import { EditButton } from '../lists/row-buttons.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { BlockDialog } from './block-dialog.tsx'
import { ResourceDay } from './day.tsx'
import { ResourceDialog } from './resource-dialog.tsx'
import type { Resource } from './words.ts'

const t = textOf('resources')
type Opened = { readonly edit: Resource | null } | { readonly block: Resource }

/** The list of resources, and their uses on a day. */
export function Resources() {
  const client = useQueryClient()
  const mayChange = useMayEnter('catalogue')
  const [opened, setOpened] = useState<Opened | null>(null)
  const list = useQuery({ queryKey: ['resources'], queryFn: () => api.inventory.admin.resources.list() })
  const settled = () => {
    void client.invalidateQueries({ queryKey: ['resources'] })
    void client.invalidateQueries({ queryKey: ['resource-uses'] })
  }
  const close = () => setOpened(null)
  const title = <h1 className="text-2xl sm:text-3xl">{t('title')}</h1>
  return (
    <>
      <title>{t('title')}</title>
      {mayChange ? (
        <ListHead add={t('add')} onAdd={() => setOpened({ edit: null })}>
          {title}
        </ListHead>
      ) : (
        <div className="mb-4">{title}</div>
      )}
      <LoadedList query={list} words={t}>
        {(resources) => (
          <div className="grid grid-cols-1 gap-8">
            <Table
              caption={t('title')}
              columns={columnsOf(mayChange, setOpened)}
              rows={resources}
              rowKey={({ id }) => id}
              empty={<EmptyState icon={<Bus aria-hidden="true" />} title={t('none')} description={t('noneHint')} />}
            />
            {resources.length > 0 ? <ResourceDay resources={resources} onChanged={settled} /> : null}
          </div>
        )}
      </LoadedList>
      {opened && 'edit' in opened ? <ResourceDialog resource={opened.edit} onDone={settled} onClose={close} /> : null}
      {opened && 'block' in opened ? <BlockDialog resource={opened.block} onDone={settled} onClose={close} /> : null}
    </>
  )
}

const columnsOf = (mayChange: boolean, open: (next: Opened) => void): TableColumn<Resource>[] => [
  {
    key: 'name',
    header: t('name'),
    isRowHeader: true,
    cell: ({ name, is_archived }) => (
      <>
        <span className="font-semibold wrap-anywhere">{name}</span>{' '}
        {is_archived ? <Badge tone="neutral">{t('archived')}</Badge> : null}
      </>
    ),
  },
  { key: 'type', header: t('type'), cell: ({ type }) => t(`types.${type}`) },
  { key: 'units', header: t('units'), cell: ({ units }) => units },
  { key: 'seats', header: t('seats'), cell: ({ seats }) => seats ?? t('unknown') },
  {
    key: 'actions',
    header: t('actions'),
    hideHeader: true,
    cell: (resource) => (
      <div className="flex flex-wrap gap-1 sm:justify-end">
        {resource.is_archived ? null : (
          <Button
            variant="quiet"
            size="sm"
            aria-label={t('blockNamed', { name: resource.name })}
            onClick={() => open({ block: resource })}
          >
            {t('block')}
          </Button>
        )}
        {mayChange ? <EditButton name={resource.name} onEdit={() => open({ edit: resource })} /> : null}
      </div>
    ),
  },
]
