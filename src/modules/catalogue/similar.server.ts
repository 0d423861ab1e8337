/** Which items a detail page offers beside its own. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../kernel/translations.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { availabilityOf } from './availability.server.ts'
import type { ServiceCard } from './contract.ts'
import { type CardRow, cardColumns, serviceColumns, viewCard, viewService } from './views.server.ts'

const maxSimilar = 4

/** A row as JSON, in which instants are texts. */
export type SimilarRow = Omit<CardRow, 'created_at' | 'updated_at'> & {
  readonly created_at: string
  readonly updated_at: string
}

/** 'Lahbab Desert, Dubai' and 'Palm Jumeirah, Dubai' are in the same place. */
const regionOf = (of: string) => sql`lower(trim(split_part(${sql.ref(`${of}.location`)}, ',', -1)))`
const categoryOf = (of: string, kind: LoadedKind) =>
  sql`coalesce(${sql.ref(`${of}.facets`)} ->> 'category', ${sql.ref(`${of}.facets`)} ->> ${`${kind.key}_type`})`

/**
 * A column of a statement that reads one row of `services`: other active items of the kind, those of the same place and
 * category first, without those that have nothing on sale. Null if there are none.
 */
export const similarTo = (
  kind: LoadedKind,
  now: Date,
  reader: Reader | null = null,
): RawBuilder<readonly SimilarRow[] | null> =>
  sql<readonly SimilarRow[] | null>`(
    select json_agg(near order by near.place) from (select ${cardColumns('nearest', [kind], reader)}, availability, place from (
      select ${sql.raw(serviceColumns.join(', ').replaceAll('services.', 'other.'))},
        ${availabilityOf('other', now)} as availability,
        row_number() over (order by
          (other.location = services.location) desc, (${regionOf('other')} = ${regionOf('services')}) desc,
          (${categoryOf('other', kind)} is not distinct from ${categoryOf('services', kind)}) desc,
          other.is_featured desc, other.rating desc, other.created_at desc, other.id desc) as place
      from services other
      where other.kind = services.kind and other.status = 'active' and other.id <> services.id
        and not exists (select from service_availability a
          where a.service_id = other.id and a.stale_at > ${now} and a.next_day is null)
      order by place limit ${maxSimilar}
    ) nearest) near)`

export const viewSimilar = (kind: LoadedKind, rows: readonly SimilarRow[] | null): ServiceCard[] =>
  (rows ?? []).map((row) => {
    const times = { created_at: new Date(row.created_at), updated_at: new Date(row.updated_at) }
    return viewCard(kind, viewService(kind, { ...row, ...times }), row.availability)
  })
