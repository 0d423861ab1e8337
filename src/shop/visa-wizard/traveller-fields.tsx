import { Notice } from '../../ui/badge.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useText } from '../intl.tsx'
import { BirthDateField } from './birth-date-field.tsx'
import type { TravellerDraft } from './draft.ts'
import { needsExpiryWarning } from './wizard-rules.ts'

type TravellerFieldsProps = {
  /** The ids of the controls begin with it. */
  id: string
  form: TravellerDraft
  onChange: (next: Partial<TravellerDraft>) => void
  errors: Readonly<Record<string, string>>
}

/** Who travels, with which passport, and when (C085). */
export function TravellerFields({ id, form, onChange, errors }: TravellerFieldsProps) {
  const t = useText('visa')
  const optional = useText('frame')('optional')
  const isSingleName = /^\S+$/.test(form.fullName.trim())
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
        min={name === 'departure' ? form.arrival || undefined : undefined}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      />
    </Field>
  )
  return (
    <div className="grid gap-4">
      <Field
        id={`${id}-fullName`}
        label={t('traveller.fullName')}
        hint={isSingleName ? t('traveller.single') : t('traveller.fullNameHint')}
        error={errors.fullName}
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
        <Field id={`${id}-passportNumber`} label={t('traveller.passportNumber')} error={errors.passportNumber} required>
          <TextInput
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={30}
            value={form.passportNumber}
            onChange={(event) => onChange({ passportNumber: event.currentTarget.value })}
          />
        </Field>
        {day('passportExpiry', 'passportExpiry', t('traveller.passportExpiry'), false)}
      </div>
      <BirthDateField id={`${id}-dateOfBirth`} form={form} onChange={onChange} error={errors.dateOfBirth} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {day('arrival', 'tentativeArrivalDate', t('traveller.arrival'))}
        {day('departure', 'tentativeDepartureDate', t('traveller.departure'))}
      </div>
      {needsExpiryWarning(form) ? (
        <Notice tone="warn" title={t('traveller.expiryTitle')}>
          <p>{t('traveller.expiryText')}</p>
          <Checkbox
            id={`${id}-acknowledgePassportExpiry`}
            className="mt-2"
            label={t('traveller.acknowledge')}
            error={errors.acknowledgePassportExpiry}
            checked={form.acknowledged}
            onChange={(event) => onChange({ acknowledged: event.currentTarget.checked })}
          />
        </Notice>
      ) : null}
    </div>
  )
}
