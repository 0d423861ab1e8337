import { jsonOf } from '../kernel/json.ts'
import type { Caller } from './core.server.ts'
import { newId } from './crypto/keyring.server.ts'
import type { Queryable } from './db/database.server.ts'

export type AuditEntry = { action: string; subjectType: string; subjectId: string; before?: unknown; after?: unknown }

/** Records who changed what, in the transaction of the change. Entries are never altered. */
export const writeAudit = (trx: Queryable, caller: Caller, entry: AuditEntry, now: Date): Promise<void> =>
  writeAudits(trx, caller, [entry], now)

/** The audit log, for reading: joined as `entry`. */
export const selectAudit = (q: Queryable) => q.selectFrom('audit_entries as entry')

/** Writes several entries in one statement. */
export async function writeAudits(
  trx: Queryable,
  caller: Caller,
  entries: readonly AuditEntry[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return
  await trx
    .insertInto('audit_entries')
    .values(
      entries.map((entry) => ({
        id: newId(now),
        actor_id: caller.userId,
        actor_name: caller.name,
        action: entry.action,
        subject_type: entry.subjectType,
        subject_id: entry.subjectId,
        before: entry.before === undefined ? null : jsonOf(entry.before),
        after: entry.after === undefined ? null : jsonOf(entry.after),
        at: now,
      })),
    )
    .execute()
}
