import type { DeparturePage } from '../../modules/booking/contract.ts'
import { Field } from '../../ui/field.tsx'
import { TextArea, TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'
import type { DepartureForm } from './departure-form.ts'
import { PriceFields } from './price-fields.tsx'
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
      <PriceFields
        typed={form.prices}
        errors={errors}
        onChange={(prices) => onChange({ prices })}
        fields={of.price_fields}
        currency={of.currency}
      />
      {of.is_whole_day ? <TripFields form={form} errors={errors} onChange={onChange} /> : null}
    </div>
    <Field label={t('note')} optionalLabel={t('optional')} hint={t('noteHint')} error={errors.note}>
      <TextArea maxLength={2000} value={form.note} onChange={(event) => onChange({ note: event.target.value })} />
    </Field>
  </>
)
