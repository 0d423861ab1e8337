import { type ListColumn, listColumns } from '../../modules/booking/index.ts'
import { storedChoice } from '../stored-choice.ts'
import type { BookingSearch, ChangeSearch } from './filters.ts'

export type Columns = readonly ListColumn[]

const isColumn = (value: unknown): value is ListColumn => listColumns.some((column) => column === value)
/** The known ones, each once, as the table orders them. */
export const columnsOf = (names: readonly unknown[]): Columns => {
  const known = names.filter(isColumn)
  return listColumns.filter((column) => known.includes(column))
}
export const toggleColumn = (columns: Columns, column: ListColumn): Columns =>
  columnsOf(columns.includes(column) ? columns.filter((one) => one !== column) : [...columns, column])

/** What cannot be read counts as not chosen. */
export function readColumns(stored: string | null): Columns {
  try {
    const names: unknown = JSON.parse(stored ?? 'null')
    return Array.isArray(names) ? columnsOf(names) : listColumns
  } catch {
    return listColumns
  }
}

const none = 'none'
export const columnsInAddress = (columns: Columns): string => columns.join() || none
/** Null: the address names no columns. */
export function columnsOfAddress(text: string | undefined): Columns | null {
  const columns = columnsOf(text?.split(',') ?? [])
  return columns.length > 0 || text === none ? columns : null
}

const mostImportant: Columns = [
  'service_title',
  'final_amount',
  'booking_status',
  'travel_date',
  'payment_status',
  'created_at',
]
/** A window that is not wide has room for three of them. These are the others. */
export const wideOnly = (columns: Columns): Columns =>
  mostImportant.filter((column) => columns.includes(column)).slice(3)

const own = storedChoice('safar.booking-columns', readColumns)

export interface ColumnChoice {
  readonly columns: Columns
  readonly choose: (columns: Columns) => void
  readonly reset: () => void
}

/** Columns in the address, such as those of a saved view, count before one's own, and change without them. */
export function useColumns(search: BookingSearch, onChange: ChangeSearch): ColumnChoice {
  const chosen = own.useChoice()
  const addressed = columnsOfAddress(search.columns)
  if (!addressed) return { columns: chosen, choose: own.change, reset: () => own.change(null) }
  const { page, cursor } = search
  const choose = (columns: Columns) => onChange({ page, cursor, columns: columnsInAddress(columns) })
  return { columns: addressed, choose, reset: () => choose(listColumns) }
}
