import reviewTexts from 'room-messages:modules/review/shop'
import texts from 'shop-messages:reviewPage,bookingMissing'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OwnReview } from '../../modules/review/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Stars } from '../../ui/stars.tsx'
import { useBookingAccess } from '../booking-view/booking-access.ts'
import { BookingMissing } from '../booking-view/booking-missing.tsx'
import { useShop } from '../client/context.tsx'
import { type BookingAccess, ownReviewQuery } from '../client/queries.ts'
import { PageHead } from '../head/page-head.tsx'
import { useShownInstant } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { ShopLink } from '../routing/link.tsx'
import { usePage } from '../routing/page.ts'
import { ReviewForm } from './review-form.tsx'

addMessages(reviewTexts)
addMessages(texts)

export function BookingReviewPage() {
  const access = useBookingAccess()
  const { isMissing } = usePage()
  return access && !isMissing ? <LoadedReview access={access} /> : <BookingMissing />
}

function LoadedReview({ access }: { access: BookingAccess }) {
  const t = useText('reviewPage')
  const { api } = useShop()
  const { data: own } = useSuspenseQuery(ownReviewQuery(api, access))
  const [isChanging, setChanging] = useState(false)
  const [isSent, setSent] = useState(false)
  const done = () => {
    setChanging(false)
    setSent(true)
  }
  const isForm = own.access === 'open' && (own.review === null || isChanging)
  return (
    <div className="wide max-w-2xl py-8">
      <PageHead title={t('title')} isPrivate />
      <h1>{t('title')}</h1>
      <p className="mt-2 mb-6 text-ink-2">
        {t('intro', { service: own.service_title, reference: own.booking_reference })}
      </p>
      {own.access === 'not-yet' ? (
        <Notice tone="info" title={t('notYet')}>
          {t('notYetText')}
        </Notice>
      ) : null}
      {isForm ? <ReviewForm access={access} own={own} onDone={done} /> : null}
      {own.review && !isForm ? (
        <Written own={own} review={own.review} isSent={isSent} onChange={() => setChanging(true)} />
      ) : null}
    </div>
  )
}

type WrittenProps = {
  own: OwnReview
  review: NonNullable<OwnReview['review']>
  /** The form is gone, so the focus moves here. */
  isSent: boolean
  onChange: () => void
}

/** The review, its state, and whether it can still be changed. */
function Written({ own, review, isSent, onChange }: WrittenProps) {
  const t = useText('reviewPage')
  const shownInstant = useShownInstant()
  const top = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSent) top.current?.focus()
  }, [isSent])
  return (
    <div ref={top} tabIndex={-1} className="grid gap-5 outline-none">
      <Notice tone={review.status === 'published' ? 'success' : 'info'} role="status" title={t(`is.${review.status}`)}>
        {t(`isText.${review.status}`)}
      </Notice>
      <Card as="section" aria-labelledby="own-review">
        <div className="card-body gap-2 wrap-anywhere">
          <h2 id="own-review" className="text-xl">
            {t('yours')}
          </h2>
          <Stars value={review.rating} label={t('stars', { count: review.rating })} />
          {review.body ? <p className="whitespace-pre-line">{review.body}</p> : null}
          <p className="text-ink-2">
            <bdi>{review.shown_name}</bdi>
          </p>
          {review.reply ? (
            <div className="rounded-sm border-s-3 border-line bg-sunken px-4 py-3">
              <h3 className="text-sm font-semibold">{t('reply')}</h3>
              <p className="mt-1 whitespace-pre-line">{review.reply}</p>
            </div>
          ) : null}
        </div>
      </Card>
      <p className="text-sm text-ink-2">
        {own.access === 'open' ? t('until', { at: shownInstant(review.changeable_until) }) : t('closed')}
      </p>
      <div className="flex flex-wrap gap-3">
        {own.access === 'open' ? (
          <Button variant="secondary" onClick={onChange}>
            {t('change')}
          </Button>
        ) : null}
        <ShopLink href={own.service_href} className={buttonClass({ variant: 'quiet' })}>
          {t('toService')}
        </ShopLink>
      </div>
    </div>
  )
}
