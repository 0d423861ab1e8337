import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateIn } from '../../kernel/dates.ts'
import { type BookingView, lastDayOf } from '../../modules/booking/index.ts'
import { calendarDays, rangeOf } from '../../ui/calendar/available-days.ts'
import { Calendar } from '../../ui/calendar/calendar.tsx'
import { ChipRadio, RadioCards } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useAvailability } from '../booking-form/availability.tsx'
import { PriceLegend, useDayWords } from '../booking-form/calendar-prices.tsx'
import { useGroupOption } from '../booking-form/group-departures.tsx'
import { useShop } from '../client/context.tsx'
import { useDates } from '../intl/dates.ts'
import { useText } from '../intl/intl.tsx'
import { useStartText } from './start-text.ts'
import type { Move } from './use-move.ts'

type Props = { booking: BookingView; move: Move; isWide: boolean }

/** The calendar of the booking form, and the times of the chosen day. */
export function MoveChoice(props: Props) {
  const t = useText('moveBooking')
  return (
    <>
      {props.booking.return_leg ? <LegChoice {...props} /> : null}
      {props.booking.is_group_only ? <GroupChoice {...props} /> : <MoveCalendar key={props.move.leg} {...props} />}
      {props.move.isFailed ? <p className="text-danger">{t('noTimes')}</p> : null}
      {props.move.asked === 'slots' ? <Slots move={props.move} /> : null}
      {props.move.asked === 'time' ? <AnyTime move={props.move} /> : null}
    </>
  )
}

/** A return trip: the calendar is that of one leg. Both can change. */
function LegChoice({ move }: Props) {
  const startText = useStartText()
  const t = useText('moveBooking')
  const [outbound, back] = move.after
  const note = (start: typeof outbound) => start && startText(start)
  return (
    <ChipRadio
      legend={t('leg')}
      name="move-leg"
      value={move.leg}
      onChange={(leg) => move.setLeg(leg === 'return' ? 'return' : 'outbound')}
      options={[
        { value: 'outbound', label: t('outbound'), note: note(outbound) },
        { value: 'return', label: t('return'), note: note(back) },
      ]}
    />
  )
}

/** An item sold on group departures only: their list, as in the booking form. */
function GroupChoice({ booking, move }: Props) {
  const t = useText('moveBooking')
  const { api } = useShop()
  const optionOf = useGroupOption(booking.service_type)
  const { data, isError } = useQuery({
    queryKey: ['group-departures', booking.service_id],
    queryFn: () => api.inventory.groups({ kind: booking.service_type, idOrSlug: booking.service_id }),
  })
  if (isError) return <p className="text-danger">{t('noGroups')}</p>
  if (!data) return <p role="status">{t('loadingGroups')}</p>
  const others = data.departures.filter(({ date }) => date !== booking.travel_date)
  if (others.length === 0) return <p>{t('noOtherGroups')}</p>
  return (
    <RadioCards
      legend={t('newDeparture')}
      name="move-group"
      value={move.date}
      onChange={move.chooseDay}
      options={others.map(optionOf)}
    />
  )
}

function MoveCalendar({ booking, move, isWide }: Props) {
  const { weekdayOf, weekdayNameOf, longDay, monthAndYear } = useDates()
  const words = useText('calendar')
  const t = useText('moveBooking')
  const clock = { now: new Date(), cutOffMinutes: 0 }
  const zone = { timeZone: booking.time_zone }
  const [today, last] = [dateIn(booking.time_zone, clock.now), lastDayOf(zone, clock)]
  const booked = move.date || move.booked.date || today
  // The return leg follows the outbound leg.
  const [there] = move.after
  const first = move.leg === 'return' && there && there.date > today ? there.date : today
  const [month, setMonth] = useState(booked < today ? today : booked)
  const months = isWide ? 2 : 1
  const { from, to } = rangeOf(month, months, today)
  const service = { id: booking.service_id, kind: booking.service_type }
  const query = { ...useAvailability(service)(from, to), placeholderData: keepPreviousData }
  const { data, isError } = useQuery(query)
  const days = calendarDays(data?.days ?? [], useDayWords())
  return (
    <Calendar
      label={t('newDay')}
      words={{
        ...{ months: words('months'), previous: words('previous'), next: words('next') },
        ...{ today: words('today'), chosen: words('chosen'), loading: words('loading') },
        ...{ day: longDay, month: monthAndYear },
        weekday: weekdayOf,
        weekdayName: weekdayNameOf,
      }}
      value={move.date}
      onChange={move.chooseDay}
      today={today}
      first={today}
      last={last}
      month={month}
      onMonth={setMonth}
      months={months}
      stateOf={(day) => {
        if (day < first || day > last) return { isOpen: false }
        const state = days.get(day) ?? (isError ? { isOpen: false, text: t('noDays') } : null)
        // Another time of the booked day, which the booking itself may have sold out.
        return day === move.booked.date && days.has(day) ? { ...state, isOpen: true } : state
      }}
    >
      <PriceLegend days={data?.days ?? []} />
    </Calendar>
  )
}

function Slots({ move }: { move: Move }) {
  const { time: timeOf } = useDates()
  const t = useText('moveBooking')
  const words = useText('calendar')
  const departures = move.day?.departures ?? []
  const options = departures.flatMap(({ time, state, reason, left }) => {
    if (time === null) return []
    const note = state === 'sold_out' ? words('soldOut') : left === null ? undefined : words('left', { count: left })
    return { value: time, label: timeOf(time), note, disabled: reason !== null }
  })
  return (
    <div className="[&_.chip]:px-1">
      <ChipRadio
        legend={t('newTime')}
        name="move-time"
        value={move.time}
        onChange={move.chooseTime}
        options={options}
      />
    </div>
  )
}

/** Any time within the opening hours, or of the day. */
function AnyTime({ move }: { move: Move }) {
  const { time: timeOf } = useDates()
  const t = useText('moveBooking')
  const hours = move.day?.departures.find((each) => each.hours !== null)?.hours
  return (
    <Field
      label={t('newTime')}
      hint={hours ? t('hours', { from: timeOf(hours.from), to: timeOf(hours.to) }) : undefined}
      required
    >
      <TextInput type="time" value={move.time} onChange={(event) => move.chooseTime(event.currentTarget.value)} />
    </Field>
  )
}
