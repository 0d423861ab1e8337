import type { ColumnType, Selectable } from 'kysely'
import type { Core } from '../../platform/core.server.ts'
import type { Defaulted, Timestamp } from '../../platform/db/tables.server.ts'

type MaybeInstant = ColumnType<Date | null, Date | null | undefined, Date | null>
interface PromoCodesTable {
  id: string
  code: string
  description: Defaulted<string>
  percent_hundredths: number | null
  amount_minor: number | null
  currency: string | null
  starts_at: MaybeInstant
  ends_at: MaybeInstant
  usage_limit: number | null
  customer_limit: number | null
  kinds: Defaulted<string[]>
  service_ids: Defaulted<string[]>
  is_active: Defaulted<boolean>
  used: Defaulted<number>
  version: Defaulted<number>
  created_at: Timestamp
  updated_at: Timestamp
}
interface PromoUsesTable {
  booking_id: string
  promo_id: string
  customer_email: string
  discount_minor: number
  currency: string
  used_at: ColumnType<Date, Date, never>
  released_at: MaybeInstant
}
declare module '../../platform/db/tables.server.ts' {
  interface Tables {
    promo_codes: PromoCodesTable
    promo_uses: PromoUsesTable
  }
}

export type PromoRow = Selectable<PromoCodesTable>
export type PromoDeps = Core & { readonly kinds: { find: (key: string) => { readonly key: string } | undefined } }
