import * as z from 'zod'
import { id, instant, line, moneySchema, procedure } from '../../../kernel/contract.ts'
import { isShopCurrency } from '../../../kernel/money.ts'
import { serviceStatuses } from '../rules.ts'
import { text } from '../text.ts'
import { translationFilter } from '../translations/contract.ts'
import { roundings } from './rules.ts'

/** Items of one change. */
export const maxItems = 500
const maxAmount = 100_000_000_000

const percent = z
  .string()
  .regex(/^\d{1,3}(\.\d{1,2})?$/, text('prices.percent'))
  .refine((typed) => Number(typed) > 0, text('prices.percent'))
const amount = moneySchema
  .refine(({ minor }) => minor > 0 && minor <= maxAmount, text('prices.amount'))
  .refine(({ currency }) => isShopCurrency(currency), text('prices.amount'))
const change = z.strictObject({
  direction: z.enum(['raise', 'lower']),
  by: z.discriminatedUnion('unit', [
    z.strictObject({ unit: z.literal('percent'), percent }),
    z.strictObject({ unit: z.literal('amount'), amount }),
  ]),
  rounding: z.enum(roundings).default('none'),
  /** Price fields of the kind. */
  fields: z.array(z.string().max(60)).min(1, text('prices.fields')).max(20),
})

const step = z.object({
  field: z.string(),
  /** Position in the item's schedules, from 0; null: not a seasonal price. */
  season: z.int().nullable(),
  /** Position in the rules by nationality, from 0. */
  rule: z.int().nullable(),
  before: z.int(),
  after: z.int(),
})
const refused = z.object({ id, title: z.string(), reason: z.string() })
export type RefusedItem = z.infer<typeof refused>

const preview = z.object({
  rows: z.array(
    z.object({
      ...{ id, version: z.int(), title: z.string(), currency: z.string() },
      steps: z.array(step),
      /** Why the item would be refused; null: it would be changed. */
      reason: z.string().nullable(),
    }),
  ),
  /** Items without a price that would change. */
  unchanged: z.int(),
})
export type PricePreview = z.infer<typeof preview>

const outcome = z.object({ done: z.int(), refused: z.array(refused) })
export type PriceOutcome = z.infer<typeof outcome>

const recent = z.object({
  ...{ id, change },
  count: z.int(),
  /** The first few titles. */
  titles: z.array(z.string()),
  ...{ at: instant, by: z.string() },
  undone: z.object({ at: instant, by: z.string() }).nullable(),
})
export type RecentPriceChange = z.infer<typeof recent>

const kind = z.string().max(40)
const filter = z.strictObject({
  q: line(100).optional(),
  status: z.enum(serviceStatuses).optional(),
  translated: translationFilter.optional(),
})
const area = 'staff:catalogue'
export const pricesContract = {
  preview: procedure(area, 'POST /admin/price-changes/preview', 'What a price change would do; nothing is stored', {
    readsOnly: true,
  })
    .input(
      z.strictObject({
        ...{ kind, change },
        /** The chosen items, or all that the filter of the list matches. */
        which: z.union([z.strictObject({ ids: z.array(id).min(1).max(maxItems) }), z.strictObject({ filter })]),
      }),
    )
    .output(preview),
  apply: procedure(area, 'POST /admin/price-changes', 'Changes prices; each item is done or refused by itself', {
    idempotent: true,
  })
    .input(
      z.strictObject({
        ...{ kind, change },
        items: z
          .array(z.strictObject({ id, version: z.int() }))
          .min(1)
          .max(maxItems),
      }),
    )
    .output(outcome.extend({ id: id.nullable() })),
  list: procedure(area, 'GET /admin/price-changes', 'Price changes of the last 30 days, the newest first')
    .input(z.strictObject({ kind }))
    .output(z.object({ items: z.array(recent) })),
  undo: procedure(
    area,
    'POST /admin/price-changes/{changeId}/undo',
    'Puts the old prices back where they are unchanged',
  )
    .input(z.strictObject({ changeId: id }))
    .output(outcome),
}
