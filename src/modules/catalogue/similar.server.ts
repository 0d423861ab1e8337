/** Which items a detail page offers beside its own. */
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../kernel/translations.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { availabilityOf } from './availability.server.ts'
import type { ServiceCard } from './contract.ts'
import { type CardRow, cardColumns, viewCard, viewService } from './views.server.ts'

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

const bestFirst = (of: string) =>
  sql.raw(`${of}.is_featured desc, ${of}.rating desc, ${of}.created_at desc, ${of}.id desc`)

/** Of items of the same place and of the same region, the best that are compared; and of all, the newest. */
const maxCompared = 50
/** Reads an index in its order, so it costs the same with ten thousand items. */
const compared = (now: Date, among: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`(
  select other.id from services other
  where other.kind = services.kind and other.status = 'active' and ${among} and other.id <> services.id
    and not exists (select from service_availability a
      where a.service_id = other.id and a.stale_at > ${now} and a.next_day is null)
  order by ${order} limit ${maxCompared})`

/**
 * A column of a statement that reads one row of `services`: other active items of the kind, those of the same place and
 * category first, without those that have nothing on sale. Null if there are none.
 */
export function similarTo(
  kind: LoadedKind,
  now: Date,
  reader: Reader | null = null,
): RawBuilder<readonly SimilarRow[] | null> {
  const ids = sql.join(
    [
      compared(now, sql`other.location = services.location`, bestFirst('other')),
      compared(now, sql`${regionOf('other')} = ${regionOf('services')}`, bestFirst('other')),
      compared(now, sql`other.is_featured`, sql`other.created_at desc`),
      compared(now, sql`true`, sql`other.created_at desc, other.id desc`),
    ],
    sql` union `,
  )
  return sql<readonly SimilarRow[] | null>`(
    select json_agg(near order by near.place) from (
      select ${cardColumns('nearest', [kind], reader)}, ${availabilityOf('nearest', now)} as availability, best.place
      from (
        select other.id, row_number() over (order by
          (other.location = services.location) desc, (${regionOf('other')} = ${regionOf('services')}) desc,
          (${categoryOf('other', kind)} is not distinct from ${categoryOf('services', kind)}) desc,
          ${bestFirst('other')}) as place
        from services other where other.id = any(array(${ids}))
        order by place limit ${maxSimilar}
      ) best join services nearest on nearest.id = best.id
    ) near)`
}

export const viewSimilar = (kind: LoadedKind, rows: readonly SimilarRow[] | null): ServiceCard[] =>
  (rows ?? []).map((row) => {
    const times = { created_at: new Date(row.created_at), updated_at: new Date(row.updated_at) }
    return viewCard(kind, viewService(kind, { ...row, ...times }), row.availability)
  })
