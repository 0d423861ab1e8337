import texts from 'shop-messages:calendar'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LocalDate } from '../../kernel/dates.ts'
import { calendarDays, rangeOf } from '../../ui/calendar/available-days.ts'
import { Calendar, type CalendarDay } from '../../ui/calendar/calendar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useDates } from '../intl/dates.ts'
import { addMessages, useText } from '../intl/intl.tsx'
import { fullDepartures, NotifyMe } from '../waiting-list/notify-me.tsx'
import type { WaitingParty } from '../waiting-list/use-notify-form.ts'
import { useAvailability } from './availability.tsx'
import { PriceLegend, useDayWords } from './calendar-prices.tsx'

addMessages(texts)

export type CalendarDialogProps = {
  /** With `party` and `schedule`, visitors can join the waiting list of a sold-out departure. */
  service: {
    readonly id: string
    readonly kind: string
    readonly party?: WaitingParty
    readonly schedule?: { readonly hasWaitingList: boolean }
  }
  /** 'Travel date' */
  title: string
  /** The chosen day, or ''. */
  value: LocalDate
  onChoose: (day: LocalDate) => void
  onClose: () => void
  today: LocalDate
  last: LocalDate
  /** By the item's rules alone, until the server has answered. */
  stateOf: (day: LocalDate) => CalendarDay
}

/** The server's days of the visible months; none while they are loading or cannot be loaded. */
function useDays({ service, today }: CalendarDialogProps, month: LocalDate, months: number) {
  const { from, to } = rangeOf(month, months, today)
  const query = useAvailability(service)(from, to)
  const { data } = useQuery({ ...query, placeholderData: keepPreviousData })
  const days = data?.days ?? []
  const full = fullDepartures(days)
  const shown = calendarDays(days, useDayWords())
  return { days: shown, full, answered: days }
}

/** One month, two on wide screens. Loaded when it opens. */
export function CalendarDialog(props: CalendarDialogProps) {
  const { weekdayOf, weekdayNameOf, longDay, monthAndYear } = useDates()
  const { service, title, value, onChoose, onClose, today, last, stateOf } = props
  const t = useText('calendar')
  const [month, setMonth] = useState(value || today)
  const isWide = matchMedia('(min-width: 48rem)').matches
  const months = isWide ? 2 : 1
  const { days, full, answered } = useDays(props, month, months)
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t('close')} size={isWide ? 'wide' : 'normal'}>
      <Calendar
        label={title}
        words={{
          months: t('months'),
          previous: t('previous'),
          next: t('next'),
          today: t('today'),
          chosen: t('chosen'),
          loading: t('loading'),
          day: longDay,
          month: monthAndYear,
          weekday: weekdayOf,
          weekdayName: weekdayNameOf,
        }}
        value={value}
        onChange={(day) => {
          onChoose(day)
          onClose()
        }}
        today={today}
        first={today}
        last={last}
        month={month}
        onMonth={setMonth}
        months={months}
        stateOf={(day) => {
          const own = stateOf(day)
          return own.isOpen ? (days.get(day) ?? own) : own
        }}
      >
        <PriceLegend days={answered} />
      </Calendar>
      {service.party && service.schedule ? (
        <NotifyMe
          service={{ ...service, schedule: service.schedule }}
          departures={full}
          chosen={{ date: value, time: '', adults: service.party.adults.min, children: 0, infants: 0 }}
          party={service.party}
        />
      ) : null}
    </Dialog>
  )
}
