import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Eye, EyeOff, Reply } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { ReviewForStaff, ReviewStatus } from '../../modules/review/index.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Stars } from '../../ui/stars.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { bookingHref } from '../bookings/filters.ts'
import { Fault } from '../bookings/panel.tsx'
import { ReasonDialog } from '../bookings/reason-dialog.tsx'
import { kindName } from '../labels.tsx'
import { useMayEnter } from '../may-enter.ts'
import { textOf } from '../text.ts'
import { dateTime, listed } from '../written.ts'
import { ReplyDialog } from './reply-dialog.tsx'

const t = textOf('travellerReviews')
const tones: Readonly<Record<ReviewStatus, Tone>> = { waiting: 'warn', published: 'success', hidden: 'neutral' }

function useReviewsChanged(): () => void {
  const client = useQueryClient()
  return () => {
    for (const key of ['traveller-reviews', 'dashboard']) void client.invalidateQueries({ queryKey: [key] })
  }
}

export const ReviewCard = ({ review }: { review: ReviewForStaff }) => (
  <ReviewBody review={review}>
    <Actions review={review} />
  </ReviewBody>
)

export function ReviewBody({ review, children }: { review: ReviewForStaff; children?: ReactNode }) {
  return (
    <article className="card-body gap-3 wrap-anywhere" aria-labelledby={`review-${review.id}`}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id={`review-${review.id}`} className="text-base">
          {listed([review.shown_name, review.service_title])}
        </h2>
        <span className="flex flex-wrap gap-1.5">
          <Badge>{kindName(review.service_type)}</Badge>
          <Badge tone={tones[review.status]}>{t(`states.${review.status}`)}</Badge>
        </span>
      </div>
      <Stars value={review.rating} label={t('stars', { count: review.rating })} />
      <p className="typed max-w-prose whitespace-pre-line">
        {review.body || <i className="text-ink-2">{t('noText')}</i>}
      </p>
      {review.reply ? (
        <div className="max-w-prose rounded-sm border-s-3 border-line bg-sunken px-4 py-3">
          <h3 className="text-sm font-semibold">{t('replyOf', { name: review.replied_by ?? '' })}</h3>
          <p className="typed mt-1 whitespace-pre-line">{review.reply}</p>
        </div>
      ) : null}
      <Facts review={review} />
      {children}
    </article>
  )
}

function Facts({ review }: { review: ReviewForStaff }) {
  const maySeeBookings = useMayEnter('bookings')
  const { decided_at: at, decided_by: name } = review
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>{t('written', { at: dateTime(review.written_at) })}</span>
        {maySeeBookings ? (
          <Link
            to={bookingHref(review.booking_reference) as never}
            className="py-0.5 underline underline-offset-2 pointer-coarse:py-3"
          >
            {t('booking', { reference: review.booking_reference })}
          </Link>
        ) : (
          <span>{t('booking', { reference: review.booking_reference })}</span>
        )}
        {review.travel_date ? <span>{t('travelled', { day: review.travel_date })}</span> : null}
        <a
          href={review.service_href}
          target="_blank"
          rel="noopener"
          className="py-0.5 underline underline-offset-2 pointer-coarse:py-3"
        >
          {t('inShop')}
        </a>
      </p>
      {at ? <p>{t(`decided.${review.status}`, { name: name ?? '', at: dateTime(at) })}</p> : null}
      {review.hidden_reason ? <p>{t('reasonWas', { reason: review.hidden_reason })}</p> : null}
    </div>
  )
}

function Actions({ review }: { review: ReviewForStaff }) {
  const settled = useReviewsChanged()
  const [asked, setAsked] = useState<'hide' | 'reply' | null>(null)
  const { id: reviewId, version, shown_name: name } = review
  const publish = useAction(
    () => api.review.admin.publish({ reviewId, version }),
    { done: t('published'), failed: t('publishFailed') },
    settled,
  )
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {review.status === 'published' ? null : (
          <Button
            size="sm"
            icon={<Eye aria-hidden="true" />}
            loading={publish.isPending}
            aria-label={t('publishNamed', { name })}
            onClick={publish.run}
          >
            {t('publish')}
          </Button>
        )}
        {review.status === 'hidden' ? null : (
          <Button
            variant="secondary"
            size="sm"
            icon={<EyeOff aria-hidden="true" />}
            aria-label={t('hideNamed', { name })}
            onClick={() => setAsked('hide')}
          >
            {t('hide')}
          </Button>
        )}
        <Button
          variant="quiet"
          size="sm"
          icon={<Reply aria-hidden="true" className="mirror" />}
          aria-label={t(review.reply ? 'changeReplyNamed' : 'replyNamed', { name })}
          onClick={() => setAsked('reply')}
        >
          {t(review.reply ? 'changeReply' : 'reply')}
        </Button>
      </div>
      <Fault fault={publish.fault} />
      {asked === 'hide' ? (
        <ReasonDialog
          title={t('hideTitle')}
          hint={t('hideHint')}
          label={t('reason')}
          neededText={t('reasonNeeded')}
          submitLabel={t('hide')}
          backLabel={t('back')}
          isDanger
          call={(reason) => api.review.admin.hide({ reviewId, version, reason })}
          texts={{ done: t('hidden'), failed: t('hideFailed') }}
          onClose={() => setAsked(null)}
          onDone={settled}
        />
      ) : null}
      {asked === 'reply' ? <ReplyDialog review={review} onClose={() => setAsked(null)} onDone={settled} /> : null}
    </>
  )
}
