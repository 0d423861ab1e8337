import type { LocalDate, LocalTime } from './dates.ts'
import { isolated } from './direction.ts'
import { commaOf } from './lists.ts'

/** How days and times read in one language. Digits are Latin where the locale says so, as ours do. */
export interface ShownDates {
  /** 'Sat' */
  readonly weekdayOf: (day: LocalDate) => string
  readonly weekdayNameOf: (day: LocalDate) => string
  readonly dayNumberOf: (day: LocalDate) => string
  /** 'Nov' */
  readonly monthOf: (day: LocalDate) => string
  /** 'Sat 21 Nov' */
  readonly shortDay: (day: LocalDate) => string
  /** 'Sat 21 Nov 2026', for a date that may be in another year. */
  readonly shortDayAndYear: (day: LocalDate) => string
  /** 'Saturday, 21 November 2026' */
  readonly longDay: (day: LocalDate) => string
  /** 'November 2026' */
  readonly monthAndYear: (day: LocalDate) => string
  /** In emails and printouts: '2026-11-21' in English, as the specification has it; the month by name elsewhere. */
  readonly plainDay: (day: LocalDate) => string
  /** '02:00 PM' (D135) */
  readonly time: (time: LocalTime) => string
  /** '2026-11-21 02:00 PM' (D135) */
  readonly moment: (day: LocalDate, time: LocalTime) => string
}

/** Servers and browsers differ in marks of direction, which texts get anyway, and in kinds of spaces. */
const plain = (text: string): string => text.replace(/\p{Cf}/gu, '').replace(/\s/g, ' ')

function makeDates(locale: string): ShownDates {
  const isEnglish = locale.startsWith('en')
  const format = (options: Intl.DateTimeFormatOptions) => {
    const { format } = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return (day: LocalDate, time = '00:00') => plain(format(new Date(`${day}T${time}Z`)))
  }
  const [day, month, year, weekday] = ['numeric', 'long', 'numeric', 'long'] as const
  const [weekdayOf, weekdayNameOf] = [format({ weekday: 'short' }), format({ weekday })]
  const [dayNumberOf, monthOf] = [format({ day }), format({ month: 'short' })]
  const shortDay = (on: LocalDate) => `${weekdayOf(on)} ${dayNumberOf(on)} ${monthOf(on)}`
  const clock = format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h12' })
  const plainDay = isEnglish ? (on: LocalDate) => on : format({ day, month, year })
  // Urdu writes AM and PM in Latin letters: beside a month they would stand before the time.
  const time = (at: LocalTime) => isolated(clock('2026-01-01', at).toUpperCase(), locale)
  return {
    ...{ weekdayOf, weekdayNameOf, dayNumberOf, monthOf, shortDay, plainDay, time },
    shortDayAndYear: (on) => `${shortDay(on)} ${on.slice(0, 4)}`,
    longDay: format({ weekday, day, month, year }),
    monthAndYear: format({ month, year }),
    moment: (on, at) => plainDay(on) + (isEnglish ? ' ' : commaOf(locale)) + time(at),
  }
}

const made = new Map<string, ShownDates>()
/** `locale`: of the language's facts, such as 'ar-u-nu-latn'. */
export function datesIn(locale: string): ShownDates {
  const known = made.get(locale) ?? makeDates(locale)
  made.set(locale, known)
  return known
}
