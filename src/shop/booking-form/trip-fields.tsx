import { addDays, dateIn, formatTime, isLocalDate, type LocalDate } from '../../kernel/dates.ts'
import { dateObjection, lastDayOf, openSlots } from '../../modules/booking/index.ts'
import { ChipRadio, DateStrip } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { dayNumberOf, longDay, monthOf, weekdayOf } from '../dates.ts'
import { useText } from '../intl.tsx'
import { kindShop } from '../kind-parts.ts'
import { useControlId } from './control-id.ts'
import { PartyFields } from './party-fields.tsx'
import type { BookingForm } from './use-booking-form.ts'

const stripDays = 14
type Part = { form: BookingForm }

/** When, and how many. */
export function TripFields({ form }: Part) {
  const { slots, hours, timeRequired } = form.service.schedule
  return (
    <div className="grid gap-6">
      <DateField form={form} />
      {slots.length > 0 ? <SlotField form={form} /> : null}
      {slots.length === 0 && (hours || timeRequired) ? <TimeField form={form} /> : null}
      <PartyFields form={form} />
    </div>
  )
}

function DateField({ form }: Part) {
  const t = useText('booking')
  const { now, service, draft, change, errors, leave } = form
  const idOf = useControlId()
  const id = idOf('travel_date')
  const legend = kindShop(service.kind)?.formLabels?.date ?? t('date')
  if (!now) return <DateSkeleton legend={legend} />
  const clock = { now, cutOffMinutes: 0 }
  const today = dateIn(service.schedule.timeZone, now)
  const days = Array.from({ length: stripDays }, (_, ahead) => addDays(today, ahead))
  const choose = (date: LocalDate) => {
    const isGone =
      draft.time !== '' &&
      date !== '' &&
      service.schedule.slots.length > 0 &&
      !openSlots(service.schedule, clock, date).includes(draft.time)
    change({ date, ...(isGone && { time: '' }) })
    leave('travel_date')
  }
  return (
    <div id={id} tabIndex={-1} className="min-w-0 outline-none">
      <DateStrip
        legend={legend}
        name={id}
        value={draft.date}
        onChange={choose}
        error={errors.travel_date}
        days={days.map((day) => ({
          value: day,
          weekday: weekdayOf(day),
          day: dayNumberOf(day),
          month: monthOf(day),
          label: longDay(day),
          disabled: dateObjection(service.schedule, clock, day) !== null,
        }))}
      />
      <Field
        label={t('moreDates')}
        className="mt-3 grid-cols-[auto_1fr] items-center gap-x-3 [&>label]:text-sm [&>label]:font-medium"
      >
        <TextInput
          type="date"
          min={today}
          max={lastDayOf(service.schedule, clock)}
          value={draft.date}
          onChange={({ currentTarget: { value } }) => choose(isLocalDate(value) ? value : '')}
          className="text-sm"
        />
      </Field>
    </div>
  )
}

/** The strip's room until the page knows what day it is. */
function DateSkeleton({ legend }: { legend: string }) {
  return (
    <fieldset>
      <legend className="group-legend">{legend}</legend>
      <Skeleton className="h-[4.25rem] w-full" />
      <Skeleton className="mt-5 h-11 w-full" />
    </fieldset>
  )
}

function SlotField({ form }: Part) {
  const t = useText('booking')
  const { now, service, draft, change, errors, leave } = form
  const id = useControlId()('travel_time')
  const { schedule } = service
  const open = now && draft.date ? openSlots(schedule, { now, cutOffMinutes: 0 }, draft.date) : schedule.slots
  return (
    <div id={id} tabIndex={-1} className="outline-none [&_.chip]:px-1 [&_.chip]:whitespace-nowrap">
      <ChipRadio
        legend={t('time')}
        name={id}
        value={draft.time}
        onChange={(time) => {
          change({ time })
          leave('travel_time')
        }}
        error={errors.travel_time}
        options={schedule.slots.map((slot) => ({
          value: slot,
          label: formatTime(slot),
          disabled: !open.includes(slot),
        }))}
      />
    </div>
  )
}

/** Any time of day, such as a flight's arrival. */
function TimeField({ form }: Part) {
  const t = useText('booking')
  const { service, draft, change, errors, leave } = form
  const { hours, timeRequired } = service.schedule
  const isAnyTime = hours?.from === '00:00' && hours.to === '23:59'
  return (
    <Field
      id={useControlId()('travel_time')}
      label={t('time')}
      hint={hours && !isAnyTime ? t('hours', { from: formatTime(hours.from), to: formatTime(hours.to) }) : undefined}
      error={errors.travel_time}
      required={timeRequired}
    >
      <TextInput
        type="time"
        value={draft.time}
        onChange={(event) => change({ time: event.currentTarget.value })}
        onBlur={() => leave('travel_time')}
      />
    </Field>
  )
}
