import { sql } from 'kysely'
import { jsonOf } from '../../../kernel/json.ts'
import {
  type AgencyText,
  notTranslated,
  type Reader,
  type StoredTranslation,
  type Texts,
} from '../../../kernel/translations.ts'
import type { AuditEntry } from '../../../platform/audit.server.ts'
import { remember } from '../../../platform/cache-invalidation.server.ts'
import type { Core } from '../../../platform/core.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import { sayIn } from '../../../platform/messages.server.ts'
import { storeSiteName } from '../../settings/index.server.ts'
import { asWritten, type ShownTexts, type Subject, shownTexts } from './rules.ts'
import '../tables.server.ts'

export const contentTags = ['content']

/** Cache tags to drop when the translations of these change. */
export const tagsOf = (changed: readonly Subject[]): readonly string[] =>
  changed.includes('settings') ? [...contentTags, 'settings'] : contentTags

export interface SubjectId {
  readonly subject: Subject
  readonly id: string
}

/** What a reader sees of the texts of one subject. */
export type Show = (of: SubjectId, texts: readonly AgencyText[]) => ShownTexts
export const showsOriginals: Show = (_, texts) => asWritten(texts)

/** From the cache, else one statement; none for readers of the original. */
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

/** Of everything that is translated into a language. One statement. */
export async function storedIn(q: Queryable, language: string): Promise<(of: SubjectId) => StoredTranslation> {
  const rows = await q
    .selectFrom('content_translations')
    .select(['subject', 'subject_id', 'version', 'texts', 'sources'])
    .where('language', '=', language)
    .execute()
  const byKey = new Map(rows.map(({ subject, subject_id, ...stored }) => [`${subject} ${subject_id}`, stored]))
  return ({ subject, id }) => byKey.get(`${subject} ${id}`) ?? notTranslated
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
/** One statement, and another for the site's name. False if someone else stored one of these versions first. */
export async function writeTranslations(trx: Trx, all: readonly Written[]): Promise<boolean> {
  const saved = await trx
    .insertInto('content_translations')
    .values(all.map(rowOf))
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'subject_id', 'language'])
        .doUpdateSet(({ ref }) => ({
          ...{ texts: ref('excluded.texts'), sources: ref('excluded.sources') },
          ...{ version: ref('excluded.version'), updated_at: ref('excluded.updated_at') },
        }))
        .where('content_translations.version', '=', sql<number>`excluded.version - 1`),
    )
    .returning('version')
    .execute()
  if (saved.length < all.length) return false
  // Emails and printouts read the name with the settings.
  const site = all.find(({ subject }) => subject === 'settings')
  if (site) await storeSiteName(trx, site.language, String(site.after.texts.site_title ?? ''))
  return true
}

const rowOf = ({ subject, id, language, after, now }: Written) => ({
  ...{ subject, subject_id: id, language, version: after.version, updated_at: now },
  ...{ texts: jsonOf(after.texts), sources: jsonOf(after.sources) },
})

type Edited = SubjectId & { readonly language: string; readonly paths: readonly string[] }
export function translationAudit(
  { subject, id, language, paths }: Edited,
  before: StoredTranslation,
  after: StoredTranslation,
): AuditEntry {
  const of = ({ texts }: StoredTranslation) =>
    Object.fromEntries(paths.map((path) => [path, texts[path] ?? null] as const))
  return {
    ...{ action: `${subject}.translated`, subjectType: subject, subjectId: id },
    ...{ before: of(before), after: { language, ...of(after) } },
  }
}
