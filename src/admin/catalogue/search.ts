import { knownLanguages } from '../../kernel/language.ts'

export const catalogueKeys = ['q', 'status', 'translated', 'sort', 'direction', 'page'] as const
export type CatalogueSearch = { readonly [key in (typeof catalogueKeys)[number]]?: string | undefined }
export type ChangeSearch = (next: CatalogueSearch) => void
export const rowsAPage = 25

export const translationStates = ['missing', 'outdated', 'complete'] as const
/** 'ar.missing' */
const translationFilters = knownLanguages.flatMap((language) =>
  translationStates.map((state) => `${language}.${state}` as const),
)
export const statuses = ['active', 'inactive', 'archived', 'trash'] as const
/** The filter of the list from the query. */
export function filterOf(search: CatalogueSearch) {
  const status = statuses.find((one) => one === search.status)
  const translated = translationFilters.find((one) => one === search.translated)
  return {
    ...(search.q && { q: search.q.slice(0, 100) }),
    ...(status && { status }),
    ...(translated && { translated }),
  }
}

/** The list request from the query. Tables sort by title, cards by newest (D147). */
export function listRequestOf(kind: string, search: CatalogueSearch, isCards: boolean) {
  const page = Number(search.page)
  return {
    kind,
    ...filterOf(search),
    ...sortOf(search, isCards),
    page: Number.isSafeInteger(page) && page > 1 && page <= 10_000 ? page : 1,
    limit: rowsAPage,
  }
}
export const sortOf = (search: CatalogueSearch, isCards: boolean) => ({
  sort: search.sort ?? (isCards ? 'created_at' : 'title'),
  direction:
    search.direction === 'asc' || search.direction === 'desc'
      ? search.direction
      : isCards && search.sort === undefined
        ? ('desc' as const)
        : ('asc' as const),
})
export const hasFilter = ({ q, status, translated }: CatalogueSearch): boolean => Boolean(q || status || translated)
