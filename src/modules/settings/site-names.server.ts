import type { Trx } from '../../platform/db/database.server.ts'
import './tables.server.ts'

/** The agency's name in a language; blank: it has none there. One statement. */
export async function storeSiteName(trx: Trx, language: string, name: string): Promise<void> {
  if (name === '') await trx.deleteFrom('site_names').where('language', '=', language).execute()
  else
    await trx
      .insertInto('site_names')
      .values({ language, name })
      .onConflict((conflict) => conflict.column('language').doUpdateSet({ name }))
      .execute()
}
