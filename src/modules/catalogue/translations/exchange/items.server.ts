import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import { isRefusal } from '../../../../kernel/refusal.ts'
import { withTexts } from '../../../../kernel/translations.ts'
import type { Trx } from '../../../../platform/db/database.server.ts'
import type { IncomingFile } from '../../../../platform/xliff/document.ts'
import { type StoredRow, storedColumns } from '../../changing.server.ts'
import { chooseSlugs } from '../../slugs.server.ts'
import { text } from '../../text.ts'
import { type CatalogueDeps, getKind } from '../../views.server.ts'
import { slugField } from '../rules.ts'
import { readTranslations, storeTranslations, translationAudit } from '../store.server.ts'
import { type ItemPlan, planItem, refusedItem } from './item-plan.server.ts'
import { givenIn } from './plan.server.ts'
import { type Asked, nothingStored, type Stored, type TextSubject } from './subject.server.ts'
import '../../tables.server.ts'

/** The texts of items. A `file` without another owner counts as one of an item. */
export const itemTexts = (deps: CatalogueDeps): TextSubject => ({
  owns: () => true,
  plan: async (trx, asked) => {
    const plans = await planItems(trx, deps, asked)
    return { plans, store: (now) => store(trx, plans, { language: asked.target, now }) }
  },
})

const isId = (id: string): boolean => z.uuid().safeParse(id).success

/** Locks the items, so that nothing of the plan can change before it is stored. */
async function planItems(trx: Trx, deps: CatalogueDeps, { files, target }: Asked): Promise<ItemPlan[]> {
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

async function store(
  trx: Trx,
  plans: readonly ItemPlan[],
  { language, now }: { readonly language: string; readonly now: Date },
): Promise<Stored> {
  const changes = plans.flatMap(({ id, kind, fields, before }) => {
    const given = givenIn(fields)
    if (kind === null || given.length === 0) return []
    return [{ id, language, kind, before, after: withTexts(before, given), paths: given.map(({ path }) => path) }]
  })
  if (changes.length === 0) return nothingStored
  await storeTranslations(
    trx,
    changes.map((change) => ({ ...change, specs: change.kind.specs, now })),
  )
  await keepSlugs(trx, plans)
  return { audits: changes.map(translationAudit), tags: ['catalogue', ...changes.map(({ id }) => `service:${id}`)] }
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
