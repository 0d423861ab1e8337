import type { MessageString } from '../../kernel/messages.ts'
import { text } from './text.ts'

const unitMinutes = { minute: 1, min: 1, hour: 60, hr: 60, h: 60, day: 1440, week: 10_080 } as const
const half = /\bhalf[ -]day\b/i
const full = /\bfull[ -]day\b/i
const piece =
  /(?<!\d)(\d{1,9}(?:\.\d{1,9})?)(?:\s{0,9}(?:-|–|to)\s{0,9}(\d{1,9}(?:\.\d{1,9})?))?\s{0,9}(minute|min|hour|hr|h|day|week)s?\b/gi

/**
 * Minutes of a duration in words: '6 hours', '1 hour 30 minutes', '2 days', '24-48 hours' (the longer), 'Half day' (4
 * hours), 'Full day' (8 hours). `null` if there is none.
 */
export function readDuration(words: string): number | null {
  const found = [...words.matchAll(piece)]
  if (found.length === 0) return half.test(words) ? 240 : full.test(words) ? 480 : null
  const minutes = found.reduce((sum, [, from, to, unit]) => {
    const each = unitMinutes[(unit ?? '').toLowerCase() as keyof typeof unitMinutes]
    return sum + Number(to ?? from) * each
  }, 0)
  return minutes > 0 ? Math.round(minutes) : null
}

/** '45 minutes', '1.5 hours', '2 hours', '2 hours 20 minutes'. */
export function formatMinutes(minutes: number): MessageString {
  if (minutes < 60) return text('shop.duration.minutes', { count: minutes })
  if (minutes % 30 === 0) return text('shop.duration.hours', { count: minutes / 60 })
  return text('shop.duration.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}

/** '3 days, 2 nights' */
export const formatDays = (days: number, nights: number): MessageString =>
  text('shop.duration.daysNights', { days, nights })
