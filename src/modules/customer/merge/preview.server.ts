import { Refusal } from '../../../kernel/refusal.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { sumPersonBookings } from '../../booking/index.server.ts'
import type { MergePreview } from '../contract.ts'
import type { CustomerDeps } from '../deps.server.ts'
import type { OtherRooms } from '../other-rooms.server.ts'
import { getRecord, listContacts } from '../stored.server.ts'
import type { CustomerRecord } from '../tables.server.ts'
import { mergeRecords } from './rules.ts'
import { mergeableOf } from './stored.server.ts'

/** What a merge would do. Refuses 'customer/not-found', 'customer/same-record', 'customer/two-accounts'. */
export async function previewMerge(
  { db }: CustomerDeps,
  rooms: OtherRooms,
  { customerId, otherId }: { customerId: string; otherId: string },
): Promise<MergePreview> {
  const [kept, other] = [await getRecord(db, customerId), await getRecord(db, otherId)]
  refuseUnmergeable(kept, other)
  const contacts = await listContacts(db, otherId)
  const emails = contacts.flatMap(({ kind, value }) => (kind === 'email' ? [value] : []))
  const { ids } = await sumPersonBookings(db, { emails, userId: other.user_id })
  const { tags, marketing } = mergeRecords(mergeableOf(kept), mergeableOf(other), [])
  return {
    kept: sideOf(kept),
    other: sideOf(other),
    result: { tags: [...tags], marketing },
    moves: {
      bookings: ids.length,
      messages: await rooms.countMessages(db, emails),
      tasks: await rooms.countTasks(db, otherId),
      notes: await countNotes(db, otherId),
      wishes: other.user_id === null ? 0 : await rooms.countWishes(db, other.user_id),
      emails,
      phones: contacts.flatMap(({ kind, value }) => (kind === 'phone' ? [value] : [])),
      account: other.user_id !== null,
    },
  }
}

/** Refuses 'customer/same-record', and 'customer/two-accounts': a record has one account. */
export function refuseUnmergeable(kept: CustomerRecord, other: CustomerRecord): void {
  if (kept.id === other.id) throw new Refusal('customer/same-record')
  if (kept.user_id !== null && other.user_id !== null)
    throw new Refusal('customer/two-accounts', { kept: kept.name, other: other.name })
}

const sideOf = ({ id, version, name, email, phone, language, user_id }: CustomerRecord): MergePreview['kept'] => ({
  ...{ id, version, name, email, phone, language },
  has_account: user_id !== null,
})

async function countNotes(q: Queryable, customerId: string): Promise<number> {
  const { count } = await q
    .selectFrom('customer_notes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('customer_id', '=', customerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
