import { jsonOf } from '../../../kernel/json.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { CustomerView, MergeInput } from '../contract.ts'
import type { CustomerDeps } from '../deps.server.ts'
import type { OtherRooms } from '../other-rooms.server.ts'
import { readCustomer } from '../read.server.ts'
import { lockRecords, refreshContacts } from '../records.server.ts'
import { getRecord } from '../stored.server.ts'
import type { CustomerRecord } from '../tables.server.ts'
import type { MergeFacts, Stored } from './facts.ts'
import { refuseUnmergeable } from './preview.server.ts'
import { type Mergeable, mergeRecords } from './rules.ts'
import { mergeableOf, storedOf } from './stored.server.ts'
import '../tables.server.ts'

/**
 * Moves everything of the other record into this one and deletes it; its address then leads here. Bookings, messages and
 * saved items follow its addresses and account. Refuses 'customer/not-found', 'customer/changed' after a change of either,
 * 'customer/same-record', 'customer/two-accounts'. Audited.
 */
export async function mergeCustomers(
  deps: CustomerDeps,
  rooms: OtherRooms,
  { caller, ...input }: MergeInput & { readonly caller: Caller },
): Promise<CustomerView> {
  await deps.db.transaction().execute(async (trx) => {
    await lockRecords(trx)
    const { kept, other } = await lockBoth(trx, input)
    refuseUnmergeable(kept, other)
    if (kept.version !== input.version || other.version !== input.other_version) throw new Refusal('customer/changed')
    await merge(trx, { deps, rooms, caller }, { kept, other, take: input.take })
  })
  return readCustomer(deps, input.customerId)
}

/** Waits for notes and tasks that are being added to either. */
async function lockBoth(trx: Trx, { customerId, other_id }: MergeInput) {
  await trx
    .selectFrom('customers')
    .select('id')
    .where('id', 'in', [customerId, other_id])
    .orderBy('id')
    .forUpdate()
    .execute()
  return { kept: await getRecord(trx, customerId), other: await getRecord(trx, other_id) }
}

type By = { readonly deps: CustomerDeps; readonly rooms: OtherRooms; readonly caller: Caller }
type Pair = { readonly kept: CustomerRecord; readonly other: CustomerRecord; readonly take: MergeInput['take'] }

async function merge(trx: Trx, { deps, rooms, caller }: By, { kept, other, take }: Pair): Promise<void> {
  const [from, into] = [other.id, kept.id]
  const moved = {
    contacts: await trx
      .updateTable('customer_contacts')
      .set({ customer_id: into })
      .where('customer_id', '=', from)
      .returning(['kind', 'value'])
      .execute(),
    notes: await moveNotes(trx, from, into),
    tasks: await rooms.moveTasks(trx, { from, into }),
  }
  await trx.deleteFrom('customers').where('id', '=', from).execute()
  const [before, own] = [mergeableOf(kept), mergeableOf(other)]
  const merged = { ...mergeRecords(before, own, take), ...joinStored(kept, other) }
  const now = deps.clock()
  await storeMerged(trx, into, { ...merged, version: kept.version + 1, now })
  await refreshContacts(trx, [into])
  const facts: MergeFacts = {
    from: { ...own, ...storedOf(other), version: other.version, created_at: other.created_at.toISOString() },
    ...{ before: { ...before, ...storedOf(kept) }, merged, ...moved },
  }
  await trx
    .insertInto('customer_merges')
    .values({ from_id: from, into_id: into, facts: jsonOf(facts), merged_by: caller.name, merged_at: now })
    .execute()
  await writeAudit(trx, caller, auditOf({ action: 'customer.merged', into }, { before, own, merged, moved }), now)
}

async function moveNotes(trx: Trx, from: string, into: string): Promise<string[]> {
  const notes = trx.updateTable('customer_notes').set({ customer_id: into }).where('customer_id', '=', from)
  return (await notes.returning('id').execute()).map(({ id }) => id)
}

function joinStored(kept: CustomerRecord, other: CustomerRecord): Stored {
  const latest = (a: Date | null, b: Date | null) => ((a?.getTime() ?? 0) > (b?.getTime() ?? 0) ? a : b)
  return {
    user_id: kept.user_id ?? other.user_id,
    last_booked_at: latest(kept.last_booked_at, other.last_booked_at)?.toISOString() ?? null,
    active_at: (latest(kept.active_at, other.active_at) ?? kept.active_at).toISOString(),
  }
}

type Merged = Mergeable & Stored & { readonly version: number; readonly now: Date }
const storeMerged = (trx: Trx, id: string, { tags, now, ...merged }: Merged) =>
  trx
    .updateTable('customers')
    .set({ ...merged, ...datesOf(merged), tags: [...tags], updated_at: now })
    .where('id', '=', id)
    .execute()

const dateOf = (at: string | null): Date | null => (at === null ? null : new Date(at))
export const datesOf = (of: Pick<Mergeable, 'marketing_at'> & Stored) => ({
  marketing_at: dateOf(of.marketing_at),
  last_booked_at: dateOf(of.last_booked_at),
  active_at: new Date(of.active_at),
})

type Facts = {
  readonly before: Mergeable
  readonly own: Mergeable
  readonly merged: Mergeable
  readonly moved: Pick<MergeFacts, 'contacts' | 'notes' | 'tasks'>
}
/** Names what each side was, and counts what moved. */
function auditOf({ action, into }: { action: string; into: string }, { before, own, merged, moved }: Facts) {
  const shown = ({ name, email, phone, language, tags, marketing }: Mergeable) => ({
    ...{ name, email, phone, language, tags, marketing },
  })
  return {
    ...{ action, subjectType: 'customer', subjectId: into },
    before: { ...shown(before), merged_customer: shown(own) },
    after: { ...shown(merged), notes_moved: moved.notes.length, tasks_moved: moved.tasks.length },
  }
}
