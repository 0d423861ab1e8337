export const catalogueKeys = ['q', 'status', 'sort', 'direction', 'page'] as const
export type CatalogueSearch = { readonly [key in (typeof catalogueKeys)[number]]?: string | undefined }
export type ChangeSearch = (next: CatalogueSearch) => void
export const rowsAPage = 25

export const statuses = ['active', 'inactive', 'archived', 'trash'] as const
/** The list request from the query. Tables sort by title, cards by newest (D147). */
export function listRequestOf(kind: string, search: CatalogueSearch, isCards: boolean) {
  const status = statuses.find((one) => one === search.status)
  const page = Number(search.page)
  return {
    kind,
    ...(search.q && { q: search.q.slice(0, 100) }),
    ...(status && { status }),
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
export const hasFilter = ({ q, status }: CatalogueSearch): boolean => Boolean(q || status)
