import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../api.ts'

const queuedMs = 3_000

/** The replies to a message. Mails leave within seconds, so poll until none is pending. */
export const useThread = (enquiryId: string) =>
  useQuery({
    queryKey: ['enquiry-thread', enquiryId],
    queryFn: () => api.content.admin.thread({ enquiryId }),
    refetchInterval: ({ state }) =>
      state.data?.entries.some(({ mail }) => mail?.status === 'queued') ? queuedMs : false,
  })

/** Everything that shows messages: the thread, lists, counters, timelines. */
export function useRefreshEnquiries(): () => void {
  const queries = useQueryClient()
  return () => {
    for (const key of ['enquiry-thread', 'enquiry', 'enquiries', 'dashboard', 'booking-timeline'])
      void queries.invalidateQueries({ queryKey: [key] })
  }
}
