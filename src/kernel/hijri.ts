import type { LocalDate } from './dates.ts'

export interface HijriDay {
  readonly day: number
  /** 1 is Muharram. */
  readonly month: number
  readonly year: number
}

/** A day in the Umm al-Qura calendar, which Saudi Arabia uses. Intl counts. */
export function hijriDay(day: LocalDate): HijriDay {
  const calendar = new Intl.DateTimeFormat('en-u-ca-islamic-umalqura-nu-latn', { dateStyle: 'short', timeZone: 'UTC' })
  const parts = calendar.formatToParts(new Date(`${day}T00:00Z`))
  const [date = 1, month = 1, year = 1] = ['day', 'month', 'year'].map((name) =>
    Number(parts.find(({ type }) => type === name)?.value),
  )
  return { day: date, month, year }
}
