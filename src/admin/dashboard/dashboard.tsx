import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { dashboard } from '../../modules/booking/contract.ts'
import { kinds } from '../../services/index.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { api } from '../api.ts'
import { Amount, BookingBadge, dateTime, PaymentBadge } from '../labels.tsx'
import { textOf } from '../text.ts'

type Figures = z.infer<typeof dashboard>
const t = textOf('dashboard')

export function Dashboard() {
  const figures = useQuery({ queryKey: ['dashboard'], queryFn: () => api.booking.admin.dashboard() })
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="mb-6 text-3xl">{t('title')}</h1>
      {figures.isPending ? <LoadingIndicator type="page" message={t('loading')} /> : null}
      {figures.isError ? <EmptyState title={t('failed')} /> : null}
      {figures.data ? <Overview figures={figures.data} /> : null}
    </>
  )
}

function Overview({ figures }: { figures: Figures }) {
  return (
    <div className="grid gap-6">
      <dl className="grid gap-4 sm:grid-cols-3">
        <Figure label={t('revenue', { currency: figures.revenue.currency })}>
          <Amount value={figures.revenue} />
        </Figure>
        <Figure label={t('bookings')}>{figures.bookings.toLocaleString('en')}</Figure>
        <Figure label={t('pending')}>{figures.pending.toLocaleString('en')}</Figure>
      </dl>
      <section className="card" aria-labelledby="in-catalogue">
        <div className="card-body">
          <h2 id="in-catalogue" className="mb-3 text-lg">
            {t('services')}
          </h2>
          <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4 xl:grid-cols-7">
            {kinds.map((kind) => (
              <div key={kind.key}>
                <dt className="text-sm text-ink-2">{kind.labels.plural}</dt>
                <dd className="font-display text-xl font-bold tabular-nums">{figures.services[kind.key] ?? 0}</dd>
              </div>
            ))}
          </dl>
        </div>
      </section>
      <div className="grid items-start gap-6 xl:grid-cols-[2fr_1fr]">
        <Recent rows={figures.recent} />
        <NeedsAction queue={figures.needsAction} />
      </div>
    </div>
  )
}

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="card">
    <div className="card-body">
      <dt className="text-sm text-ink-2">{label}</dt>
      <dd className="mt-1 font-display text-2xl font-bold tabular-nums">{children}</dd>
    </div>
  </div>
)

function NeedsAction({ queue }: { queue: Figures['needsAction'] }) {
  const waiting = (['proofsToCheck', 'paymentsUnderReview', 'failedMail', 'departuresSoon'] as const).filter(
    (key) => (queue[key] ?? 0) > 0,
  )
  return (
    <section className="card" aria-labelledby="needs-action">
      <div className="card-body">
        <h2 id="needs-action" className="mb-3 text-lg">
          {t('needsAction')}
        </h2>
        {waiting.length === 0 ? (
          <p className="text-ink-2">{t('nothingToDo')}</p>
        ) : (
          <ul className="grid gap-2">
            {waiting.map((key) => (
              <li key={key} className="rounded-sm bg-warn-tint px-3 py-2 text-warn">
                {t(key, { count: queue[key] ?? 0 })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Recent({ rows }: { rows: Figures['recent'] }) {
  return (
    <section className="card" aria-labelledby="recent">
      <div className="card-body">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
          <h2 id="recent" className="text-lg">
            {t('recent')}
          </h2>
          <Link to="/admin/bookings" className={buttonClass({ variant: 'quiet', size: 'sm' })}>
            {t('all')}
          </Link>
        </div>
        {rows.length === 0 ? <p className="text-ink-2">{t('noRecent')}</p> : null}
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <li key={row.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
              <div className="min-w-0 grow basis-60">
                <Link to="/admin/bookings" search={{ booking: row.id }} className="font-semibold">
                  {row.service_title}
                </Link>
                <p className="text-sm break-words text-ink-2">
                  {row.customer_name} · {row.customer_email}
                </p>
                <p className="text-sm text-ink-2">{dateTime(row.created_at)}</p>
              </div>
              <p className="font-display font-bold">
                <Amount value={row.final_amount} />
              </p>
              <p className="flex flex-wrap gap-2">
                <BookingBadge status={row.booking_status} />
                <PaymentBadge status={row.payment_status} />
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
