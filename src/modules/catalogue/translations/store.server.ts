/** Translations as they are stored and audited: any number in one statement each. */
import { sql } from 'kysely'
import { foldText } from '../../../kernel/fold-text.ts'
import { jsonOf } from '../../../kernel/json.ts'
import type { Language } from '../../../kernel/language.ts'
import { notTranslated, type StoredTranslation, type Texts } from '../../../kernel/translations.ts'
import type { AuditEntry } from '../../../platform/audit.server.ts'
import type { Queryable, Trx } from '../../../platform/db/database.server.ts'
import type { FieldSpec } from '../../../services/kind.ts'
import { plainDetails, wordsIn } from '../rules.ts'
import { isPicturePath } from './pictures.ts'
import '../tables.server.ts'

export interface Storable {
  readonly id: string
  readonly language: string
  readonly specs: readonly FieldSpec[]
  readonly after: StoredTranslation
  readonly now: Date
}
export const rowOf = ({ id, language, specs, after, now }: Storable) => ({
  service_id: id,
  language,
  texts: jsonOf(after.texts),
  sources: jsonOf(after.sources),
  version: after.version,
  search_text: searchTextOf(after.texts, specs),
  updated_at: now,
})

/** One statement. Callers hold the locks of the items. */
export async function storeTranslations(trx: Trx, stored: readonly Storable[]): Promise<void> {
  if (stored.length === 0) return
  const rows = stored.map((each) => ({ ...rowOf(each), texts: each.after.texts, sources: each.after.sources }))
  await sql`insert into service_translations (service_id, language, texts, sources, version, search_text, updated_at)
    select service_id, language, texts, sources, version, search_text, updated_at
    from jsonb_to_recordset(${jsonOf(rows)}::jsonb) as given (service_id uuid, language text, texts jsonb, sources jsonb,
      version integer, search_text text, updated_at timestamptz)
    on conflict (service_id, language) do update set texts = excluded.texts, sources = excluded.sources,
      version = excluded.version, search_text = excluded.search_text, updated_at = excluded.updated_at`.execute(trx)
}

const maxSearchText = 20_000
/** The first line is the title, or empty. */
function searchTextOf(texts: Texts, specs: readonly FieldSpec[]): string {
  const details = Object.fromEntries(specs.map(({ name }) => [name, texts[`details.${name}`]]))
  const plain = plainDetails(details, specs)
  const searched = specs.filter(({ translatable, searchable }) => translatable && searchable)
  const words = [texts.summary, ...searched.map(({ name }) => plain[name])].flatMap(wordsIn).map(foldText)
  return [foldText(String(texts.title ?? '')), ...new Set(words)].join('\n').slice(0, maxSearchText)
}

/** By item and language; untranslated texts are missing. One statement. */
export async function readTranslations(
  q: Queryable,
  ids: readonly string[],
  languages: readonly Language[],
): Promise<(id: string, language: string) => StoredTranslation> {
  if (ids.length === 0 || languages.length === 0) return () => notTranslated
  const rows = await q
    .selectFrom('service_translations')
    .select(['service_id', 'language', 'version', 'texts', 'sources'])
    .where('service_id', 'in', ids)
    .where('language', 'in', languages)
    .execute()
  const byKey = new Map(rows.map((row) => [`${row.service_id} ${row.language}`, row]))
  return (id, language) => byKey.get(`${id} ${language}`) ?? notTranslated
}

interface Change {
  readonly id: string
  readonly language: string
  readonly paths: readonly string[]
  readonly before: StoredTranslation
  readonly after: StoredTranslation
}
/** Only the fields that were given, as an entry about the item itself names them. */
export function translationAudit({ id, language, paths, before, after }: Change): AuditEntry {
  const of = ({ texts }: { readonly texts: Texts }) => {
    const named = paths.map((path) => [path.replace('details.', ''), texts[path] ?? null, path] as const)
    const isDetail = (path: string) => path.startsWith('details.')
    const pictures = named.filter(([, , path]) => isPicturePath(path))
    return {
      ...Object.fromEntries(named.filter(([, , path]) => !isDetail(path) && !isPicturePath(path))),
      ...(pictures.length > 0 && { alt_texts: Object.fromEntries(pictures) }),
      details: Object.fromEntries(named.filter(([, , path]) => isDetail(path))),
    }
  }
  return {
    action: 'service.translated',
    subjectType: 'service',
    subjectId: id,
    before: of(before),
    after: { language, ...of(after) },
  }
}
