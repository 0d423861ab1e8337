import { useDates } from '../intl/dates.ts'
import { kindForm } from '../routing/kind-parts.ts'
import { useControlId } from './control-id.ts'
import { startObjection } from './form-rules.ts'
import { LegStart } from './leg-start.tsx'
import type { BookingForm } from './use-booking-form.ts'

/** The kind's own questions. */
export function KindFields({ form }: { form: BookingForm }) {
  const { shortDay } = useDates()
  const Fields = kindForm(form.service.kind)?.BookingFields
  const idOf = useControlId()
  // Kinds may list countries by name, and those lists differ between server and browser.
  if (!Fields || !form.now) return null
  const { now, draft, change, leave, service } = form
  const own = Object.entries(form.errors)
    .filter(([field]) => field.startsWith('details.'))
    .map(([field, message]) => [field.slice('details.'.length), message])
  return (
    <div className="mt-6 border-t border-line pt-6">
      <Fields
        service={form.service}
        value={form.draft.details}
        onChange={(details) => form.change({ details })}
        errors={Object.fromEntries(own)}
        idOf={(name) => idOf(`details.${name}`)}
        trip={{
          ...{ date: draft.date, time: draft.time, pickup: draft.pickup, zone: service.schedule.timeZone },
          onChange: (start) => {
            change(start)
            leave('travel_time')
          },
          shownDay: shortDay,
          startFields: (fields) => <LegStart form={form} fields={fields} />,
          objectionTo: (start) => startObjection(form, start, now),
        }}
      />
    </div>
  )
}
