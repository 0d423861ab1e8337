import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { dateIn, isLocalDate, type LocalDate } from '../../kernel/dates.ts'
import { lastDayOf } from '../../modules/booking/index.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { availabilityOf } from '../new-booking/availability.ts'
import { useGroups } from '../new-booking/use-groups.ts'
import { textOf } from '../text.ts'
import { formatTime } from '../written.ts'
import type { Start } from './change-draft.ts'
import type { Booking } from './panel.tsx'

const SaleCalendar = lazy(() => import('../new-booking/sale-calendar.tsx'))
const t = textOf('changeBooking')
const calendar = textOf('saleCalendar')

type StartProps = {
  booking: Booking
  booked: Start
  start: Start
  onChange: (start: Start) => void
  errors: { date: string | undefined; time: string | undefined }
  /** The earliest day. */
  first?: LocalDate
}

/** Day and time of one leg. */
export function StartFields({ booking, booked, start, onChange, errors, first }: StartProps) {
  const { date, time } = start
  return (
    <div className="grid gap-4">
      <DayField
        {...{ booking, date, first, error: errors.date }}
        onChange={(next) => onChange({ ...start, date: next })}
      />
      <TimeField
        {...{ booking, booked, date, time, error: errors.time }}
        onChange={(next) => onChange({ ...start, time: next })}
      />
    </div>
  )
}

type DayProps = {
  booking: Booking
  date: LocalDate
  first?: LocalDate | undefined
  error: string | undefined
  onChange: (date: LocalDate) => void
}

function DayField({ booking, date, first, error, onChange }: DayProps) {
  const [isOpen, setOpen] = useState(false)
  const isGroupOnly = booking.is_group_only
  const groups = useGroups({ id: booking.service_id, kind: booking.service_type }, isGroupOnly)
  const clock = { now: new Date(), cutOffMinutes: 0 }
  const now = dateIn(booking.time_zone, clock.now)
  const today = first && first > now ? first : now
  const last = lastDayOf({ timeZone: booking.time_zone }, clock)
  const item = { id: booking.service_id, kind: booking.service_type }
  if (isGroupOnly)
    return (
      <Field label={t('date')} hint={groups.isError ? t('notChecked') : undefined} required error={error}>
        <Select
          value={groups.options.some(({ value }) => value === date) ? date : ''}
          placeholder={t('group')}
          onChange={(event) => onChange(event.target.value)}
          options={groups.options}
        />
      </Field>
    )
  return (
    <div className="flex items-start gap-2">
      <Field className="min-w-0 flex-1" label={t('date')} required error={error}>
        <TextInput
          type="date"
          min={today}
          max={last}
          value={date}
          onChange={({ target: { value } }) => onChange(isLocalDate(value) ? value : '')}
        />
      </Field>
      <Button variant="secondary" aria-haspopup="dialog" className="mt-7.5" onClick={() => setOpen(true)}>
        {calendar('open')}
      </Button>
      {isOpen ? (
        <Suspense>
          <SaleCalendar {...{ item, today, last, value: date, onChoose: onChange }} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  )
}

type TimeProps = Omit<DayProps, 'first'> & { booked: Start; time: string }

/** The times of the day with what is left, or any time; nothing where the booking has no time. */
function TimeField({ booking, booked, date, time, error, onChange }: TimeProps) {
  const item = { id: booking.service_id, kind: booking.service_type }
  const { data, isPending } = useQuery({ ...availabilityOf(item, date, date), enabled: date !== '' })
  if (isPending && booked.time !== '') return <LoadingTime time={time} />
  const departures = data?.days[0]?.departures ?? []
  const timed = departures.filter((each) => each.time !== null)
  const hasHours = departures.some(({ hours }) => hours !== null)
  if (timed.length === 0 && !hasHours && booked.time === '') return <FieldError error={error} />
  const options = timed.map((each) => {
    const left = each.left === null ? null : calendar('left', { count: each.left })
    const note = each.state === 'sold_out' ? calendar('soldOut') : left
    const label = formatTime(each.time ?? '')
    return { value: each.time ?? '', label: note ? `${label} (${note})` : label, disabled: each.state === 'past' }
  })
  return (
    <Field label={t('time')} required error={error}>
      {timed.length > 0 ? (
        <Select
          value={options.some(({ value }) => value === time) ? time : ''}
          placeholder={t('slot')}
          onChange={(event) => onChange(event.target.value)}
          options={options}
        />
      ) : (
        <TextInput type="time" value={time} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}

const LoadingTime = ({ time }: { time: string }) => (
  <Field label={t('time')} required>
    <Select disabled value={time} options={time ? [{ value: time, label: formatTime(time) }] : []} />
  </Field>
)
