/** `url` is a one-time link to a page of the shop. */
type LinkRequest = { email: string; name: string; url: string; language?: string | null }

/** 'two-factor-switched-off': by another member of staff. */
export type SecurityChange =
  | 'password-changed'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'two-factor-switched-off'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'

declare module '../../platform/jobs/events.server.ts' {
  interface Events {
    'account.verification-requested': LinkRequest
    'account.reset-requested': LinkRequest
    'account.staff-invited': LinkRequest
    'account.email-verified': { userId: string; email: string }
    /** Locked for devices that the account does not know, until that time (ISO). */
    'account.sign-in-locked': { userId: string; until: string }
    /** A user joined or left the staff, or got another role. */
    'account.role-changed': { userId: string }
    /** Without codes and addresses, which events must not contain. */
    'account.security-changed': { userId: string; what: SecurityChange }
  }
}
