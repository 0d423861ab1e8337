/** What this room tells the others. The addresses lead to pages of the shop. */
type Letter = { email: string; name: string; url: string }

declare module '../../platform/jobs/events.server.ts' {
  interface Events {
    'account.verification-requested': Letter
    'account.reset-requested': Letter
    'account.staff-invited': Letter
    'account.email-verified': { userId: string; email: string }
  }
}

export {}
