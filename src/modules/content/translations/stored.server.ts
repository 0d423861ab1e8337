import { jsonOf } from '../../../kernel/json.ts'
import { notTranslated, type Reader, type StoredTranslation, type Texts } from '../../../kernel/translations.ts'
import { remember } from '../../../platform/cache-invalidation.server.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { sayIn } from '../../../platform/messages.server.ts'
import { storeSiteName } from '../../settings/index.server.ts'
import { type AgencyText, asWritten, type ShownTexts, type Subject, shownTexts } from './rules.ts'
import '../tables.server.ts'

export const contentTags = ['content']

export interface SubjectId {
  readonly subject: Subject
  readonly id: string
}

/** What a reader sees of the texts of one subject. */
export type Show = (of: SubjectId, texts: readonly AgencyText[]) => ShownTexts
export const showsOriginals: Show = (_, texts) => asWritten(texts)

/** From the cache, else one statement; none for those who read what the agency has written. */
export async function readShow(core: Core, reader: Reader | null): Promise<Show> {
  if (!reader) return showsOriginals
  const stored = await remember(core, `content-translations:${reader.language}`, contentTags, () =>
    readTexts(core, reader),
  )
  const say = sayIn(reader.language)
  return ({ subject, id }, texts) => shownTexts(texts, stored.get(`${subject} ${id}`) ?? {}, { reader, say })
}

async function readTexts({ db }: Core, { language }: Reader): Promise<ReadonlyMap<string, Texts>> {
  const rows = await db
    .selectFrom('content_translations')
    .select(['subject', 'subject_id', 'texts'])
    .where('language', '=', language)
    .execute()
  return new Map(rows.map(({ subject, subject_id, texts }) => [`${subject} ${subject_id}`, texts]))
}

/** By language. One statement. */
export async function storedTranslations(
  q: Queryable,
  { subject, id }: SubjectId,
): Promise<ReadonlyMap<string, StoredTranslation>> {
  const rows = await q
    .selectFrom('content_translations')
    .select(['language', 'version', 'texts', 'sources'])
    .where('subject', '=', subject)
    .where('subject_id', '=', id)
    .execute()
  return new Map(rows.map(({ language, ...stored }) => [language, stored]))
}
export const storedTranslation = async (q: Queryable, of: SubjectId, language: string): Promise<StoredTranslation> =>
  (await storedTranslations(q, of)).get(language) ?? notTranslated

export interface Written extends SubjectId {
  readonly language: string
  readonly after: StoredTranslation
  readonly now: Date
}
/** False if someone else stored this version first. */
export async function writeTranslation(trx: Trx, { subject, id, language, after, now }: Written): Promise<boolean> {
  const { version } = after
  const columns = { texts: jsonOf(after.texts), sources: jsonOf(after.sources), version, updated_at: now }
  const saved = await trx
    .insertInto('content_translations')
    .values({ subject, subject_id: id, language, ...columns })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'subject_id', 'language'])
        .doUpdateSet(columns)
        .where('content_translations.version', '=', version - 1),
    )
    .returning('version')
    .executeTakeFirst()
  // Emails and printouts read the name with the settings.
  if (saved && subject === 'settings') await storeSiteName(trx, language, String(after.texts.site_title ?? ''))
  return saved !== undefined
}
