import type { SavedView } from '../../modules/booking/index.ts'
import { type Columns, columnsInAddress, columnsOf } from './columns.ts'
import { type BookingSearch, filterOf, hasFilter, noFilter, sortOf } from './filters.ts'

/** What a view of the list would hold as it is shown. */
export const queryOf = (search: BookingSearch, columns: Columns) => ({
  ...filterOf(search),
  ...sortOf(search),
  columns: [...columns],
})
export type ViewQuery = ReturnType<typeof queryOf>

type Viewed = Pick<SavedView, 'query'>
/** What the address changes to: every filter is that of the view. */
export const searchOfView = ({ query: { columns, ...rest } }: Viewed): BookingSearch => ({
  ...noFilter,
  ...rest,
  columns: columnsInAddress(columnsOf(columns)),
})
export const wholeList: BookingSearch = { ...noFilter, sort: undefined, direction: undefined, columns: undefined }

/** Whether the list shows exactly what the view holds. */
export const isShown = (view: Viewed, search: BookingSearch, columns: Columns): boolean => {
  const viewed = queryOf(searchOfView(view), columnsOf(view.query.columns))
  return JSON.stringify(viewed) === JSON.stringify(queryOf(search, columns))
}
export function isWholeList(search: BookingSearch): boolean {
  const { sort, direction } = sortOf(search)
  return !hasFilter(search) && sort === 'created_at' && direction === 'desc' && !search.columns
}
