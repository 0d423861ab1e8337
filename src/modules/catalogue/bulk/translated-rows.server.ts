/** Translations that the rows of a batch bring, and those that its undo puts back. */
import { isDeepStrictEqual } from 'node:util'
import type { Language } from '../../../kernel/language.ts'
import { isRefusal, type Refusal } from '../../../kernel/refusal.ts'
import { type Sources, withTexts } from '../../../kernel/translations.ts'
import { writeAudits } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { type Draft, storeDrafts, storeUnaudited } from '../drafts.server.ts'
import { readTranslations, storeTranslations, translationAudit } from '../translations/store.server.ts'
import type { ServiceRow } from '../views.server.ts'
import type { Batch } from './rows.server.ts'
import type { TranslationVersions } from './tables.server.ts'
import {
  planTranslations,
  type ReadTranslations,
  readTranslatedCells,
  type TranslationChange,
  translatedIn,
  versionsSeen,
} from './translated-cells.server.ts'
import type { OldTranslation } from './undo-rules.ts'

type Given = Pick<Batch, 'trx' | 'kind' | 'upload'>
type Planned = ReturnType<typeof planTranslations> & { readonly versions: TranslationVersions }
/** Known items by id. At most one statement. */
export async function readRowTranslations({ trx, kind, upload: { mapping } }: Given, ids: readonly string[]) {
  const columns = translatedIn(kind.specs, mapping)
  const storedOf = await readTranslations(trx, ids, [...new Set(columns.map(({ language }) => language))])
  return {
    read: (cells: readonly string[]) => readTranslatedCells(columns, mapping, cells),
    plan: (read: ReadTranslations, draft: () => Draft, previewed: TranslationVersions | null): Planned => {
      if (read.given.length === 0) return { changes: [], errors: [], versions: {} }
      const { id, columns } = draft()
      const digests = columns.text_digests as Sources
      const stored = (language: Language) => storedOf(id, language)
      return { ...planTranslations(read, { digests, stored, previewed }), versions: versionsSeen(read, stored) }
    },
  }
}
export type RowTranslations = Awaited<ReturnType<typeof readRowTranslations>>

/** By item. */
export type ChangesById = ReadonlyMap<string, readonly TranslationChange[]>
type Storing = Pick<Batch, 'trx' | 'deps' | 'kind'> & { readonly caller: Caller }

/** `storeDrafts` plus translations. An item keeps its version if only its translations change. Two extra statements. */
export async function storeTranslated(
  { trx, deps, kind, caller }: Storing,
  drafts: readonly Draft[],
  translations: ChangesById,
): Promise<(ServiceRow | Refusal)[]> {
  const changed = drafts.filter((draft) => !isUntouched(draft) || !translations.has(draft.id))
  const saved = await storeDrafts(trx, deps, caller, kind, changed)
  const savedOf = new Map(changed.map(({ id }, at) => [id, saved[at]]))
  const results = drafts.map(({ id, before }) => savedOf.get(id) ?? (before as ServiceRow))
  const stored = results.flatMap((row) =>
    isRefusal(row) ? [] : (translations.get(row.id) ?? []).map((change) => ({ ...change, id: row.id })),
  )
  const now = deps.clock()
  await storeTranslations(
    trx,
    stored.map((change) => ({ ...change, specs: kind.specs, now })),
  )
  await writeAudits(trx, caller, stored.map(translationAudit), now)
  return results
}

const compared = ['title', 'status', 'is_featured', 'currency', 'summary', 'featured_image'] as const
const blank = ['seo_title', 'seo_description'] as const
const isUntouched = ({ before, columns }: Draft): boolean =>
  before !== null &&
  [...compared, ...blank].every((name) => (before[name] || null) === (columns[name] || null)) &&
  isDeepStrictEqual(before.details, columns.details)

/** Old translations by item. */
export type OldById = ReadonlyMap<string, readonly OldTranslation[]>

/** By item and language: the translation as it is. One statement. */
export const readOld = ({ trx }: Pick<Batch, 'trx'>, old: OldById) =>
  readTranslations(trx, [...old.keys()], [...new Set([...old.values()].flat().map(({ language }) => language))])

/** Like `storeUnaudited`, with the old translations of the items. Two statements more. */
export async function putTranslatedBack(
  { trx, deps, kind }: Pick<Batch, 'trx' | 'deps' | 'kind'>,
  drafts: readonly Draft[],
  old: OldById,
): Promise<(ServiceRow | Refusal)[]> {
  const results = await storeUnaudited(trx, deps, { kind, drafts })
  const storedOf = await readOld({ trx }, old)
  const now = deps.clock()
  await storeTranslations(
    trx,
    results.flatMap((row) =>
      isRefusal(row)
        ? []
        : (old.get(row.id) ?? []).map(({ language, texts }) => {
            const after = withTexts(storedOf(row.id, language), texts)
            return { id: row.id, language, specs: kind.specs, after, now }
          }),
    ),
  )
  return results
}
