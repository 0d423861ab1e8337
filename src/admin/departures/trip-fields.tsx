import { travelModes } from '../../modules/inventory/index.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'
import type { TripForm } from './trip-form.ts'

const t = textOf('departures')
const modes = [
  { value: '', label: t('modes.unknown') },
  ...travelModes.map((value) => ({ value, label: t(`modes.${value}`) })),
]

type Props = {
  form: TripForm
  errors: Readonly<Record<string, string>>
  onChange: (next: Partial<TripForm>) => void
}

/** A group's return date, means of travel and end of sale. */
export const TripFields = ({ form, errors, onChange }: Props) => (
  <>
    <Field label={t('returns')} optionalLabel={t('optional')} hint={t('returnsHint')} error={errors.return_date}>
      <TextInput
        type="date"
        value={form.returnDate}
        onChange={(event) => onChange({ returnDate: event.target.value })}
      />
    </Field>
    <Field label={t('travelMode')} optionalLabel={t('optional')} error={errors.travel_mode}>
      <Select
        value={form.travelMode}
        onChange={(event) => onChange({ travelMode: event.target.value })}
        options={modes}
      />
    </Field>
    <Field label={t('carrier')} optionalLabel={t('optional')} hint={t('carrierHint')} error={errors.carrier}>
      <TextInput maxLength={200} value={form.carrier} onChange={(event) => onChange({ carrier: event.target.value })} />
    </Field>
    <Field label={t('cutOff')} optionalLabel={t('optional')} hint={t('cutOffHint')} error={errors.cut_off_hours}>
      <TextInput
        inputMode="numeric"
        maxLength={4}
        value={form.cutOffHours}
        onChange={(event) => onChange({ cutOffHours: event.target.value })}
      />
    </Field>
  </>
)
