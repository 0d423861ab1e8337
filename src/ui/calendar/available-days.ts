import { addDays, type LocalDate } from '../../kernel/dates.ts'
import { exponentOf, formatAmount, type Money } from '../../kernel/money.ts'
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
  /** As it is read out, with its currency. */
  readonly price: (amount: Money) => string
  /** As it is shown, without the currency, which a legend names. */
  readonly amount: (price: Money) => string
}

/** The days that `months` months show from the one of `month` on; the past is left out. */
export function rangeOf(month: LocalDate, months: number, today: LocalDate): { from: LocalDate; to: LocalDate } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const end = new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10)
  const start = `${month.slice(0, 8)}01`
  return { from: start < today ? today : start, to: addDays(end, -1) }
}

/** '36,120' and '125K': a day of a narrow phone has room for six characters. */
export function shortAmount(price: Money, locale: string): string {
  const whole = formatAmount(price, { whole: true })
  if (whole.length <= 6) return whole
  const compact = { notation: 'compact', maximumSignificantDigits: 3, numberingSystem: 'latn' } as const
  const written = new Intl.NumberFormat(locale, compact).format(price.minor / 10 ** exponentOf(price.currency))
  // A unit that is a word may go to the next line.
  return written.replaceAll('\u00a0', ' ')
}

/** How the calendar shows each day, with the lowest price on sale. */
export function calendarDays(days: readonly AvailableDay[], words: Words): ReadonlyMap<LocalDate, CalendarDay> {
  return new Map(
    days.map((day) => [
      day.date,
      {
        ...stateOf(day, words),
        ...(day.from && { note: words.amount(day.from), noteText: words.price(day.from) }),
      },
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
