const unitMinutes = { minute: 1, min: 1, hour: 60, hr: 60, h: 60, day: 1440, week: 10_080 } as const
const half = /\bhalf[ -]day\b/i
const full = /\bfull[ -]day\b/i
const piece = /(\d+(?:\.\d+)?)(?:\s*(?:-|–|to)\s*(\d+(?:\.\d+)?))?\s*(minute|min|hour|hr|h|day|week)s?\b/gi

/**
 * Minutes of a duration in words: '6 hours', '1 hour 30 minutes', '2 days', '24-48 hours' (the longer), 'Half day'
 * (4 hours), 'Full day' (8 hours). `null` when no duration is found.
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
export function formatMinutes(minutes: number): string {
  const part = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`
  if (minutes < 60) return part(minutes, 'minute')
  if (minutes % 30 === 0) return part(minutes / 60, 'hour')
  return `${part(Math.floor(minutes / 60), 'hour')} ${part(minutes % 60, 'minute')}`
}

/** '3 days, 2 nights' */
export const formatDays = (days: number, nights: number): string =>
  `${days} ${days === 1 ? 'day' : 'days'}, ${nights} ${nights === 1 ? 'night' : 'nights'}`
