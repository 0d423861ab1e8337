import { addDays, type LocalDate } from '../../kernel/dates.ts'
import type { Money } from '../../kernel/money.ts'
import type { CalendarDay } from './calendar.tsx'

/** A day as the API answers it (`inventory.availability`), as far as it is drawn. */
export type AvailableDay = {
  readonly date: LocalDate
  readonly state: 'open' | 'few' | 'sold_out' | 'closed' | 'past'
  readonly from: Money | null
  readonly departures: readonly { readonly reason: string | null; readonly left: number | null }[]
}
type Words = {
  readonly left: (count: number) => string
  readonly few: string
  readonly soldOut: string
  readonly closed: string
  readonly price: (amount: Money) => string
}

/** The days that `months` months show from the one of `month` on; the past is left out. */
export function rangeOf(month: LocalDate, months: number, today: LocalDate): { from: LocalDate; to: LocalDate } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const end = new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10)
  const start = `${month.slice(0, 8)}01`
  return { from: start < today ? today : start, to: addDays(end, -1) }
}

/** How the calendar shows each day. Prices are shown where the days have different ones. */
export function calendarDays(days: readonly AvailableDay[], words: Words): ReadonlyMap<LocalDate, CalendarDay> {
  const prices = new Set(days.flatMap(({ from }) => from?.minor ?? []))
  return new Map(
    days.map((day) => [
      day.date,
      { ...stateOf(day, words), note: prices.size > 1 && day.from ? words.price(day.from) : undefined },
    ]),
  )
}

function stateOf({ state, departures }: AvailableDay, words: Words): CalendarDay {
  switch (state) {
    case 'open':
      return { isOpen: true }
    case 'few': {
      const [only, ...others] = departures.filter(({ reason }) => reason === null)
      const isOne = only?.left != null && others.length === 0
      return { isOpen: true, look: 'few', text: isOne ? words.left(only.left ?? 0) : words.few }
    }
    case 'sold_out':
      return { isOpen: false, look: 'full', text: words.soldOut }
    case 'closed':
    case 'past':
      return { isOpen: false, text: words.closed }
  }
}
