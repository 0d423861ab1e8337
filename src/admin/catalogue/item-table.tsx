import type { AdminServiceRow } from '../../modules/catalogue/contract.ts'
import type { FieldSpec } from '../../services/kind.ts'
import { Badge } from '../../ui/badge.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { Table, type TableColumn } from '../../ui/table.tsx'
import type { Selected } from '../lists/selection.ts'
import { say, textOf } from '../text.ts'
import { TranslationProgress } from '../translations/translation-progress.tsx'
import { dayOf } from '../written.ts'
import type { EditedKind } from './edited-kind.ts'
import { InlineCell } from './inline-cell.tsx'
import { RowActions } from './row-actions.tsx'
import { FeaturedSwitch, StatusSwitch } from './row-switch.tsx'
import { type CatalogueSearch, type ChangeSearch, sortOf } from './search.ts'
import { selectionOf } from './selection.ts'
import { Thumbnail } from './thumbnail.tsx'

const t = textOf('catalogue')

export type ListViewProps = {
  edited: EditedKind
  rows: readonly AdminServiceRow[]
  search: CatalogueSearch
  onChange: ChangeSearch
  onDelete: (row: AdminServiceRow) => void
  selected: Selected
  onSelect: (selected: Selected) => void
}

/** Every column sorts. Below 640 px each row becomes a card. */
export function ItemTable(props: ListViewProps) {
  const { edited, rows, search, onChange, selected, onSelect } = props
  return (
    <Table
      caption={say(edited.kind.labels.plural)}
      className={joinClasses(
        'sm:[&_:is(td,th)]:px-2 sm:[&_:is(td,th)]:first:ps-4 sm:[&_:is(td,th)]:last:pe-4',
        // On a card, align each label with the first line of a touch-sized cell.
        'max-sm:[&_tbody_:is(td,th)::before]:top-[0.675rem] max-sm:[&_th_button]:items-start max-sm:[&_th_button]:pt-2.5',
      )}
      columns={columnsOf(props)}
      rows={rows}
      rowKey={(row) => row.id}
      sort={{ key: sortOf(search, false).sort, direction: sortOf(search, false).direction }}
      onSort={({ key, direction }) => onChange({ sort: key, direction })}
      selection={selectionOf(rows, selected, onSelect)}
    />
  )
}

type Column = TableColumn<AdminServiceRow>
const titleSpec: FieldSpec = { name: 'title', label: t('columns.title'), group: 'basic', input: 'text', required: true }
const sorted = (key: string, header: string, cell: Column['cell'], more: Partial<Column> = {}): Column => ({
  key,
  header,
  cell,
  sortable: true,
  ...more,
})

/** On tablets only the actions stay visible; other values can be edited in the editor or on a phone's card. */
const onlyWide = 'sm:max-xl:hidden'

function columnsOf({ edited, search, onDelete }: ListViewProps): Column[] {
  const isWide = edited.columns.length > 3
  return [
    {
      key: 'image',
      header: t('columns.image'),
      hideHeader: true,
      cell: (row) => <Thumbnail address={row.featured_image} className="h-11 w-16" />,
      className: isWide ? 'sm:w-0 max-2xl:hidden!' : 'sm:w-0 max-xl:hidden!',
    },
    sorted('title', t('columns.title'), (row) => <TitleCell edited={edited} row={row} />, {
      isRowHeader: true,
      className: 'min-w-44',
    }),
    ...edited.columns.map((spec) =>
      sorted(spec.name, say(spec.label), (row) => <InlineCell edited={edited} row={row} spec={spec} />, {
        align: spec.input === 'money' || spec.input === 'number' ? 'end' : 'start',
        className: joinClasses(
          spec.input !== 'money' && onlyWide,
          spec.input !== 'text' ? 'sm:w-0' : isWide ? 'min-w-24' : 'min-w-32',
        ),
      }),
    ),
    sorted('status', t('columns.status'), (row) => <StatusSwitch edited={edited} row={row} />, { className: 'sm:w-0' }),
    sorted('is_featured', t('columns.is_featured'), (row) => <FeaturedSwitch edited={edited} row={row} />, {
      className: `sm:w-0 ${onlyWide}`,
    }),
    sorted(
      'updated_at',
      t('columns.updated_at'),
      (row) => (
        <time dateTime={row.updated_at} className="text-sm whitespace-nowrap text-ink-2">
          {dayOf(row.updated_at)}
        </time>
      ),
      // With many columns, the picture and the date would push the actions off the screen.
      { className: 'sm:w-0 max-2xl:hidden' },
    ),
    {
      key: 'actions',
      header: t('columns.actions'),
      hideHeader: true,
      cell: (row) => <RowActions edited={edited} row={row} search={search} onDelete={onDelete} />,
      className: 'sm:w-0 [&>span]:flex-nowrap max-sm:px-2!',
    },
  ]
}

const TitleCell = ({ edited, row }: { edited: EditedKind; row: AdminServiceRow }) => (
  <>
    {edited.isTitleDerived ? (
      // Same height as an editable cell, so that the labels line up.
      <span className="max-sm:block max-sm:min-h-11 max-sm:pt-[0.6875rem]">{row.title}</span>
    ) : (
      <InlineCell edited={edited} row={row} spec={titleSpec} isShared />
    )}
    <TranslationProgress title={row.title} translations={row.translations} />
    {row.status === 'archived' ? <Badge>{t('statuses.archived')}</Badge> : null}
  </>
)
