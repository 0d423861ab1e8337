import type { ColumnType, Generated } from 'kysely'

/**
 * Every table of the shop. A room adds its own in `tables.server.ts` by declaration merging: `declare module
 * '../../platform/db/tables.server.ts' { interface Tables { bookings: BookingsTable } }`. int8 is read as a safe
 * number, date as 'YYYY-MM-DD', timestamptz as Date, numeric as text (see types.server.ts).
 */
export interface Tables {
  events: EventsTable
  event_reactions: EventReactionsTable
  idempotency_keys: IdempotencyKeysTable
  rate_limits: RateLimitsTable
  audit_entries: AuditEntriesTable
  worker_nodes: WorkerNodesTable
  key_checks: KeyChecksTable
}

/** jsonb: read as a value, written as JSON text, because pg turns arrays into PostgreSQL arrays. */
export type Json<T> = ColumnType<T, string, string>
/** The database has a default. */
export type Defaulted<T> = Generated<T>
export type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>

interface EventsTable {
  id: string
  name: string
  payload: Json<Record<string, unknown>>
  occurred_at: Timestamp
  /** Set when the last subscriber has succeeded. */
  heard_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}
/** One row for each subscriber, from the delivery on. */
interface EventReactionsTable {
  event_id: string
  subscriber: string
  done_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}
interface IdempotencyKeysTable {
  scope: string
  key: string
  request_hash: string
  answer: Json<unknown>
  created_at: Timestamp
}
interface RateLimitsTable {
  bucket: string
  window_start: Timestamp
  hits: number
}
interface AuditEntriesTable {
  id: string
  actor_id: string | null
  actor_name: string
  action: string
  subject_type: string
  subject_id: string
  before: ColumnType<unknown, string | null, never>
  after: ColumnType<unknown, string | null, never>
  at: Timestamp
  /** The subject of the bulk action that this is a part of. */
  part_of: ColumnType<string | null, string | null | undefined, never>
  /** The request that made the entry; null for scheduled jobs and entries of older versions. */
  request_id: ColumnType<string | null, string | null | undefined, never>
}
interface WorkerNodesTable {
  node: number
  worker_ids: string[]
  joined_at: Timestamp
}
interface KeyChecksTable {
  fingerprint: string
  check_value: Buffer
  added_at: Timestamp
}
