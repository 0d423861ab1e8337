/**
 * Owns: users, sessions, credentials, two-factor sign-in, who is an administrator, who of the staff may do what,
 * invitations to the staff; it reads the audit trail to the owner. Does not own: mail (it tells what is to be sent by
 * events), what a role may do elsewhere. Invariants: the stored role decides and is read at every request; a session's
 * token is in its cookie only; an account with two-factor sign-in has no session before its code, and each code counts
 * once; answers and their time tell nothing of which addresses have an account.
 */
export { type Auth, createAuth } from './auth.server.ts'
export { adminLink, type BootstrapResult, bootstrapAdmin } from './commands.server.ts'
export { sessionTokenOf } from './cookie.server.ts'
export { eraseAccount, findAccount } from './erase-account.server.ts'
export type { SecurityChange } from './events.ts'
export { registerAccountRoutes } from './http.server.ts'
export { implementAccount, type People } from './procedures.server.ts'
export { callerOf } from './queries.server.ts'
export type { AccountDeps } from './tables.server.ts'
