import type { IncomingHttpHeaders } from 'node:http'
import type { Core } from '../../platform/core.server.ts'

export type AccountDeps = Core & {
  /** Its owner becomes an administrator once the address is verified (D14). */
  readonly adminEmail: string | null
  /** The minimum time of answers to sign-up, reset and verification requests. */
  readonly minMilliseconds: number
}

/** Where a request comes from. */
export type Browser = Readonly<{ headers: IncomingHttpHeaders; address: string }>
