import { formatTime, type LocalDate } from '../../kernel/dates.ts'
import { joined, type Text } from '../../kernel/messages.ts'
import { longDay } from '../intl/dates.ts'

/** 'Saturday 5 December 2026, 06:00 PM' */
export const startText = ({ date, time }: { readonly date: LocalDate; readonly time: string | null }): Text =>
  joined([...(date ? [longDay(date)] : []), ...(time ? [formatTime(time)] : [])], 'plain')
