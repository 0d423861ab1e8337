import { implement } from '@orpc/server'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../platform/core.server.ts'
import type { RequestContext } from '../../platform/request.server.ts'
import { searchAudit } from './audit-trail.server.ts'
import { saveProfile } from './commands.server.ts'
import { accountContract, type PersonFacts } from './contract.ts'
import type { AuditDeps } from './deps.server.ts'
import { findProfile } from './queries.server.ts'
import { endOwnSessions, listSessions } from './sessions.server.ts'
import { inviteStaff, listStaff, setStaffRole, withdrawInvitation } from './staff.server.ts'
import { text } from './text.ts'
import {
  confirmTwoFactor,
  renewRecoveryCodes,
  startTwoFactor,
  switchOffTwoFactor,
  turnOffTwoFactor,
  twoFactorState,
} from './two-factor.server.ts'

/** Describes, exports and erases a person in all rooms (app). */
export interface People {
  readonly describe: (email: string) => Promise<PersonFacts>
  /** As one HTML file. */
  readonly export: (caller: Caller, email: string) => Promise<{ file_name: string; html: string }>
  readonly erase: (caller: Caller, email: string) => Promise<PersonFacts>
}

/** Sign-up, sign-in and passwords are routes of their own (http.server.ts). */
export function implementAccount(deps: AuditDeps, people: People) {
  const os = implement(accountContract).$context<RequestContext>()
  return os.router({
    session: os.session.handler(async ({ context }) => ({ user: await findProfile(deps, context.caller.userId) })),
    saveProfile: os.saveProfile.handler(({ context, input }) => saveProfile(deps, context.caller, input)),
    sessions: {
      list: os.sessions.list.handler(({ context }) => listSessions(deps, context.caller)),
      end: os.sessions.end.handler(({ context, input }) => endOwnSessions(deps, context.caller, input.sessionId)),
      endOthers: os.sessions.endOthers.handler(({ context }) => endOwnSessions(deps, context.caller, null)),
    },
    twoFactor: {
      state: os.twoFactor.state.handler(({ context }) => twoFactorState(deps, context.caller)),
      start: os.twoFactor.start.handler(({ context, input }) => startTwoFactor(deps, context.caller, input.password)),
      confirm: os.twoFactor.confirm.handler(({ context, input }) => confirmTwoFactor(deps, context.caller, input.code)),
      renewCodes: os.twoFactor.renewCodes.handler(({ context, input }) =>
        renewRecoveryCodes(deps, context.caller, input),
      ),
      turnOff: os.twoFactor.turnOff.handler(({ context, input }) => turnOffTwoFactor(deps, context.caller, input)),
    },
    admin: implementStaff(deps, people),
  })
}

function implementStaff(deps: AuditDeps, people: People) {
  const os = implement(accountContract.admin).$context<RequestContext>()
  return os.router({
    staff: os.staff.handler(({ context }) => listStaff(deps, context.caller)),
    invite: os.invite.handler(async ({ context: { caller }, input }) => {
      const link = await inviteStaff(deps, caller, input)
      return { ...(await listStaff(deps, caller)), link }
    }),
    withdraw: os.withdraw.handler(async ({ context: { caller }, input }) => {
      await withdrawInvitation(deps, caller, input.invitationId)
      return listStaff(deps, caller)
    }),
    changeRole: os.changeRole.handler(async ({ context: { caller }, input }) => {
      await setStaffRole(deps, caller, input)
      return listStaff(deps, caller)
    }),
    remove: os.remove.handler(async ({ context: { caller }, input }) => {
      await setStaffRole(deps, caller, { ...input, role: 'customer' })
      return listStaff(deps, caller)
    }),
    switchOffTwoFactor: os.switchOffTwoFactor.handler(async ({ context: { caller }, input }) => {
      await switchOffTwoFactor(deps, caller, input.userId)
      return listStaff(deps, caller)
    }),
    findPerson: os.findPerson.handler(({ input }) => people.describe(input.email)),
    exportPerson: os.exportPerson.handler(({ context: { caller }, input }) => people.export(caller, input.email)),
    erasePerson: os.erasePerson.handler(({ context: { caller }, input: { email, confirmation } }) => {
      const errors = [{ path: 'confirmation', message: text('fields.confirmation') }]
      if (confirmation.toLowerCase() !== email) throw new Refusal('account/invalid', {}, errors)
      return people.erase(caller, email)
    }),
    audit: os.audit.handler(({ input, context }) => searchAudit(deps, input, context.caller)),
  })
}
