/** Codes that were never used wait in the trash for 30 days. They keep their code until they are deleted for good. */
import { Refusal } from '../../kernel/refusal.ts'
import { type Trashed, trashedUntil, viewTrashed } from '../../kernel/trash.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { automatic, type Caller, type Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { asBefore, intoTrash } from '../../platform/db/trash-columns.server.ts'
import { lockStored } from './commands.server.ts'
import type { PromoRow } from './tables.server.ts'

/** Newest first. One statement. */
export async function listTrashedPromos(core: Pick<Core, 'db' | 'clock'>): Promise<{ items: Trashed[] }> {
  const rows = await core.db
    .selectFrom('promo_codes')
    .select(['id', 'code as name', 'trashed_at', 'trashed_by'])
    .where('trashed_at', 'is not', null)
    .orderBy('trashed_at', 'desc')
    .orderBy('id')
    .execute()
  return { items: rows.map((row) => viewTrashed(row, core.clock())) }
}

/** Refuses 'promo/not-found' and 'promo/used': a code with bookings can only be switched off. Repeats change nothing. */
export async function removePromo(core: Core, caller: Caller, promoId: string): Promise<{ removed: true }> {
  await core.db.transaction().execute(async (trx) => {
    const before = await lockStored(trx, promoId)
    if (before.trashed_at !== null) return
    const use = await trx
      .selectFrom('promo_uses')
      .select('booking_id')
      .where('promo_id', '=', promoId)
      .executeTakeFirst()
    if (use) throw new Refusal('promo/used')
    await change(trx, core, { caller, action: 'promo.trashed', before, set: intoTrash(caller, before, core.clock()) })
  })
  return { removed: true }
}

/** Brings the code back as it was. Refuses 'promo/not-found'. Repeats change nothing. */
export async function restorePromo(core: Core, caller: Caller, promoId: string): Promise<{ restored: true }> {
  await core.db.transaction().execute(async (trx) => {
    const before = await lockStored(trx, promoId)
    if (before.trashed_at === null) return
    await change(trx, core, { caller, action: 'promo.restored', before, set: asBefore(before) })
  })
  return { restored: true }
}

/** Refuses 'promo/not-found', also for a code that is not in the trash. */
export async function deletePromo(core: Core, caller: Caller, promoId: string): Promise<{ removed: true }> {
  await core.db.transaction().execute(async (trx) => {
    const before = await lockStored(trx, promoId)
    if (before.trashed_at === null) throw new Refusal('promo/not-found')
    await deleteRow({ trx, core, caller }, before)
  })
  return { removed: true }
}

/** Deletes for good what has been in the trash for 30 days. */
export async function emptyPromoTrash(core: Core): Promise<void> {
  await core.db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('promo_codes')
      .selectAll()
      .where('trashed_at', '<=', trashedUntil(core.clock()))
      .orderBy('id')
      .forUpdate()
      .execute()
    for (const before of due) await deleteRow({ trx, core, caller: automatic }, before)
  })
}

interface Change {
  readonly caller: Caller
  readonly action: string
  readonly before: PromoRow
  readonly set: ReturnType<typeof intoTrash> | ReturnType<typeof asBefore>
}
async function change(trx: Trx, core: Core, { caller, action, before, set }: Change): Promise<void> {
  const { id } = before
  const after = await trx
    .updateTable('promo_codes')
    .set(set)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const states = { before: placeOf(before), after: placeOf(after) }
  await writeAudit(trx, caller, { action, subjectType: 'promo_code', subjectId: id, ...states }, core.clock())
}
const placeOf = ({ code, is_active, trashed_at }: PromoRow) => ({ code, is_active, is_in_trash: trashed_at !== null })

interface Work {
  readonly trx: Trx
  readonly core: Core
  readonly caller: Caller
}
async function deleteRow({ trx, core, caller }: Work, before: PromoRow): Promise<void> {
  await trx.deleteFrom('promo_codes').where('id', '=', before.id).execute()
  const entry = { action: 'promo.removed', subjectType: 'promo_code', subjectId: before.id, before }
  await writeAudit(trx, caller, entry, core.clock())
}
