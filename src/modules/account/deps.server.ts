import type { IncomingHttpHeaders } from 'node:http'
import type { TitleSource } from '../../platform/audit.server.ts'
import type { Core } from '../../platform/core.server.ts'
import type { MailDeps } from '../mail/index.server.ts'

export type AccountDeps = Core & {
  /** Its owner becomes an administrator once the address is verified (D14). */
  readonly adminEmail: string | null
  /** The minimum time of answers to sign-up, reset and verification requests. */
  readonly minMilliseconds: number
}

/** Of the audit trail: how other rooms name what its entries are about. */
export type AuditDeps = AccountDeps & { readonly auditTitles: readonly TitleSource[] }

/** Of the routes: the answer to a sign-up says whether a mail is on its way. */
export type AccountRouteDeps = AccountDeps & Pick<MailDeps, 'mailer'>

/** Where a request comes from. */
export type Browser = Readonly<{ headers: IncomingHttpHeaders; address: string }>
