import { expressionBuilder } from 'kysely'
import { mayEnter, type StaffArea } from '../../kernel/staff.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import type { Tables } from '../../platform/db/tables.server.ts'
import type { AccountDeps } from './deps.server.ts'
import { roleOf } from './queries.server.ts'
import './tables.server.ts'

type Deps = Pick<AccountDeps, 'adminEmail'>

/** The name of an account, for joins in other rooms' queries. */
export const accountNames = expressionBuilder<Tables, never>()
  .selectFrom('users')
  .select(['users.id', 'users.name'])
  .as('account_names')

export interface Colleague {
  readonly id: string
  readonly name: string
}

/** Staff whose role opens the area, by name. One statement. */
export async function listColleagues(deps: Deps, q: Queryable, area: StaffArea): Promise<readonly Colleague[]> {
  const users = await q
    .selectFrom('users')
    .selectAll()
    .where('role', '<>', 'customer')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return users.filter((user) => mayEnter(roleOf(deps, user), area)).map(({ id, name }) => ({ id, name }))
}

/**
 * One of them, whose role cannot change before the transaction ends; null for everybody else. One statement. Lock order:
 * the account comes last.
 */
export async function lockColleague(
  trx: Trx,
  deps: Deps,
  { userId, area }: { readonly userId: string; readonly area: StaffArea },
): Promise<Colleague | null> {
  const user = await trx.selectFrom('users').selectAll().where('id', '=', userId).forShare().executeTakeFirst()
  return user && mayEnter(roleOf(deps, user), area) ? { id: user.id, name: user.name } : null
}
