import { useState } from 'react'
import { addDays, dateIn, type LocalDate } from '../../kernel/dates.ts'
import type { Text } from '../../kernel/messages.ts'
import { dateError, lastDayOf, openSlots } from '../../modules/booking/index.ts'
import type { OpeningHours } from '../../services/schedule.ts'
import { type ChipOption, ChipRadio, DateStrip, type DateStripDay } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { useSay } from '../../ui/say.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useLate } from '../frame/use-sheet.ts'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { kindShop } from '../routing/kind-parts.ts'
import type { AvailableDay, AvailableDays } from './availability.tsx'
import { useControlId } from './control-id.ts'
import { MoreDates } from './more-dates.tsx'
import { PartyFields } from './party-fields.tsx'
import type { BookingForm } from './use-booking-form.ts'

const stripDays = 14
type Part = { form: BookingForm }
type TimedPart = Part & { days: AvailableDays }

const noDays: AvailableDays = new Map()
const loadAvailability = async () => (await import('./availability.tsx')).Availability
const loadGroups = async () => (await import('./group-departures.tsx')).GroupDepartures

export function TripFields({ form }: Part) {
  const { now, service, draft } = form
  const isGroup = service.details.group_departures_only === true
  const [days, setDays] = useState(noDays)
  const Days = useLate(isGroup ? loadGroups : loadAvailability)
  const asked = useAsked({ form, days })
  return (
    <div className="grid gap-6">
      {isGroup ? null : <DateField form={form} days={days} />}
      {Days && now ? <Days form={form} days={stripDays} onDays={setDays} /> : null}
      {asked && 'slots' in asked ? <SlotField form={form} slots={asked.slots} /> : null}
      {asked && 'hours' in asked ? <TimeField form={form} hours={asked.hours} /> : null}
      <PartyFields form={form} prices={pricesOn(days, draft)} />
    </div>
  )
}

/** The prices of the chosen departure, which may differ from the item's. */
const pricesOn = (days: AvailableDays, { date, time }: BookingForm['draft']) =>
  days.get(date)?.departures.find((each) => each.time === null || each.time === time)?.prices

function DateField({ form, days: known }: TimedPart) {
  const { longDay } = useDates()
  const say = useSay()
  const t = useText('booking')
  const tileOf = useDayTile()
  const { now, service, draft, change, errors, leave } = form
  const idOf = useControlId()
  const id = idOf('travel_date')
  const legend = say(kindShop(service.kind)?.formLabels?.date ?? t('date'))
  if (!now) return <DateSkeleton legend={legend} />
  const clock = { now, cutOffMinutes: 0 }
  const today = dateIn(service.schedule.timeZone, now)
  const days = Array.from({ length: stripDays }, (_, ahead) => addDays(today, ahead))
  const choose = (date: LocalDate) => {
    const times = known.get(date)?.departures
    const isGone = times
      ? times.every(({ time, hours }) => hours === null && time !== draft.time)
      : service.schedule.slots.length > 0 && !openSlots(service.schedule, clock, date).includes(draft.time)
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
        days={days.map((day) => tileOf(day, dateError(service.schedule, clock, day), known.get(day)))}
      />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
        <MoreDates
          service={service}
          title={legend}
          value={draft.date}
          onChoose={choose}
          today={today}
          last={lastDayOf(service.schedule, clock)}
          stateOf={(day) => {
            const text = dateError(service.schedule, clock, day)
            return { isOpen: !text, text: text ? say(text) : undefined }
          }}
        />
        {draft.date && !days.includes(draft.date) ? <b className="text-sm">{longDay(draft.date)}</b> : null}
      </div>
    </div>
  )
}

/** A day that cannot be chosen says why. */
function useDayTile() {
  const { weekdayOf, dayNumberOf, monthOf, longDay } = useDates()
  const say = useSay()
  const t = useText('booking')
  return (day: LocalDate, wrong: Text | null, known: AvailableDay | undefined): DateStripDay => {
    const isFull = known?.state === 'sold_out'
    const isClosed = known?.state === 'closed' || known?.state === 'past'
    const reason = wrong ? say(wrong) : isFull ? t('soldOut') : isClosed ? t('closedDay') : null
    return {
      value: day,
      weekday: weekdayOf(day),
      day: dayNumberOf(day),
      month: monthOf(day),
      label: reason ? `${longDay(day)}, ${reason}` : longDay(day),
      disabled: reason !== null,
    }
  }
}

/** Reserves the strip's height until the page knows the day. */
function DateSkeleton({ legend }: { legend: string }) {
  return (
    <fieldset className="needs-scripts">
      <legend className="group-legend">{legend}</legend>
      <Skeleton className="h-[4.25rem] w-full" />
      <Skeleton className="mt-5 h-11 w-full" />
    </fieldset>
  )
}

type Asks = { readonly slots: readonly ChipOption[] } | { readonly hours: OpeningHours | null } | null

/** What the chosen day asks for: one of its times with what is left, any time, or (null) no time at all. */
function useAsked({ form, days }: TimedPart): Asks {
  const { time: timeOf } = useDates()
  const t = useText('booking')
  const { now, service, draft } = form
  const { slots, hours, timeRequired, ...rules } = service.schedule
  const departures = days.get(draft.date)?.departures ?? []
  const timed = departures.flatMap(({ time, state, reason, left }) =>
    time === null
      ? []
      : {
          value: time,
          label: timeOf(time),
          note: state === 'sold_out' ? t('soldOut') : left === null ? undefined : t('left', { count: left }),
          disabled: reason !== null,
        },
  )
  const [other] = departures.filter(({ time }) => time === null)
  if (timed.length > 0) return { slots: timed }
  if (other) return other.hours && { hours: other.hours }
  if (slots.length === 0) return hours || timeRequired ? { hours } : null
  const open = now && draft.date ? openSlots({ ...rules, slots, hours }, { now, cutOffMinutes: 0 }, draft.date) : slots
  return { slots: slots.map((slot) => ({ value: slot, label: timeOf(slot), disabled: !open.includes(slot) })) }
}

function SlotField({ form, slots }: Part & { slots: readonly ChipOption[] }) {
  const t = useText('booking')
  const { draft, change, errors, leave } = form
  const id = useControlId()('travel_time')
  return (
    <div id={id} tabIndex={-1} className="outline-none [&_.chip]:px-1">
      <ChipRadio
        legend={t('time')}
        name={id}
        value={draft.time}
        onChange={(time) => {
          change({ time })
          leave('travel_time')
        }}
        error={errors.travel_time}
        options={slots}
      />
    </div>
  )
}

/** Any time of day, such as a flight's arrival. */
function TimeField({ form, hours }: Part & { hours: OpeningHours | null }) {
  const { time: timeOf } = useDates()
  const t = useText('booking')
  const { service, draft, change, errors, leave } = form
  const isAnyTime = hours?.from === '00:00' && hours.to === '23:59'
  return (
    <Field
      id={useControlId()('travel_time')}
      label={t('time')}
      hint={hours && !isAnyTime ? t('hours', { from: timeOf(hours.from), to: timeOf(hours.to) }) : undefined}
      error={errors.travel_time}
      required={service.schedule.timeRequired}
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
