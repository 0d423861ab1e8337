// Skeletons of slow pages, with the specification's sentences.
import { LoadingIndicator } from '../../ui/loading-indicator.tsx'
import { useSay } from '../../ui/say.tsx'
import { Skeleton, SkeletonCard, SkeletonRegion, SkeletonText } from '../../ui/skeleton.tsx'
import { useText } from '../intl/intl.tsx'
import { useKind } from '../routing/page.ts'

const cards = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const

export function CardGridSkeleton() {
  const t = useText('loading')
  return (
    <SkeletonRegion label={t('search')}>
      <div className="card-grid">
        {cards.map((key) => (
          <SkeletonCard key={key} />
        ))}
      </div>
    </SkeletonRegion>
  )
}

export function ListPending() {
  return (
    <div className="wide py-8">
      <Skeleton className="mb-6 h-10 w-56" />
      <CardGridSkeleton />
    </div>
  )
}

/** 'Loading your amazing tour experience...' for a tour (C050). */
function useLoadingSentence() {
  const say = useSay()
  const t = useText('loading')
  const { labels } = useKind()
  return t('service', { kind: say(labels.singular).toLowerCase() })
}

export function DetailPending() {
  const message = useLoadingSentence()
  return (
    <div className="wide grid gap-8 py-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div>
        <Skeleton className="ratio-3-2 rounded-lg" />
        <Skeleton className="mt-6 h-10 w-4/5" />
        <SkeletonText lines={4} />
      </div>
      <LoadingIndicator type="page" message={message} />
    </div>
  )
}

export function BookingPending() {
  const message = useLoadingSentence()
  return <LoadingIndicator type="page" size="lg" fullScreen message={message} />
}

/** 'Loading payment methods...' (C201). */
export function PaymentPending() {
  const t = useText('loading')
  return <LoadingIndicator type="payment" size="lg" fullScreen message={t('methods')} />
}

/** The page of a kind with one item (C136). */
export function SinglePending() {
  const t = useText('loading')
  return <LoadingIndicator type="page" size="lg" fullScreen message={t('okToBoard')} />
}
