import { isStaffRole } from '../../kernel/staff.ts'
import type { Queryable } from '../../platform/db/database.server.ts'
import type { AccountDeps } from './deps.server.ts'
import { roleOf } from './queries.server.ts'
import './tables.server.ts'

/** An account of a customer whose address is verified. */
export interface CustomerAccount {
  readonly userId: string
  readonly email: string
  readonly name: string
  readonly phone: string | null
  readonly at: Date
}
type Deps = Pick<AccountDeps, 'adminEmail'>

const selectVerified = (q: Queryable) => q.selectFrom('users').selectAll().where('email_verified', '=', true)
type Verified = Awaited<ReturnType<ReturnType<typeof selectVerified>['execute']>>[number]
const isCustomer = (deps: Deps, user: Verified): boolean => !isStaffRole(roleOf(deps, user))
const view = ({ id, email, name, phone, created_at }: Verified): CustomerAccount => ({
  ...{ userId: id, email, name, phone },
  at: created_at,
})

/** By id. `verified` has all verified accounts of the page, also those of staff. One statement. */
export async function listCustomerAccounts(
  deps: Deps,
  q: Queryable,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ readonly accounts: readonly CustomerAccount[]; readonly verified: readonly { id: string; at: Date }[] }> {
  const query = selectVerified(q).orderBy('id').limit(limit)
  const users = await (after === null ? query : query.where('id', '>', after)).execute()
  const accounts = users.filter((user) => isCustomer(deps, user)).map(view)
  return { accounts, verified: users.map(({ id, created_at }) => ({ id, at: created_at })) }
}

/** Null for staff, and while the address is not verified. One statement. */
export async function findCustomerAccount(deps: Deps, q: Queryable, userId: string): Promise<CustomerAccount | null> {
  const user = await selectVerified(q).where('id', '=', userId).executeTakeFirst()
  return user && isCustomer(deps, user) ? view(user) : null
}
