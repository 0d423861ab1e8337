import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminService, AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { api } from '../api.ts'
import type { EditedKind } from './edited-kind.ts'
import { type CatalogueSearch, listRequestOf } from './search.ts'

const fresh = 5 * 60_000
type List = { items: AdminServiceRow[]; total: number }

/** Kept for five minutes, and dropped when it was not looked at for ten (A067). */
export const useItems = (edited: EditedKind, search: CatalogueSearch) => {
  const request = listRequestOf(edited.key, search, edited.admin.layout !== undefined)
  return useQuery({
    queryKey: ['catalogue', edited.key, request],
    queryFn: () => api.catalogue.admin.list(request),
    placeholderData: keepPreviousData,
    staleTime: fresh,
    gcTime: 2 * fresh,
    refetchOnWindowFocus: false,
  })
}

/** After a change: lists of the kind are asked for again, and what counts or names its items. */
export function useCatalogueChanged(edited: EditedKind): () => void {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [['catalogue', edited.key], ['service'], ['trending'], ['dashboard']])
      void queries.invalidateQueries({ queryKey })
  }
}

/** Puts what the server has stored in the place of the row, where it stands: nothing jumps away under the reader. */
export function showStored(queries: QueryClient, edited: EditedKind, stored: AdminService): void {
  queries.setQueriesData<List>(
    { queryKey: ['catalogue', edited.key] },
    (list) =>
      list && {
        ...list,
        items: list.items.map((row) => (row.id === stored.id ? { ...row, ...stored, excerpt: row.excerpt } : row)),
      },
  )
  void queries.invalidateQueries({ queryKey: ['service', stored.id] })
}
