/**
 * Owns: users, sessions, roles, sign-up, sign-in, verification of email addresses, password reset, two-factor sign-in.
 * Does not own: permissions in other rooms (each contract declares them), bookings of a user.
 * Invariants: a role never comes from input; a session ends with sign-out, the next sign-in in that browser or a password
 * reset; answers do not reveal which addresses have an account.
 */
export { type AuditThing, auditThingNames } from './audit-rules.ts'
export type { Profile } from './contract.ts'
export { adminPasswordMin, passwordMin } from './rules.ts'

/** Every refusal of this room. */
export type AccountRefusal =
  | 'account/sign-in-needed'
  | 'account/not-allowed'
  | 'account/invalid-credentials'
  | 'account/invalid'
  | 'account/invalid-token'
  | 'account/redirect-refused'
  | 'account/sign-up-failed'
  | 'account/not-found'
  | 'account/person-unknown'
  | 'account/person-open'
  | 'account/person-is-staff'
  | 'account/already-staff'
  | 'account/no-invitation'
  | 'account/last-owner'
  | 'account/named-owner'
  | 'account/no-session'
  | 'account/second-step-over'
  | 'account/wrong-code'
  | 'account/two-factor-needed'
  | 'account/two-factor-on'
  | 'account/two-factor-off'
  | 'account/two-factor-own'
  | 'account/two-factor-not-started'
