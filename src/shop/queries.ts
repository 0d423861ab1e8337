import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { KindLabels, ServiceKind } from '../services/kind.ts'
import type { ShopApi } from './api.ts'
import { pageData } from './query-client.ts'
import type { ListSearch } from './service-list/list-search.ts'

export const pageSize = 24

export const chromeQuery = (api: ShopApi) =>
  queryOptions({ queryKey: ['chrome'], queryFn: () => api.content.chrome(), ...pageData() })

export const homeQuery = (api: ShopApi) =>
  queryOptions({ queryKey: ['home'], queryFn: () => api.content.home(), ...pageData() })

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
/** What is not asked for is not sent. */
export const withoutEmpty = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as Given<T>

/** A list with all its pages up to the one that the address names. */
export function listQuery(api: ShopApi, kind: string, search: ListSearch, currency: string) {
  const { page: _page, ...given } = search
  const filters = withoutEmpty(given)
  return infiniteQueryOptions({
    queryKey: ['services', kind, filters, currency],
    queryFn: ({ pageParam }) =>
      api.catalogue.list({ kind, ...filters, currency, limit: pageSize, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** A look-up without an id asks nobody, and there is nothing at such an address (C052, C125). */
export const serviceQuery = (api: ShopApi, kind: ServiceKind, idOrSlug: string) =>
  queryOptions({
    queryKey: ['service', kind.key, idOrSlug],
    queryFn: () => {
      if (idOrSlug.trim() === '') throw Object.assign(new Error(idRequired(kind.labels)), { status: 404 })
      return api.catalogue.get({ kind: kind.key, idOrSlug })
    },
  })

const idRequired = ({ idRequired: own, singular }: KindLabels) => own ?? `${singular} ID is required`

/** The one active item of a kind that has only one; missing when there is none. */
export const singleServiceQuery = (api: ShopApi, kind: string) =>
  queryOptions({
    queryKey: ['service', kind, ''],
    queryFn: async () => {
      const { items } = await api.catalogue.list({ kind, limit: 1 })
      const [only] = items
      if (!only) throw Object.assign(new Error('No active service'), { status: 404 })
      return api.catalogue.get({ kind, idOrSlug: only.id })
    },
  })

export const sessionQuery = (api: ShopApi) =>
  queryOptions({
    queryKey: ['session'],
    queryFn: () => api.account.session(),
    staleTime: 30_000,
    refetchOnWindowFocus: 'always',
  })

/** What belongs to one visitor is asked for each time it is shown, but not twice while a page starts. */
/** Whoever comes back to the page sees what happened meanwhile. */
const fresh = { staleTime: 5_000, refetchOnWindowFocus: 'always' } as const

export interface BookingAccess {
  readonly bookingId: string
  readonly token: string | undefined
}
export const accessOf = ({ bookingId, token }: BookingAccess) => ({ bookingId, ...(token && { token }) })

export const bookingQuery = (api: ShopApi, access: BookingAccess) =>
  queryOptions({
    queryKey: ['booking', access.bookingId, access.token ?? ''],
    queryFn: () => api.booking.get(accessOf(access)),
    ...fresh,
  })

export const paperworkQuery = (api: ShopApi, access: BookingAccess) =>
  queryOptions({
    queryKey: ['paperwork', access.bookingId, access.token ?? ''],
    queryFn: () => api.booking.paperwork(accessOf(access)),
    ...fresh,
  })

/** Where the papers are fetched; the links work for minutes. */
export const papersQuery = (api: ShopApi, access: BookingAccess) =>
  queryOptions({
    queryKey: ['papers', access.bookingId, access.token ?? ''],
    queryFn: () => api.paper.links(accessOf(access)),
    ...fresh,
  })

export const paymentPageQuery = (api: ShopApi, access: BookingAccess) =>
  queryOptions({
    queryKey: ['payment-page', access.bookingId, access.token ?? ''],
    queryFn: () => api.payment.page(accessOf(access)),
    ...fresh,
  })

export const ownReviewQuery = (api: ShopApi, access: BookingAccess) =>
  queryOptions({
    queryKey: ['own-review', access.bookingId, access.token ?? ''],
    queryFn: () => api.review.own(accessOf(access)),
    ...fresh,
  })

/** The signed-in user's bookings, newest first; kept apart by user, so that nobody sees those of the one before. */
export const ownBookingsQuery = (api: ShopApi, userId: string) =>
  infiniteQueryOptions({
    queryKey: ['bookings', userId],
    queryFn: ({ pageParam }) => api.booking.mine({ limit: 20, ...(pageParam && { cursor: pageParam }) }),
    initialPageParam: '',
    getNextPageParam: (last) => last.nextCursor,
    ...fresh,
  })

/** A page whose text the agency writes: terms, privacy. */
export const contentPageQuery = (api: ShopApi, slug: string) =>
  queryOptions({ queryKey: ['page', slug], queryFn: () => api.content.page({ slug }), ...pageData() })
