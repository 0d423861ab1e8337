/**
 * Owns: users, sessions, credentials, two-factor sign-in, roles and invitations of staff, the audit log of the back
 * office. Does not own: what a role may do in other rooms. Invariants: the stored role decides and is read at every
 * request; a session token leaves the server only in its cookie; with two-factor sign-in there is no session before the
 * code, and each code works once; answers and their time do not reveal which addresses have an account.
 */
export { accountNames, type Colleague, listColleagues, lockColleague } from './colleagues.server.ts'
export { adminAddress, adminLink, type BootstrapResult, bootstrapAdmin } from './commands.server.ts'
export { sessionTokenOf } from './cookie.server.ts'
export { type CustomerAccount, findCustomerAccount, listCustomerAccounts } from './customer-accounts.server.ts'
export type { AccountDeps } from './deps.server.ts'
export { eraseAccount, findAccount, listUserAddresses } from './erase-account.server.ts'
export { registerAccountRoutes } from './http.server.ts'
export { implementAccount, type People } from './procedures.server.ts'
export { callerOf } from './queries.server.ts'
export { accountReactions, oneTimeEvents } from './reactions.server.ts'
export { forgetExpiredSignIns } from './sessions.server.ts'
export { countColleagues } from './staff.server.ts'
