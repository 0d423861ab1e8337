/** Storing changed prices of many items in one transaction. */
import { forAnswer, type Text } from '../../../kernel/messages.ts'
import { isRefusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { Details } from '../../../services/kind.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { type StoredRow, storedColumns } from '../changing.server.ts'
import { type Draft, guardDraft, storeUnaudited } from '../drafts.server.ts'
import { text } from '../text.ts'
import type { CatalogueDeps } from '../views.server.ts'
import type { RefusedItem } from './contract.ts'
import { draftWith, inTurns, type Judged, type Refused, reasonOf } from './plan.server.ts'
import type { ChangedItem } from './tables.server.ts'
import '../tables.server.ts'

export interface Work {
  readonly trx: Trx
  readonly deps: CatalogueDeps
  readonly caller: Caller
  readonly kind: LoadedKind
}
export interface Stored {
  readonly stored: readonly ChangedItem[]
  readonly refused: RefusedItem[]
}
type Decided = { readonly details: Details } | Refused
type Named = { readonly id: string; readonly title?: string }
type Drafted = { readonly row: StoredRow; readonly draft: Draft; readonly details: Details }

/**
 * Stores the details that `decide` returns for each item, or refuses the item with a reason. Without an entry in the
 * audit trail, which the caller writes.
 */
export async function storeItems<Item extends Named>(
  work: Work,
  items: readonly Item[],
  decide: (row: StoredRow, item: Item) => Decided,
): Promise<Stored> {
  const rows = await lockItems(work, items)
  const refused: RefusedItem[] = []
  const drafted: Drafted[] = []
  await inTurns(items, async (item) => {
    const row = rows.get(item.id)
    const decided = row ? decideStored(row, () => decide(row, item)) : { reason: text('prices.gone') }
    const judged = row && 'details' in decided ? await judge(work, row, decided.details) : decided
    if (row && 'draft' in judged && 'details' in decided)
      drafted.push({ row, draft: judged.draft, details: decided.details })
    else if ('reason' in judged)
      refused.push({ id: item.id, title: row?.title ?? item.title ?? '', reason: forAnswer(judged.reason) })
  })
  return { stored: await storeAll(work, drafted, refused), refused }
}

const decideStored = (row: StoredRow, decide: () => Decided): Decided =>
  row.trashed_at === null ? decide() : { reason: text('prices.inTrash') }

/** In a fixed order, to avoid deadlocks. Sales of the items go on. One statement. */
async function lockItems({ trx, kind }: Work, items: readonly Named[]): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = await trx
    .selectFrom('services')
    .select(storedColumns)
    .where(
      'id',
      'in',
      items.map(({ id }) => id),
    )
    .where('kind', '=', kind.key)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Asks the kind's rules and the other rooms. */
async function judge({ trx, deps, kind }: Work, row: StoredRow, details: Details): Promise<Judged> {
  const judged = draftWith(kind, row, { details, now: deps.clock() })
  if ('reason' in judged) return judged
  try {
    await guardDraft(trx, deps, { kind, draft: judged.draft })
    return judged
  } catch (error) {
    return { reason: reasonOf(kind, error) }
  }
}

async function storeAll(
  { trx, deps, kind }: Work,
  drafted: readonly Drafted[],
  refused: RefusedItem[],
): Promise<readonly ChangedItem[]> {
  if (drafted.length === 0) return []
  const results = await storeUnaudited(trx, deps, { kind, drafts: drafted.map(({ draft }) => draft) })
  return drafted.flatMap(({ row, details }, at) => {
    const saved = results[at]
    const { id, title, currency } = row
    if (saved === undefined || isRefusal(saved)) {
      refused.push({ id, title, reason: forAnswer(saved ? reasonOf(kind, saved) : (text('prices.gone') as Text)) })
      return []
    }
    const names = Object.keys(details)
    const only = (of: Details) => Object.fromEntries(names.map((name) => [name, of[name] ?? null]))
    return [{ id, title, currency, before: only(row.details), after: only(saved.details) }]
  })
}
