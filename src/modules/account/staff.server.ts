import { Refusal } from '../../kernel/refusal.ts'
import { isStaffRole, type StaffRole } from '../../kernel/staff.ts'
import { writeAudit } from '../../platform/audit.server.ts'
import { anonymous, type Caller } from '../../platform/core.server.ts'
import { newId } from '../../platform/crypto/keyring.server.ts'
import type { Queryable, Trx } from '../../platform/db/database.server.ts'
import { emitEvent } from '../../platform/jobs/events.server.ts'
import { hashPassword, replacePassword } from './passwords.server.ts'
import { roleOf } from './queries.server.ts'
import { type Fixed, fixedOwner } from './rules.ts'
import type { Staff } from './staff-contract.ts'
import './events.ts'
import type { AccountDeps } from './deps.server.ts'
import { digestOf, newToken } from './tokens.server.ts'
import { endTwoFactor } from './two-factor.server.ts'

const invitationHours = 72

/** Staff and open invitations. Two statements. */
export async function listStaff(deps: AccountDeps, caller: Caller): Promise<Staff> {
  const [stored, invitations] = await Promise.all([
    readStaff(deps),
    deps.db.selectFrom('staff_invitations').selectAll().where('accepted_at', 'is', null).orderBy('email').execute(),
  ])
  const people = stored.map((one) => ({ ...one, role: roleOf(deps, one) }))
  return {
    people: people.flatMap(({ role, ...one }) => {
      if (!isStaffRole(role)) return []
      return {
        id: one.id,
        full_name: one.name,
        email: one.email,
        role,
        last_sign_in: one.last_sign_in?.toISOString() ?? null,
        is_you: one.id === caller.userId,
        has_two_factor: Boolean(one.has_two_factor),
        fixed: fixedOwner(people, one.id, deps.adminEmail),
      }
    }),
    invitations: invitations.map(({ id, email, full_name, role, invited_by, expires_at }) => ({
      ...{ id, email, full_name, role, invited_by },
      expires_at: expires_at.toISOString(),
      is_expired: expires_at <= deps.clock(),
    })),
  }
}

/** Staff, and invitations that still work. Two statements. */
export async function countColleagues(deps: AccountDeps): Promise<number> {
  const { people, invitations } = await listStaff(deps, anonymous('local'))
  return people.length + invitations.filter(({ is_expired }) => !is_expired).length
}

const readStaff = ({ db }: AccountDeps) =>
  db
    .selectFrom('users')
    .select((eb) => [
      ...(['id', 'name', 'email', 'role', 'email_verified', 'made_by_bootstrap'] as const),
      eb
        .selectFrom('sessions')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .whereRef('sessions.user_id', '=', 'users.id')
        .as('last_sign_in'),
      eb
        .exists(
          eb
            .selectFrom('two_factors')
            .whereRef('two_factors.user_id', '=', 'users.id')
            .where('confirmed_at', 'is not', null),
        )
        .as('has_two_factor'),
    ])
    .where('role', '<>', 'customer')
    .orderBy('name')
    .orderBy('id')
    .execute()

/**
 * Mails a one-time link that works for 72 hours, and returns it. Replaces an open invitation. Refuses
 * 'account/already-staff'.
 */
export async function inviteStaff(
  deps: AccountDeps,
  caller: Caller,
  input: { email: string; full_name: string; role: StaffRole },
): Promise<string> {
  const token = newToken()
  const url = `${deps.baseUrl}/reset-password?token=${token}&for=staff`
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const known = await trx.selectFrom('users').selectAll().where('email', '=', input.email).executeTakeFirst()
    if (known && isStaffRole(roleOf(deps, known))) throw new Refusal('account/already-staff')
    await trx
      .deleteFrom('staff_invitations')
      .where('email', '=', input.email)
      .where('accepted_at', 'is', null)
      .execute()
    const id = newId(now)
    const expires_at = new Date(now.getTime() + invitationHours * 3_600_000)
    await trx
      .insertInto('staff_invitations')
      .values({ id, ...input, token_hash: digestOf(token), invited_by: caller.name, expires_at, created_at: now })
      .execute()
    const entry = { action: 'staff.invited', subjectType: 'invitation', subjectId: id, after: input }
    await writeAudit(trx, caller, entry, now)
    await emitEvent(trx, 'account.staff-invited', { email: input.email, name: input.full_name, url }, now)
  })
  return url
}

/** Refuses 'account/no-invitation'. */
export async function withdrawInvitation(deps: AccountDeps, caller: Caller, invitationId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const gone = await trx
      .deleteFrom('staff_invitations')
      .where('id', '=', invitationId)
      .where('accepted_at', 'is', null)
      .returning(['email', 'role'])
      .executeTakeFirst()
    if (!gone) throw new Refusal('account/no-invitation')
    const entry = { action: 'staff.invitation-withdrawn', subjectType: 'invitation', subjectId: invitationId }
    await writeAudit(trx, caller, { ...entry, before: gone }, deps.clock())
  })
}

/**
 * Changes the role from the next request on; 'customer' removes the member and ends the sessions.
 * Refuses 'account/not-found', 'account/last-owner', 'account/named-owner'.
 */
export async function setStaffRole(
  deps: AccountDeps,
  caller: Caller,
  { userId, role }: { userId: string; role: StaffRole | 'customer' },
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    // Lock all staff, so that two owners cannot remove each other at the same time.
    const stored = await trx
      .selectFrom('users')
      .selectAll()
      .where('role', '<>', 'customer')
      .orderBy('id')
      .forUpdate()
      .execute()
    const staff = stored.map((one) => ({ ...one, role: roleOf(deps, one) }))
    const before = stored.find(({ id }) => id === userId)?.role
    if (!before) throw new Refusal('account/not-found')
    const fixed = role === 'admin' ? null : fixedOwner(staff, userId, deps.adminEmail)
    if (fixed) throw new Refusal(refusals[fixed])
    if (before === role) return
    const now = deps.clock()
    await trx.updateTable('users').set({ role, updated_at: now }).where('id', '=', userId).execute()
    if (role === 'customer') {
      await trx.deleteFrom('sessions').where('user_id', '=', userId).execute()
      // A customer has no page to turn it off.
      await endTwoFactor(trx, userId)
    }
    const action = role === 'customer' ? 'staff.removed' : 'staff.role-changed'
    const entry = { action, subjectType: 'user', subjectId: userId, before: { role: before }, after: { role } }
    await writeAudit(trx, caller, entry, now)
    await emitEvent(trx, 'account.role-changed', { userId }, now)
  })
}
const refusals = { 'last-owner': 'account/last-owner', 'named-owner': 'account/named-owner' } as const satisfies Record<
  Fixed,
  string
>

/** An open invitation; null for an unknown or expired link. One statement. */
export async function findInvitation(
  deps: AccountDeps,
  token: string,
): Promise<{ email: string; role: StaffRole } | null> {
  return (await openInvitation(deps.db, token, deps.clock())) ?? null
}
const openInvitation = (q: Queryable, token: string, now: Date) =>
  q
    .selectFrom('staff_invitations')
    .select(['id', 'email', 'full_name', 'role'])
    .where('token_hash', '=', digestOf(token))
    .where('accepted_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

/**
 * The link proves the address: the account (created if needed) gets the role and the password, and its earlier sessions
 * end. Refuses 'account/invalid-token'.
 */
export async function acceptInvitation(deps: AccountDeps, caller: Caller, token: string, password: string) {
  const hash = await hashPassword(password)
  await deps.db.transaction().execute(async (trx) => {
    const now = deps.clock()
    const invitation = await openInvitation(trx, token, now)
    if (!invitation) throw new Refusal('account/invalid-token')
    const { id: userId, before } = await giveRole(trx, invitation, now)
    await replacePassword(trx, { userId, hash, now })
    await trx.updateTable('staff_invitations').set({ accepted_at: now }).where('id', '=', invitation.id).execute()
    const actor = { ...caller, userId, name: invitation.full_name }
    const after = { role: invitation.role, email: invitation.email }
    const entry = { action: 'staff.joined', subjectType: 'user', subjectId: userId, before: { role: before }, after }
    await writeAudit(trx, actor, entry, now)
    await emitEvent(trx, 'account.email-verified', { userId, email: invitation.email }, now)
  })
}

/** Refuses 'account/invalid-token' if the person has become staff in the meantime. */
async function giveRole(
  trx: Trx,
  { email, full_name, role }: { email: string; full_name: string; role: StaffRole },
  now: Date,
): Promise<{ id: string; before: string | null }> {
  const known = await trx
    .selectFrom('users')
    .select(['id', 'role'])
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (!known) {
    const id = newId(now)
    const user = { id, name: full_name, email, email_verified: true, role, created_at: now, updated_at: now }
    await trx.insertInto('users').values(user).execute()
    return { id, before: null }
  }
  if (known.role !== 'customer') throw new Refusal('account/invalid-token')
  await trx
    .updateTable('users')
    .set({ role, email_verified: true, updated_at: now })
    .where('id', '=', known.id)
    .execute()
  return { id: known.id, before: known.role }
}
