import { Send } from 'lucide-react'
import { longestName, longestReview, type OwnReview } from '../../modules/review/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { StarRadio } from '../../ui/stars.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useText } from '../intl.tsx'
import type { BookingAccess } from '../queries.ts'
import { useChrome } from '../use-chrome.ts'
import { reviewFields, useReviewForm } from './use-review-form.ts'

type ReviewFormProps = { access: BookingAccess; own: OwnReview; onDone: () => void }

/** Stars, words, and the name that is shown. The fields belong to the browser: a failure leaves all as it is. */
export function ReviewForm({ access, own, onDone }: ReviewFormProps) {
  const t = useText('reviewPage')
  const frame = useText('frame')
  const form = useReviewForm(access, own, onDone)
  const { review } = own
  return (
    <Card raised as="section" aria-label={t('form')}>
      <form
        method="post"
        noValidate
        onInput={form.keep}
        onSubmit={form.submit}
        ref={form.form}
        aria-label={t('form')}
        className="card-body gap-5 sm:p-6"
      >
        <NoScript />
        <Outcome form={form} />
        <StarRadio
          id={form.controlId('rating')}
          legend={t('rating')}
          name="rating"
          labelOf={(stars) => t('meaning', { count: stars })}
          defaultValue={review ? String(review.rating) : undefined}
          error={form.errors.rating}
          required
        />
        <Field
          id={form.controlId('body')}
          label={t('body')}
          hint={t('bodyHint')}
          optionalLabel={frame('optional')}
          error={form.errors.body}
        >
          <TextArea name="body" rows={6} maxLength={longestReview} defaultValue={review?.body ?? ''} />
        </Field>
        <Field
          id={form.controlId('shown_name')}
          label={t('name')}
          hint={t('nameHint')}
          error={form.errors.shown_name}
          required
        >
          <TextInput
            name="shown_name"
            maxLength={longestName}
            autoComplete="nickname"
            defaultValue={review?.shown_name ?? own.suggested_name}
          />
        </Field>
        <p className="text-sm text-ink-2">{t('moderated')}</p>
        <Button
          type="submit"
          size="lg"
          loading={form.isBusy}
          loadingLabel={t('sending')}
          icon={<Send aria-hidden="true" className="mirror" />}
        >
          {t('send')}
        </Button>
      </form>
    </Card>
  )
}

/** How the last attempt ended, above the fields, where it stays. */
function Outcome({ form }: { form: ReturnType<typeof useReviewForm> }) {
  const t = useText('reviewPage')
  const wrong = reviewFields.flatMap((field) => {
    const message = form.errors[field]
    return message ? [{ controlId: form.controlId(field), message }] : []
  })
  if (form.failure) {
    return (
      <Notice tone="danger" role="alert" title={t('failedTitle')}>
        {form.failure}
      </Notice>
    )
  }
  return <ErrorSummary title={t('check')} errors={wrong} attempt={form.attempt} />
}

function NoScript() {
  const t = useText('reviewPage')
  const { contactEmail, contactPhone } = useChrome()
  return (
    <noscript>
      <p className="notice tone-info">{t('noScript', { email: contactEmail, phone: contactPhone })}</p>
    </noscript>
  )
}
