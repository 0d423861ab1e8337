import type pg from 'pg'
import type { StaffRole } from '../kernel/staff.ts'
import type { Keyring } from './crypto/keyring.server.ts'
import type { Database } from './db/database.server.ts'
import type { Reads } from './db/reads.server.ts'
import type { Log } from './log.server.ts'

/** Tests use a clock that they can set. */
export type Clock = () => Date

/** The dependencies of every command and query. Rooms extend it with what they need (a port, the kinds). */
export interface Core {
  readonly db: Database
  readonly pool: pg.Pool
  /** Connections that keep their session: LISTEN, jobs, migrations. The same as `pool` unless a pooler is in between. */
  readonly directPool: pg.Pool
  /** Reads that may be a second old, from a replica if there is one. */
  readonly reads: Reads
  readonly clock: Clock
  readonly log: Log
  readonly keys: Keyring
  /** Public origin without a trailing slash, for links in mail and provider returns. */
  readonly baseUrl: string
}

/** The user of a request, known by a session or a signed link. */
export interface Caller {
  readonly userId: string | null
  readonly role: 'anonymous' | 'customer' | StaffRole
  /** The role that becomes active when two-factor sign-in is set up. Until then `role` is 'customer'. */
  readonly waitingRole: StaffRole | null
  readonly name: string
  readonly email: string | null
  readonly isEmailVerified: boolean
  /** The IP address, for rate limits and audited views. */
  readonly address: string
  readonly sessionId: string | null
  /** Within seconds after a change by this browser: it reads the primary. */
  readonly hasJustWritten?: boolean
  /** The bulk action within which the caller acts: the `subject_id` of its audit entry. */
  readonly partOf?: string
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
/** Jobs that write to the audit trail. */
export const automatic: Caller = { ...anonymous(''), name: 'Automatic' }
