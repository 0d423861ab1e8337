import { type RawBuilder, type Selectable, sql } from 'kysely'
import { forAnswer } from '../../kernel/messages.ts'
import { type Money, money } from '../../kernel/money.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Reader } from '../../kernel/translations.ts'
import type { Core } from '../../platform/core.server.ts'
import type { Trx } from '../../platform/db/database.server.ts'
import type { ReadDatabase } from '../../platform/db/reads.server.ts'
import { type Details, type FieldSpec, optionName, type ServiceKind } from '../../services/kind.ts'
import type { KindRegistry, LoadedKind } from '../../services/loaded.server.ts'
import { termsOf } from '../../services/shared/cancellation.ts'
import { termsRows } from '../../services/shared/cancellation-words.ts'
import { scheduleIn } from '../../services/shared/schedule.ts'
import { youTubeId } from '../../services/shared/youtube.ts'
import type { CardAvailability } from './availability.server.ts'
import type { ChangeGuard } from './change-guard.server.ts'
import type { ServiceCard, ServiceDetail } from './contract.ts'
import { cardDetails, hrefOf, htmlOfTexts, picturesOf, plainDetails, type ServiceStatus, videoOf } from './rules.ts'
import type { ServicesTable } from './tables.server.ts'
import { text } from './text.ts'
import { type Translation, translationOf } from './translations/column.server.ts'
import { type Shown, translatedItem } from './translations/rules.ts'
import type { Removal } from './trash.ts'

export type CatalogueDeps = Core & {
  readonly kinds: KindRegistry
  /** Set in the shop; without it every valid change is stored. */
  readonly guardChange?: ChangeGuard
  /** Called in the transaction that stored these items; there may be none. Set in the shop. */
  readonly onStored?: (trx: Trx, ids: StoredIds) => Promise<void>
}
/** What reads items, possibly from a replica. */
export type CatalogueReading = Pick<CatalogueDeps, 'kinds'> & { readonly db: ReadDatabase }
export interface StoredIds {
  readonly created: readonly string[]
  readonly changed: readonly string[]
}
type Unread = 'search_text' | 'is_single' | 'text_digests' | 'digested_version' | 'digested_fields'
export type ServiceRow = Omit<Selectable<ServicesTable>, Unread | keyof Removal> & {
  /** Only read for languages other than the one that the agency writes in. */
  readonly translation?: Translation | null
}

/** A row of cards, which name the next day on sale. */
export type CardRow = ServiceRow & { readonly availability: CardAvailability }

/** Without the search text, which is long and only used in SQL, and without the trash, which only staff see. */
export const serviceColumns = [
  'services.id',
  'services.kind',
  'services.slug',
  'services.title',
  'services.status',
  'services.is_featured',
  'services.currency',
  'services.from_minor',
  'services.was_minor',
  'services.summary',
  'services.location',
  'services.duration_minutes',
  'services.featured_image',
  'services.facets',
  'services.details',
  'services.rating',
  'services.total_reviews',
  'services.seo_title',
  'services.seo_description',
  'services.version',
  'services.created_at',
  'services.updated_at',
] as const

const unusedOnCards: ReadonlySet<FieldSpec['input']> = new Set<FieldSpec['input']>([
  'textarea',
  'richtext',
  'itinerary',
  'questions',
  'images',
  'video',
])
/**
 * Like `serviceColumns`, but `details` has no long texts, programmes and pictures: neither cards nor the rules for their
 * prices read them. `of` is a table or query with the columns of `services`.
 */
export function cardColumns(
  of: string,
  kinds: readonly LoadedKind[],
  reader: Reader | null = null,
): RawBuilder<unknown> {
  const specs = kinds.flatMap((kind) => kind.specs)
  const isUnused = (name: string) =>
    specs.every((spec) => spec.name !== name || (unusedOnCards.has(spec.input) && !spec.onCard))
  const unused = [...new Set(specs.map(({ name }) => name))].filter(isUnused)
  const columns = serviceColumns.map((column) => {
    const name = sql.ref(column.replace('services.', `${of}.`))
    return column === 'services.details' ? sql`${name} - ${unused}::text[] as details` : name
  })
  const paths = [...unused.map((field) => `details.${field}`), 'seo_title', 'seo_description']
  return sql.join([...columns, ...(reader ? [sql`${translationOf(of, reader, paths)} as translation`] : [])])
}

/** An item as other modules use it, ready for the kind's rules (title, currency, details). */
export interface CatalogueService {
  readonly id: string
  readonly kind: string
  readonly slug: string
  readonly href: string
  readonly title: string
  readonly status: ServiceStatus
  readonly isFeatured: boolean
  readonly currency: string
  readonly from: Money | null
  readonly was: Money | null
  readonly summary: string
  readonly location: string
  readonly durationMinutes: number | null
  readonly featuredImage: string | null
  readonly facets: Readonly<Record<string, unknown>>
  readonly details: Details
  readonly rating: number
  readonly totalReviews: number
  readonly seoTitle: string | null
  readonly seoDescription: string | null
  /** Undefined: not read, or the reader's language is that of the item. */
  readonly translation?: Translation
  /** A paid booking is confirmed at once (D83). */
  readonly isInstant: boolean
  readonly version: number
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Finds the kind by key or alias. Refuses 'catalogue/unknown-kind'. */
export function getKind(deps: Pick<CatalogueDeps, 'kinds'>, key: string): LoadedKind {
  const kind = deps.kinds.find(key)
  if (!kind) throw new Refusal('catalogue/unknown-kind', { kind: key.slice(0, 60) })
  return kind
}

/** Uses the kind's own message, if it has one. */
export const notThere = ({ labels }: ServiceKind): Refusal =>
  new Refusal('catalogue/not-found', labels.notFound === undefined ? {} : { sentence: labels.notFound })

const amountOf = (minor: number | null, currency: string): Money | null =>
  minor === null ? null : money(minor, currency)

export function viewService(kind: LoadedKind, row: ServiceRow): CatalogueService {
  const { id, slug, title, status, currency, details } = row
  return {
    id,
    kind: row.kind,
    slug,
    href: hrefOf(kind.kind, slug),
    title,
    status,
    isFeatured: row.is_featured,
    currency,
    from: amountOf(row.from_minor, currency),
    was: amountOf(row.was_minor, currency),
    summary: row.summary,
    location: row.location,
    durationMinutes: row.duration_minutes,
    featuredImage: row.featured_image,
    facets: row.facets,
    details,
    rating: Number(row.rating),
    totalReviews: row.total_reviews,
    seoTitle: row.seo_title,
    seoDescription: row.seo_description,
    ...(row.translation && { translation: row.translation }),
    isInstant: kind.isInstant({ title, currency, details }),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Options as the reader's language names them, once the answer is sent. */
const namedOptions = (specs: LoadedKind['specs'], details: Details): Details =>
  Object.fromEntries(
    specs.flatMap((spec) => {
      const value = details[spec.name]
      return spec.optionNames && typeof value === 'string' ? [[spec.name, forAnswer(optionName(spec, value))]] : []
    }),
  )

/** With the texts that are translated for the reader that the item was read for. */
export function shownItem(kind: LoadedKind, service: CatalogueService): Shown {
  const shown = itemInLanguage(kind, service)
  return { ...shown, details: { ...shown.details, ...namedOptions(kind.specs, service.details) } }
}

function itemInLanguage({ specs }: LoadedKind, service: CatalogueService): Shown {
  if (!service.translation) return service
  const shown = translatedItem(service, specs, service.translation)
  const place = service.location && { location: service.translation.original }
  return place ? { ...shown, languages: { ...shown.languages, ...place } } : shown
}

/** Of a card only what it shows. */
const languagesOnCard = (languages: NonNullable<Shown['languages']>, details: Details) =>
  Object.fromEntries(
    Object.entries(languages).filter(
      ([path]) =>
        ['title', 'summary', 'location', 'featured_image'].includes(path) || path.replace('details.', '') in details,
    ),
  )

export function viewCard(
  kind: LoadedKind,
  service: CatalogueService,
  availability: CardAvailability = null,
): ServiceCard {
  const { id, slug, href, location, currency, from, was, durationMinutes, rating } = service
  const { title, summary, featuredImage: featured_image, languages, ...shown } = shownItem(kind, service)
  const details = cardDetails(shown.details, kind.specs, service.facets)
  return {
    ...{ id, kind: service.kind, slug, href, title, summary, location, currency, from, was, durationMinutes, rating },
    ...(languages && { languages: languagesOnCard(languages, details) }),
    unit: kind.startingPrice(service).unit,
    featured_image,
    mark: kind.mark?.(service) ?? null,
    is_featured: service.isFeatured,
    total_reviews: service.totalReviews,
    details,
    availability: withDayNote(kind, availability),
  }
}

export function withDayNote({ dayNote }: LoadedKind, availability: CardAvailability): ServiceCard['availability'] {
  const day = availability?.next_day
  return (
    availability && {
      ...availability,
      day_note: day && dayNote ? forAnswer(text('dayNote', { note: dayNote(day) })) : '',
    }
  )
}

export function viewDetail(
  kind: LoadedKind,
  service: CatalogueService,
  agencyZone: string,
): Omit<ServiceDetail, 'similar'> {
  // Which vehicle or guide it needs is for staff only.
  const { resources, ...schedule } = scheduleIn(agencyZone, kind.schedule(service))
  const { details: texts, languages, seoTitle, seoDescription } = shownItem(kind, service)
  const { resources: _, ...details } = texts
  const terms = termsOf(service.details)
  const documents = kind.documents(service).map(({ name, label, required, perTraveller }) => ({
    name,
    label: forAnswer(label),
    required,
    perTraveller,
  }))
  return {
    ...viewCard(kind, service),
    ...(languages && { languages }),
    status: service.status,
    is_active: service.status === 'active',
    details: plainDetails(details, kind.specs),
    texts: htmlOfTexts(details, kind.specs, languages),
    images: [...picturesOf(details, kind.specs)],
    videoId: youTubeId(videoOf(service.details, kind.specs)),
    // Where each booking uses a vehicle of its own, no offer could hold one.
    schedule: { ...schedule, slots: [...schedule.slots], hasWaitingList: resources?.per !== 'booking' },
    party: kind.party(service),
    documents,
    terms: terms && termsRows(terms).map(([when, back]) => [forAnswer(when), forAnswer(back)]),
    isInstant: service.isInstant,
    seoTitle,
    seoDescription,
    created_at: service.createdAt.toISOString(),
    updated_at: service.updatedAt.toISOString(),
  }
}
