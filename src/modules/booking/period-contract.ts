import * as z from 'zod'
import { chosenDay, localDate, moneySchema, procedure } from '../../kernel/contract.ts'
import { daysBetween } from '../../kernel/dates.ts'
import { text as message } from '../../kernel/text.ts'

const paidShare = z.object({ bookings: z.int(), paid: z.int() })
const moved = z.object({ bookings: z.int(), net: moneySchema })
/** Money is in the agency's currency; days are in its time zone, both ends included. */
const periodFigures = z.object({
  from: localDate,
  to: localDate,
  /** The period of the same length before. */
  previous: z.object({ from: localDate, to: localDate }),
  /** Bookings made, and money received minus refunded. */
  now: moved,
  before: moved,
  /** Bookings made in the period, and how many of them are paid now. */
  kinds: z.array(z.object({ kind: z.string(), now: paidShare, before: paidShare })),
  /** Today, over all bookings that are not cancelled. */
  outstanding: z.object({ bookings: z.int(), amount: moneySchema }),
})
export type PeriodFigures = z.infer<typeof periodFigures>
const maxPeriod = 1_100

export const periodProcedures = {
  periodFigures: procedure(
    'staff:overview',
    'GET /admin/period-figures',
    'Bookings and revenue of a period, beside the period before, and outstanding balances',
  )
    .input(
      z
        .strictObject({ from: chosenDay, to: chosenDay })
        .refine(({ from, to }) => from <= to && daysBetween(from, to) < maxPeriod, message('fields.date')),
    )
    .output(periodFigures),
}
