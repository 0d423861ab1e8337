/** 'YYYY-MM-DD' is a calendar day, 'HH:mm' a time of that day. An instant is a Date. */
export type LocalDate = string
export type LocalTime = string
export type Instant = Date

/** From year 1 on: PostgreSQL has no year 0. */
export function isLocalDate(text: unknown): text is LocalDate {
  if (typeof text !== 'string' || !/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text
}
export const isLocalTime = (text: unknown): text is LocalTime =>
  typeof text === 'string' && /^([01]\d|2[0-3]):[0-5]\d$/.test(text)

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  clocks.set(zone, clock)
  return clock
}
function readClock(instant: Date, zone: string): { date: LocalDate; time: LocalTime; seconds: string } {
  const part = Object.fromEntries(
    clockOf(zone)
      .formatToParts(instant)
      .map((p) => [p.type, p.value]),
  )
  return {
    date: `${part.year}-${part.month}-${part.day}`,
    time: `${part.hour}:${part.minute}`,
    seconds: part.second ?? '00',
  }
}
/** The date in the zone at that instant. */
export const dateIn = (zone: string, instant: Date): LocalDate => readClock(instant, zone).date
/** The time in the zone at that instant, 'HH:mm'. */
export const timeIn = (zone: string, instant: Date): LocalTime => readClock(instant, zone).time

/**
 * The instant of a local date and time. A time that a clock change skips is an hour later; a time that occurs twice is
 * the first.
 */
export function instantAt(zone: string, date: LocalDate, time: LocalTime): Date {
  const local = Date.parse(`${date}T${time}:00Z`)
  const offset = (instant: number): number => offsetAt(zone, instant)
  const before = offset(local - 86_400_000)
  const first = local - before
  if (offset(first) === before) return new Date(first)
  const second = local - offset(first)
  return new Date(offset(second) === offset(first) ? second : first)
}

/** Reading a zone's clock is slow, and the same instants are asked for again and again. */
const offsets = new Map<string, number>()
const maxOffsets = 5_000
/** How far the zone's clock is ahead of UTC, in milliseconds. */
function offsetAt(zone: string, instant: number): number {
  const key = `${instant} ${zone}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const shown = readClock(new Date(instant), zone)
  const offset = Date.parse(`${shown.date}T${shown.time}:${shown.seconds}Z`) - instant
  if (offsets.size >= maxOffsets) offsets.clear()
  offsets.set(key, offset)
  return offset
}

export function addDays(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10)
}
/** The days from one to the other, both included. */
export const daysFromTo = (from: LocalDate, to: LocalDate): LocalDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, day) => addDays(from, day))
/** 1 is Monday, 7 is Sunday (ISO 8601). */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7
export const daysBetween = (from: LocalDate, to: LocalDate): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)
export const addMinutes = (instant: Date, minutes: number): Date => new Date(instant.getTime() + minutes * 60_000)
export const addHours = (instant: Date, hours: number): Date => addMinutes(instant, hours * 60)

/** Full years since birth. Someone born on 29 February turns a year older on 1 March. */
export function ageOn(birth: LocalDate, day: LocalDate): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4))
  return day.slice(5) >= birth.slice(5) ? years : years - 1
}

/** 'Asia/Dubai' -> 'Dubai' */
export const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
