import { sql } from 'kysely'
import { addDays, daysBetween, type LocalDate } from '../../../kernel/dates.ts'
import { add, convert, type Money, money, type RatesPerUsd, zero } from '../../../kernel/money.ts'
import { readRates, readSettings } from '../../settings/index.server.ts'
import type { BookingDeps } from '../deps.server.ts'
import type { PeriodFigures } from '../period-contract.ts'
import '../tables.server.ts'

type Period = { readonly from: LocalDate; readonly to: LocalDate }

const periodBefore = ({ from, to }: Period): Period => ({
  from: addDays(from, -daysBetween(from, to) - 1),
  to: addDays(from, -1),
})

/**
 * What a period brought, beside the period before. From counters that the database maintains: three statements, and
 * those for settings and rates unless cached.
 */
export async function readPeriodFigures(deps: BookingDeps, period: Period): Promise<PeriodFigures> {
  const previous = periodBefore(period)
  const [{ currency }, rates, days, kinds, due] = await Promise.all([
    readSettings(deps),
    readRates(deps),
    readDays(deps, { from: previous.from, to: period.to }, period.from),
    readKinds(deps, { from: previous.from, to: period.to }, period.from),
    readDue(deps),
  ])
  const sumOf = (isNow: boolean) => {
    const rows = days.filter(({ is_now }) => is_now === isNow)
    return { bookings: total(rows), net: sumIn(currency, rates, rows) }
  }
  const kindOf = (kind: string, isNow: boolean) => {
    const row = kinds.find(({ service_type, is_now }) => service_type === kind && is_now === isNow)
    return { bookings: row?.bookings ?? 0, paid: row?.paid ?? 0 }
  }
  return {
    ...period,
    previous,
    ...{ now: sumOf(true), before: sumOf(false) },
    kinds: deps.kinds.all.map(({ key: kind }) => ({ kind, now: kindOf(kind, true), before: kindOf(kind, false) })),
    outstanding: { bookings: total(due), amount: sumIn(currency, rates, due) },
  }
}

interface Sum {
  readonly currency: string
  readonly bookings: number
  readonly minor: number
}
const total = (rows: readonly Sum[]): number => rows.reduce((sum, { bookings }) => sum + bookings, 0)
/** Currencies without a rate are left out, as in the revenue figure. */
const sumIn = (currency: string, rates: RatesPerUsd, rows: readonly Sum[]): Money =>
  rows.reduce(
    (sum, row) => add(sum, convert(money(row.minor, row.currency), currency, rates) ?? zero(currency)),
    zero(currency),
  )

const readDays = (deps: BookingDeps, { from, to }: Period, since: LocalDate) =>
  deps.db
    .selectFrom('booking_days')
    .select(({ fn, cast, eb, ref }) => [
      sql<boolean>`day >= ${since}`.as('is_now'),
      'currency',
      cast<number>(fn.sum('bookings'), 'bigint').as('bookings'),
      cast<number>(fn.sum(eb('paid_minor', '-', ref('refunded_minor'))), 'bigint').as('minor'),
    ])
    .where(({ between }) => between('day', from, to))
    .groupBy(['is_now', 'currency'])
    .execute()

const readKinds = (deps: BookingDeps, { from, to }: Period, since: LocalDate) =>
  deps.db
    .selectFrom('booking_kind_days')
    .select(({ fn, cast }) => [
      sql<boolean>`day >= ${since}`.as('is_now'),
      'service_type',
      cast<number>(fn.sum('bookings'), 'bigint').as('bookings'),
      cast<number>(fn.sum('paid'), 'bigint').as('paid'),
    ])
    .where(({ between }) => between('day', from, to))
    .groupBy(['is_now', 'service_type'])
    .execute()

const readDue = (deps: BookingDeps) =>
  deps.db
    .selectFrom('booking_counters')
    .select(({ fn, cast }) => [
      'currency',
      cast<number>(fn.sum('due_bookings'), 'bigint').as('bookings'),
      cast<number>(fn.sum('due_minor'), 'bigint').as('minor'),
    ])
    .groupBy('currency')
    .execute()
