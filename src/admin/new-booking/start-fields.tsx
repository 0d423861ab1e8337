import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { isLocalDate, type LocalDate } from '../../kernel/dates.ts'
import { lastDayOf, openSlots, todayOf } from '../../modules/booking/index.ts'
import type { StartFields } from '../../services/trip.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { textOf } from '../text.ts'
import { formatTime } from '../written.ts'
import { availabilityOf } from './availability.ts'
import type { Chosen } from './use-sale.ts'

const SaleCalendar = lazy(() => import('./sale-calendar.tsx'))
const t = textOf('newBooking')
const calendar = textOf('saleCalendar')
const optional = textOf('booking')('optional')

type StartProps = {
  item: Chosen['item']
  id: string | undefined
  label: string
  error: string | undefined
  isRequired: boolean
  value: string
  onChange: (value: string) => void
}

/** A day, typed or chosen in the calendar. */
type DateProps = StartProps & { first?: LocalDate; calendarLabel?: string }
export function DateField({ item, value, onChange, first = '', ...field }: DateProps) {
  const [isOpen, setOpen] = useState(false)
  const clock = { now: new Date(), cutOffMinutes: 0 }
  const { schedule } = item
  const [now, last] = [todayOf(schedule, clock), lastDayOf(schedule, clock)]
  const today = first > now ? first : now
  return (
    <div className="flex items-start gap-2">
      <Field
        className="min-w-0 flex-1"
        id={field.id}
        label={field.label}
        required={field.isRequired}
        optionalLabel={field.isRequired ? undefined : optional}
        error={field.error}
      >
        <TextInput
          type="date"
          min={today}
          max={last}
          value={value}
          onChange={({ target }) => onChange(isLocalDate(target.value) ? target.value : '')}
        />
      </Field>
      <Button
        variant="secondary"
        aria-haspopup="dialog"
        aria-label={field.calendarLabel}
        className="mt-7.5"
        onClick={() => setOpen(true)}
      >
        {calendar('open')}
      </Button>
      {isOpen ? (
        <Suspense>
          <SaleCalendar {...{ item, value, today, last }} onChoose={onChange} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

/** The times that the item has on a day, with what is left of each. */
function useTimes({ item, day }: Pick<TimeProps, 'item' | 'day'>) {
  const { schedule } = item
  const { data } = useQuery({ ...availabilityOf(item, day, day), enabled: day !== '' })
  const departures = data?.days[0]?.departures.filter(({ time }) => time !== null) ?? []
  if (departures.length > 0)
    return departures.map(({ time, state, left }) => {
      const note = state === 'sold_out' ? calendar('soldOut') : left === null ? null : calendar('left', { count: left })
      const label = formatTime(time ?? '')
      return { value: time ?? '', label: note ? `${label} (${note})` : label, disabled: state === 'past' }
    })
  const open = day ? openSlots(schedule, { now: new Date(), cutOffMinutes: 0 }, day) : schedule.slots
  return schedule.slots.map((slot) => ({ value: slot, label: formatTime(slot), disabled: !open.includes(slot) }))
}

type TimeProps = StartProps & { day: LocalDate }
export function TimeField({ item, day, value, onChange, isRequired, ...field }: TimeProps) {
  const { hours, timeRequired } = item.schedule
  const times = useTimes({ item, day })
  if (times.length === 0 && !hours && !timeRequired) return null
  return (
    <Field
      id={field.id}
      label={field.label}
      required={isRequired}
      hint={hours && times.length === 0 ? t('hours', { from: formatTime(hours.from), to: formatTime(hours.to) }) : null}
      error={field.error}
    >
      {times.length > 0 ? (
        <Select
          value={value}
          placeholder={t('slot')}
          onChange={(event) => onChange(event.target.value)}
          options={times}
        />
      ) : (
        <TextInput type="time" value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

/** Day and time of another leg of a trip. */
export function LegStart({ item, fields }: { item: Chosen['item']; fields: StartFields }) {
  const { date, time, start, first, onChange } = fields
  const shared = { item, isRequired: true }
  return (
    <div className="grid gap-4 sm:grid-cols-[6fr_5fr]">
      <DateField
        {...{ ...shared, first, id: date.id, label: date.label, error: date.error, value: start.date }}
        calendarLabel={calendar('openFor', { field: date.label })}
        onChange={(next) => onChange({ date: next })}
      />
      <TimeField
        {...{ ...shared, day: start.date, id: time.id, label: time.label, error: time.error, value: start.time }}
        onChange={(next) => onChange({ time: next })}
      />
    </div>
  )
}
