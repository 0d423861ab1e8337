import { Badge } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { inWords } from '../labels.tsx'
import { textOf } from '../text.ts'
import type { Values } from './answer-fields.tsx'
import type { Booking } from './panel.tsx'
import { isTravelling, nameOf, text } from './traveller-names.ts'

const t = textOf('correctAnswers')
const labels = textOf('booking')

export interface TravellerForm {
  readonly position: number
  readonly type: string
  readonly values: Values
  /** The passport expires soon after the arrival, and that was accepted. */
  readonly isAcknowledged: boolean
}
export const formsOf = ({ travelers }: Booking): TravellerForm[] =>
  travelers.filter(isTravelling).map((traveller) => ({
    position: Number(traveller.position),
    type: text(traveller.traveler_type),
    values: {
      full_name: nameOf(traveller),
      passport_number: text(traveller.passport_number),
      passport_expiry: text(traveller.passport_expiry),
      date_of_birth: text(traveller.date_of_birth),
      tentative_arrival_date: text(traveller.arrival_date),
      tentative_departure_date: text(traveller.departure_date),
    },
    isAcknowledged: false,
  }))
export const isSameForm = (one: TravellerForm, other: TravellerForm | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
export const travellerOf = ({ position, values, isAcknowledged }: TravellerForm) => ({
  position,
  traveller: { ...values, ...(isAcknowledged && { acknowledge_passport_expiry: true }) },
})

const days = [
  ['passport_expiry', 'passportExpiry'],
  ['date_of_birth', 'birthDate'],
  ['tentative_arrival_date', 'arrival'],
  ['tentative_departure_date', 'departure'],
] as const
type Props = { form: TravellerForm; errors: Values; onChange: (next: TravellerForm) => void }

/** Name, passport and dates of one traveller. */
export function TravellerFields({ form, errors, onChange }: Props) {
  const { position, type, values, isAcknowledged } = form
  const at = (field: string) => errors[`travellers.${position}.${field}`]
  const set = (field: string) => (event: { target: { value: string } }) =>
    onChange({ ...form, values: { ...values, [field]: event.target.value } })
  const acknowledge = at('acknowledge_passport_expiry')
  return (
    <fieldset className="grid gap-4 border-t border-line pt-4 first:border-t-0 first:pt-0">
      <legend className="group-legend">
        {t('traveller', { number: position + 1 })} <Badge>{inWords(type)}</Badge>
      </legend>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field className="sm:col-span-2" label={t('fullName')} hint={t('nameHint')} error={at('full_name')} required>
          <TextInput autoComplete="off" maxLength={200} value={values.full_name ?? ''} onChange={set('full_name')} />
        </Field>
        <Field label={t('passportNumber')} error={at('passport_number')} required>
          <TextInput
            autoComplete="off"
            spellCheck={false}
            maxLength={30}
            value={values.passport_number ?? ''}
            onChange={set('passport_number')}
          />
        </Field>
        {days.map(([field, label]) => (
          <Field key={field} label={labels(label)} error={at(field)}>
            <TextInput type="date" value={values[field] ?? ''} onChange={set(field)} />
          </Field>
        ))}
      </div>
      {acknowledge || isAcknowledged ? (
        <Checkbox
          label={t('acknowledge')}
          error={isAcknowledged ? undefined : acknowledge}
          checked={isAcknowledged}
          onChange={(event) => onChange({ ...form, isAcknowledged: event.target.checked })}
        />
      ) : null}
    </fieldset>
  )
}
