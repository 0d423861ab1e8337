import { mailboxOf } from '../../kernel/email.ts'
import { money } from '../../kernel/money.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { Erased } from '../../platform/erasure.server.ts'
import { judgePromo, normalizeCode, type PromoJudgement, type PromoTerms, type PromoUse } from './rules.ts'
import type { PromoRow } from './tables.server.ts'

export function termsOf(row: PromoRow): PromoTerms {
  const discount =
    row.percent_hundredths === null
      ? { amount: money(row.amount_minor ?? 0, row.currency ?? '') }
      : { percentHundredths: row.percent_hundredths }
  return {
    discount,
    code: row.code,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    usageLimit: row.usage_limit,
    customerLimit: row.customer_limit,
    kinds: row.kinds,
    serviceIds: row.service_ids,
    isActive: row.is_active,
    used: row.used,
  }
}

/** The discount for a quote. Reserves nothing and does not know the customer. */
export async function quotePromo(
  core: Pick<Core, 'db'>,
  typed: string,
  use: Omit<PromoUse, 'customerUses'>,
): Promise<PromoJudgement> {
  const row = await core.db
    .selectFrom('promo_codes')
    .selectAll()
    .where('code', '=', normalizeCode(typed))
    .executeTakeFirst()
  return judgePromo(row ? termsOf(row) : null, { ...use, customerUses: null })
}

/** Held for a booking in progress: the row stays locked until the transaction ends. */
export interface HeldPromo {
  readonly id: string
  readonly code: string
}
export type PromoDecision = PromoJudgement & { readonly held: HeldPromo | null }

/**
 * Judges the code for this customer under the lock of its row, so that parallel bookings cannot exceed its limits.
 * `recordPromoUse` must follow in the same transaction.
 */
export async function holdPromo(
  trx: Trx,
  typed: string,
  use: Omit<PromoUse, 'customerUses'> & { readonly email: string; readonly phone: string | null },
): Promise<PromoDecision> {
  const row = await trx
    .selectFrom('promo_codes')
    .selectAll()
    .where('code', '=', normalizeCode(typed))
    .forUpdate()
    .executeTakeFirst()
  const customerUses = row?.customer_limit ? await countUses(trx, row.id, use) : 0
  const judgement = judgePromo(row ? termsOf(row) : null, { ...use, customerUses })
  return { ...judgement, held: row && !judgement.error ? { id: row.id, code: row.code } : null }
}

type Customer = { readonly email: string; readonly phone: string | null }
/** Uses by the same mailbox, in any spelling, or the same phone number. */
async function countUses(trx: Trx, promoId: string, { email, phone }: Customer): Promise<number> {
  const { uses } = await trx
    .selectFrom('promo_uses')
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .where('promo_id', '=', promoId)
    .where(({ eb, or }) =>
      or([
        eb('customer_mailbox', '=', mailboxOf(email)),
        ...(phone === null ? [] : [eb('customer_phone', '=', phone)]),
      ]),
    )
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(uses)
}

/** Counts the use and links it to the booking. */
export async function recordPromoUse(
  trx: Trx,
  held: HeldPromo,
  booking: {
    id: string
    customer_email: string
    customer_phone: string | null
    discount_minor: number
    currency: string
  },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('promo_uses')
    .values({
      booking_id: booking.id,
      promo_id: held.id,
      customer_email: booking.customer_email,
      customer_phone: booking.customer_phone,
      discount_minor: booking.discount_minor,
      currency: booking.currency,
      used_at: now,
    })
    .execute()
  await trx
    .updateTable('promo_codes')
    .set(({ eb }) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', held.id)
    .execute()
}

/** Releases the use of a booking that expired or was cancelled unpaid. Safe to repeat. */
export async function releasePromo(core: Pick<Core, 'db' | 'clock'>, bookingId: string): Promise<void> {
  await core.db.transaction().execute(async (trx) => {
    const freed = await trx
      .updateTable('promo_uses')
      .set({ released_at: core.clock() })
      .where('booking_id', '=', bookingId)
      .where('released_at', 'is', null)
      .returning('promo_id')
      .executeTakeFirst()
    if (!freed) return
    await trx
      .updateTable('promo_codes')
      .set(({ eb }) => ({ used: eb('used', '-', 1) }))
      .where('id', '=', freed.promo_id)
      .execute()
  })
}

/** The use still counts, without the customer's address. */
export async function eraseUser(trx: Trx, { email, bookingIds, placeholder }: Erased): Promise<void> {
  await trx
    .updateTable('promo_uses')
    .set({ customer_email: placeholder, customer_phone: null })
    .where(({ eb, fn, or, val }) =>
      or([eb('customer_email', '=', email), eb('booking_id', '=', fn.any(val([...bookingIds])))]),
    )
    .execute()
}
