import type { Message } from '../../kernel/messages.ts'
import { isStaffRole, type StaffRole } from '../../kernel/staff.ts'
import { text } from './text.ts'

/** Customers: C§5. Staff: D30. */
export const passwordMin = 6
export const adminPasswordMin = 12
/** Hashing longer ones only costs CPU time. */
export const passwordMax = 128

export type Role = 'customer' | StaffRole

export const passwordMinFor = (role: Role): number => (isStaffRole(role) ? adminPasswordMin : passwordMin)

/** The error message for a password; null when it is acceptable. */
export function passwordObjection(password: string, role: Role): Message | null {
  const min = passwordMinFor(role)
  if (password.length < min) return text('fields.passwordShort', { min })
  return password.length > passwordMax ? text('fields.passwordLong', { max: passwordMax }) : null
}

type RoleFacts = Readonly<{ role: Role; email: string; isEmailVerified: boolean; isMadeByBootstrap: boolean }>

/**
 * The stored role decides (D15). Exception: the account of ADMIN_EMAIL needs a verified address, unless the shop created
 * the account at its start (D14).
 */
export function effectiveRole(user: RoleFacts, adminEmail: string | null): Role {
  if (user.email !== adminEmail) return user.role
  return user.isEmailVerified || user.isMadeByBootstrap ? user.role : 'customer'
}

/** The owner of ADMIN_EMAIL becomes administrator when the address is verified (D14). */
export const isNamedAdmin = (email: string, adminEmail: string | null): boolean =>
  adminEmail !== null && email === adminEmail

/** Why the role of an owner cannot change. */
export type Fixed = 'last-owner' | 'named-owner'
type Member = Readonly<{ id: string; role: Role; email: string }>
/** The last owner keeps the role, and so does the owner of ADMIN_EMAIL: the next start would restore it. */
export function fixedOwner(staff: readonly Member[], userId: string, adminEmail: string | null): Fixed | null {
  const owners = staff.filter(({ role }) => role === 'admin')
  const owner = owners.find(({ id }) => id === userId)
  if (!owner) return null
  if (owners.length === 1) return 'last-owner'
  return owner.email === adminEmail ? 'named-owner' : null
}

const secretName = /password|passphrase|secret|token|api_?key|credential|private_?key|signature/i
const mask = '(hidden)'
/** Masks secrets at any depth. Audit entries should not contain any. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      secretName.test(key) && typeof one === 'string' && one !== '' ? [key, mask] : [key, maskSecrets(one)],
    ),
  )
}

/** Without letters and digits that look alike. */
export const recoveryLetters = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryCode = new RegExp(`^[${recoveryLetters}]{10}$`)
/** Normalises a typed recovery code; null when it cannot be one. */
export function recoveryCodeOf(typed: string): string | null {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return recoveryCode.test(code) ? code : null
}

/** 'ABCDEFGH' -> 'ABCD EFGH' */
export const groupsOf = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''
