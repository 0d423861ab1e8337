import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminService, AdminServiceRow } from '../../modules/catalogue/contract.ts'
import { api } from '../api.ts'
import type { EditedKind } from './edited-kind.ts'
import { type CatalogueSearch, listRequestOf } from './search.ts'

const fresh = 5 * 60_000
type List = { items: AdminServiceRow[]; total: number }

/** Fresh for five minutes, dropped after ten minutes without use (A067). */
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

export function useCatalogueChanged(edited: EditedKind): () => void {
  const queries = useQueryClient()
  return () => {
    for (const queryKey of [['catalogue', edited.key], ['service'], ['trending'], ['dashboard']])
      void queries.invalidateQueries({ queryKey })
  }
}

/** Not known until the list is read again, once a text of the list has changed. */
function countedFor(row: AdminServiceRow, { title, details }: AdminService): AdminServiceRow['translations'] {
  const isSame = row.title === title && Object.entries(row.details).every(([name, value]) => details[name] === value)
  return isSame ? row.translations : row.translations.map(({ language }) => ({ language, progress: null }))
}

/** Updates the row in place with the stored values, so that it does not move while someone reads. */
export function showStored(queries: QueryClient, edited: EditedKind, stored: AdminService): void {
  queries.setQueriesData<List>(
    { queryKey: ['catalogue', edited.key] },
    (list) =>
      list && {
        ...list,
        items: list.items.map((row) =>
          row.id === stored.id
            ? { ...row, ...stored, excerpt: row.excerpt, translations: countedFor(row, stored) }
            : row,
        ),
      },
  )
  void queries.invalidateQueries({ queryKey: ['service', stored.id] })
}
