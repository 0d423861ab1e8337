import { formatMoney, money } from '../../kernel/money.ts'
import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'
import type { DepartureForm } from './departure-form.ts'
import { TripFields } from './trip-fields.tsx'

const t = textOf('departures')

type Props = {
  form: DepartureForm
  errors: Readonly<Record<string, string>>
  onChange: (next: Partial<DepartureForm>) => void
  of: Pick<DeparturePage, 'currency' | 'price_fields' | 'scheduled_capacity' | 'is_whole_day'>
}

/** Places, prices, guide, trip and note of one departure. */
export const DepartureFields = ({ form, errors, onChange, of }: Props) => (
  <>
    <div className="field-pairs">
      <Field
        label={t('capacity')}
        optionalLabel={t('optional')}
        hint={
          of.scheduled_capacity === null ? t('freeSaleHint') : t('scheduledHint', { capacity: of.scheduled_capacity })
        }
        error={errors.capacity}
      >
        <TextInput
          inputMode="numeric"
          maxLength={5}
          value={form.capacity}
          onChange={(event) => onChange({ capacity: event.target.value })}
        />
      </Field>
      <Field label={t('guide')} optionalLabel={t('optional')} error={errors.guide}>
        <TextInput maxLength={200} value={form.guide} onChange={(event) => onChange({ guide: event.target.value })} />
      </Field>
      {of.price_fields.map(({ name, label, usual }) => (
        <Field
          key={name}
          label={label}
          optionalLabel={t('optional')}
          hint={
            usual === null
              ? t('noPriceHint')
              : t('usualHint', { price: formatMoney(money(usual, of.currency), { exact: true }) })
          }
          error={errors[`prices.${name}`]}
        >
          <TextInput
            inputMode="decimal"
            maxLength={20}
            prefix={of.currency}
            value={form.prices[name] ?? ''}
            onChange={(event) => onChange({ prices: { ...form.prices, [name]: event.target.value } })}
          />
        </Field>
      ))}
      {of.is_whole_day ? <TripFields form={form} errors={errors} onChange={onChange} /> : null}
    </div>
    <Field label={t('note')} optionalLabel={t('optional')} hint={t('noteHint')} error={errors.note}>
      <TextArea maxLength={2000} value={form.note} onChange={(event) => onChange({ note: event.target.value })} />
    </Field>
  </>
)
