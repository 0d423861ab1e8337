import { sql } from 'kysely'
import { messageOfIssue } from '../../../kernel/issue-message.ts'
import type { Language } from '../../../kernel/language.ts'
import { type FieldError, Refusal } from '../../../kernel/refusal.ts'
import type { Translated } from '../../../kernel/translation-contract.ts'
import { type GivenText, isBlank, type Texts, withTexts } from '../../../kernel/translations.ts'
import { writeAudit } from '../../../platform/audit.server.ts'
import type { Caller } from '../../../platform/core.server.ts'
import { digestOf } from '../../../platform/text-digest.server.ts'
import type { LoadedKind } from '../../../services/loaded.server.ts'
import { changing, lockItem } from '../changing.server.ts'
import { type CatalogueDeps, type CatalogueService, getKind, viewService } from '../views.server.ts'
import { readTarget, storedTranslation, viewTranslation } from './queries.server.ts'
import { fieldsOfItem, originalAt, schemaOf, slugField, unknownField } from './rules.ts'
import { addSlug } from './slug.server.ts'
import { rowOf, storeTranslations, translationAudit } from './store.server.ts'
import '../tables.server.ts'

export interface SaveTranslation {
  readonly id: string
  readonly language: string
  /** Of the translation that was edited; 0: there was none. */
  readonly version: number
  readonly fields: readonly { readonly path: string; readonly source: string; readonly value?: unknown }[]
}

/**
 * Stores the fields that are sent; blank ones are removed. Refuses 'catalogue/not-found', 'catalogue/in-trash',
 * 'catalogue/version-conflict' (someone else has changed this translation), and 'catalogue/slug-taken' and
 * 'catalogue/invalid' with field errors.
 */
export async function saveTranslation(
  deps: CatalogueDeps,
  caller: Caller,
  input: SaveTranslation,
): Promise<Translated> {
  const target = await readTarget(deps, input.language)
  const { language } = target
  const { service, stored } = await changing(deps, async (trx) => {
    const row = await lockItem(trx, input.id)
    if (row.trashed_at !== null) throw new Refusal('catalogue/in-trash')
    const kind = getKind(deps, row.kind)
    const before = await storedTranslation(trx, input.id, language)
    if (before.version !== input.version) throw new Refusal('catalogue/version-conflict', { version: before.version })
    const given = readFields(kind, viewService(kind, row), input.fields)
    const slug = given.find(({ path }) => path === slugField.path)?.value
    if (typeof slug === 'string') await addSlug(trx, { id: input.id, kind: row.kind }, slug)
    const after = withTexts(before, given)
    await storeTranslations(trx, [{ id: input.id, language, specs: kind.specs, after, now: deps.clock() }])
    const paths = input.fields.map(({ path }) => path)
    await writeAudit(trx, caller, translationAudit({ id: input.id, language, paths, before, after }), deps.clock())
    return { id: input.id, service: viewService(kind, row), stored: after }
  })
  return viewTranslation(deps, service, { ...target, stored })
}

function readFields(
  { kind, specs }: LoadedKind,
  item: CatalogueService,
  fields: SaveTranslation['fields'],
): readonly GivenText[] {
  const all = [...fieldsOfItem(item, specs), ...(kind.isSingle ? [] : [slugField])]
  const known = new Map(all.map((field) => [field.path, field]))
  const errors: FieldError[] = []
  const given = fields.flatMap(({ path, source, value }): GivenText[] => {
    const field = known.get(path)
    const parsed = field && schemaOf(field).safeParse(value === null ? undefined : value)
    if (!parsed) errors.push({ path, message: unknownField(path) })
    else if (isBlank(value)) return [{ path, source, value: null }]
    else if (parsed.success) return [{ path, source, value: parsed.data }]
    else errors.push(...parsed.error.issues.map((issue) => ({ path, message: messageOfIssue(issue) })))
    return []
  })
  if (errors.length > 0) throw new Refusal('catalogue/invalid', {}, errors)
  return given
}

/** Gives a copy the translations of its original, but not its addresses. One statement. */
export async function copyTranslations(deps: CatalogueDeps, from: string, to: string): Promise<void> {
  await deps.db
    .insertInto('service_translations')
    .columns(['service_id', 'language', 'texts', 'sources', 'version', 'search_text', 'updated_at'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom('service_translations')
        .select([
          cast<string>(val(to), 'uuid').as('service_id'),
          'language',
          sql<string>`texts - ${slugField.path}::text`.as('texts'),
          sql<string>`sources - ${slugField.path}::text`.as('sources'),
          cast<number>(val(1), 'integer').as('version'),
          'search_text',
          cast<Date>(val(deps.clock()), 'timestamptz').as('updated_at'),
        ])
        .where('service_id', '=', from),
    )
    .execute()
}

export interface NewTranslation {
  readonly service: CatalogueService
  readonly language: Language
  readonly texts: Texts
}
/** Stores translations of items that have none, as those of their texts now. One statement. For sample data. */
export async function addTranslations(deps: CatalogueDeps, given: readonly NewTranslation[]): Promise<void> {
  if (given.length === 0) return
  const rows = given.map(({ service, language, texts }) => {
    const { specs } = getKind(deps, service.kind)
    const sources = Object.keys(texts).map((path) => [path, digestOf(originalAt(service, specs, path))] as const)
    const after = { version: 1, texts, sources: Object.fromEntries(sources) }
    return rowOf({ id: service.id, language, specs, after, now: deps.clock() })
  })
  await deps.db.insertInto('service_translations').values(rows).execute()
}
