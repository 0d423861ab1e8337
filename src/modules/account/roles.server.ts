import { writeAudit } from '../../platform/audit.server.ts'
import { anonymous, type Caller, type Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import { isNamedAdmin } from './rules.ts'

/** The person with access to the machine. */
export const operator: Caller = { ...anonymous('local'), name: 'Operator' }

/** Runs after an address was verified: the owner of ADMIN_EMAIL becomes administrator (D14). */
export async function promoteNamedAdmin(
  trx: Trx,
  core: Core,
  user: { userId: string; email: string },
  adminEmail: string | null,
): Promise<void> {
  if (!isNamedAdmin(user.email, adminEmail)) return
  await makeAdmin(trx, core, user.userId, 'ADMIN_EMAIL')
}

/** Stores the role, with an audit entry if it changes. */
export async function makeAdmin(trx: Trx, core: Core, userId: string, by: string): Promise<void> {
  const now = core.clock()
  const changed = await trx
    .updateTable('users')
    .set({ role: 'admin', updated_at: now })
    .where('id', '=', userId)
    .where('role', '<>', 'admin')
    .executeTakeFirst()
  if (changed.numUpdatedRows === 0n) return
  const entry = { action: 'account.made-admin', subjectType: 'user', subjectId: userId, after: { role: 'admin', by } }
  await writeAudit(trx, operator, entry, now)
}
