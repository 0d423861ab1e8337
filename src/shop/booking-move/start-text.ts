import { formatTime, type LocalDate } from '../../kernel/dates.ts'
import { longDay } from '../intl/dates.ts'

/** 'Saturday 5 December 2026, 06:00 PM' */
export const startText = ({ date, time }: { readonly date: LocalDate; readonly time: string | null }): string =>
  [date && longDay(date), time && formatTime(time)].filter(Boolean).join(', ')
