import { isStaffRole } from '../../kernel/staff.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { type Erased, holdsAddress } from '../../platform/erasure.server.ts'
import type { AccountDeps } from './deps.server.ts'
import { roleOf } from './queries.server.ts'
import './tables.server.ts'

export interface AccountToErase {
  readonly id: string
  readonly isStaff: boolean
  readonly words: readonly string[]
}

/** One statement. */
export async function findAccount(
  deps: Pick<AccountDeps, 'adminEmail'>,
  q: Queryable,
  email: string,
): Promise<AccountToErase | null> {
  const user = await q.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
  if (!user) return null
  return { id: user.id, isStaff: isStaffRole(roleOf(deps, user)), words: [user.name, user.phone ?? ''] }
}

/** The addresses of all accounts, in lower case. */
export async function listUserAddresses(q: Queryable): Promise<readonly string[]> {
  const users = await q.selectFrom('users').select('email').execute()
  return users.map(({ email }) => email)
}

/** Deletes the account, its sessions, password, one-time links, and invitations of the address. */
export async function eraseAccount(trx: Trx, { email, userId }: Erased): Promise<void> {
  await trx
    .deleteFrom('verifications')
    .where((eb) =>
      eb.or([eb('value', '=', userId ?? ''), holdsAddress('value', email), holdsAddress('identifier', email)]),
    )
    .execute()
  await trx.deleteFrom('staff_invitations').where('email', '=', email).execute()
  if (userId !== null) await trx.deleteFrom('users').where('id', '=', userId).execute()
}
