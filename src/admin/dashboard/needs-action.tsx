import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  AlarmClock,
  CircleCheck,
  FileSearch,
  FileWarning,
  type LucideIcon,
  MailOpen,
  MailWarning,
  MessageSquareQuote,
  PlaneTakeoff,
  ShieldQuestionMark,
} from 'lucide-react'
import { joinClasses } from '../../ui/class-names.ts'
import { api } from '../api.ts'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import type { DashboardFigures } from './dashboard.tsx'
import { FailedMail } from './failed-mail.tsx'

const t = textOf('dashboard')
const icons: Readonly<Record<keyof DashboardFigures['needsAction'], LucideIcon>> = {
  proofsOverdue: AlarmClock,
  proofsToCheck: FileSearch,
  paymentsUnderReview: ShieldQuestionMark,
  failedMail: MailWarning,
  openEnquiries: MailOpen,
  waitingReviews: MessageSquareQuote,
  missingDocuments: FileWarning,
  departuresSoon: PlaneTakeoff,
}
const order = [
  'proofsOverdue',
  'proofsToCheck',
  'paymentsUnderReview',
  'failedMail',
  'openEnquiries',
  'missingDocuments',
  'departuresSoon',
  'waitingReviews',
] as const

type QueueProps = { queue: DashboardFigures['needsAction']; promisedHours: number }

/** What waits for a person, the most pressing first. */
export function NeedsAction({ queue, promisedHours }: QueueProps) {
  const mayAnswer = useMayEnter('enquiries')
  const mayPublish = useMayEnter('content')
  const mayGuide = useMayEnter('bookings')
  const mayReview = useMayEnter('payments')
  const waiting = order.filter((key) => (queue[key] ?? 0) > 0)
  const failed = useQuery({
    queryKey: ['mails', 'failed'],
    queryFn: () => api.mail.admin.messages({ status: 'failed', limit: 5 }),
    enabled: (queue.failedMail ?? 0) > 0,
  })
  return (
    <section className="card" aria-labelledby="needs-action">
      <h2 id="needs-action" className="px-4 pt-4 pb-3 text-lg sm:px-5">
        {t('needsAction')}
      </h2>
      {waiting.length === 0 ? (
        <p className="flex items-center gap-2 px-4 pb-5 text-ink-2 sm:px-5">
          <CircleCheck aria-hidden="true" className="size-5 text-success" /> {t('nothingToDo')}
        </p>
      ) : null}
      <ul className="divide-y divide-line border-t border-line empty:hidden">
        {waiting.map((key) => {
          const Icon = icons[key]
          return (
            <li key={key} className="px-4 py-3 sm:px-5">
              <p className="flex items-center gap-3">
                <Icon
                  aria-hidden="true"
                  className={joinClasses('size-5 flex-none', key === 'proofsOverdue' ? 'text-danger' : 'text-warn')}
                />
                {key === 'openEnquiries' && mayAnswer ? (
                  <Link to="/admin/messages" search={{ status: 'open' } as never}>
                    {t(key, { count: queue[key] ?? 0 })}
                  </Link>
                ) : key === 'paymentsUnderReview' && mayReview ? (
                  <Link to="/admin/payments-review">{t(key, { count: queue[key] ?? 0 })}</Link>
                ) : key === 'waitingReviews' && mayPublish ? (
                  <Link to="/admin/reviews" search={{ status: 'waiting' } as never}>
                    {t(key, { count: queue[key] ?? 0 })}
                  </Link>
                ) : key === 'missingDocuments' && mayGuide ? (
                  <Link to="/admin/bookings" search={{ documents: 'missing' } as never}>
                    {t(key, { count: queue[key] ?? 0 })}
                  </Link>
                ) : key === 'departuresSoon' && mayGuide ? (
                  <Link to="/admin/manifest">{t(key, { count: queue[key] ?? 0 })}</Link>
                ) : (
                  t(key, { count: queue[key] ?? 0, hours: promisedHours })
                )}
              </p>
              {key === 'failedMail' ? <FailedMail mails={failed.data?.items ?? []} /> : null}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
