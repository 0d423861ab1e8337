import type { ColumnType } from 'kysely'
import type { Defaulted, Json } from '../../../platform/db/tables.server.ts'
import type { ViewQuery } from './rules.ts'

declare module '../../../platform/db/tables.server.ts' {
  interface Tables {
    booking_views: BookingViewsTable
  }
}

interface BookingViewsTable {
  id: string
  /** The account. Its views are deleted with it. */
  owner_id: ColumnType<string, string, never>
  name: string
  is_shared: Defaulted<boolean>
  query: Json<ViewQuery>
  version: Defaulted<number>
  created_at: ColumnType<Date, Date, never>
  updated_at: Date
}
