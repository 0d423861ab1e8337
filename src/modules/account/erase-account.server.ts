import { sql } from 'kysely'
import { isStaffRole } from '../../kernel/staff.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { type Erased, holdsAddress } from '../../platform/erasure.server.ts'
import { roleOf } from './queries.server.ts'
import type { AccountDeps } from './tables.server.ts'

export interface FoundAccount {
  readonly id: string
  readonly isStaff: boolean
  readonly words: readonly string[]
}

/** One statement. */
export async function findAccount(
  deps: Pick<AccountDeps, 'adminEmail'>,
  q: Queryable,
  email: string,
): Promise<FoundAccount | null> {
  const user = await q.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  if (!user) return null
  return { id: user.id, isStaff: isStaffRole(roleOf(deps, user)), words: [user.name, user.phone ?? ''] }
}

/** The account with its sessions, password and links under way; and invitations of the address. */
export async function eraseAccount(trx: Trx, { email, userId }: Erased): Promise<void> {
  const isTheirs = sql<boolean>`(value = ${userId} or ${holdsAddress('value', email)} or ${holdsAddress('identifier', email)})`
  await trx.deleteFrom('verifications').where(isTheirs).execute()
  await trx.deleteFrom('staff_invitations').where('email', '=', email).execute()
  if (userId !== null) await trx.deleteFrom('users').where('id', '=', userId).execute()
}
