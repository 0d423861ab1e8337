import { isStaffRole, type StaffRole } from '../../kernel/staff.ts'

/** The spec's figure for customers (C§5) and the one for administrators (D30). */
export const passwordMin = 6
export const adminPasswordMin = 12
/** Longer ones only cost processor time. */
export const passwordMax = 128

export type Role = 'customer' | StaffRole

export const passwordMinFor = (role: Role): number => (isStaffRole(role) ? adminPasswordMin : passwordMin)

/** The sentence for a password that cannot be taken; null for one that can. */
export function passwordObjection(password: string, role: Role): string | null {
  const least = passwordMinFor(role)
  if (password.length < least) return `Password must be at least ${least} characters`
  return password.length > passwordMax ? `Password must be at most ${passwordMax} characters` : null
}

type RoleFacts = Readonly<{ role: Role; email: string; isEmailVerified: boolean; isMadeByBootstrap: boolean }>

/**
 * An administrator is one by the stored role alone (D15), except that the account with ADMIN_EMAIL's address counts
 * only if the address is verified or the bootstrap made the account (D14).
 */
export function effectiveRole(user: RoleFacts, adminEmail: string | null): Role {
  if (user.email !== adminEmail) return user.role
  return user.isEmailVerified || user.isMadeByBootstrap ? user.role : 'customer'
}

/** ADMIN_EMAIL names its holder administrator at the moment at which the address is proved (D14). */
export const isNamedAdmin = (email: string, adminEmail: string | null): boolean =>
  adminEmail !== null && email === adminEmail

/** Why an owner must stay one. */
export type Fixed = 'last-owner' | 'named-owner'
type Member = Readonly<{ id: string; role: Role; email: string }>
/** The last owner, and the one of ADMIN_EMAIL (whom each start would make owner again), keep their role. */
export function fixedOwner(staff: readonly Member[], userId: string, adminEmail: string | null): Fixed | null {
  const owners = staff.filter(({ role }) => role === 'admin')
  const owner = owners.find(({ id }) => id === userId)
  if (!owner) return null
  if (owners.length === 1) return 'last-owner'
  return owner.email === adminEmail ? 'named-owner' : null
}

const secretName = /password|passphrase|secret|token|api_?key|credential|private_?key|signature/i
const mask = '(hidden)'
/** What is stored of a change, with every secret masked, however deep it lies. Nothing stored should hold one. */
export function maskSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskSecrets)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) =>
      secretName.test(key) && typeof one === 'string' && one !== '' ? [key, mask] : [key, maskSecrets(one)],
    ),
  )
}

/** Those that nobody takes for another one, in writing or print. */
export const recoveryLetters = 'abcdefghjkmnpqrstuvwxyz23456789'
const recoveryCode = new RegExp(`^[${recoveryLetters}]{10}$`)
/** A recovery code as it is kept, however it was typed; null for what is none. */
export function recoveryCodeOf(given: string): string | null {
  const code = given.toLowerCase().replace(/[\s-]/g, '')
  return recoveryCode.test(code) ? code : null
}

/** 'ABCDEFGH' -> 'ABCD EFGH' */
export const groupsOf = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''
