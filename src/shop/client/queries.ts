import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Text } from '../../kernel/messages.ts'
import type { KindLabels, ServiceKind } from '../../services/kind.ts'
import { text } from '../../services/shared/text.ts'
import type { ListSearch } from '../service-list/list-search.ts'
import type { ShopApi } from './api.ts'
import { pageData } from './query-client.ts'

export const pageSize = 24

export const chromeQuery = (api: ShopApi) =>
  queryOptions({ queryKey: ['chrome'], queryFn: () => api.content.chrome(), ...pageData() })

export const homeQuery = (api: ShopApi) =>
  queryOptions({ queryKey: ['home'], queryFn: () => api.content.home(), ...pageData() })

export const searchQuery = (api: ShopApi, q: string) =>
  queryOptions({ queryKey: ['search', q], queryFn: () => api.content.search({ q }) })

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
/** Drops undefined and empty fields. */
export const withoutEmpty = <T extends object>(fields: T): Given<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')) as Given<T>

/** A list with all its pages up to the one in the address. */
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

/** An empty id is not found, without asking the server (C052, C125). */
export const serviceQuery = (api: ShopApi, kind: ServiceKind, idOrSlug: string) =>
  queryOptions({
    queryKey: ['service', kind.key, idOrSlug],
    queryFn: () => {
      if (idOrSlug.trim() === '') throw Object.assign(new Error(String(idRequired(kind.labels))), { status: 404 })
      return api.catalogue.get({ kind: kind.key, idOrSlug })
    },
  })

const idRequired = ({ idRequired: own, singular }: KindLabels): Text =>
  own ?? text('labels.idRequired', { kind: singular })

/** The one active item of a kind that has only one; not found when there is none. */
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

/**
 * Data of one visitor is fetched whenever it is shown, but not twice while a page starts, and again when the visitor
 * returns.
 */
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

/** The links to voucher and invoice; they work for minutes. */
export const printoutsQuery = (api: ShopApi, access: BookingAccess) =>
  queryOptions({
    queryKey: ['papers', access.bookingId, access.token ?? ''],
    queryFn: () => api.paper.links(accessOf(access)),
    ...fresh,
  })

export const bookingMessagesQuery = (api: ShopApi, access: BookingAccess) =>
  queryOptions({
    queryKey: ['booking-messages', access.bookingId, access.token ?? ''],
    queryFn: () => api.content.bookingMessages(accessOf(access)),
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

/** The user's bookings, newest first; keyed by user, so that the next user never sees them. */
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
