import { type RawBuilder, sql } from 'kysely'
import type { Language } from '../../../kernel/language.ts'
import type { Reader, Texts } from '../../../kernel/translations.ts'
import '../tables.server.ts'

/** What a reader of another language sees in place of the item's own texts. */
export interface Translation {
  /** The language of the item's own texts. */
  readonly original: Language
  /** Null: nothing is translated. */
  readonly texts: Texts | null
}

/**
 * A column of a statement that reads items; `of` is a table or query with their ids, `unused` names fields to leave out.
 * Null without a reader.
 */
export const translationOf = (
  of: string,
  reader: Reader | null,
  unused: readonly string[] = [],
): RawBuilder<Translation | null> =>
  reader
    ? sql<Translation>`jsonb_build_object('original', ${reader.original}::text, 'texts', (
      select translated.texts - ${[...unused]}::text[] from service_translations translated
      where translated.service_id = ${sql.ref(`${of}.id`)} and translated.language = ${reader.language}))`
    : sql<null>`null::jsonb`
