import { Link } from '@tanstack/react-router'
import { CircleAlert, SearchX } from 'lucide-react'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx'
import { readFault } from '../api.ts'
import { textOf } from '../text.ts'

const t = textOf('booking')

type FailedProps = { error: Error; reference?: string; onRetry: () => void }
/** No such booking, or the server did not answer. */
export function BookingFailed({ error, reference, onRetry }: FailedProps) {
  const isMissing = [404, 422].includes(readFault(error).status)
  const title = t(isMissing ? 'notFound' : 'failed')
  return (
    <div className="empty">
      <title>{title}</title>
      {isMissing ? <SearchX aria-hidden="true" /> : <CircleAlert aria-hidden="true" />}
      <h1 className="empty-title">{title}</h1>
      {isMissing && reference ? (
        <>
          <p className="wrap-anywhere">{t('notFoundHint', { reference })}</p>
          <Link to="/admin/bookings" className={buttonClass({}, 'mt-2')}>
            {t('toList')}
          </Link>
        </>
      ) : null}
      {isMissing ? null : (
        <Button className="mt-2" onClick={onRetry}>
          {textOf('shell')('retry')}
        </Button>
      )}
    </div>
  )
}

export const BookingLoading = () => (
  <SkeletonRegion label={t('loading')}>
    <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Skeleton className="h-36 rounded-lg lg:col-span-2" />
      <Skeleton className="h-64 rounded-lg" />
      <Skeleton className="h-64 rounded-lg" />
    </div>
  </SkeletonRegion>
)
