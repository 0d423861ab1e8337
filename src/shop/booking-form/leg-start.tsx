import { dateError, lastDayOf, todayOf } from '../../modules/booking/index.ts'
import { Field } from '../../ui/field.tsx'
import { useSay } from '../../ui/say.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useLate } from '../frame/use-sheet.ts'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import type { LegStartProps } from './leg-times.tsx'
import { MoreDates } from './more-dates.tsx'

const loadTimes = async () => (await import('./leg-times.tsx')).LegTimes

/** Day and time of another leg, with the calendar of the item. */
export function LegStart({ form, fields }: LegStartProps) {
  const say = useSay()
  const t = useText('booking')
  const Times = useLate(loadTimes)
  const { service } = form
  const { date, start, first, onChange } = fields
  const clock = { now: form.now ?? new Date(), cutOffMinutes: 0 }
  const today = todayOf(service.schedule, clock)
  const from = first > today ? first : today
  const last = lastDayOf(service.schedule, clock)
  const choose = (day: string) => {
    onChange({ date: day })
    date.onLeave()
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div>
        <Field id={date.id} label={date.label} error={date.error} required>
          <TextInput
            name={date.name}
            type="date"
            min={from}
            max={last}
            value={start.date}
            onChange={(event) => onChange({ date: event.target.value })}
            onBlur={date.onLeave}
          />
        </Field>
        <div className="mt-2">
          <MoreDates
            label={t('returnCalendar')}
            service={{ id: service.id, kind: service.kind }}
            title={date.label}
            value={start.date}
            onChoose={choose}
            today={from}
            last={last}
            stateOf={(day) => {
              const text = dateError(service.schedule, clock, day)
              return { isOpen: day >= from && !text, text: text ? say(text) : undefined }
            }}
          />
        </div>
      </div>
      {Times && start.date ? (
        <Times form={form} fields={fields}>
          <TimeInput form={form} fields={fields} />
        </Times>
      ) : (
        <TimeInput form={form} fields={fields} />
      )}
    </div>
  )
}

/** Any time of day. */
function TimeInput({ form, fields: { time, start, onChange } }: LegStartProps) {
  const { time: timeOf } = useDates()
  const t = useText('booking')
  const { hours } = form.service.schedule
  const isAnyTime = hours?.from === '00:00' && hours.to === '23:59'
  return (
    <Field
      id={time.id}
      label={time.label}
      hint={hours && !isAnyTime ? t('hours', { from: timeOf(hours.from), to: timeOf(hours.to) }) : undefined}
      error={time.error}
      required
    >
      <TextInput
        name={time.name}
        type="time"
        value={start.time}
        onChange={(event) => onChange({ time: event.target.value })}
        onBlur={time.onLeave}
      />
    </Field>
  )
}
