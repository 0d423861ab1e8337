import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useRouterState, useSearch } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import { api } from '../api.ts'
import { bookingQuery } from './booking-query.ts'
import { type BookingSearch, bookingHref, filterOf, placeInList, sortOf } from './filters.ts'

export type Way = 'previous' | 'next'

const neighboursQuery = (reference: string, search: BookingSearch) => {
  const request = { reference, ...filterOf(search), ...sortOf(search) }
  return queryOptions({
    queryKey: ['booking-neighbours', request],
    queryFn: () => api.booking.admin.neighbours(request),
  })
}

/** The list that the booking was opened from, and its bookings before and after this one. */
export function useNeighbours(reference: string) {
  const search: BookingSearch = useSearch({ strict: false })
  const list = placeInList(search)
  const navigate = useNavigate()
  const { history } = useRouter()
  const queries = useQueryClient()
  const isFromList = useRouterState({ select: (state) => state.location.state.fromList === true })
  const { data: neighbours } = useQuery(neighboursQuery(reference, list))
  /** A key press may come before the neighbours are known. */
  const go = async (way: Way): Promise<void> => {
    const known = await queries.fetchQuery(neighboursQuery(reference, list)).catch(() => null)
    const to = known?.[way]?.booking_reference
    if (to === undefined) return
    void queries.prefetchQuery(bookingQuery(to))
    await navigate({
      to: bookingHref(to) as never,
      search: list as never,
      state: { fromList: isFromList },
      // Going back leads to the list, however many bookings were looked at.
      replace: true,
    })
  }
  /** Going back in the history keeps the page and the scroll position of the list. */
  const goUp = (event: MouseEvent): void => {
    if (!isFromList || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.back()
  }
  return { list, neighbours, go: (way: Way) => void go(way), goUp }
}
