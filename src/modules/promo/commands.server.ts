import type * as z from 'zod'
import { isShopCurrency, money } from '../../kernel/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import type { Caller, Core } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { PromoView, promoInput } from './contract.ts'
import type { PromoDeps, PromoRow } from './tables.server.ts'
import { text } from './text.ts'

type Promo = z.output<typeof promoInput>

export function viewPromo(row: PromoRow): PromoView {
  const discount =
    row.percent_hundredths === null
      ? { amount: money(row.amount_minor ?? 0, row.currency ?? '') }
      : { percentHundredths: row.percent_hundredths }
  return {
    id: row.id,
    version: row.version,
    code: row.code,
    description: row.description,
    discount,
    startsAt: row.starts_at?.toISOString() ?? null,
    endsAt: row.ends_at?.toISOString() ?? null,
    usageLimit: row.usage_limit,
    customerLimit: row.customer_limit,
    kinds: [...row.kinds],
    serviceIds: [...row.service_ids],
    isActive: row.is_active,
    used: row.used,
  }
}

export async function listPromos(core: Pick<Core, 'db'>): Promise<PromoView[]> {
  const rows = await core.db
    .selectFrom('promo_codes')
    .selectAll()
    .where('trashed_at', 'is', null)
    .orderBy('code')
    .execute()
  return rows.map(viewPromo)
}

/** Refuses 'promo/invalid' (unknown kind, end before start), 'promo/code-taken'. Audited. */
export async function createPromo(deps: PromoDeps, caller: Caller, promo: Promo): Promise<PromoView> {
  const columns = columnsOf(deps, promo)
  return deps.db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('promo_codes')
      .values({ id: newId(), ...columns })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (!row) throw await takenBy(trx, promo.code)
    await audit(trx, deps, caller, 'promo.created', null, row)
    return viewPromo(row)
  })
}

/** Also refuses 'promo/not-found' and 'promo/version-conflict'. Existing bookings keep their price. */
export async function changePromo(
  deps: PromoDeps,
  caller: Caller,
  { promoId, version, promo }: { promoId: string; version: number; promo: Promo },
): Promise<PromoView> {
  const columns = columnsOf(deps, promo)
  return deps.db.transaction().execute(async (trx) => {
    const before = await lockPromo(trx, promoId)
    if (before.version !== version) throw new Refusal('promo/version-conflict')
    const other = await trx
      .selectFrom('promo_codes')
      .select('id')
      .where('code', '=', promo.code)
      .where('id', '<>', promoId)
      .executeTakeFirst()
    if (other) throw await takenBy(trx, promo.code)
    const row = await trx
      .updateTable('promo_codes')
      .set({ ...columns, version: version + 1, updated_at: deps.clock() })
      .where('id', '=', promoId)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(trx, deps, caller, 'promo.changed', before, row)
    return viewPromo(row)
  })
}

/** Says whether a code in the trash has it. */
async function takenBy(trx: Trx, code: string): Promise<Refusal> {
  const row = await trx.selectFrom('promo_codes').select('trashed_at').where('code', '=', code).executeTakeFirst()
  const message = text(row?.trashed_at ? 'errors.codeInTrash' : 'errors.codeTaken')
  return new Refusal('promo/code-taken', {}, [{ path: 'code', message }])
}

/** Refuses 'promo/not-found', also for a code in the trash. */
async function lockPromo(trx: Trx, promoId: string): Promise<PromoRow> {
  const row = await lockStored(trx, promoId)
  if (row.trashed_at !== null) throw new Refusal('promo/not-found')
  return row
}

/** Refuses 'promo/not-found'. */
export async function lockStored(trx: Trx, promoId: string): Promise<PromoRow> {
  const row = await trx.selectFrom('promo_codes').selectAll().where('id', '=', promoId).forUpdate().executeTakeFirst()
  if (!row) throw new Refusal('promo/not-found')
  return row
}

function columnsOf({ kinds }: PromoDeps, promo: Promo) {
  const unknown = promo.kinds.filter((key) => !kinds.find(key))
  const errors = [
    ...unknown.map((key) => ({ path: 'kinds', message: text('errors.unknownKind', { kind: key }) })),
    ...(promo.startsAt && promo.endsAt && promo.endsAt <= promo.startsAt
      ? [{ path: 'endsAt', message: text('errors.endBeforeStart') }]
      : []),
    ...('amount' in promo.discount && !isShopCurrency(promo.discount.amount.currency)
      ? [{ path: 'discount', message: text('errors.currency') }]
      : []),
  ]
  if (errors.length > 0) throw new Refusal('promo/invalid', {}, errors)
  const amount = 'amount' in promo.discount ? promo.discount.amount : null
  return {
    code: promo.code,
    description: promo.description,
    percent_hundredths: 'percentHundredths' in promo.discount ? promo.discount.percentHundredths : null,
    amount_minor: amount?.minor ?? null,
    currency: amount?.currency ?? null,
    starts_at: promo.startsAt === null ? null : new Date(promo.startsAt),
    ends_at: promo.endsAt === null ? null : new Date(promo.endsAt),
    usage_limit: promo.usageLimit,
    customer_limit: promo.customerLimit,
    kinds: promo.kinds,
    service_ids: promo.serviceIds,
    is_active: promo.isActive,
  }
}

const audit = (
  trx: Trx,
  core: Pick<Core, 'clock'>,
  caller: Caller,
  action: string,
  before: PromoRow | null,
  after: PromoRow | null,
): Promise<void> => {
  const entry = {
    action,
    subjectType: 'promo_code',
    subjectId: (after ?? before)?.id ?? '',
    before: before && viewPromo(before),
    after: after && viewPromo(after),
  }
  return writeAudit(trx, caller, entry, core.clock())
}
