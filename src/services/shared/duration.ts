import type { MessageString } from '../../kernel/messages.ts'
import { text } from './text.ts'

/** '45 minutes', '1.5 hours', '2 hours', '2 hours 20 minutes'. */
export function formatMinutes(minutes: number): MessageString {
  if (minutes < 60) return text('shop.duration.minutes', { count: minutes })
  if (minutes % 30 === 0) return text('shop.duration.hours', { count: minutes / 60 })
  return text('shop.duration.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** '3 days, 2 nights' */
export const formatDays = (days: number, nights: number): MessageString =>
  text('shop.duration.daysNights', { days, nights })
