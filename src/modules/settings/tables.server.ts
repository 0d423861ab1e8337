import type { ColumnType } from 'kysely'
import type { Json, Timestamp } from '../../platform/db/tables.server.ts'

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    settings: SettingsTable
    exchange_rates: ExchangeRatesTable
  }
}

interface SettingsTable {
  setting_key: string
  setting_value: Json<unknown>
  updated_at: Timestamp
}
interface ExchangeRatesTable {
  currency: string
  /** numeric: read as decimal text. */
  per_usd: ColumnType<string, string, string>
  updated_at: Timestamp
}
