/**
 * Owns: users, their sessions and role, sign-up, sign-in, verification of e-mail addresses, password reset,
 * two-factor sign-in of the staff. Does not own: what a signed-in user may see elsewhere (each contract says who may
 * call), bookings of a user.
 * Invariants: a role is never taken from input; an administrator is one by the stored role; a session ends with
 * sign-out, a new sign-in over it, a password reset; answers tell nothing of which addresses have an account.
 */
export type { Profile } from './contract.ts'
export { adminPasswordMin, passwordMin } from './rules.ts'

/** Every "no" of this room. */
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
