import { Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { type EnquiryTopic, enquiryFields } from '../../modules/content/index.ts'
import { Notice } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { useText } from '../intl.tsx'
import { useChrome } from '../use-chrome.ts'
import { useEnquiryForm } from './use-enquiry-form.ts'

type Form = ReturnType<typeof useEnquiryForm>
type EnquiryFormProps = {
  topic: EnquiryTopic
  title: string
  /** Pages that ask about one thing send it as the subject, and ask when and how many instead. */
  subject?: string | undefined
}

/** A message to the agency: the contact form, and the enquiry of the pages that sell nothing directly (C279, C285). */
export function EnquiryForm({ topic, title, subject }: EnquiryFormProps) {
  const t = useText('enquiry')
  const form = useEnquiryForm(topic, subject)
  const headingId = form.controlId('name').replace(/name$/, 'title')
  return (
    <Card raised as="section" aria-labelledby={headingId}>
      <form
        ref={form.form}
        method="post"
        noValidate
        onInput={form.keep}
        onSubmit={form.submit}
        aria-labelledby={headingId}
        className="card-body gap-4 sm:p-6"
      >
        <h2 id={headingId}>{title}</h2>
        <NoScript />
        <Outcome form={form} />
        <WhoFields form={form} />
        {subject === undefined ? (
          <FormField form={form} name="subject" required>
            <TextInput name="subject" maxLength={200} />
          </FormField>
        ) : (
          <TripFields form={form} />
        )}
        <FormField form={form} name="message" hint={subject === undefined ? t('messageHint') : undefined} required>
          <TextArea name="message" rows={5} maxLength={5000} />
        </FormField>
        <HiddenField />
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

type FormFieldProps = {
  form: Form
  name: (typeof enquiryFields)[number]
  hint?: string | undefined
  required?: boolean
  children: ReactNode
}
function FormField({ form, name, hint, required, children }: FormFieldProps) {
  const t = useText('enquiry')
  return (
    <Field id={form.controlId(name)} label={t(name)} hint={hint} error={form.errors[name]} required={required}>
      {children}
    </Field>
  )
}

function WhoFields({ form }: { form: Form }) {
  const t = useText('enquiry')
  return (
    <>
      <FormField form={form} name="name" required>
        <TextInput name="name" autoComplete="name" maxLength={200} />
      </FormField>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <FormField form={form} name="email" hint={t('emailHint')} required>
          <TextInput type="email" name="email" autoComplete="email" inputMode="email" maxLength={254} />
        </FormField>
        <FormField form={form} name="phone" hint={t('phoneHint')} required>
          <TextInput type="tel" name="phone" autoComplete="tel" inputMode="tel" maxLength={40} />
        </FormField>
      </div>
    </>
  )
}

function TripFields({ form }: { form: Form }) {
  const t = useText('enquiry')
  const optional = useText('frame')('optional')
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        id={form.controlId('travel_dates')}
        label={t('travelDates')}
        hint={t('travelDatesHint')}
        optionalLabel={optional}
      >
        <TextInput name="travel_dates" maxLength={100} autoComplete="off" />
      </Field>
      <Field
        id={form.controlId('travellers')}
        label={t('travellers')}
        hint={t('travellersHint')}
        optionalLabel={optional}
      >
        <TextInput name="travellers" maxLength={100} autoComplete="off" />
      </Field>
    </div>
  )
}

/** How the last attempt ended, above the fields, where it stays. */
function Outcome({ form }: { form: Form }) {
  const t = useText('enquiry')
  const wrong = enquiryFields.flatMap((field) => {
    const message = form.errors[field]
    return message ? [{ controlId: form.controlId(field), message }] : []
  })
  if (form.isSent) {
    return (
      <Notice tone="success" role="status" title={t('sentTitle')}>
        {t('sentText')}
      </Notice>
    )
  }
  if (form.failure) {
    return (
      <Notice tone="danger" role="alert" title={t('failedTitle')}>
        {form.failure}
      </Notice>
    )
  }
  return <ErrorSummary title={t('check')} errors={wrong} attempt={form.attempt} />
}

/** Nobody sees it and no key reaches it; programs that fill every field fill it too (C282). */
function HiddenField() {
  const t = useText('enquiry')
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        {t('leaveEmpty')}
        <input type="text" name="company_website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}

function NoScript() {
  const t = useText('enquiry')
  const { contactEmail, contactPhone } = useChrome()
  return (
    <noscript>
      <p className="notice tone-info">{t('noScript', { email: contactEmail, phone: contactPhone })}</p>
    </noscript>
  )
}
