import { Notice } from '../../ui/badge.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { useText } from '../intl/intl.tsx'
import { controlId } from './control-id.ts'
import { orderedErrors } from './form-rules.ts'
import type { BookingForm } from './use-booking-form.ts'

/** All errors of an attempt, and why the booking itself failed. */
export function FormErrors({ form, formId }: { form: BookingForm; formId: string }) {
  const t = useText('booking')
  const errors = orderedErrors(form.errors).map(([field, message]) => ({
    controlId: controlId(formId, field),
    message,
  }))
  return (
    <div className="grid gap-3 empty:hidden [&:not(:empty)]:mb-5">
      {form.attempt > 0 ? (
        <ErrorSummary atFields title={t('validationText')} errors={errors} attempt={form.attempt} />
      ) : null}
      {form.failure ? (
        <Notice tone="danger" role="alert" title={t('failedTitle')}>
          {form.failure}
        </Notice>
      ) : null}
    </div>
  )
}
