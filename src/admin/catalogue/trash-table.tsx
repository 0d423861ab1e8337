import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { api } from '../api.ts'
import { say, textOf } from '../text.ts'
import { DeletedAt } from '../trash/deleted-at.tsx'
import { DeleteForGoodButton } from '../trash/trash-actions.tsx'
import type { EditedKind } from './edited-kind.ts'
import type { ListViewProps } from './item-table.tsx'
import { RestoreItem } from './restore-item.tsx'
import { selectionOf } from './selection.ts'
import { Thumbnail } from './thumbnail.tsx'
import { useCatalogueChanged } from './use-items.ts'

const t = textOf('catalogue')
const words = textOf('trash')

/** What is in the trash can be restored or deleted for good, and nothing else. */
export function TrashTable({ edited, rows, selected, onSelect }: ListViewProps) {
  return (
    <Table
      caption={t('trashOf', { name: say(edited.kind.labels.plural) })}
      columns={columnsOf(edited)}
      rows={rows}
      rowKey={(row) => row.id}
      selection={selectionOf(rows, selected, onSelect)}
    />
  )
}

const columnsOf = (edited: EditedKind): TableColumn<AdminServiceRow>[] => [
  {
    key: 'image',
    header: t('columns.image'),
    hideHeader: true,
    cell: (row) => <Thumbnail address={row.featured_image} className="h-11 w-16" />,
    className: 'sm:w-0 max-xl:hidden!',
  },
  { key: 'title', header: t('columns.title'), isRowHeader: true, cell: (row) => row.title },
  {
    key: 'removed',
    header: words('deleted'),
    cell: ({ removed }) =>
      removed?.at ? <DeletedAt at={removed.at} by={removed.by ?? ''} daysLeft={removed.days_left ?? 0} /> : null,
  },
  {
    key: 'actions',
    header: t('columns.actions'),
    hideHeader: true,
    cell: (row) => <TrashActions edited={edited} row={row} />,
    className: 'sm:w-0',
  },
]

function TrashActions({ edited, row }: { edited: EditedKind; row: AdminServiceRow }) {
  const changed = useCatalogueChanged(edited)
  const { entity } = edited
  return (
    <span className="flex items-center gap-1 whitespace-nowrap max-sm:flex-wrap">
      <RestoreItem edited={edited} item={row} />
      <DeleteForGoodButton
        name={row.title}
        call={() => api.catalogue.admin.trash.remove({ id: row.id, version: row.version })}
        done={({ outcome }) =>
          outcome === 'deleted'
            ? { tone: 'success', title: t('deletedForGood', { entity }) }
            : { tone: 'info', title: t('archived', { entity }) }
        }
        onDone={changed}
      />
    </span>
  )
}
