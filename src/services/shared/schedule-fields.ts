// The stored field of an item's schedules. What they mean is in stored-schedules.ts, so that pages need not load the
// schemas.
import * as z from 'zod/mini'
import { isLocalDate, type Weekday } from '../../kernel/dates.ts'
import type { MessageString, Text } from '../../kernel/messages.ts'
import type { FieldSpec } from '../kind.ts'
import { amount, optionalWholeNumber, readLines, readTime, time, wholeNumber } from './inputs.ts'
import { unreadWordOf } from './schedule-notation.ts'
import { maxSchedules, maxTimes, type StoredSchedule, startKinds } from './stored-schedules.ts'
import { text } from './text.ts'

const badDate = text('fields.schedules.badDate')
const badWeekday = text('fields.schedules.badWeekday')
const badHours = text('fields.schedules.badHours')
const badRow = text('fields.schedules.badRow')
const tooManyTimes = text('fields.schedules.tooManyTimes', { max: maxTimes })
const tooMany = text('fields.schedules.tooMany', { max: maxSchedules })

const optionalDate = () => z._default(z.nullable(z.string(badDate).check(z.refine(isLocalDate, badDate))), null)

const weekdays = () =>
  z._default(
    z.pipe(
      z
        .array(z.int(badWeekday).check(z.minimum(1, badWeekday), z.maximum(7, badWeekday)))
        .check(z.maxLength(50, badWeekday)),
      z.transform((days) => [...new Set(days)].sort() as Weekday[]),
    ),
    [],
  )

/** A list, or one time per line. */
const startTimes = () =>
  z._default(
    z.pipe(
      z.union([z.array(z.string()).check(z.maxLength(1000)), z.string().check(z.maxLength(5000))], tooManyTimes),
      z.transform((value, context): string[] => {
        const parsed = readLines(value).map(readTime)
        const times = [...new Set(parsed.filter((each) => each !== null))].sort()
        const message = parsed.includes(null) ? text('fields.times') : times.length > maxTimes ? tooManyTimes : null
        if (message !== null) context.issues.push({ code: 'custom', message, input: value })
        return times
      }),
    ),
    [],
  )

const seasonalPrices = (names: readonly string[]) =>
  z._default(
    z.strictObject(
      Object.fromEntries(names.map((name) => [name, z.optional(z.nullable(amount()))])),
      text('fields.schedules.unknownPrice'),
    ),
    {},
  )

type Row = { readonly [Key in keyof StoredSchedule]: StoredSchedule[Key] }
/** What is wrong with fields that each are right. */
function rowIssues({ from, to, starts, times, hours }: Row): readonly [keyof StoredSchedule, MessageString][] {
  return [
    ...(from !== null && to !== null && from > to ? [['to', text('fields.schedules.endsFirst')] as const] : []),
    ...(starts === 'times' && times.length === 0 ? [['times', text('fields.schedules.noTimes')] as const] : []),
    ...(starts === 'hours' && hours === null ? [['hours', badHours] as const] : []),
  ].map(([field, message]) => [field, message])
}

const filled = (prices: Readonly<Record<string, number | null | undefined>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(prices).flatMap(([name, price]) => (typeof price === 'number' ? [[name, price]] : [])),
  )

const schedule = (priceFields: readonly string[]) =>
  z.pipe(
    z.strictObject(
      {
        from: optionalDate(),
        to: optionalDate(),
        weekdays: weekdays(),
        starts: z.enum(startKinds, text('fields.schedules.noStarts')),
        times: startTimes(),
        hours: z._default(
          z.nullable(
            z
              .strictObject({ from: time(), to: time() }, badHours)
              .check(z.refine(({ from, to }) => from < to, badHours)),
          ),
          null,
        ),
        capacity: optionalWholeNumber(1, 10_000),
        cut_off_hours: z._default(wholeNumber(0, 8760), 0),
        prices: seasonalPrices(priceFields),
      },
      { error: ({ input, code }) => (code === 'invalid_type' ? rowFault(input) : undefined) },
    ),
    z.transform((row, context): StoredSchedule => {
      const prices = filled(row.prices)
      for (const [field, message] of rowIssues({ ...row, prices }))
        context.issues.push({ code: 'custom', message, path: [field], input: row[field] })
      const { starts, times, hours } = row
      return { ...row, times: starts === 'times' ? times : [], hours: starts === 'hours' ? hours : null, prices }
    }),
  )

/** A line of a table that could not be read arrives as it was typed. */
function rowFault(input: unknown): MessageString {
  if (typeof input !== 'string') return badRow
  return text('fields.schedules.unreadable', { word: unreadWordOf(input).slice(0, 60) })
}

/**
 * The schedules of an item. `priceFields` are the price fields that a season may replace: all fields of the kind with
 * `input: 'money'`.
 */
export const schedules = (priceFields: readonly string[]) => ({
  schedules: z._default(
    z.pipe(
      // The number of rows is judged first, so that a huge list gives one error.
      z.array(z.unknown(), badRow).check(z.maxLength(maxSchedules, tooMany)),
      z.array(schedule(priceFields)),
    ),
    [],
  ),
})

export const schedulesSpec: FieldSpec = {
  name: 'schedules',
  label: text('fields.schedules.label'),
  group: 'schedules',
  input: 'schedules',
  hint: text('fields.schedules.hint'),
}

type Scheduled = Readonly<Record<string, unknown>> & { readonly schedules: readonly StoredSchedule[] }
type Objection = { readonly field: string; readonly message: Text }
/**
 * Applies a rule about prices to each season: `objectionTo` sees the details as they are priced in the season, and the
 * item's own.
 */
export const eachSeason = <Details extends { readonly schedules: readonly StoredSchedule[] }>(
  objectionTo: (inSeason: Details, own: Details) => Objection | null,
) =>
  z.check<Details>(({ value, issues }) => {
    for (const [at, { prices }] of (value as unknown as Scheduled).schedules.entries()) {
      const objection = objectionTo({ ...value, ...prices }, value)
      if (objection === null) continue
      const path = ['schedules', at, 'prices', objection.field]
      issues.push({ code: 'custom', message: objection.message as string, path, input: prices })
    }
  })

type AgePriced = {
  readonly price_child: number | null
  readonly price_infant: number | null
  readonly schedules: readonly StoredSchedule[]
}
/** A season cannot offer an age that the item does not. */
export const offersSameAges = eachSeason<AgePriced>((inSeason, own) => {
  const field = (['price_child', 'price_infant'] as const).find((name) => own[name] === null && inSeason[name] !== null)
  return field === undefined ? null : { field, message: text('fields.schedules.ageNotOffered') }
})
