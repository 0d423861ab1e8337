import type { ReactNode } from 'react'
import { departureFields, type EnquiryTopic, enquiryFields } from '../../modules/content/index.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { DraftForm } from '../form/draft-form.tsx'
import { useText } from '../intl/intl.tsx'
import { useEnquiryForm } from './use-enquiry-form.ts'

type Form = ReturnType<typeof useEnquiryForm>
type EnquiryFormProps = {
  topic: EnquiryTopic
  title: string
  /** Pages about one topic send it as the subject, and ask for dates and travellers instead. */
  subject?: string | undefined
  /** A request for other dates of an item. */
  item?: AskedItem | undefined
}
export interface AskedItem {
  readonly id: string
  readonly title: string
  /** Who travels, as chosen so far. */
  readonly travellers: string
}

/** The contact form, and the enquiry form of pages without direct sales (C279, C285). */
export function EnquiryForm({ topic, title, subject, item }: EnquiryFormProps) {
  const t = useText('enquiry')
  const form = useEnquiryForm(topic, subject, item?.id)
  const headingId = form.controlId('title')
  return (
    <DraftForm
      form={form}
      fields={item ? departureFields : enquiryFields}
      label={{ 'aria-labelledby': headingId }}
      heading={<h2 id={headingId}>{title}</h2>}
      className="gap-4"
    >
      <WhoFields form={form} />
      {subject === undefined ? (
        <FormField form={form} name="subject" required>
          <TextInput name="subject" maxLength={200} />
        </FormField>
      ) : (
        <TripFields form={form} item={item} />
      )}
      <FormField
        form={form}
        name="message"
        hint={subject === undefined ? t('messageHint') : undefined}
        required={item === undefined}
      >
        <TextArea name="message" rows={item ? 3 : 5} maxLength={item ? 4500 : 5000} />
      </FormField>
      <HiddenField />
    </DraftForm>
  )
}

type FormFieldProps = {
  form: Form
  name: (typeof enquiryFields)[number]
  hint?: string | undefined
  /** Otherwise the label says that it is optional. */
  required?: boolean
  children: ReactNode
}
function FormField({ form, name, hint, required = false, children }: FormFieldProps) {
  const t = useText('enquiry')
  const optional = useText('frame')('optional')
  return (
    <Field
      id={form.controlId(name)}
      label={t(name)}
      hint={hint}
      error={form.errors[name]}
      required={required}
      optionalLabel={required ? undefined : optional}
    >
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

function TripFields({ form, item }: { form: Form; item: AskedItem | undefined }) {
  const t = useText('enquiry')
  const optional = useText('frame')('optional')
  const asked = item ? { required: true } : { optionalLabel: optional }
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field
        id={form.controlId('travel_dates')}
        label={t('travelDates')}
        hint={t('travelDatesHint')}
        error={form.errors.travel_dates}
        {...asked}
      >
        <TextInput name="travel_dates" maxLength={100} autoComplete="off" />
      </Field>
      <Field
        id={form.controlId('travellers')}
        label={t('travellers')}
        hint={t('travellersHint')}
        error={form.errors.travellers}
        {...asked}
      >
        <TextInput name="travellers" maxLength={100} autoComplete="off" defaultValue={item?.travellers} />
      </Field>
    </div>
  )
}

/** Invisible and out of the tab order; programs that fill every field fill it too (C282). */
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
