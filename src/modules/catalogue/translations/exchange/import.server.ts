import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import type { Language } from '../../../../kernel/language.ts'
import { isRefusal, Refusal } from '../../../../kernel/refusal.ts'
import { withTexts } from '../../../../kernel/translations.ts'
import { writeAudits } from '../../../../platform/audit.server.ts'
import { dropHere } from '../../../../platform/cache-invalidation.server.ts'
import type { Caller } from '../../../../platform/core.server.ts'
import { newId } from '../../../../platform/crypto/keyring.server.ts'
import type { Trx } from '../../../../platform/db/database.server.ts'
import { digestOf } from '../../../../platform/text-digest.server.ts'
import type { IncomingDocument, IncomingFile } from '../../../../platform/xliff/document.ts'
import { readXliff } from '../../../../platform/xliff/read.server.ts'
import { publishAll, type StoredRow, storedColumns } from '../../changing.server.ts'
import { chooseSlugs } from '../../slugs.server.ts'
import { text } from '../../text.ts'
import { type CatalogueDeps, getKind } from '../../views.server.ts'
import { readTarget } from '../queries.server.ts'
import { slugField } from '../rules.ts'
import { readTranslations, storeTranslations, translationAudit } from '../store.server.ts'
import { type ItemPlan, planItem, refusedItem } from './item-plan.server.ts'
import { mostItems } from './limits.ts'
import { type ImportReport, reportOf } from './report.ts'
import '../../tables.server.ts'

export interface ImportInput {
  readonly bytes: Uint8Array
  readonly fileName: string
  /** The `mark` of the preview that staff have agreed to. Undefined: a preview, which stores nothing. */
  readonly agreed?: string | undefined
}

/**
 * Says what a translated file would change, or stores it if nothing is different from the preview. The number of
 * statements does not depend on the number of items. Refuses 'catalogue/translation-file' with the reason, and
 * 'catalogue/translations-changed' when the preview is no longer true.
 */
export async function importTranslations(
  deps: CatalogueDeps,
  caller: Caller,
  input: ImportInput,
): Promise<ImportReport> {
  const document = await readDocument(deps, input.bytes)
  let changed: readonly string[] = []
  const report = await deps.db.transaction().execute(async (trx) => {
    const plans = await planItems(trx, deps, document)
    const mark = digestOf(plans.map(({ id, fields, before }) => [id, before.version, fields]))
    if (input.agreed !== undefined) {
      if (input.agreed !== mark) throw new Refusal('catalogue/translations-changed')
      changed = await store(trx, deps, { caller, plans, document, fileName: input.fileName })
    }
    return reportOf({ plans, language: document.target, mark, isStored: input.agreed !== undefined })
  })
  if (changed.length > 0) dropHere(deps, changed)
  return report
}

const refused = (reason: string) => new Refusal('catalogue/translation-file', { reason })

/** Into a language that the shop knows. */
type Translated = IncomingDocument & { readonly target: Language }
async function readDocument(deps: CatalogueDeps, bytes: Uint8Array): Promise<Translated> {
  const read = await readXliff(decoded(bytes))
  if ('problem' in read) throw refused(read.problem)
  const { document } = read
  if (document.files.length > mostItems) throw refused('too-many-items')
  const target = await readTarget(deps, document.target).catch((error: unknown) => {
    throw isRefusal(error) ? refused('language') : error
  })
  if (document.source !== target.original) throw refused('source-language')
  return { ...document, target: target.language }
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refused('unreadable')
  }
}

const isId = (id: string): boolean => z.uuid().safeParse(id).success

/** Locks the items, so that nothing of the plan can change before it is stored. */
async function planItems(trx: Trx, deps: CatalogueDeps, { files, target }: Translated): Promise<ItemPlan[]> {
  const ids = files.map(({ id }) => id).filter(isId)
  const items = new Map((await lockItems(trx, ids)).map((row) => [row.id, row]))
  const storedOf = await readTranslations(trx, [...items.keys()], [target])
  const plans: ItemPlan[] = []
  for (const file of files) {
    const row = items.get(file.id)
    plans.push(row ? planFile(deps, file, { row, stored: storedOf(row.id, target) }) : unknownItem(file))
    await nextTurn()
  }
  return checkSlugs(trx, plans)
}

const lockItems = async (trx: Trx, ids: readonly string[]): Promise<StoredRow[]> =>
  ids.length === 0
    ? []
    : trx.selectFrom('services').select(storedColumns).where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()

const unknownItem = (file: IncomingFile): ItemPlan => refusedItem(file, text('translationFile.unknownItem'))

type Known = { readonly row: StoredRow; readonly stored: ItemPlan['before'] }
function planFile(deps: CatalogueDeps, file: IncomingFile, { row, stored }: Known): ItemPlan {
  if (row.trashed_at !== null) return refusedItem(file, text('bulk.inTrash'), row.title)
  return planItem(getKind(deps, row.kind), { file, row, stored })
}

/** Refuses the names in addresses that other items have or had, or that an earlier item of the file takes. */
async function checkSlugs(trx: Trx, plans: readonly ItemPlan[]): Promise<ItemPlan[]> {
  const taken = new Set<ItemPlan>()
  for (const [kind, asking] of Map.groupBy(plans, ({ kind }) => kind)) {
    const requests = asking.flatMap((plan) => {
      const asked = slugOf(plan)
      return asked === null ? [] : [{ plan, id: plan.id, before: null, asked, wanted: asked }]
    })
    if (kind === null || requests.length === 0) continue
    const chosen = await chooseSlugs(trx, kind.key, requests)
    for (const [at, { plan }] of requests.entries()) if (isRefusal(chosen[at])) taken.add(plan)
  }
  return plans.map((plan) => (taken.has(plan) ? withoutSlug(plan) : plan))
}

function slugOf({ fields }: ItemPlan): string | null {
  const field = fields.find(({ path }) => path === slugField.path)
  return field && 'given' in field && typeof field.given.value === 'string' ? field.given.value : null
}
const withoutSlug = (plan: ItemPlan): ItemPlan => ({
  ...plan,
  fields: plan.fields.map((field) =>
    field.path === slugField.path
      ? { path: field.path, label: field.label, result: 'refused', message: text('editing.slugTaken') }
      : field,
  ),
})

type Agreed = {
  readonly caller: Caller
  readonly plans: readonly ItemPlan[]
  readonly document: Translated
  readonly fileName: string
}
/** Returns the cache tags to drop. Writes an entry for each item and one for the file. */
async function store(trx: Trx, deps: CatalogueDeps, agreed: Agreed): Promise<readonly string[]> {
  const now = deps.clock()
  const language = agreed.document.target
  const changes = agreed.plans.flatMap(({ id, kind, fields, before }) => {
    const given = fields.flatMap((field) => ('given' in field ? [field.given] : []))
    if (kind === null || given.length === 0) return []
    return [
      { id, language, kind, given, before, after: withTexts(before, given), paths: given.map(({ path }) => path) },
    ]
  })
  if (changes.length === 0) return []
  await storeTranslations(
    trx,
    changes.map((change) => ({ ...change, specs: change.kind.specs, now })),
  )
  await keepSlugs(trx, agreed.plans)
  const file = newId(now)
  const summary = { fileName: agreed.fileName, language, items: changes.length }
  const entry = { action: 'translations.imported', subjectType: 'translation-file', subjectId: file, after: summary }
  await writeAudits(trx, agreed.caller, [entry], now)
  await writeAudits(trx, { ...agreed.caller, partOf: file }, changes.map(translationAudit), now)
  return publishAll(trx, ['catalogue', ...changes.map(({ id }) => `service:${id}`)])
}

/** One statement. */
async function keepSlugs(trx: Trx, plans: readonly ItemPlan[]): Promise<void> {
  const rows = plans.flatMap((plan) => {
    const slug = slugOf(plan)
    return slug === null || plan.kind === null ? [] : [{ kind: plan.kind.key, slug, service_id: plan.id }]
  })
  if (rows.length === 0) return
  await trx
    .insertInto('service_slugs')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
