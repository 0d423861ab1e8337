import { sql } from 'kysely'
import type { TitleSource } from '../../platform/audit.server.ts'
import './tables.server.ts'

/** Promo codes, for the audit trail. */
export const promoTitles: readonly TitleSource[] = [
  (ids) => sql`select 'promo_code' as type, id::text, code as title, null as kind, currency, null as service_id,
      trashed_at is null as is_open
    from promo_codes where id = any(${ids})`,
]
