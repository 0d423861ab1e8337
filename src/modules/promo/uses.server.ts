import { sql } from 'kysely'
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

/** For a quote: what the code would take off now. Promises nothing, and does not know the customer yet. */
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

/** A code that is held for a booking that is being made: its row stays locked until the transaction ends. */
export interface HeldPromo {
  readonly id: string
  readonly code: string
}
export type PromoDecision = PromoJudgement & { readonly held: HeldPromo | null }

/**
 * Judges the code for this customer under the lock of its row, so that parallel bookings take turns and the last use is
 * given once. `recordPromoUse` must follow in the same transaction.
 */
export async function holdPromo(
  trx: Trx,
  typed: string,
  use: Omit<PromoUse, 'customerUses'> & { readonly email: string },
): Promise<PromoDecision> {
  const row = await trx
    .selectFrom('promo_codes')
    .selectAll()
    .where('code', '=', normalizeCode(typed))
    .forUpdate()
    .executeTakeFirst()
  const customerUses = row?.customer_limit ? await countUses(trx, row.id, use.email) : 0
  const judgement = judgePromo(row ? termsOf(row) : null, { ...use, customerUses })
  return { ...judgement, held: row && !judgement.error ? { id: row.id, code: row.code } : null }
}

async function countUses(trx: Trx, promoId: string, email: string): Promise<number> {
  const { uses } = await trx
    .selectFrom('promo_uses')
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .where('promo_id', '=', promoId)
    .where('customer_email', '=', email)
    .where('released_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(uses)
}

/** Ties the held code to the booking and counts it. */
export async function recordPromoUse(
  trx: Trx,
  held: HeldPromo,
  booking: { id: string; customer_email: string; discount_minor: number; currency: string },
  now: Date,
): Promise<void> {
  await trx
    .insertInto('promo_uses')
    .values({
      booking_id: booking.id,
      promo_id: held.id,
      customer_email: booking.customer_email,
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

/** The booking came to nothing (expired, or cancelled unpaid): its use can be taken again. Safe to repeat. */
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

/** Uses still count, for nobody in particular. */
export async function eraseUser(trx: Trx, { email, bookingIds, placeholder }: Erased): Promise<void> {
  await sql`update promo_uses set customer_email = ${placeholder}
    where customer_email = ${email} or booking_id = any (${[...bookingIds]}::uuid[])`.execute(trx)
}
