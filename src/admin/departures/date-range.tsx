import { isLocalDate } from '../../kernel/dates.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'

const t = textOf('departures')

export type DateRange = { from: string; to: string }

export const wrongInRange = ({ from, to }: DateRange): Partial<Record<keyof DateRange, string>> => ({
  ...(!isLocalDate(from) && { from: t('needDay') }),
  ...((!isLocalDate(to) || to < from) && { to: t('needRange') }),
})

type DateRangeFieldsProps = {
  range: DateRange
  errors: Readonly<Record<string, string | undefined>>
  onChange: (change: Partial<DateRange>) => void
}

/** The first and the last day, both included. */
export const DateRangeFields = ({ range: { from, to }, errors, onChange }: DateRangeFieldsProps) => (
  <div className="field-pairs">
    <Field label={t('firstDay')} required error={errors.from}>
      <TextInput type="date" value={from} onChange={(event) => onChange({ from: event.target.value })} />
    </Field>
    <Field label={t('lastDay')} required error={errors.to}>
      <TextInput type="date" value={to} onChange={(event) => onChange({ to: event.target.value })} />
    </Field>
  </div>
)
