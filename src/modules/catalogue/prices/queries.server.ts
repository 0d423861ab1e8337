import { sql } from 'kysely'
import { forAnswer } from '../../../kernel/messages.ts'
import type { Core } from '../../../platform/core.server.ts'
import { daysBefore, deleteOld, keptDays } from '../../../platform/retention.server.ts'
import { type CatalogueDeps, getKind } from '../views.server.ts'
import type { PricePreview, RecentPriceChange } from './contract.ts'
import { draftWith, findItems, inTurns, planItem, requirePriceFields, type Which } from './plan.server.ts'
import type { PriceChange } from './rules.ts'
import '../tables.server.ts'

/**
 * What a change would do to each item. Stores nothing. One statement. Refuses 'catalogue/unknown-kind',
 * 'catalogue/invalid', 'catalogue/too-many-items'.
 */
export async function previewPrices(
  deps: CatalogueDeps,
  input: { readonly kind: string; readonly change: PriceChange; readonly which: Which },
): Promise<PricePreview> {
  const kind = getKind(deps, input.kind)
  requirePriceFields(kind, input.change)
  const items = await findItems(deps.db, kind, input.which)
  const rows: PricePreview['rows'] = []
  let unchanged = 0
  await inTurns(items, (item) => {
    const { steps, details, reason } = planItem(item, input.change)
    if (steps.length === 0 && reason === null) {
      unchanged += 1
      return
    }
    const judged = reason ? { reason } : draftWith(kind, item, { details, now: deps.clock() })
    const { id, version, title, currency } = item
    const refusal = 'reason' in judged ? forAnswer(judged.reason) : null
    rows.push({ id, version, title, currency, steps: [...steps], reason: refusal })
  })
  return { rows, unchanged }
}

export const keptSince = ({ clock }: Pick<Core, 'clock'>) => daysBefore(clock(), keptDays.price_changes)
/** After that a change can no longer be undone. */
export async function forgetPriceChanges(core: Pick<Core, 'db' | 'clock'>): Promise<void> {
  await deleteOld(core, { table: 'price_changes', isOld: sql`created_at < ${keptSince(core)}`, rows: 20 })
}

const maxRecent = 20
const maxTitles = 3
/** One statement. Refuses 'catalogue/unknown-kind'. */
export async function listPriceChanges(deps: CatalogueDeps, kind: string): Promise<{ items: RecentPriceChange[] }> {
  const rows = await deps.db
    .selectFrom('price_changes')
    .selectAll()
    .where('kind', '=', getKind(deps, kind).key)
    .where('created_at', '>=', keptSince(deps))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxRecent)
    .execute()
  return {
    items: rows.map(({ id, change, items, created_at: at, made_by: by, undone_at, undone_by }) => ({
      id,
      change: { ...change, fields: [...change.fields] },
      count: items.length,
      titles: items.slice(0, maxTitles).map(({ title }) => title),
      at: at.toISOString(),
      by,
      undone: undone_at && { at: undone_at.toISOString(), by: undone_by ?? '' },
    })),
  }
}
