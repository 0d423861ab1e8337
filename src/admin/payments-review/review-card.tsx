import { Link } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { PaymentReview } from '../../modules/payment/contract.ts'
import { type ReviewReason, reviewSentences } from '../../modules/payment/index.ts'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { CheckPayment } from '../bookings/check-payment.tsx'
import { bookingHref } from '../bookings/filters.ts'
import { type Row, Rows } from '../bookings/panel.tsx'
import { ReasonDialog } from '../bookings/reason-dialog.tsx'
import { RefundDialog } from '../bookings/refund-dialog.tsx'
import { Amount, inWords } from '../labels.tsx'
import { useMayEnter } from '../may-enter.ts'
import { say, textOf } from '../text.ts'
import { dateTime } from '../written.ts'

const t = textOf('reviews')
const words = textOf('payment')
type Props = { review: PaymentReview; onDone: () => void }

export function ReviewCard({ review, onDone }: Props) {
  const id = useId()
  return (
    <article className="card" aria-labelledby={id}>
      <div className="grid grid-cols-1 gap-4 p-4 wrap-anywhere sm:p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <h3 id={id} className="text-base">
            <bdi>{review.booking_reference}</bdi> · {review.customer_name}
          </h3>
          <p className="flex flex-wrap gap-1.5">
            <Badge>{review.label}</Badge>
            <Badge>{inWords(review.state)}</Badge>
          </p>
        </div>
        <Notice tone="warn" title={sentenceOf(review)}>
          <p className="text-sm">
            {t('since')} <time dateTime={review.since}>{dateTime(review.since)}</time>
          </p>
        </Notice>
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Rows rows={factsOf(review)} />
          <Reported review={review} />
        </div>
        <Actions review={review} onDone={onDone} />
      </div>
    </article>
  )
}

const sentenceOf = ({ reason }: PaymentReview): string =>
  say(reviewSentences[reason as ReviewReason] ?? inWords(reason))

const factsOf = (review: PaymentReview): Row[] => [
  [t('asked'), <Amount key="asked" value={review.amount} />],
  [t('captured'), <Amount key="captured" value={review.captured} />],
  ...(review.refunded.minor > 0 ? [[t('refunded'), <Amount key="back" value={review.refunded} />] as const] : []),
  [t('reference'), review.reference && <bdi className="break-all">{review.reference}</bdi>],
]

function Reported({ review: { events } }: { review: PaymentReview }) {
  if (events.length === 0) return null
  return (
    <div>
      <h4 className="mb-1 text-sm">{t('reported')}</h4>
      <ul className="grid gap-1 text-sm">
        {events.map((event) => (
          <li key={event.id}>
            <time dateTime={event.at} className="block text-ink-2">
              {dateTime(event.at)}
            </time>
            {event.note}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Actions({ review, onDone }: Props) {
  const [open, setOpen] = useState<'accept' | 'refund' | null>(null)
  const mayRefund = useMayEnter('refunds')
  const close = () => setOpen(null)
  const { attemptId, bookingId, booking_reference: reference } = review
  const named = <span className="sr-only">: {reference}</span>
  return (
    <div className="flex flex-wrap items-start gap-2 border-t border-line pt-4">
      <Button size="sm" onClick={() => setOpen('accept')}>
        {t('accept')}
        {named}
      </Button>
      {mayRefund && review.refundable.minor > 0 ? (
        <Button variant="secondary" size="sm" onClick={() => setOpen('refund')}>
          {t('refund')}
          {named}
        </Button>
      ) : null}
      <Link to={bookingHref(reference) as never} className={buttonClass({ variant: 'quiet', size: 'sm' })}>
        {t('open')}
        {named}
      </Link>
      {review.canCheck ? (
        <CheckPayment bookingId={bookingId} attemptId={attemptId} about={reference} hasToast onDone={onDone} />
      ) : null}
      {open === 'accept' ? (
        <ReasonDialog
          title={t('acceptTitle', { reference })}
          hint={t('acceptHint')}
          label={words('whatWasDone')}
          neededText={words('noteNeeded')}
          submitLabel={t('accept')}
          backLabel={words('back')}
          call={(note) => api.payment.admin.closeReview({ attemptId, note })}
          texts={{ done: words('reviewClosed'), failed: words('reviewFailed') }}
          onClose={close}
          onDone={onDone}
        />
      ) : null}
      {open === 'refund' ? (
        <RefundDialog {...refundOf(review)} hint={t('refundHint')} onClose={close} onDone={onDone} />
      ) : null}
    </div>
  )
}

const refundOf = ({ attemptId, booking_reference: reference, refundable }: PaymentReview) => ({
  ...{ attemptId, reference, refundable },
})
