import texts from 'shop-messages:auth,history,states,issued'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CalendarDays, Luggage, RefreshCw, Star } from 'lucide-react'
import { confirmationHref, reviewHref } from '../../modules/booking/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PassCard } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'
import { BookingBadge, CheckingNotice, PaymentBadge } from '../booking-view/booking-badges.tsx'
import { type Issued, IssuedDocuments } from '../booking-view/issued-documents.tsx'
import type { ShopApi } from '../client/api.ts'
import { useShop } from '../client/context.tsx'
import { ownBookingsQuery } from '../client/queries.ts'
import { useSession } from '../client/use-session.ts'
import { NoScript } from '../form/no-script.tsx'
import { PageHead } from '../head/page-head.tsx'
import { useDates } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopPrice } from '../money/shop-price.tsx'
import { ShopLink } from '../routing/link.tsx'
import { SignInNeeded } from './sign-in-needed.tsx'

addMessages(texts)

type Row = Awaited<ReturnType<ShopApi['booking']['mine']>>['items'][number]

export function BookingHistoryPage() {
  const t = useText('history')
  const { user, isLoading } = useSession()
  return (
    <section className="wide max-w-4xl py-10">
      <PageHead title={t('title')} isPrivate />
      <h1 className="mb-6">{t('title')}</h1>
      <NoScript />
      {isLoading ? (
        <HistorySkeleton />
      ) : user ? (
        <Bookings userId={user.id} />
      ) : (
        <SignInNeeded path="/booking-history" text={t('signInText')} />
      )}
    </section>
  )
}

function HistorySkeleton() {
  const t = useText('loading')
  return (
    <SkeletonRegion label={t('page')}>
      <div className="grid gap-4">
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
    </SkeletonRegion>
  )
}

function Bookings({ userId }: { userId: string }) {
  const t = useText('history')
  const { api } = useShop()
  const query = useInfiniteQuery(ownBookingsQuery(api, userId))
  const rows = query.data?.pages.flatMap((page) => page.items) ?? []
  const again = async (id: string) =>
    (await query.refetch()).data?.pages.flatMap(({ items }) => items).find((row) => row.id === id)?.issued_documents ??
    []
  if (query.isPending) return <HistorySkeleton />
  if (query.isError) {
    return (
      <Notice tone="danger" role="alert" title={t('failed')}>
        <Button
          variant="secondary"
          size="sm"
          className="mt-2"
          icon={<RefreshCw aria-hidden="true" />}
          onClick={() => void query.refetch()}
        >
          {t('retry')}
        </Button>
      </Notice>
    )
  }
  if (rows.length === 0) return <NoBookings />
  return (
    <>
      <ul className="grid gap-4">
        {rows.map((row) => (
          <li key={row.id}>
            <BookingRow row={row} again={again} />
          </li>
        ))}
      </ul>
      {query.hasNextPage ? (
        <p className="mt-6 text-center">
          <Button variant="secondary" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </p>
      ) : null}
    </>
  )
}

function NoBookings() {
  const t = useText('history')
  return (
    <EmptyState
      icon={<Luggage aria-hidden="true" />}
      title={t('emptyTitle')}
      description={t('emptyText')}
      action={
        <ShopLink href="/tours" className={buttonClass()}>
          {t('browse')}
        </ShopLink>
      }
    />
  )
}

type BookingRowProps = { row: Row; again: (id: string) => Promise<readonly Issued[]> }

function BookingRow({ row, again }: BookingRowProps) {
  const { shortDayAndYear } = useDates()
  const t = useText('history')
  return (
    <PassCard
      as="article"
      side
      className="service-card"
      stub={
        <div className="flex flex-wrap items-center justify-between gap-3 sm:flex-col sm:items-start">
          <ShopPrice amount={row.final_amount} isExact className="text-xl" />
          <div className="flex flex-wrap gap-2 sm:flex-col sm:items-start">
            <BookingBadge status={row.booking_status} />
            <PaymentBadge booking={row} />
          </div>
        </div>
      }
    >
      <p className="text-sm text-ink-2">
        <bdi className="tabular-nums">{row.booking_reference}</bdi>
      </p>
      <h2 className="mt-1 text-xl">
        <ShopLink href={confirmationHref(row.id)} className="card-link" lang={row.languages?.service_title}>
          {row.service_title}
        </ShopLink>
      </h2>
      {row.travel_date ? (
        <p className="mt-2 flex items-center gap-1.5 text-ink-2">
          <CalendarDays aria-hidden="true" className="size-4.5" />
          {shortDayAndYear(row.travel_date)}
          {row.return_date ? ` – ${shortDayAndYear(row.return_date)}` : null}
        </p>
      ) : null}
      <CheckingNotice booking={row} className="mt-3" />
      <IssuedDocuments issued={row.issued_documents} again={() => again(row.id)} className="card-above mt-4" isPlain />
      {row.booking_status === 'completed' ? (
        <ShopLink
          href={reviewHref(row.id)}
          aria-label={t('reviewOf', { service: row.service_title })}
          className={buttonClass({ variant: 'secondary', size: 'sm' }, 'card-above mt-3')}
        >
          <Star aria-hidden="true" />
          {t('review')}
        </ShopLink>
      ) : null}
    </PassCard>
  )
}
