import { maxNameLength, maxReviewLength, type OwnReview } from '../../modules/review/index.ts'
import { Field } from '../../ui/field.tsx'
import { StarRadio } from '../../ui/stars.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import type { BookingAccess } from '../client/queries.ts'
import { DraftForm } from '../form/draft-form.tsx'
import { useText } from '../intl/intl.tsx'
import { reviewFields, useReviewForm } from './use-review-form.ts'

type ReviewFormProps = { access: BookingAccess; own: OwnReview; onDone: () => void }

export function ReviewForm({ access, own, onDone }: ReviewFormProps) {
  const t = useText('reviewPage')
  const frame = useText('frame')
  const form = useReviewForm(access, own, onDone)
  const { review } = own
  return (
    <DraftForm form={form} fields={reviewFields} label={{ 'aria-label': t('form') }} className="gap-5">
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
        <TextArea name="body" rows={6} maxLength={maxReviewLength} defaultValue={review?.body ?? ''} />
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
          maxLength={maxNameLength}
          autoComplete="nickname"
          defaultValue={review?.shown_name ?? own.suggested_name}
        />
      </Field>
      <p className="text-sm text-ink-2">{t('moderated')}</p>
    </DraftForm>
  )
}
