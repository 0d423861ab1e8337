import type pg from 'pg'
import type { StaffRole } from '../kernel/staff.ts'
import type { Keyring } from './crypto/keyring.server.ts'
import type { Database } from './db/database.server.ts'
import type { Log } from './log.server.ts'

/** The present; tests give a clock that they can set. */
export type Clock = () => Date

/** What every command and query is given first. Rooms that need more (a port, the kinds) extend it. */
export interface Core {
  readonly db: Database
  readonly pool: pg.Pool
  readonly clock: Clock
  readonly log: Log
  readonly keys: Keyring
  /** Public origin without a slash at the end: links in mail, provider returns. */
  readonly baseUrl: string
}

/** Who asks: from the session, or from a signed link. */
export interface Caller {
  readonly userId: string | null
  readonly role: 'anonymous' | 'customer' | StaffRole
  /** A staff role that opens nothing until two-factor sign-in is set up; `role` is 'customer' then. */
  readonly waitingRole: StaffRole | null
  readonly name: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  /** The network address, for limits and the audit of views. */
  readonly address: string
  /** The session that the caller is known by; null without one. */
  readonly sessionId: string | null
}
export const anonymous = (address: string): Caller => ({
  userId: null,
  role: 'anonymous',
  waitingRole: null,
  name: 'Visitor',
  email: null,
  isEmailVerified: false,
  address,
  sessionId: null,
})
