/** How far items are translated, as triggers have counted it (migration 0123). */
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '../../../kernel/language.ts'
import type { Progress, Reader } from '../../../kernel/translations.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import type { TranslationFilter } from './contract.ts'
import { fieldsMark } from './digests.server.ts'

const isCounted = ({ specs }: LoadedKind) => sql`services.digested_fields = ${fieldsMark(specs)}`
const hasTranslation = (language: string, condition: RawBuilder<unknown>) => sql`exists (
  select from service_translations counted
  where counted.service_id = services.id and counted.language = ${language} and ${condition})`

/** A condition on items of the kind. What is not counted yet is missing, never complete. */
export function isTranslated(kind: LoadedKind, filter: TranslationFilter): RawBuilder<unknown> {
  const [language = '', state] = filter.split('.')
  const has = (condition: RawBuilder<unknown>) => sql`(${isCounted(kind)} and ${hasTranslation(language, condition)})`
  if (state === 'missing') return sql`not coalesce(${has(sql`counted.missing = 0`)}, false)`
  return has(state === 'outdated' ? sql`counted.outdated > 0` : sql`counted.missing = 0 and counted.outdated = 0`)
}

/** By language: how many texts are translated, and how many outdated. */
export type Counts = Readonly<Record<string, readonly [translated: number, outdated: number]>>
export interface CountedRow {
  /** Null: not counted yet. */
  readonly text_count: number | null
  readonly counts: Counts | null
}

/** Columns of a statement that reads items of the kind from `of`, which has their digests. */
export const countsOf = (of: string, { specs }: LoadedKind): RawBuilder<unknown> => sql`
  case when ${sql.ref(`${of}.digested_fields`)} = ${fieldsMark(specs)}
    then count_texts(${sql.ref(`${of}.text_digests`)}) end as text_count,
  (select jsonb_object_agg(counted.language, jsonb_build_array(counted.translated, counted.outdated))
    from service_translations counted where counted.service_id = ${sql.ref(`${of}.id`)}) as counts`

export const progressIn = (
  { text_count: total, counts }: CountedRow,
  targets: readonly Reader[],
): { language: Language; progress: Progress | null }[] =>
  targets.map(({ language }) => {
    const [translated, outdated] = counts?.[language] ?? [0, 0]
    return { language, progress: total === null ? null : { total, translated, outdated } }
  })
