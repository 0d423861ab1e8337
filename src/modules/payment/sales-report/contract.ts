/** What was sold in a period, what came in and went back, and what is outstanding. */
import * as z from 'zod'
import { chosenDay, line, localDate, moneySchema, procedure } from '../../../kernel/contract.ts'
import { text } from '../text.ts'
import { maxReportDays, reportGroups, spanOf } from './rules.ts'

const figures = {
  /** Bookings made in the period, cancelled ones included. */
  bookings: z.int(),
  cancelled: z.int(),
  /** Of the bookings that were not cancelled. */
  travellers: z.int(),
}
const amounts = {
  /** The price of the bookings that were not cancelled, and the tax within it. */
  sold: moneySchema,
  tax: moneySchema,
  /** Money that moved in the period, whenever its booking was made. */
  received: moneySchema,
  refunded: moneySchema,
  /** What customers still have to pay for these bookings. */
  outstanding: moneySchema,
}
export const salesFilter = {
  from: chosenDay,
  to: chosenDay,
  by: z.enum(reportGroups).default('kind'),
  /** Only this kind. */
  type: line(40).optional(),
}
export const salesReportInput = z
  .strictObject(salesFilter)
  .refine(({ from, to }) => from <= to, { path: ['to'], error: text('salesReport.endsTooEarly') })
  .refine(({ from, to }) => spanOf(from, to) <= maxReportDays, { path: ['to'], error: text('salesReport.tooLong') })

const currencySums = z.object({ currency: z.string(), ...figures, ...amounts })
const inAgencyCurrency = z.object({ ...figures, ...amounts })
export const salesReport = z.object({
  from: localDate,
  to: localDate,
  by: z.enum(reportGroups),
  /** At most 500, the best sold first; months in their order. */
  rows: z.array(
    z.object({
      /** The kind, the item's id, the seller's id, 'shop' or 'staff', the code, or 'YYYY-MM'; '' for none. */
      key: z.string(),
      /** The title of an item or the name of a seller; '' where the key says it. */
      name: z.string(),
      sums: z.array(currencySums),
    }),
  ),
  /** Groups that are not shown. */
  more: z.int(),
  totals: z.array(currencySums),
  /** All currencies together in the agency's, at today's rates. */
  total: inAgencyCurrency,
  /** The same for the period of the same length before. */
  previous: z.object({ from: localDate, to: localDate, total: inAgencyCurrency }),
})
export type SalesReport = z.infer<typeof salesReport>

export const salesReportProcedures = {
  salesReport: procedure(
    'staff:payments',
    'GET /admin/sales-report',
    'Sales, taxes, money received and refunded, and what is outstanding, of a period',
  )
    .input(salesReportInput)
    .output(salesReport),
}
