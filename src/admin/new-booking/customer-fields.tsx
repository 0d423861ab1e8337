import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isPhoneRequired } from '../../modules/booking/index.ts'
import type { CustomerRow } from '../../modules/customer/index.ts'
import { RadioCards } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { agencyLanguages } from '../agency-languages.ts'
import { api } from '../api.ts'
import { LanguageField } from '../form/language-field.tsx'
import { hasText, textOf } from '../text.ts'
import { CustomerSuggestions } from './customer-suggestions.tsx'
import { EarlierTravellers } from './earlier-travellers.tsx'
import { Part } from './part.tsx'
import { controlId, type SaleDraft } from './sale.ts'
import type { Chosen, SaleForm } from './use-sale.ts'

const t = textOf('newBooking')
const optional = textOf('booking')('optional')

/** The customer's data. Autofill is off: the browser would enter the staff member's own name. */
export function CustomerFields({ form, chosen }: { form: SaleForm; chosen: Chosen }) {
  const { item, kind } = chosen
  const { draft, change, errors } = form
  const [typed, setTyped] = useState('')
  const isWanted = isPhoneRequired(kind, item.schedule.hasPickup, draft.details)
  const type = (next: Pick<Partial<SaleDraft>, 'name' | 'email' | 'phone'>) => {
    change({ ...next, customerId: '', taken: [] })
    setTyped(Object.values(next).join(''))
  }
  const fillIn = ({ id, name, email, phone }: CustomerRow) => {
    change({ ...(kind.leadName ? {} : { name }), email: email ?? '', phone: phone ?? '', customerId: id, taken: [] })
    setTyped('')
    document.getElementById(controlId('customer_email'))?.focus()
  }
  return (
    <Part title={t('customer')}>
      {kind.leadName ? null : (
        <Field id={controlId('customer_name')} label={t('name')} required error={errors.customer_name}>
          <TextInput
            autoComplete="off"
            maxLength={200}
            value={draft.name}
            onChange={(event) => type({ name: event.target.value })}
          />
        </Field>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          id={controlId('customer_email')}
          label={t('email')}
          hint={t('emailHint')}
          required
          error={errors.customer_email}
        >
          <TextInput
            type="email"
            autoComplete="off"
            maxLength={254}
            value={draft.email}
            onChange={(event) => type({ email: event.target.value })}
          />
        </Field>
        <Field
          id={controlId('customer_phone')}
          label={t('phone')}
          hint={t('phoneHint')}
          required={isWanted}
          optionalLabel={isWanted ? undefined : optional}
          error={errors.customer_phone}
        >
          <TextInput
            type="tel"
            autoComplete="off"
            maxLength={40}
            value={draft.phone}
            onChange={(event) => type({ phone: event.target.value })}
          />
        </Field>
      </div>
      <LanguageField
        label={t('messagesIn')}
        value={draft.reader ?? agencyLanguages().first}
        onChange={(reader) => change({ reader })}
      />
      <CustomerSuggestions typed={typed} onChoose={fillIn} />
      <EarlierTravellers form={form} chosen={chosen} />
    </Part>
  )
}

const hintOf = (method: string) => (hasText('saleMethods', method) ? textOf('saleMethods')(method) : undefined)

export function PaymentFields({ form }: { form: SaleForm }) {
  const { draft, change, errors } = form
  const methods = useQuery({ queryKey: ['manual-methods'], queryFn: () => api.payment.admin.manualMethods() })
  const settled = methods.data ?? []
  return (
    <Part title={t('payment')}>
      <RadioCards
        legend={t('method')}
        name="sale-method"
        value={draft.method}
        onChange={(method) => change({ method })}
        error={errors.payment_method}
        options={[
          { value: '', title: t('byLink'), description: t('byLinkHint') },
          ...settled.map(({ name, label }) => ({ value: name, title: label, description: hintOf(name) })),
        ]}
      />
      <PromoField form={form} />
      <Field
        id={controlId('admin_notes')}
        label={t('notes')}
        hint={t('notesHint')}
        optionalLabel={optional}
        error={errors.admin_notes}
      >
        <TextArea
          rows={2}
          maxLength={10_000}
          value={draft.notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
      </Field>
    </Part>
  )
}

/** Submitted on blur or Enter, because wrong codes count towards a limit. */
function PromoField({ form }: { form: SaleForm }) {
  const [typed, setTyped] = useState(form.draft.promo)
  const take = () => {
    if (typed.trim() !== form.draft.promo) form.change({ promo: typed.trim() })
  }
  return (
    <Field id={controlId('promo_code')} label={t('promo')} optionalLabel={optional} error={form.errors.promo_code}>
      <TextInput
        autoComplete="off"
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          take()
        }}
      />
    </Field>
  )
}
