import { useQuery } from '@tanstack/react-query'
import { api } from '../api.ts'
import type { DashboardFigures } from '../dashboard/dashboard-data.ts'

type Work = DashboardFigures['needsAction']
/** What waits in each section. The dashboard says it in words. */
const workOf: Readonly<Record<string, readonly (keyof Work)[]>> = {
  bookings: ['awaitingAgency', 'uncheckedDocuments'],
  tasks: ['tasksOverdue', 'tasksToday', 'tasksUnassigned'],
  'payments-review': ['proofsToCheck', 'paymentsUnderReview'],
  'email-settings': ['failedMail'],
  enquiries: ['openEnquiries'],
  reviews: ['waitingReviews'],
}

export const countIn = (section: string, work: Work | undefined): number =>
  (workOf[section] ?? []).reduce((sum, key) => sum + (work?.[key] ?? 0), 0)

const minute = 60_000
/** The counters of the sidebar, a minute old at most while the page is looked at. */
export const useWork = (mayOverview: boolean): Work | undefined =>
  useQuery({
    queryKey: ['dashboard'],
    queryFn: () => api.booking.admin.dashboard(),
    enabled: mayOverview,
    refetchInterval: minute,
  }).data?.needsAction
