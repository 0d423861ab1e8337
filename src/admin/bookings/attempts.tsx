import { useState } from 'react'
import type { AdminPayment } from '../../modules/payment/contract.ts'
import { type ReviewReason, reviewSentences } from '../../modules/payment/index.ts'
import { Accordion } from '../../ui/accordion.tsx'
import { Badge, Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { api } from '../api.ts'
import { Amount, inWords } from '../labels.tsx'
import { say, textOf } from '../text.ts'
import { dateTime } from '../written.ts'
import { CheckPayment } from './check-payment.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const t = textOf('payment')
type Attempt = AdminPayment['attempts'][number]
const tones: Partial<Record<Attempt['state'], 'success' | 'danger'>> = { succeeded: 'success', failed: 'danger' }

export function Attempts({ payment, onDone }: { payment: AdminPayment; onDone: () => void }) {
  const { attempts } = payment
  if (attempts.length === 0) return null
  return (
    <>
      {attempts.map((attempt) =>
        attempt.reviewReason ? (
          <Review key={attempt.id} bookingId={payment.bookingId} attempt={attempt} onDone={onDone} />
        ) : null,
      )}
      <Accordion title={t('attempts', { count: attempts.length })} className="-mb-3 border-t border-b-0 border-line">
        <ul className="divide-y divide-line">
          {attempts.map((attempt) => (
            <li key={attempt.id} className="py-2 text-sm">
              <p className="flex flex-wrap items-center gap-2 text-ink">
                <Badge tone={tones[attempt.state] ?? 'neutral'}>{inWords(attempt.state)}</Badge>
                {attempt.label} <Amount value={attempt.amount} />
                {attempt.isDisputed ? <Badge tone="danger">{t('disputed')}</Badge> : null}
              </p>
              <MoneyNotes attempt={attempt} />
              <p className="break-all">
                {dateTime(attempt.createdAt)}
                {attempt.reference ? ` · ${attempt.reference}` : ''}
              </p>
            </li>
          ))}
        </ul>
      </Accordion>
    </>
  )
}

function MoneyNotes({ attempt: { converted, fee } }: { attempt: Attempt }) {
  if (!converted && !fee) return null
  return (
    <p>
      {converted ? (
        <>
          {t('convertedFrom')} <Amount value={converted.amount} /> {t('atRate', { rate: Number(converted.rate) })}
        </>
      ) : null}
      {converted && fee ? ' · ' : null}
      {fee ? (
        <>
          {t('fee')} <Amount value={fee} />
        </>
      ) : null}
    </p>
  )
}

const sentenceOf = (reason: string): string => say(reviewSentences[reason as ReviewReason] ?? inWords(reason))

/** The payment did not match, so staff must review it and note what they did. */
function Review({ bookingId, attempt, onDone }: { bookingId: string; attempt: Attempt; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Notice tone="warn" title={t('underReview')}>
      <p>{sentenceOf(attempt.reviewReason ?? '')}</p>
      <div className="mt-2 flex flex-wrap items-start gap-2">
        <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
          {t('closeReview')}
        </Button>
        {attempt.canCheck ? <CheckPayment bookingId={bookingId} attemptId={attempt.id} onDone={onDone} /> : null}
      </div>
      {isOpen ? (
        <ReasonDialog
          title={t('closeReview')}
          hint={sentenceOf(attempt.reviewReason ?? '')}
          label={t('whatWasDone')}
          neededText={t('noteNeeded')}
          submitLabel={t('closeReview')}
          backLabel={t('back')}
          call={(note) => api.payment.admin.closeReview({ attemptId: attempt.id, note })}
          texts={{ done: t('reviewClosed'), failed: t('reviewFailed') }}
          onClose={() => setOpen(false)}
          onDone={onDone}
        />
      ) : null}
    </Notice>
  )
}
