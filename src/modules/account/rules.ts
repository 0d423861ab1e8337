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
