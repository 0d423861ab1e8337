import type { Reader } from '../../kernel/translations.ts'
import type { LoadedKind } from '../../services/loaded.server.ts'
import { readDisplayZone } from '../settings/index.server.ts'
import { availabilityOf, type CardAvailability } from './availability.server.ts'
import type { PreviewInput, ServiceDetail } from './contract.ts'
import { cutOff } from './cut-off.server.ts'
import { draftOf, readInput } from './drafts.server.ts'
import { wantedSlug } from './rules.ts'
import { type SimilarRow, similarTo, viewSimilar } from './similar.server.ts'
import { translationOf } from './translations/column.server.ts'
import {
  type CatalogueDeps,
  getKind,
  notThere,
  type ServiceRow,
  serviceColumns,
  viewDetail,
  viewService,
  withDayNote,
} from './views.server.ts'
import './tables.server.ts'

type Before = ServiceRow & { readonly availability: CardAvailability; readonly similar: readonly SimilarRow[] | null }

/**
 * The detail page's data of an item as it would be saved. Stores nothing, locks nothing and asks no other room. At most
 * one statement. Refuses 'catalogue/unknown-kind', 'catalogue/not-found', and 'catalogue/invalid' with field errors.
 */
export async function previewService(
  deps: CatalogueDeps,
  { id, language: _, ...given }: PreviewInput,
  reader: Reader | null = null,
): Promise<ServiceDetail> {
  const kind = getKind(deps, given.kind)
  const before = id === undefined ? null : await readBefore(deps, kind, { id, reader })
  const translation = reader && { original: reader.original, texts: before?.translation?.texts ?? null }
  const { columns } = draftOf(kind, before, readInput(kind, given, before), deps.clock())
  const slug = given.slug ?? before?.slug ?? wantedSlug(String(columns.title), kind.kind)
  const row = { rating: '0', total_reviews: 0, ...before, ...columns, slug, translation } as unknown as ServiceRow
  return cutOff(deps, {
    ...viewDetail(kind, viewService(kind, row), await readDisplayZone(deps)),
    availability: withDayNote(kind, before?.availability ?? null),
    similar: viewSimilar(kind, before?.similar ?? null),
  })
}

/** The stored item, in any status. */
async function readBefore(
  deps: CatalogueDeps,
  kind: LoadedKind,
  { id, reader }: { readonly id: string; readonly reader: Reader | null },
): Promise<Before> {
  const row = await deps.db
    .selectFrom('services')
    .select(serviceColumns)
    .select(availabilityOf('services', deps.clock()).as('availability'))
    .select(similarTo(kind, deps.clock()).as('similar'))
    .select(translationOf('services', reader).as('translation'))
    .where('services.id', '=', id)
    .where('services.kind', '=', kind.key)
    .executeTakeFirst()
  if (!row) throw notThere(kind.kind)
  return row
}
