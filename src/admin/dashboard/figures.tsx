import { Link } from '@tanstack/react-router'
import { CalendarCheck, Clock, type LucideIcon, Wallet } from 'lucide-react'
import type { ReactNode } from 'react'
import { addDays } from '../../kernel/dates.ts'
import type { StaffArea } from '../../kernel/staff.ts'
import { kinds } from '../../services/index.ts'
import { agencyToday } from '../agency-clock.ts'
import { Amount } from '../labels.tsx'
import { useMayEnter } from '../may-enter.ts'
import { say, textOf } from '../text.ts'
import { count } from '../written.ts'
import type { DashboardFigures } from './dashboard-data.ts'

const t = textOf('dashboard')

export const MainFigures = ({ figures }: { figures: DashboardFigures }) => (
  <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4">
    <Figure
      icon={Wallet}
      label={
        <To area="payments" path="/admin/sales-report" search={wholeReport()}>
          {t('revenue', { currency: figures.revenue.currency })}
        </To>
      }
    >
      <Amount value={figures.revenue} />
    </Figure>
    <Figure
      icon={CalendarCheck}
      label={
        <To area="bookings" path="/admin/bookings">
          {t('bookings')}
        </To>
      }
    >
      {count(figures.bookings)}
    </Figure>
    <Figure
      icon={Clock}
      label={
        <To area="bookings" path="/admin/bookings" search={{ status: 'pending' }}>
          {t('pending')}
        </To>
      }
    >
      {count(figures.pending)}
    </Figure>
  </dl>
)

/** As many days as the report reads: all of a shop that is younger than three years. */
const wholeReport = () => ({ from: addDays(agencyToday(), -1_099), to: agencyToday() })

type ToProps = { area: StaffArea; path: string; search?: Readonly<Record<string, string>>; children: ReactNode }
/** Leads to what a figure counts, if the user may see it. */
function To({ area, path, search = {}, children }: ToProps) {
  if (!useMayEnter(area)) return children
  return (
    <Link to={path} search={search as never} className="card-link">
      {children}
    </Link>
  )
}

const Figure = ({ icon: Icon, label, children }: { icon: LucideIcon; label: ReactNode; children: ReactNode }) => (
  <div className="card card-raised p-4 max-sm:first:col-span-2 sm:p-5">
    <dt className="text-sm text-ink-2 lg:pe-12">
      {label}
      <Icon
        aria-hidden="true"
        className="absolute end-5 top-5 size-9 rounded-full bg-sunken p-2 text-ink-2 max-lg:hidden"
      />
    </dt>
    <dd className="mt-1.5 font-display text-2xl leading-tight font-bold tracking-tight tabular-nums lg:text-[1.75rem]">
      {children}
    </dd>
  </div>
)

export const CatalogueFigures = ({ services }: { services: DashboardFigures['services'] }) => (
  <section aria-labelledby="in-catalogue">
    <h2 id="in-catalogue" className="mb-2 text-base">
      {t('services')}
    </h2>
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4 xl:grid-cols-7">
      {kinds.map((kind) => (
        <div key={kind.key} className="card flex-col-reverse! justify-end px-4 py-3">
          <dt className="text-sm leading-snug text-ink-2">
            <To area="catalogue" path={`/admin/${kind.adminSection}`}>
              {say(kind.labels.plural)}
            </To>
          </dt>
          <dd className="font-display text-xl font-bold tabular-nums">{count(services[kind.key] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  </section>
)
