/** How staff find items: by any part of their words, in every language. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod'
import type { Language } from '../../kernel/language.ts'
import type { Reader } from '../../kernel/translations.ts'
import { readLanguages } from '../settings/index.server.ts'
import type { findInput, ServiceMatch } from './contract.ts'
import { beginning, searchPatterns } from './rules.ts'
import type { CatalogueDeps } from './views.server.ts'
import './tables.server.ts'

/** Conditions on `services`: each typed word is in the item or in a translation. Each of the two has its trigram index. */
export const withWords = (q: string): RawBuilder<SqlBool>[] =>
  searchPatterns(q).map(
    (pattern) => sql<SqlBool>`services.id in (
      select id from services where search_text like ${pattern}
      union all select service_id from service_translations where search_text like ${pattern})`,
  )

/**
 * Items of any kind with each typed word, except archived ones: first those with a title that begins as typed, then those
 * that have all words in a title. One statement, and one for the settings unless they are in memory.
 */
export async function findForStaff(
  deps: CatalogueDeps,
  { q, limit }: z.output<typeof findInput>,
  language: Language,
): Promise<ServiceMatch[]> {
  const words = withWords(q)
  if (words.length === 0) return []
  const { first: original } = await readLanguages(deps)
  const { rows } = await sql<MatchRow>`
    with hits as materialized (
      select id, kind, status, title, ${closeness(q)} as own
      from services where status <> 'archived' and ${sql.join(words, sql` and `)}
    ), translated as (
      select service_id, max(${closeness(q)}) as best
      from service_translations where ${allIn(q, sql`search_text`)} group by service_id
    ), closest as (
      select hits.*, greatest(own, best) as closeness from hits left join translated on service_id = id
      order by closeness desc, status, lower(title), id limit ${limit}
    )
    select id, kind, status, title, own, array(
      select jsonb_build_object('language', language, 'title', texts ->> 'title', 'closeness', ${closeness(q)})
      from service_translations where service_id = id and texts ->> 'title' <> '' order by language
    ) as others
    from closest order by closeness desc, status, lower(title), id`.execute(deps.db)
  return rows.map((row) => viewMatch(row, { language, original }))
}

interface RankedTitle {
  readonly language: string
  readonly title: string
  /** 0: it has not all words. */
  readonly closeness: number
}
type MatchRow = Omit<ServiceMatch, 'matched'> & { readonly own: number; readonly others: readonly RankedTitle[] }

function viewMatch({ title, own, others, ...item }: MatchRow, { language, original }: Reader): ServiceMatch {
  const titles = [{ language: original, title, closeness: own }, ...others]
  const shown = titles.find((each) => each.language === language) ?? titles[0]
  const best = Math.max(...titles.map((each) => each.closeness))
  const match = shown?.closeness || best === 0 ? undefined : titles.find((each) => each.closeness === best)
  return {
    ...item,
    title: shown?.title ?? title,
    matched: match ? { language: match.language, title: match.title } : null,
  }
}

/** The title, folded. */
const firstLine = sql`split_part(search_text, E'\\n', 1)`
const allIn = (q: string, text: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    searchPatterns(q).map((pattern) => sql`${text} like ${pattern}`),
    sql` and `,
  )
/** Of the title: 2 if it begins as typed, 1 if it has all words. */
const closeness = (q: string): RawBuilder<unknown> =>
  sql`case when ${firstLine} like ${beginning(q)} then 2 when ${allIn(q, firstLine)} then 1 else 0 end`
