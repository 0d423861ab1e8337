import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type CustomerView,
  type Marketing,
  marketingChoices,
  maxTagLength,
  maxTags,
} from '../../modules/customer/index.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAction } from '../actions.ts'
import { api } from '../api.ts'
import { EditorDialog } from '../lists/editor-dialog.tsx'
import { useEdited } from '../lists/use-edited.ts'
import { textOf } from '../text.ts'

const t = textOf('customer')
type Props = { customer: CustomerView; onDone: () => void; onClose: () => void }
type Form = { name: string; email: string; phone: string; language: string; tags: string; marketing: Marketing }

const formOf = ({ name, email, phone, language, tags, marketing }: CustomerView): Form => ({
  ...{ name, email: email ?? '', phone: phone ?? '', language: language ?? '' },
  ...{ tags: tags.join(', '), marketing },
})
const tagsOf = (typed: string): string[] =>
  typed
    .split(/[,،]/)
    .map((tag) => tag.trim())
    .filter(Boolean)

export function EditDialog({ customer, onDone, onClose }: Props) {
  const queries = useQueryClient()
  const [opened] = useState(customer.version)
  const { form, change, isChanged, wrong, setWrong } = useEdited(formOf(customer))
  const save = useAction(
    async () => {
      // After a conflict the page shows what is stored, so a second save overwrites it on purpose.
      const version = save.isFailed ? customer.version : opened
      const input = { ...form, tags: tagsOf(form.tags), customerId: customer.id, version }
      queries.setQueryData(['customer', customer.id], await api.customer.admin.change(input))
    },
    { done: t('saved'), failed: t('saveFailed') },
    onDone,
    onClose,
  )
  const send = () => {
    const tags = tagsOf(form.tags)
    const isTooLong = tags.length > maxTags || tags.some((tag) => tag.length > maxTagLength)
    setWrong(isTooLong ? { tags: t('tagsTooLong', { count: maxTags, length: maxTagLength }) } : {})
    if (!isTooLong) save.run()
  }
  return (
    <EditorDialog title={t('editTitle')} isChanged={isChanged} save={save} onSave={send} onClose={onClose}>
      <Fields form={form} errors={{ ...save.errors, ...wrong }} onChange={change} />
    </EditorDialog>
  )
}

type FieldsProps = {
  form: Form
  errors: Readonly<Record<string, string>>
  onChange: (next: Partial<Form>) => void
}

const Fields = ({ form, errors, onChange }: FieldsProps) => (
  <div className="field-pairs">
    <Field label={t('name')} required error={errors.name}>
      <TextInput maxLength={100} value={form.name} onChange={(event) => onChange({ name: event.target.value })} />
    </Field>
    <Field label={t('email')} hint={t('emailHint')} error={errors.email}>
      <TextInput
        type="email"
        maxLength={254}
        value={form.email}
        onChange={(event) => onChange({ email: event.target.value })}
      />
    </Field>
    <Field label={t('phone')} error={errors.phone}>
      <TextInput
        type="tel"
        maxLength={40}
        value={form.phone}
        onChange={(event) => onChange({ phone: event.target.value })}
      />
    </Field>
    <Field label={t('language')} error={errors.language}>
      <TextInput
        maxLength={40}
        value={form.language}
        onChange={(event) => onChange({ language: event.target.value })}
      />
    </Field>
    <Field label={t('tags')} hint={t('tagsHint')} error={errors.tags}>
      <TextInput value={form.tags} onChange={(event) => onChange({ tags: event.target.value })} />
    </Field>
    <Field label={t('marketingConsent')} hint={t('marketingHint')} error={errors.marketing}>
      <Select
        value={form.marketing}
        onChange={(event) => onChange({ marketing: event.target.value as Marketing })}
        options={marketingChoices.map((value) => ({ value, label: t(`marketing.${value}`) }))}
      />
    </Field>
  </div>
)
