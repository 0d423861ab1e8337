import { isLocalDate } from '../../kernel/dates.ts'
import { lastDayOf, todayOf } from '../../modules/booking/index.ts'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useControlId } from '../booking-form/control-id.ts'
import type { BookingForm } from '../booking-form/use-booking-form.ts'
import { useText } from '../intl/intl.tsx'
import { kindForm } from '../routing/kind-parts.ts'
import { detailField } from './clearance-rules.ts'

const acknowledgement = detailField('acknowledge_short_notice')

/** Passenger, flight and date. A short-notice date has to be acknowledged at once (C147). */
export function PassengerFields({ form }: { form: BookingForm }) {
  const t = useText('okToBoard')
  const idOf = useControlId()
  const Fields = kindForm(form.service.kind)?.BookingFields
  if (!Fields) return null
  const { service, draft, now, errors } = form
  const clock = now && { now, cutOffMinutes: 0 }
  const own = Object.entries(errors).flatMap(([field, message]) =>
    field.startsWith('details.') ? [[field.slice('details.'.length), message] as const] : [],
  )
  const shortNotice = form.wrong[acknowledgement]
  return (
    <Fields
      service={service}
      value={draft.details}
      onChange={(details) => form.change({ details })}
      onLeave={(name) => form.leave(detailField(name))}
      idOf={(name) => idOf(detailField(name))}
      errors={{ ...Object.fromEntries(own), ...(shortNotice && { acknowledge_short_notice: shortNotice }) }}
    >
      <div className="mt-4 grid gap-4 sm:grid-cols-2">
        <Field id={idOf('travel_date')} label={t('departure')} error={errors.travel_date} required>
          <TextInput
            type="date"
            min={clock ? todayOf(service.schedule, clock) : undefined}
            max={clock ? lastDayOf(service.schedule, clock) : undefined}
            value={draft.date}
            onChange={(event) => {
              const given = event.currentTarget.value
              // A five-digit year is still being typed.
              const date = isLocalDate(given) ? given : ''
              // Another date needs another acknowledgement.
              form.change({ date, details: { ...draft.details, acknowledge_short_notice: false } })
            }}
            onBlur={() => form.leave('travel_date')}
          />
        </Field>
      </div>
    </Fields>
  )
}
