import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { Refusal } from '../../../../kernel/refusal.ts'
import { notTranslated, type Reader, type StoredTranslation, stateOf } from '../../../../kernel/translations.ts'
import { say } from '../../../../platform/messages.server.ts'
import { digestOf } from '../../../../platform/text-digest.server.ts'
import type { OutgoingFile, OutgoingUnit } from '../../../../platform/xliff/document.ts'
import { writeFile, xliffEnd, xliffHead } from '../../../../platform/xliff/write.ts'
import type { LoadedKind } from '../../../../services/loaded.server.ts'
import { filtersOf } from '../../admin-list.server.ts'
import { text } from '../../text.ts'
import { type CatalogueDeps, type CatalogueService, getKind, serviceColumns, viewService } from '../../views.server.ts'
import type { TranslationFilter } from '../contract.ts'
import type { TranslatableField } from '../original.ts'
import { readTarget } from '../queries.server.ts'
import { fieldsToTranslate, originalAt, slugField } from '../rules.ts'
import { maxItems } from './limits.ts'
import { partsOf } from './parts.ts'
import { unitId } from './plan.server.ts'
import '../../tables.server.ts'

export interface ExportInput {
  readonly language: string
  /** Undefined: all kinds. */
  readonly kind?: string | undefined
  readonly q?: string | undefined
  readonly status?: 'active' | 'inactive' | 'archived' | undefined
  readonly translated?: TranslationFilter | undefined
  readonly ids?: readonly string[] | undefined
  /** Only texts that are missing or outdated. */
  readonly onlyOpen: boolean
  /** With the names in addresses, which need no translation. */
  readonly slugs: boolean
}

const rowsAtATime = 200

/**
 * The pieces of an XLIFF file with the texts of items and their translations. A statement for 200 items. Refuses
 * 'catalogue/invalid' (the language), 'catalogue/unknown-kind', 'catalogue/too-many-items' and, if no item has a text for
 * the file, 'catalogue/nothing-to-translate'.
 */
export async function exportTranslations(deps: CatalogueDeps, input: ExportInput): Promise<readonly string[]> {
  const target = await readTarget(deps, input.language)
  const kinds = input.kind === undefined ? deps.kinds.all : [getKind(deps, input.kind)]
  const pieces = [xliffHead({ source: target.original, target: target.language })]
  for (const kind of kinds)
    for await (const items of itemsOf(deps, { kind, input, target })) {
      const files = items.map((item) => fileOf(kind, item, input)).filter(({ units }) => units.length > 0)
      pieces.push(...files.map(writeFile))
      if (pieces.length > maxItems + 1) throw new Refusal('catalogue/too-many-items', { max: maxItems })
    }
  if (pieces.length === 1) throw new Refusal('catalogue/nothing-to-translate')
  return [...pieces, xliffEnd]
}

interface Item {
  readonly service: CatalogueService
  readonly stored: StoredTranslation
}
type Wanted = { readonly kind: LoadedKind; readonly input: ExportInput; readonly target: Reader }
async function* itemsOf(deps: CatalogueDeps, { kind, input, target }: Wanted): AsyncGenerator<readonly Item[]> {
  const where = sql.join(
    [...filtersOf(kind, input), ...(input.ids ? [sql`services.id = any (${[...input.ids]}::uuid[])`] : [])],
    sql` and `,
  )
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const rows = await deps.db
      .selectFrom('services')
      .select(serviceColumns)
      .select(
        sql<StoredTranslation | null>`(select jsonb_build_object('version', version, 'texts', texts, 'sources', sources)
          from service_translations where service_id = services.id and language = ${target.language})`.as('stored'),
      )
      .where(sql<boolean>`${where}`)
      .where('services.id', '>', after)
      .orderBy('services.id')
      .limit(rowsAtATime)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    yield rows.map(({ stored, ...row }) => ({ service: viewService(kind, row), stored: stored ?? notTranslated }))
    await nextTurn()
  }
}

function fileOf({ kind, specs }: LoadedKind, item: Item, { onlyOpen, slugs }: ExportInput): OutgoingFile {
  const { service } = item
  const fields = fieldsToTranslate(service, specs)
  const slug = slugs && !kind.isSingle ? unitsOf(slugField, service.slug, item.stored) : []
  const units = [
    ...fields.flatMap((field) => unitsOf(field, originalAt(service, specs, field.path), item.stored)),
    ...slug,
  ]
  return {
    id: service.id,
    original: `${kind.path}/${service.slug}`,
    note: say(text('translationFile.item', { kind: kind.labels.singular, title: service.title })),
    units: onlyOpen ? units.filter(({ isTranslated }) => !isTranslated) : units,
  }
}

/** A translation with other parts than its original, such as fewer entries, is left to the translator as missing. */
function unitsOf(field: TranslatableField, original: unknown, stored: StoredTranslation): OutgoingUnit[] {
  const { path, label, input } = field
  const sources = partsOf(field, original)
  const targets = partsOf(field, stored.texts[path])
  const isParallel = targets.size === sources.size && [...sources.keys()].every((part) => targets.has(part))
  const isTranslated = isParallel && stateOf(path, digestOf(original), stored) === 'translated'
  return [...sources].map(([part, source]) => ({
    ...{ id: unitId(path, part), source, isTranslated, isMarked: input === 'richtext' },
    note: part === '' ? say(label) : say(text('translationFile.part', { label, part: shownPart(part) })),
    target: isParallel ? (targets.get(part) ?? null) : null,
  }))
}

/** '0.title' is '1 title' for people. */
const shownPart = (part: string): string =>
  part
    .split('.')
    .map((step) => (/^\d+$/.test(step) ? String(Number(step) + 1) : step))
    .join(' ')
