import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useRef } from 'react'
import { joinClasses } from './class-names.ts'
import { extendRange, isCurrent, type RowRange, startRange, toggleRow } from './row-range.ts'

export type TableColumn<Row> = {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  /** Numbers and amounts stand at the end. */
  align?: 'start' | 'end' | undefined
  sortable?: boolean | undefined
  /** The cell that names its row. */
  isRowHeader?: boolean | undefined
  /** The header is read aloud only: columns of buttons. */
  hideHeader?: boolean | undefined
  className?: string | undefined
}

export type TableSort = { key: string; direction: 'asc' | 'desc' }

export type TableSelection<Row> = {
  selected: ReadonlySet<string>
  onChange: (selected: Set<string>) => void
  /** 'Select all on this page'. */
  allLabel: string
  rowLabel: (row: Row) => string
}

export type TableProps<Row> = {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: TableSort | undefined
  onSort?: ((sort: TableSort) => void) | undefined
  selection?: TableSelection<Row> | undefined
  /** Shown instead of rows: an <EmptyState>. */
  empty?: ReactNode
  className?: string | undefined
}

/** A table that turns into one card per row below 640 px. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, sort, onSort, selection, empty, className } = props
  const boxes = useBoxes(rows.map(rowKey), selection)
  if (rows.length === 0 && empty != null) return empty
  return (
    <div className={joinClasses('table-wrap table-cards', className)}>
      <table className="table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className="w-0">
                <SelectAll rows={rows} rowKey={rowKey} selection={selection} />
              </th>
            ) : null}
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={rowKey(row)}
              row={row}
              id={rowKey(row)}
              columns={columns}
              selection={selection}
              boxes={boxes}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

type HeaderCellProps<Row> = {
  column: TableColumn<Row>
  sort: TableSort | undefined
  onSort: ((sort: TableSort) => void) | undefined
}

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const direction = sort?.key === column.key ? sort.direction : undefined
  const SortIcon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ChevronsUpDown
  return (
    <th
      scope="col"
      className={joinClasses(column.align === 'end' && 'cell-end', column.className)}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          className="table-sort"
          onClick={() => onSort({ key: column.key, direction: direction === 'asc' ? 'desc' : 'asc' })}
        >
          <span className="truncate">{column.header}</span>
          <SortIcon aria-hidden="true" />
        </button>
      ) : (
        <span className={column.hideHeader ? 'sr-only' : undefined}>{column.header}</span>
      )}
    </th>
  )
}

interface Boxes {
  readonly press: (id: string, event: ChangeEvent<HTMLInputElement>) => void
  readonly move: (id: string, event: KeyboardEvent<HTMLInputElement>) => void
}
/** The boxes of the rows: Shift selects a range, by pointer and with the arrow keys. */
function useBoxes<Row>(rows: readonly string[], selection: TableSelection<Row> | undefined): Boxes {
  const last = useRef<RowRange | null>(null)
  const selected = selection?.selected ?? new Set<string>()
  const current = () => (last.current && isCurrent(last.current, selected) ? last.current : null)
  const show = (range: RowRange) => {
    last.current = range
    selection?.onChange(new Set(range.selected))
  }
  return {
    press: (id, { currentTarget, nativeEvent }) => {
      currentTarget.focus()
      const range = current()
      const isRange = range !== null && (nativeEvent as MouseEvent).shiftKey
      show(isRange ? extendRange(rows, range, id) : toggleRow(selected, id))
    },
    move: (id, event) => {
      const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
      if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
      event.preventDefault()
      const next = rows[rows.indexOf(id) + step]
      if (next === undefined) return
      boxBeside(event.currentTarget, step)?.focus()
      if (!event.shiftKey) return
      const range = current()
      show(extendRange(rows, range?.head === id ? range : startRange(selected, id), next))
    },
  }
}
function boxBeside(box: HTMLElement, step: number): HTMLElement | null | undefined {
  const row = box.closest('tr')
  return (step > 0 ? row?.nextElementSibling : row?.previousElementSibling)?.querySelector<HTMLElement>('.table-check')
}

type TableRowProps<Row> = {
  row: Row
  id: string
  columns: readonly TableColumn<Row>[]
  selection: TableSelection<Row> | undefined
  boxes: Boxes
}

function TableRow<Row>({ row, id, columns, selection, boxes }: TableRowProps<Row>) {
  const selected = selection?.selected.has(id)
  return (
    <tr aria-selected={selected}>
      {selection ? (
        <td>
          <input
            type="checkbox"
            className="table-check"
            data-key="select"
            checked={selected ?? false}
            onChange={(event) => boxes.press(id, event)}
            onKeyDown={(event) => boxes.move(id, event)}
            // Shift must not select the text between two boxes.
            onMouseDown={(event) => event.shiftKey && event.preventDefault()}
            aria-label={selection.rowLabel(row)}
          />
        </td>
      ) : null}
      {columns.map((column) => {
        const Cell = column.isRowHeader ? 'th' : 'td'
        return (
          <Cell
            key={column.key}
            scope={column.isRowHeader ? 'row' : undefined}
            data-label={column.hideHeader ? undefined : column.header}
            className={joinClasses(column.align === 'end' && 'cell-end', column.className)}
          >
            {column.cell(row)}
          </Cell>
        )
      })}
    </tr>
  )
}

type SelectAllProps<Row> = { rows: readonly Row[]; rowKey: (row: Row) => string; selection: TableSelection<Row> }

function SelectAll<Row>({ rows, rowKey, selection }: SelectAllProps<Row>) {
  const count = rows.filter((row) => selection.selected.has(rowKey(row))).length
  const all = count === rows.length && count > 0
  const toggle = () => {
    // Rows of other pages stay selected.
    const next = new Set(selection.selected)
    for (const row of rows) {
      if (all) next.delete(rowKey(row))
      else next.add(rowKey(row))
    }
    selection.onChange(next)
  }
  return (
    <input
      type="checkbox"
      className="table-check"
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && !all
      }}
      onChange={toggle}
      aria-label={selection.allLabel}
    />
  )
}
