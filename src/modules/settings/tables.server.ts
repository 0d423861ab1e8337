import type { ColumnType } from 'kysely'
import type { Defaulted, Json, Timestamp } from '../../platform/db/tables.server.ts'

declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    settings: SettingsTable
    exchange_rates: ExchangeRatesTable
    shop_opening: ShopOpeningTable
    site_names: SiteNamesTable
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
interface SiteNamesTable {
  language: string
  name: string
}
interface ShopOpeningTable {
  id: Defaulted<boolean>
  opened_at: Date | null
  skipped: Defaulted<string[]>
  hidden_at: Date | null
}
