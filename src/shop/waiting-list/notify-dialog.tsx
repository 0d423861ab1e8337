import partyTexts from 'room-messages:services/shared/party'
import { createPortal } from 'react-dom'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useStartText } from '../booking-move/start-text.ts'
import { DraftForm } from '../form/draft-form.tsx'
import { addMessages, useText } from '../intl/intl.tsx'
import { type FullDeparture, type NotifyDialogProps, useNotifyForm, waitingFields } from './use-notify-form.ts'

addMessages(partyTexts)

const keyOf = ({ date, time }: FullDeparture): string => `${date} ${time ?? ''}`.trim()

/** The form to join the waiting list of a sold-out departure. Loaded when it opens. */
export function NotifyDialog({ service, departures, chosen, party, onClose }: NotifyDialogProps) {
  const startText = useStartText()
  const t = useText('waiting')
  const form = useNotifyForm({ service, party })
  const preferred = departures.find(({ date, time }) => date === chosen.date && (time ?? chosen.time) === chosen.time)
  const first = preferred ?? departures.find(({ date }) => date === chosen.date) ?? departures[0]
  // Outside the booking form in the page, because a form cannot hold another; React would still pass its events on.
  return createPortal(
    <div role="presentation" onSubmit={(event) => event.stopPropagation()}>
      <Dialog open onClose={onClose} title={t('title')} closeLabel={t('close')}>
        <p className="mb-4 text-ink-2">{t('intro')}</p>
        <DraftForm form={form} fields={waitingFields} label={{ 'aria-label': t('title') }} className="gap-4">
          <Field id={form.controlId('departure')} label={t('departure')} error={form.errors.departure} required>
            <Select
              name="departure"
              defaultValue={first && keyOf(first)}
              options={departures.map((each) => ({
                value: keyOf(each),
                label: startText(each),
              }))}
            />
          </Field>
          <Field id={form.controlId('email')} label={t('email')} error={form.errors.email} required>
            <TextInput type="email" name="email" autoComplete="email" inputMode="email" maxLength={254} />
          </Field>
          <NameField form={form} />
          <People form={form} party={party} chosen={chosen} />
          <p className="text-sm text-ink-2">{t('consent')}</p>
          <HiddenField />
        </DraftForm>
      </Dialog>
    </div>,
    document.body,
  )
}

type Form = ReturnType<typeof useNotifyForm>

function NameField({ form }: { form: Form }) {
  const t = useText('waiting')
  const optional = useText('frame')('optional')
  return (
    <Field id={form.controlId('name')} label={t('name')} error={form.errors.name} optionalLabel={optional}>
      <TextInput name="name" autoComplete="name" maxLength={200} />
    </Field>
  )
}

type PeopleProps = Pick<NotifyDialogProps, 'party' | 'chosen'> & { form: Form }

/** The ages that the item has; nothing where every booking is for the same party. */
function People({ form, party, chosen }: PeopleProps) {
  const t = useText('waiting')
  if (party.fixed) return null
  const ages = (['adults', 'children', 'infants'] as const).filter((age) => party[age] !== null)
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      {ages.map((age) => (
        <Field key={age} id={form.controlId(age)} label={t(age)} error={form.errors[age]} required>
          <TextInput
            type="number"
            name={age}
            inputMode="numeric"
            min={age === 'adults' ? party.adults.min : 0}
            max={party[age]?.max}
            defaultValue={chosen[age]}
          />
        </Field>
      ))}
    </div>
  )
}

/** Invisible and out of the tab order; programs that fill every field fill it too. */
function HiddenField() {
  const t = useText('waiting')
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        {t('leaveEmpty')}
        <input type="text" name="company_website" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
