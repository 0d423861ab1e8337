import { isLocalDate } from '../../kernel/dates.ts'
import { arrivalRange, departureRange, expiryRange, type TravelLimits } from '../../services/shared/travellers.ts'
import { Notice } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useText } from '../intl/intl.tsx'
import { BirthDateField } from './birth-date-field.tsx'
import type { TravellerDraft } from './draft.ts'
import { needsExpiryWarning } from './wizard-rules.ts'

/** The days that the rules accept, for the date inputs. */
function dayRanges({ arrival }: TravellerDraft, { today, maxStayDays }: TravelLimits) {
  const from = isLocalDate(arrival) ? arrival : null
  const latest = arrivalRange(today)
  return {
    arrival: latest,
    departure: from
      ? departureRange(from, maxStayDays)
      : { min: today, max: departureRange(latest.max, maxStayDays).max },
    passportExpiry: expiryRange(today, from),
  }
}

type TravellerFieldsProps = {
  /** Prefix of the controls' ids. */
  id: string
  form: TravellerDraft
  onChange: (next: Partial<TravellerDraft>) => void
  errors: Readonly<Record<string, string>>
  /** Null while the day is unknown. */
  limits: TravelLimits | null
}

/** Name, passport and dates (C085). */
export function TravellerFields({ id, form, onChange, errors, limits }: TravellerFieldsProps) {
  const t = useText('visa')
  const optional = useText('frame')('optional')
  const isSingleName = /^\S+$/.test(form.fullName.trim())
  const ranges = limits && dayRanges(form, limits)
  const day = (name: 'passportExpiry' | 'arrival' | 'departure', field: string, label: string, isRequired = true) => (
    <Field
      id={`${id}-${field}`}
      label={label}
      error={errors[field]}
      required={isRequired}
      optionalLabel={isRequired ? undefined : optional}
    >
      <TextInput
        type="date"
        value={form[name]}
        min={ranges?.[name].min}
        max={ranges?.[name].max}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    </Field>
  )
  return (
    <div className="grid gap-4">
      <Field
        id={`${id}-full_name`}
        label={t('traveller.fullName')}
        hint={isSingleName ? t('traveller.single') : t('traveller.fullNameHint')}
        error={errors.full_name}
        required
      >
        <TextInput
          autoComplete="off"
          maxLength={200}
          value={form.fullName}
          onChange={(event) => onChange({ fullName: event.currentTarget.value })}
        />
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          id={`${id}-passport_number`}
          label={t('traveller.passportNumber')}
          error={errors.passport_number}
          required
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={30}
            value={form.passportNumber}
            onChange={(event) => onChange({ passportNumber: event.currentTarget.value })}
          />
        </Field>
        {day('passportExpiry', 'passport_expiry', t('traveller.passportExpiry'), limits?.needsPassportExpiry === true)}
      </div>
      <BirthDateField id={`${id}-date_of_birth`} form={form} onChange={onChange} error={errors.date_of_birth} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {day('arrival', 'tentative_arrival_date', t('traveller.arrival'))}
        {day('departure', 'tentative_departure_date', t('traveller.departure'))}
      </div>
      {needsExpiryWarning(form, limits) ? (
        <Notice tone="warn" title={t('traveller.expiryTitle')}>
          <p>{t('traveller.expiryText')}</p>
          <Checkbox
            id={`${id}-acknowledge_passport_expiry`}
            className="mt-2"
            label={t('traveller.acknowledge')}
            error={errors.acknowledge_passport_expiry}
            checked={form.acknowledged}
            onChange={(event) => onChange({ acknowledged: event.currentTarget.checked })}
          />
        </Notice>
      ) : null}
    </div>
  )
}
