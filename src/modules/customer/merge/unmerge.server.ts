import { Refusal } from '../../../kernel/refusal.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import type { Trx } from '../../../platform/db/database.server.ts'
import type { CustomerView } from '../contract.ts'
import type { CustomerDeps } from '../deps.server.ts'
import type { OtherRooms } from '../other-rooms.server.ts'
import { readCustomer } from '../read.server.ts'
import { fillContacts, lockRecords, refreshContacts } from '../records.server.ts'
import { getRecord } from '../stored.server.ts'
import type { CustomerRecord } from '../tables.server.ts'
import type { MergeFacts } from './facts.ts'
import { datesOf } from './merge.server.ts'
import { restoredFields } from './rules.ts'
import { mergeableOf } from './stored.server.ts'
import '../tables.server.ts'

interface Undone {
  readonly customerId: string
  readonly mergedId: string
  readonly caller: Caller
}

/**
 * Brings a merged record back with what came from it and is still here. Later changes, notes, tasks and contacts stay.
 * Refuses 'customer/not-found', 'customer/no-merge'. Audited.
 */
export async function undoMerge(deps: CustomerDeps, rooms: OtherRooms, undone: Undone): Promise<CustomerView> {
  const { customerId, mergedId, caller } = undone
  await deps.db.transaction().execute(async (trx) => {
    await lockRecords(trx)
    const kept = await getRecord(trx, customerId)
    const merge = await trx
      .deleteFrom('customer_merges')
      .where('from_id', '=', mergedId)
      .where('into_id', '=', customerId)
      .where('facts', 'is not', null)
      .returning('facts')
      .executeTakeFirst()
    if (!merge?.facts) throw new Refusal('customer/no-merge')
    await separate(trx, { deps, rooms, caller }, { kept, mergedId, facts: merge.facts })
  })
  return readCustomer(deps, customerId)
}

type By = { readonly deps: CustomerDeps; readonly rooms: OtherRooms; readonly caller: Caller }
type Pair = { readonly kept: CustomerRecord; readonly mergedId: string; readonly facts: MergeFacts }

async function separate(trx: Trx, { deps, rooms, caller }: By, { kept, mergedId, facts }: Pair): Promise<void> {
  const now = deps.clock()
  const userId = kept.user_id === facts.from.user_id ? kept.user_id : null
  const changes = await restoreKept(trx, { kept, facts }, { now, isAccountLeaving: userId !== null })
  await restoreMerged(trx, { mergedId, facts }, { now, userId })
  // A value is an address or a number, never both.
  const values = facts.contacts.map(({ value }) => value)
  await trx
    .updateTable('customer_contacts')
    .set({ customer_id: mergedId })
    .where('customer_id', '=', kept.id)
    .where(({ eb, fn, val }) => eb('value', '=', fn.any(val(values))))
    .execute()
  await trx
    .updateTable('customer_notes')
    .set({ customer_id: mergedId })
    .where('customer_id', '=', kept.id)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...facts.notes]))))
    .execute()
  await rooms.moveTasks(trx, { from: kept.id, into: mergedId, ids: facts.tasks })
  await showOwnContacts(trx, [kept.id, mergedId])
  const { name, email, phone } = facts.from
  const before = Object.fromEntries(Object.keys(changes).map((field) => [field, kept[field as 'name']]))
  const entry = {
    ...{ action: 'customer.merge-undone', subjectType: 'customer', subjectId: kept.id },
    ...{ before, after: { ...changes, restored_customer: { name, email, phone } } },
  }
  await writeAudit(trx, caller, entry, now)
}

type Leaving = { readonly now: Date; readonly isAccountLeaving: boolean }
async function restoreKept(
  trx: Trx,
  { kept, facts }: Omit<Pair, 'mergedId'>,
  { now, isAccountLeaving }: Leaving,
): Promise<ReturnType<typeof restoredFields>> {
  const changes = restoredFields(facts.before, facts.merged, mergeableOf(kept))
  const { marketing_at, tags, ...rest } = changes
  const isSameDay = kept.last_booked_at?.toISOString() === (facts.merged.last_booked_at ?? undefined)
  const { last_booked_at, active_at } = datesOf(facts.before)
  await trx
    .updateTable('customers')
    .set({ ...rest, version: kept.version + 1, updated_at: now })
    .$if(tags !== undefined, (query) => query.set({ tags: [...(tags ?? [])] }))
    .$if(marketing_at !== undefined, (query) => query.set({ marketing_at: datesOf(facts.before).marketing_at }))
    .$if(isSameDay, (query) => query.set({ last_booked_at, active_at }))
    .$if(isAccountLeaving, (query) => query.set({ user_id: null }))
    .where('id', '=', kept.id)
    .execute()
  return changes
}

type Back = { readonly now: Date; readonly userId: string | null }
async function restoreMerged(
  trx: Trx,
  { mergedId, facts: { from } }: Omit<Pair, 'kept'>,
  { now, userId }: Back,
): Promise<void> {
  const { tags, version, created_at, name, email, phone, language, marketing } = from
  await trx
    .insertInto('customers')
    .values({
      ...{ id: mergedId, name, email, phone, language, marketing, tags: [...tags], user_id: userId },
      ...{ ...datesOf(from), version: version + 1, created_at: new Date(created_at), updated_at: now },
    })
    .execute()
}

/** A record shows no address or number of another one. */
async function showOwnContacts(trx: Trx, ids: readonly string[]): Promise<void> {
  for (const kind of ['email', 'phone'] as const)
    await trx
      .updateTable('customers')
      .set({ [kind]: null })
      .where('id', 'in', ids)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('customer_contacts as contact')
            .select('contact.value')
            .where('contact.kind', '=', kind)
            .whereRef('contact.value', '=', `customers.${kind}`)
            .whereRef('contact.customer_id', '<>', 'customers.id'),
        ),
      )
      .execute()
  await refreshContacts(trx, ids)
  await fillContacts(trx, ids)
}
