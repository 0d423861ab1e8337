import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  AlarmClock,
  Banknote,
  CircleCheck,
  FileCheck,
  FileSearch,
  FileWarning,
  FileX,
  HardDrive,
  ListTodo,
  ListX,
  type LucideIcon,
  MailOpen,
  MailWarning,
  MessageSquareQuote,
  PlaneTakeoff,
  ShieldQuestionMark,
} from 'lucide-react'
import { addDays } from '../../kernel/dates.ts'
import type { StaffArea } from '../../kernel/staff.ts'
import { joinClasses } from '../../ui/class-names.ts'
import { agencyToday } from '../agency-clock.ts'
import { api } from '../api.ts'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import type { DashboardFigures } from './dashboard-data.ts'
import { FailedMail } from './failed-mail.tsx'

const t = textOf('dashboard')
const icons: Readonly<Record<keyof DashboardFigures['needsAction'], LucideIcon>> = {
  diskFull: HardDrive,
  diskLow: HardDrive,
  damagedFiles: FileX,
  proofsOverdue: AlarmClock,
  proofsToCheck: FileSearch,
  paymentsUnderReview: ShieldQuestionMark,
  failedMail: MailWarning,
  openEnquiries: MailOpen,
  waitingReviews: MessageSquareQuote,
  missingDocuments: FileWarning,
  uncheckedDocuments: FileCheck,
  awaitingAgency: Banknote,
  departuresSoon: PlaneTakeoff,
  tasksOverdue: AlarmClock,
  tasksToday: ListTodo,
  tasksUnassigned: ListX,
}
const order = [
  'diskFull',
  'diskLow',
  'damagedFiles',
  'proofsOverdue',
  'tasksOverdue',
  'tasksToday',
  'tasksUnassigned',
  'proofsToCheck',
  'paymentsUnderReview',
  'awaitingAgency',
  'failedMail',
  'openEnquiries',
  'uncheckedDocuments',
  'missingDocuments',
  'departuresSoon',
  'waitingReviews',
] as const

type Key = (typeof order)[number]
const urgent: ReadonlySet<Key> = new Set(['diskFull', 'diskLow', 'damagedFiles', 'proofsOverdue', 'tasksOverdue'])
type Way = { area: StaffArea; to: string; search?: Readonly<Record<string, string>> }
/** Where each task is handled, for staff who may enter that area. */
const ways: Partial<Record<Key, Way>> = {
  proofsOverdue: { area: 'payments', to: '/admin/queue/transfers', search: { waiting: 'late' } },
  proofsToCheck: { area: 'payments', to: '/admin/queue/transfers' },
  paymentsUnderReview: { area: 'payments', to: '/admin/payments-review' },
  openEnquiries: { area: 'enquiries', to: '/admin/queue/messages' },
  uncheckedDocuments: { area: 'bookings', to: '/admin/queue/documents' },
  awaitingAgency: { area: 'bookings', to: '/admin/bookings', search: { open: 'decision' } },
  missingDocuments: { area: 'bookings', to: '/admin/bookings', search: { documents: 'missing' } },
  tasksOverdue: { area: 'bookings', to: '/admin/tasks', search: { due: 'overdue' } },
  tasksToday: { area: 'bookings', to: '/admin/tasks', search: { due: 'today' } },
  tasksUnassigned: { area: 'bookings', to: '/admin/tasks', search: { who: 'nobody', due: 'due' } },
  failedMail: { area: 'mail', to: '/admin/email-settings', search: { mails: 'failed' } },
  waitingReviews: { area: 'content', to: '/admin/queue/reviews' },
}

/** The bookings that are counted: confirmed ones of today and the next two days. */
function nextDepartures(): Way {
  const today = agencyToday()
  const days = { travel_from: today, travel_to: addDays(today, 2) }
  return { area: 'bookings', to: '/admin/bookings', search: { status: 'confirmed', ...days } }
}

type QueueProps = { queue: DashboardFigures['needsAction']; promisedHours: number }

export function NeedsAction({ queue, promisedHours }: QueueProps) {
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
        {waiting.map((key) => (
          <li key={key} className="relative px-4 py-3 has-[a]:hover:bg-sunken sm:px-5">
            <Waiting of={key} text={t(key, { count: queue[key] ?? 0, hours: promisedHours })} />
            {key === 'failedMail' ? (
              <FailedMail mails={(failed.data?.items ?? []).filter(({ canRetry }) => canRetry)} />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Waiting({ of: key, text }: { of: Key; text: string }) {
  const Icon = icons[key]
  const way = key === 'departuresSoon' ? nextDepartures() : ways[key]
  const mayEnter = useMayEnter(way?.area ?? 'overview')
  return (
    <p className="flex items-center gap-3">
      <Icon
        aria-hidden="true"
        className={joinClasses('size-5 flex-none', urgent.has(key) ? 'text-danger' : 'text-warn')}
      />
      {way && mayEnter ? (
        // The whole row is the link, as a large touch target.
        <Link
          to={way.to}
          search={(way.search ?? {}) as never}
          className="text-primary-strong underline underline-offset-2 after:absolute after:inset-0"
        >
          {text}
        </Link>
      ) : (
        text
      )}
    </p>
  )
}
