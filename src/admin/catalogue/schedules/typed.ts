/** A schedule while it is edited: what was typed is kept until it is right. Pure. */
import type { Weekday } from '../../../kernel/dates.ts'
import { formatAmount, money, parseAmount } from '../../../kernel/money.ts'
import type { StartKind, StoredSchedule } from '../../../services/shared/stored-schedules.ts'
import { textOf } from '../../text.ts'
import { listed } from '../../written.ts'

const t = textOf('schedules')

export interface TypedSchedule {
  readonly from: string
  readonly to: string
  readonly weekdays: readonly Weekday[]
  readonly starts: StartKind
  /** Separated by commas. */
  readonly times: string
  readonly opens: string
  readonly closes: string
  readonly capacity: string
  readonly cut_off_hours: string
  /** By price field; empty is the item's price. */
  readonly prices: Readonly<Record<string, string>>
}

export const blankSchedule: TypedSchedule = {
  ...{ from: '', to: '', weekdays: [], starts: 'times', times: '', opens: '', closes: '' },
  ...{ capacity: '', cut_off_hours: '', prices: {} },
}

export const typedOf = (stored: StoredSchedule, currency: string): TypedSchedule => ({
  from: stored.from ?? '',
  to: stored.to ?? '',
  weekdays: stored.weekdays,
  starts: stored.starts,
  times: stored.times.join(', '),
  opens: stored.hours?.from ?? '',
  closes: stored.hours?.to ?? '',
  capacity: stored.capacity === null ? '' : String(stored.capacity),
  cut_off_hours: stored.cut_off_hours === 0 ? '' : String(stored.cut_off_hours),
  prices: Object.fromEntries(
    Object.entries(stored.prices).map(([name, minor]) => [
      name,
      formatAmount(money(minor, currency)).replaceAll(',', ''),
    ]),
  ),
})

const numberIn = (text: string, empty: number | null): unknown => {
  const typed = text.trim()
  if (typed === '') return empty
  return /^\d{1,9}$/.test(typed) ? Number(typed) : typed
}

/** The values to send; text that is not a number stays text, so that the kind's schema reports it at its field. */
export function readTyped(typed: TypedSchedule, currency: string): Readonly<Record<string, unknown>> {
  const { from, to, weekdays, starts, times, opens, closes, capacity, cut_off_hours, prices } = typed
  // A closed season has no fields for its sale.
  const isSold = starts !== 'closed'
  const priced = Object.entries(prices).filter(([, text]) => isSold && text.trim() !== '')
  return {
    from: from || null,
    to: to || null,
    weekdays,
    starts,
    times: starts === 'times' ? times.split(/[,،]/) : [],
    hours: starts === 'hours' ? { from: opens, to: closes } : null,
    capacity: isSold ? numberIn(capacity, null) : null,
    cut_off_hours: isSold ? numberIn(cut_off_hours, 0) : 0,
    prices: Object.fromEntries(priced.map(([name, text]) => [name, parseAmount(text.trim(), currency)?.minor ?? text])),
  }
}

/** One line for people: '1. 2027-06-01..2027-09-30 Mon, Fri 09:00, 14:00'. */
export function scheduleWords(typed: TypedSchedule, number: number): string {
  const { from, to, weekdays, starts, times, opens, closes, capacity, cut_off_hours, prices } = typed
  const words = [
    from || to ? `${from}..${to}` : '',
    listed(weekdays.map((day) => t(`short.${day}`))),
    starts === 'times' ? times : starts === 'hours' ? `${opens}-${closes}` : t(`startKind.${starts}`),
    capacity && t('places', { count: Number(capacity) || 0 }),
    cut_off_hours && t('cutOffOf', { hours: cut_off_hours }),
    ...Object.values(prices),
  ]
  return `${number}. ${words.filter((word) => word !== '').join(' ')}`
}
