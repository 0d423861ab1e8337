import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'
import { api } from '../api.ts'
import { SetupCard } from '../setup/setup-card.tsx'
import { textOf } from '../text.ts'
import type { DashboardFigures } from './dashboard-data.ts'
import { CatalogueFigures, MainFigures } from './figures.tsx'
import { NeedsAction } from './needs-action.tsx'
import { PeriodSection } from './period-section.tsx'
import { RecentBookings } from './recent-bookings.tsx'
import { TrendCharts } from './trends.tsx'

const t = textOf('dashboard')

export function Dashboard() {
  const figures = useQuery({ queryKey: ['dashboard'], queryFn: () => api.booking.admin.dashboard() })
  return (
    <>
      <title>{t('title')}</title>
      <h1 className="mb-5 text-2xl sm:text-3xl">{t('title')}</h1>
      <SetupCard />
      {figures.data ? <Overview figures={figures.data} /> : null}
      {figures.isPending ? <Loading /> : null}
      {figures.isError && !figures.data ? (
        <EmptyState title={t('failed')} action={<Button onClick={() => void figures.refetch()}>{t('retry')}</Button>} />
      ) : null}
    </>
  )
}

const Overview = ({ figures }: { figures: DashboardFigures }) => (
  <div className="grid grid-cols-1 gap-4 sm:gap-5">
    <MainFigures figures={figures} />
    <CatalogueFigures services={figures.services} />
    <div className="grid grid-cols-1 items-start gap-4 sm:gap-5 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <RecentBookings rows={figures.recent} />
      <NeedsAction queue={figures.needsAction} promisedHours={figures.transferVerificationHours} />
    </div>
    <PeriodSection />
    <TrendCharts />
  </div>
)

const Loading = () => (
  <SkeletonRegion label={t('loading')}>
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-3">
        {['a', 'b', 'c'].map((key) => (
          <Skeleton key={key} className="h-28" />
        ))}
      </div>
      <Skeleton className="h-24" />
      <Skeleton className="h-96" />
    </div>
  </SkeletonRegion>
)
