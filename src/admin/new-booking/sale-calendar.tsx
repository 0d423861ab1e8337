import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LocalDate } from '../../kernel/dates.ts'
import { formatMoney } from '../../kernel/money.ts'
import { calendarDays, rangeOf, shortAmount } from '../../ui/calendar/available-days.ts'
import { Calendar, type CalendarWords } from '../../ui/calendar/calendar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { officeLocale } from '../language.ts'
import { textOf } from '../text.ts'
import { availabilityOf } from './availability.ts'
import type { Item } from './sale.ts'

const t = textOf('saleCalendar')
const written = (options: Intl.DateTimeFormatOptions) => {
  const format = new Intl.DateTimeFormat(officeLocale, { ...options, timeZone: 'UTC' })
  return (day: string) => format.format(new Date(`${day}T00:00:00Z`))
}
const words: CalendarWords = {
  months: t('months'),
  previous: t('previous'),
  next: t('next'),
  today: t('today'),
  chosen: t('chosen'),
  day: written({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  month: written({ month: 'long', year: 'numeric' }),
  weekday: written({ weekday: 'short' }),
  weekdayName: written({ weekday: 'long' }),
}

type SaleCalendarProps = {
  item: Pick<Item, 'id' | 'kind'>
  value: LocalDate
  today: LocalDate
  last: LocalDate
  onChoose: (day: LocalDate) => void
  onClose: () => void
}

/** The days of an item with what is left. Staff may choose any of them; the server decides about the sale. */
export default function SaleCalendar({ item, value, today, last, onChoose, onClose }: SaleCalendarProps) {
  const [month, setMonth] = useState(value || today)
  const months = matchMedia('(min-width: 48rem)').matches ? 2 : 1
  const { from, to } = rangeOf(month, months, today)
  const { data } = useQuery({ ...availabilityOf(item, from, to), placeholderData: keepPreviousData })
  const days = calendarDays(data?.days ?? [], {
    left: (count) => t('left', { count }),
    few: t('few'),
    soldOut: t('soldOut'),
    closed: t('closed'),
    price: (amount) => formatMoney(amount),
    amount: (amount) => shortAmount(amount, officeLocale),
  })
  const currency = data?.days.find((day) => day.from)?.from?.currency
  return (
    <Dialog open onClose={onClose} title={t('title')} closeLabel={t('close')} size={months === 2 ? 'wide' : 'normal'}>
      <Calendar
        label={t('title')}
        words={words}
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
          const state = days.get(day)
          return { ...state, isOpen: day >= today && day <= last, look: state?.isOpen === false ? 'full' : state?.look }
        }}
      >
        {currency ? <p className="text-sm text-ink-2">{t('prices', { currency })}</p> : null}
      </Calendar>
    </Dialog>
  )
}
