/**
 * A schedule as one line of text, for the cells of tables:
 * '2027-06-01..2027-09-30 Mon-Fri 09:00,14:00 places=20 cut-off=24h price_adult=120.00'. Pure.
 */
import type { Weekday } from '../../kernel/dates.ts'
import { formatAmount, money, parseAmount } from '../../kernel/money.ts'
import type { StoredSchedule } from './stored-schedules.ts'
import { text } from './text.ts'

const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export const scheduleExample = text('fields.schedules.example')

const nameOf = (day: Weekday): string => dayNames[day - 1] ?? ''

/** 'Mon-Wed,Fri': three days or more in a row are a range. */
function writeWeekdays(days: readonly Weekday[]): string {
  const runs: Weekday[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    if (run?.at(-1) === day - 1) run.push(day)
    else runs.push([day])
  }
  const written = runs.map((run) => {
    const [first, last] = [run[0], run.at(-1)]
    return run.length > 2 && first && last ? `${nameOf(first)}-${nameOf(last)}` : run.map(nameOf).join(',')
  })
  return written.join(',')
}

const writeStarts = ({ starts, times, hours }: StoredSchedule): string => {
  if (starts === 'times') return times.join(',')
  return starts === 'hours' && hours ? `${hours.from}-${hours.to}` : starts
}

export function writeSchedule(schedule: StoredSchedule, currency: string): string {
  const { from, to, weekdays, capacity, cut_off_hours, prices } = schedule
  return [
    from !== null || to !== null ? `${from ?? ''}..${to ?? ''}` : '',
    writeWeekdays(weekdays),
    writeStarts(schedule),
    capacity === null ? '' : `places=${capacity}`,
    cut_off_hours === 0 ? '' : `cut-off=${cut_off_hours}h`,
    ...Object.entries(prices).map(
      ([name, minor]) => `${name}=${formatAmount(money(minor, currency)).replaceAll(',', '')}`,
    ),
  ]
    .filter((part) => part !== '')
    .join(' ')
}

type Part = Readonly<Record<string, unknown>>

function readSeason(word: string): Part | null {
  const [from = '', to = '', ...rest] = word.split('..')
  return word.includes('..') && rest.length === 0 ? { from: from || null, to: to || null } : null
}

const dayOf = (name: string): number => dayNames.findIndex((each) => each.toLowerCase() === name.toLowerCase()) + 1
function readWeekdays(word: string): Part | null {
  const days = word.split(',').flatMap((part) => {
    const [first = '', last = first, ...rest] = part.split('-')
    const [from, to] = [dayOf(first), dayOf(last)]
    if (from === 0 || to === 0 || rest.length > 0) return [0]
    // 'Fri-Mon' goes over the end of the week.
    const length = ((to - from + 7) % 7) + 1
    return Array.from({ length }, (_, at) => ((from - 1 + at) % 7) + 1)
  })
  return days.includes(0) ? null : { weekdays: days }
}

const isTime = (word: string): boolean => /^\d{1,2}:\d{2}$/.test(word)
function readStarts(word: string): Part | null {
  const whole = word.toLowerCase()
  if (whole === 'day' || whole === 'closed') return { starts: whole }
  const times = word.split(',')
  if (times.every(isTime)) return { starts: 'times', times }
  const [from = '', to = '', ...rest] = word.split(/[-–]/)
  return isTime(from) && isTime(to) && rest.length === 0 ? { starts: 'hours', hours: { from, to } } : null
}

const numberIn = (text: string): unknown => (/^\d{1,9}$/.test(text) ? Number(text) : text)
/** Values that are no numbers stay text: the kind's schema names their field. */
function readSetting(word: string, currency: string): Part | null {
  const at = word.indexOf('=')
  const [name, value] = [word.slice(0, at), word.slice(at + 1)]
  if (at < 1 || value === '') return null
  if (name === 'places') return { capacity: numberIn(value) }
  if (name === 'cut-off') return { cut_off_hours: numberIn(value.replace(/h$/, '')) }
  return /^[a-z_]+$/.test(name) ? { [`prices.${name}`]: parseAmount(value, currency)?.minor ?? value } : null
}

/** Words, with the spaces around commas and equal signs taken out. */
function wordsOf(line: string): string[] {
  const tidy = (text: string, sign: string) =>
    text
      .split(sign)
      .map((part) => part.trim())
      .join(sign)
  return tidy(tidy(line, ','), '=')
    .split(/\s/)
    .filter((word) => word !== '')
}

type Read = { readonly schedule: Part } | { readonly unread: string }
function read(line: string, currency: string): Read {
  const schedule: Record<string, unknown> = {}
  const prices: Record<string, unknown> = {}
  for (const word of wordsOf(line)) {
    const part = readSeason(word) ?? readStarts(word) ?? readWeekdays(word) ?? readSetting(word, currency)
    if (part === null) return { unread: word }
    for (const [name, value] of Object.entries(part)) {
      const [target, key] = name.startsWith('prices.') ? [prices, name.slice(7)] : [schedule, name]
      if (Object.hasOwn(target, key)) return { unread: word }
      target[key] = value
    }
  }
  return { schedule: { ...schedule, ...(Object.keys(prices).length > 0 && { prices }) } }
}

/** The parsed line, for the kind's schema to validate; the line itself if a word of it is unknown. */
export function readSchedule(line: string, currency: string): unknown {
  const parsed = read(line, currency)
  return 'schedule' in parsed ? parsed.schedule : line
}

/** The first word of a line that means nothing; '' if each means something. */
export function unreadWordOf(line: string): string {
  const parsed = read(line, 'USD')
  return 'unread' in parsed ? parsed.unread : ''
}
