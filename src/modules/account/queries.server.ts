import type { IncomingHttpHeaders } from 'node:http'
import { areasOfRole, isStaffRole, type StaffRole } from '../../kernel/staff.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import { readSettings } from '../settings/index.server.ts'
import type { Profile } from './contract.ts'
import { sessionTokenOf } from './cookie.server.ts'
import type { AccountDeps } from './deps.server.ts'
import { effectiveRole, type Role } from './rules.ts'
import type { UsersTable } from './tables.server.ts'
import { digestOf } from './tokens.server.ts'

/** The caller of a request, with the present role. One statement, none without a session cookie. */
export async function callerOf(deps: AccountDeps, headers: IncomingHttpHeaders, address: string): Promise<Caller> {
  const token = sessionTokenOf(deps, headers)
  if (token === null) return anonymous(address)
  const user = await deps.db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('two_factors', 'two_factors.user_id', 'users.id')
    .where('sessions.token', '=', digestOf(token))
    .where('sessions.expires_at', '>', new Date())
    .select([
      'sessions.id as session_id',
      'users.id',
      'users.name',
      'users.email',
      'users.email_verified',
      'users.role',
      'users.made_by_bootstrap',
      'two_factors.confirmed_at',
    ])
    .executeTakeFirst()
  if (!user) return anonymous(address)
  const role = roleOf(deps, user)
  const waitingRole = await waitingRoleOf(deps, role, user.confirmed_at)
  return {
    userId: user.id,
    role: waitingRole ? 'customer' : role,
    waitingRole,
    name: user.name,
    email: user.email,
    isEmailVerified: user.email_verified,
    address,
    sessionId: user.session_id,
  }
}

/** The role of staff who must set up two-factor sign-in before they can use it; otherwise null. */
async function waitingRoleOf(deps: AccountDeps, role: Role, confirmedAt: Date | null): Promise<StaffRole | null> {
  if (!isStaffRole(role) || confirmedAt !== null) return null
  const { staff_two_factor } = await readSettings(deps)
  return staff_two_factor ? role : null
}

type RoleRow = Pick<UsersTable, 'email'> & {
  role: Role
  email_verified: boolean
  made_by_bootstrap: boolean
}
/** The effective role (D14). */
export const roleOf = (deps: Pick<AccountDeps, 'adminEmail'>, user: RoleRow): Role =>
  effectiveRole(
    {
      role: user.role,
      email: user.email,
      isEmailVerified: user.email_verified,
      isMadeByBootstrap: user.made_by_bootstrap,
    },
    deps.adminEmail,
  )

/** Null for a visitor. */
export async function findProfile(deps: AccountDeps, userId: string | null): Promise<Profile | null> {
  if (userId === null) return null
  const user = await deps.db
    .selectFrom('users')
    .leftJoin('two_factors', 'two_factors.user_id', 'users.id')
    .selectAll('users')
    .select('confirmed_at')
    .where('users.id', '=', userId)
    .executeTakeFirst()
  if (!user) return null
  const role = roleOf(deps, user)
  const isWaiting = (await waitingRoleOf(deps, role, user.confirmed_at)) !== null
  return {
    id: user.id,
    email: user.email,
    full_name: user.name,
    phone: user.phone,
    role,
    is_admin: isStaffRole(role),
    areas: isWaiting ? [] : [...areasOfRole(role)],
    must_set_up_two_factor: isWaiting,
    email_verified: user.email_verified,
  }
}
