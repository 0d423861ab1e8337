import type { Language } from '../../../kernel/language.ts'
import { forAnswer } from '../../../kernel/messages.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Translated } from '../../../kernel/translation-contract.ts'
import {
  isBlank,
  notTranslated,
  type Progress,
  progressOf,
  type Reader,
  type StoredTranslation,
  stateOf,
} from '../../../kernel/translations.ts'
import type { Queryable } from '../../../platform/db/database.server.ts'
import { digestOf } from '../../../platform/text-digest.server.ts'
import { findTarget, readTargets } from '../../settings/index.server.ts'
import { getService } from '../queries.server.ts'
import { text } from '../text.ts'
import { type CatalogueDeps, type CatalogueService, getKind } from '../views.server.ts'
import type { TranslatableField } from './original.ts'
import { pictureTexts } from './pictures.ts'
import { countedStates, fieldsToTranslate, originalAt, slugField } from './rules.ts'
import '../tables.server.ts'

/** The language to translate into. Refuses 'catalogue/invalid' for others, and for the one that the agency writes in. */
export async function readTarget(deps: CatalogueDeps, code: string): Promise<Reader> {
  const target = await findTarget(deps, code)
  if (!target)
    throw new Refusal('catalogue/invalid', {}, [{ path: 'language', message: text('translations.language') }])
  return target
}

export const storedTranslation = async (q: Queryable, id: string, language: Language): Promise<StoredTranslation> =>
  (await q
    .selectFrom('service_translations')
    .select(['version', 'texts', 'sources'])
    .where('service_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst()) ?? notTranslated

/** Two statements. Refuses like `readTarget`, and 'catalogue/not-found'. */
export async function getTranslation(
  deps: CatalogueDeps,
  input: { readonly id: string; readonly language: string },
): Promise<Translated> {
  const target = await readTarget(deps, input.language)
  const service = await getService(deps.db, deps, input.id)
  return viewTranslation(deps, service, {
    ...target,
    stored: await storedTranslation(deps.db, input.id, target.language),
  })
}

type Viewed = Reader & { readonly stored: StoredTranslation }
export function viewTranslation(
  deps: CatalogueDeps,
  service: CatalogueService,
  { language, original, stored }: Viewed,
): Translated {
  const { kind, specs } = getKind(deps, service.kind)
  const pictures = new Map(pictureTexts(service, specs).map(({ path, address }) => [path, address]))
  const view = ({ path, label, input }: TranslatableField, original: unknown) => {
    const picture = pictures.get(path)
    const source = digestOf(original)
    return {
      ...{ path, label: forAnswer(label), input, original, source },
      value: isBlank(stored.texts[path]) ? null : stored.texts[path],
      state: stateOf(path, source, stored),
      ...(picture !== undefined && { picture }),
    }
  }
  const fields = fieldsToTranslate(service, specs).map((field) => view(field, originalAt(service, specs, field.path)))
  const slug = view(slugField, service.slug)
  const optional = { ...slug, state: slug.value === null ? ('optional' as const) : ('translated' as const) }
  return {
    ...{ id: service.id, title: service.title, language, original_language: original, version: stored.version },
    fields: kind.isSingle ? fields : [...fields, optional],
    // Slugs are optional, so they do not count.
    progress: progressOf(countedStates(fields)),
  }
}

/** Two statements. Refuses 'catalogue/not-found'. */
export async function listProgress(
  deps: CatalogueDeps,
  id: string,
): Promise<{ language: Language; progress: Progress }[]> {
  const service = await getService(deps.db, deps, id)
  const rows = await deps.db
    .selectFrom('service_translations')
    .select(['language', 'version', 'texts', 'sources'])
    .where('service_id', '=', id)
    .execute()
  return (await readTargets(deps)).map((target) => {
    const stored = rows.find((row) => row.language === target.language) ?? notTranslated
    return { language: target.language, progress: viewTranslation(deps, service, { ...target, stored }).progress }
  })
}
