import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { joinClasses } from '../../ui/class-names.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { useText } from '../intl/intl.tsx'
import { Failure } from './failure.tsx'
import { NoScript } from './no-script.tsx'
import type { DraftFormState } from './use-draft-form.ts'

type DraftFormProps = {
  form: DraftFormState
  /** In the order of the fields. */
  fields: readonly string[]
  /** The form's name, or the id of its heading. */
  label: { 'aria-label': string } | { 'aria-labelledby': string }
  heading?: ReactNode
  className: string
  children: ReactNode
}

/** A form in a card: the error of the last attempt, the fields, the button. */
export const DraftForm = ({ form, fields, label, heading, className, children }: DraftFormProps) => (
  <Card raised as="section" {...label}>
    <form
      ref={form.form}
      method="post"
      noValidate
      onInput={form.keep}
      onSubmit={form.submit}
      className={joinClasses('card-body sm:p-6', className)}
      {...label}
    >
      {heading}
      <NoScript />
      <Outcome form={form} fields={fields} />
      {children}
      <Button
        type="submit"
        size="lg"
        loading={form.isBusy}
        loadingLabel={form.words('sending')}
        icon={<Send aria-hidden="true" className="mirror" />}
      >
        {form.words('send')}
      </Button>
    </form>
  </Card>
)

function Outcome({ form, fields }: Pick<DraftFormProps, 'form' | 'fields'>) {
  const t = useText('form')
  const wrong = fields.flatMap((field) => {
    const message = form.errors[field]
    return message ? [{ controlId: form.controlId(field), message }] : []
  })
  if (form.isSent) {
    return (
      <Notice tone="success" role="status" title={form.words('sentTitle')}>
        {form.words('sentText')}
      </Notice>
    )
  }
  if (form.failure) return <Failure title={form.words('failedTitle')} text={form.failure} />
  return <ErrorSummary atFields title={t('check')} errors={wrong} attempt={form.attempt} />
}
