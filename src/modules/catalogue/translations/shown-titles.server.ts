import { sql } from 'kysely'
import type { Reader } from '../../../kernel/translations.ts'
import type { Core } from '../../../platform/core.server.ts'
import '../tables.server.ts'

export interface ShownTitle {
  readonly title: string
  readonly shown: string
}
/** Translated titles beside their originals, by the item's id. One statement. */
export async function readShownTitles(
  core: Core,
  ids: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, ShownTitle>> {
  if (ids.length === 0) return new Map()
  const rows = await core.db
    .selectFrom('service_translations as translated')
    .innerJoin('services', 'services.id', 'translated.service_id')
    .select(['services.id', 'services.title', sql<string | null>`translated.texts ->> 'title'`.as('shown')])
    .where('translated.language', '=', reader.language)
    .where('services.id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.flatMap(({ id, title, shown }) => (shown ? [[id, { title, shown }]] : [])))
}
