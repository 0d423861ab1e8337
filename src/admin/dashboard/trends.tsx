import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ChipRadio } from '../../ui/choices.tsx'
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'
import { api } from '../api.ts'
import { Amount, bookingStatusName, kindName } from '../labels.tsx'
import { textOf } from '../text.ts'
import { count } from '../written.ts'
import { ChartCard } from './chart-card.tsx'
import type { Trends } from './dashboard-data.ts'
import { ListLink } from './list-link.tsx'
import { daysOfPoint } from './periods.ts'
import { pointName } from './point-name.ts'

type Period = Trends['period']
const t = textOf('charts')
// The chart library is large, so load it after the figures.
const RevenueChart = lazy(() => import('./revenue-chart.tsx'))

export function TrendCharts() {
  const [period, setPeriod] = useState<Period>('30-days')
  const asked = useQuery({
    queryKey: ['trends', period],
    queryFn: () => api.booking.admin.trends({ period }),
    placeholderData: keepPreviousData,
  })
  if (asked.isPending)
    return (
      <SkeletonRegion label={t('loading')}>
        <Skeleton className="h-80" />
      </SkeletonRegion>
    )
  if (!asked.data)
    return (
      <div className="card flex-row! flex-wrap items-center gap-3 p-4 sm:p-5">
        <p className="text-ink-2">{t('failed')}</p>
        <Button size="sm" variant="secondary" onClick={() => void asked.refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  return (
    <>
      <RevenueCard trends={asked.data} period={period} onPeriod={setPeriod} />
      <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-2 sm:gap-5">
        <ShareCard
          title={t('byStatus')}
          shares={asked.data.byStatus.map(({ status, bookings }) => ({
            ...{ name: bookingStatusName(status), bookings, search: { status } },
          }))}
        />
        <ShareCard
          title={t('byKind')}
          shares={asked.data.byKind.map(({ kind, bookings }) => ({
            ...{ name: kindName(kind), bookings, search: { type: kind } },
          }))}
        />
      </div>
    </>
  )
}

type RevenueProps = { trends: Trends; period: Period; onPeriod: (period: Period) => void }
const RevenueCard = ({ trends: { period: shown, points }, period, onPeriod }: RevenueProps) => (
  <ChartCard
    title={t('revenue', { currency: points[0]?.net.currency ?? '' })}
    aside={
      <ChipRadio
        legend={t('period')}
        hideLegend
        name="trend-period"
        flow
        value={period}
        onChange={(value) => onPeriod(value as Period)}
        options={[
          { value: '30-days', label: t('days') },
          { value: '12-months', label: t('months') },
        ]}
      />
    }
    table={{
      caption: t('revenueCaption'),
      headers: [shown === '30-days' ? t('day') : t('month'), t('net'), t('newBookings')],
      rows: points.toReversed().map(({ from, net, bookings }) => ({
        key: from,
        cells: [
          pointName(from, shown),
          <Amount key="net" value={net} />,
          <ListLink key="list" search={daysOfPoint(from, shown)} text={count(bookings)} />,
        ],
      })),
    }}
  >
    <Suspense fallback={<Skeleton className="h-72" />}>
      <RevenueChart points={points} period={shown} />
    </Suspense>
  </ChartCard>
)

type Share = { readonly name: string; readonly bookings: number; readonly search: Readonly<Record<string, string>> }
function ShareCard({ title, shares }: { title: string; shares: readonly Share[] }) {
  const most = Math.max(1, ...shares.map(({ bookings }) => bookings))
  const all = Math.max(
    1,
    shares.reduce((sum, { bookings }) => sum + bookings, 0),
  )
  const rows = shares.map(({ name, bookings, search }) => ({
    key: name,
    cells: [
      name,
      <ListLink key="list" search={search} text={count(bookings)} />,
      `${Math.round((100 * bookings) / all)}%`,
    ],
  }))
  return (
    <ChartCard title={title} table={{ caption: title, headers: [t('name'), t('bookings'), t('share')], rows }}>
      <ul className="grid gap-2.5">
        {shares.map(({ name, bookings, search }) => (
          <li key={name} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 text-sm">
            <span>{name}</span>
            <span className="font-semibold tabular-nums">
              <ListLink search={search} text={count(bookings)} of={name} />
            </span>
            <span aria-hidden="true" className="col-span-2 mt-1 h-2 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-primary"
                style={{ width: `${(100 * bookings) / most}%`, minWidth: bookings > 0 ? '0.5rem' : 0 }}
              />
            </span>
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}
