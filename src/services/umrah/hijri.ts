import type { LocalDate } from '../../kernel/dates.ts'
import { hijriDay } from '../../kernel/hijri.ts'
import type { MessageString } from '../../kernel/messages.ts'
import { text } from './text.ts'

const months = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const

/** The names of the months are messages, because those of Intl differ between browsers and are misspelled in Hindi and Urdu. */
export function hijriText(of: LocalDate): MessageString {
  const { day, month, year } = hijriDay(of)
  const known = months[month - 1] ?? 1
  return text('shop.hijri', { day: String(day), month: text(`shop.hijriMonth.m${known}`), year: String(year) })
}
