import type { ColumnType, Selectable } from 'kysely'
import type { Defaulted, Timestamp } from '../../../platform/db/tables.server.ts'
import type { ResourceType } from './types.ts'
import type { Leg } from './windows.ts'

declare module '../../../platform/db/tables.server.ts' {
  interface Tables {
    resources: ResourcesTable
    resource_uses: ResourceUsesTable
  }
}

/** A resource that services share. */
export interface ResourcesTable {
  id: string
  name: string
  type: ResourceType
  /** 1 is exclusive; more is a pool. */
  units: number
  /** Of one unit. */
  seats: number | null
  is_archived: Defaulted<boolean>
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}
/** A unit in use. No two uses of a unit overlap: a constraint of the table. */
export interface ResourceUsesTable {
  id: string
  resource_id: string
  unit: number
  /** A range of instants, as text. */
  during: ColumnType<string, never, never>
  /** Null: staff have blocked the unit. */
  departure_id: string | null
  /** Set where each booking has a unit of its own. */
  booking_id: string | null
  leg: Leg | null
  is_assigned: Defaulted<boolean>
  reason: string | null
  created_at: Timestamp
}
export type ResourceRecord = Selectable<ResourcesTable>
