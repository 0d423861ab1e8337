/** What this room tells the others. The addresses lead to pages of the shop. */
type Letter = { email: string; name: string; url: string }

/** What happened to somebody's two-factor sign-in; switched off: by somebody else. */
export type SecurityChange =
  | 'two-factor-on'
  | 'two-factor-off'
  | 'two-factor-switched-off'
  | 'recovery-codes-renewed'
  | 'recovery-code-used'

declare module '../../platform/jobs/events.server.ts' {
  interface Events {
    'account.verification-requested': Letter
    'account.reset-requested': Letter
    'account.staff-invited': Letter
    'account.email-verified': { userId: string; email: string }
    /** Neither a code nor an address: whoever reacts looks up whose it is. */
    'account.security-changed': { userId: string; what: SecurityChange }
  }
}
