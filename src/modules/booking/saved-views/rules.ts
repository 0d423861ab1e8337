/** Saved views of the list of bookings: what one holds, and who may do what with it. Pure. */
import type { Text } from '../../../kernel/messages.ts'
import { hasHiddenCharacters } from '../../../kernel/person-name.ts'
import { listColumns } from '../list-columns.ts'
import { text } from '../text.ts'

export const viewFilters = [
  'q',
  'status',
  'type',
  'documents',
  'payment',
  'open',
  'travel_from',
  'travel_to',
  'booked_from',
  'booked_to',
  'staff',
] as const
type ViewFilter = (typeof viewFilters)[number]

export type ViewQuery = { readonly [key in ViewFilter]?: string } & {
  readonly sort: string
  readonly direction: string
  readonly columns: readonly string[]
}
type Given = { readonly [key in ViewFilter]?: string | undefined } & {
  readonly sort: string
  readonly direction: string
  readonly columns: readonly string[]
}

/** Known filters that are set, in a fixed order; columns each once, as the list orders them. */
export function cleanQuery(given: Given): ViewQuery {
  const filters = viewFilters.flatMap((key) => (given[key] ? [[key, given[key]]] : []))
  return {
    ...Object.fromEntries(filters),
    ...{ sort: given.sort, direction: given.direction },
    columns: listColumns.filter((column) => given.columns.includes(column)),
  }
}

const visible = /[\p{L}\p{N}\p{P}\p{S}]/u
/** Null: the name will do. */
export function nameFault(name: string): Text | null {
  if (!visible.test(name)) return text('errors.viewName')
  return hasHiddenCharacters(name) ? text('errors.hiddenInName') : null
}

interface Owned {
  readonly owner_id: string
  readonly is_shared: boolean
}
type Viewer = { readonly userId: string | null; readonly role: string }
export const isOwnView = (view: Owned, { userId }: Viewer): boolean => view.owner_id === userId

/** 'none' hides that the view exists. */
export function rightTo(view: Owned, viewer: Viewer): 'change' | 'see' | 'none' {
  if (isOwnView(view, viewer)) return 'change'
  if (!view.is_shared) return 'none'
  return viewer.role === 'admin' || viewer.role === 'manager' ? 'change' : 'see'
}
