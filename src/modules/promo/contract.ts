import * as z from 'zod'
import { id, instant, line, moneySchema, procedure } from '../../kernel/contract.ts'
import { deletedForGood, restored, trashedList } from '../../kernel/trash-contract.ts'
import { codePattern, normalizeCode } from './rules.ts'
import { text } from './text.ts'

const limit = z.int().min(1).max(1_000_000).nullable()
/** A promo code as staff edit it: percent or amount, never both. */
export const promoInput = z.strictObject({
  code: z
    .string()
    .max(60)
    .transform(normalizeCode)
    .refine((code) => codePattern.test(code), text('errors.codeFormat')),
  description: line(200).default(''),
  discount: z.union([
    z.strictObject({ percentHundredths: z.int().min(1).max(10_000) }),
    z.strictObject({ amount: moneySchema.refine(({ minor }) => minor > 0, text('errors.amount')) }),
  ]),
  startsAt: instant.nullable().default(null),
  endsAt: instant.nullable().default(null),
  usageLimit: limit.default(null),
  customerLimit: limit.default(null),
  kinds: z.array(z.string().max(40)).max(50).default([]),
  serviceIds: z.array(id).max(500).default([]),
  isActive: z.boolean().default(true),
})
export const promoView = z.object({
  id,
  version: z.int(),
  code: z.string(),
  description: z.string(),
  discount: z.union([z.object({ percentHundredths: z.int() }), z.object({ amount: moneySchema })]),
  startsAt: instant.nullable(),
  endsAt: instant.nullable(),
  usageLimit: z.int().nullable(),
  customerLimit: z.int().nullable(),
  kinds: z.array(z.string()),
  serviceIds: z.array(id),
  isActive: z.boolean(),
  used: z.int(),
})
export type PromoView = z.infer<typeof promoView>

export const promoContract = {
  admin: {
    list: procedure('staff:promos', 'GET /admin/promo-codes', 'All promo codes, by code').output(z.array(promoView)),
    create: procedure('staff:promos', 'POST /admin/promo-codes', 'A new promo code')
      .input(promoInput)
      .output(promoView),
    change: procedure(
      'staff:promos',
      'PUT /admin/promo-codes/{promoId}',
      'Changes a promo code; refuses an old version',
    )
      .input(z.strictObject({ promoId: id, version: z.int(), promo: promoInput }))
      .output(promoView),
    remove: procedure(
      'staff:promos',
      'DELETE /admin/promo-codes/{promoId}',
      'Moves a code that was never used to the trash',
    )
      .input(z.strictObject({ promoId: id }))
      .output(z.object({ removed: z.literal(true) })),
    trash: {
      list: procedure('staff:promos', 'GET /admin/trashed-promo-codes', 'What is in the trash, newest first').output(
        trashedList,
      ),
      restore: procedure(
        'staff:promos',
        'POST /admin/trashed-promo-codes/{promoId}/restoration',
        'Brings a code back as it was; repeats change nothing',
      )
        .input(z.strictObject({ promoId: id }))
        .output(restored),
      remove: procedure('staff:promos', 'DELETE /admin/trashed-promo-codes/{promoId}', 'Deletes a code for good')
        .input(z.strictObject({ promoId: id }))
        .output(deletedForGood),
    },
  },
}
