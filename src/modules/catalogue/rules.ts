/** How an item is found, addressed and checked: pure, the same for every kind. */
import * as z from 'zod/mini'
import { convert, currencies, type Money, money, type RatesPerUsd } from '../../kernel/money.ts'
import { slugOf } from '../../kernel/slug.ts'
import type { Details, FieldSpec, ServiceKind } from '../../services/kind.ts'

export const serviceStatuses = ['active', 'inactive', 'archived'] as const
export type ServiceStatus = (typeof serviceStatuses)[number]

/** Minutes from (included) and to (excluded) of each choice of the duration filter. */
export const durationBounds = {
  'up-to-4-hours': [1, 241],
  '4-to-8-hours': [241, 480],
  'full-day': [480, 1441],
  'several-days': [1441, 1_000_000_000],
} as const
export type DurationChoice = keyof typeof durationBounds

/** Where the shop shows an item; a kind with a single item has one page (D77). */
export const hrefOf = (kind: Pick<ServiceKind, 'path' | 'isSingle'>, slug: string): string =>
  kind.isSingle ? `/${kind.path}` : `/${kind.path}/${slug}`

/** What two spellings of the same words have in common: no case, no accents, single spaces. */
export const foldText = (text: string): string =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim()

/** The words that must all occur, as patterns for LIKE. */
export const searchPatterns = (q: string): readonly string[] =>
  foldText(q)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, 12)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

const mostSearchText = 20_000
const wordsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(wordsOf) : []

/** Everything that a search in the list looks through: title, summary, place and the kind's searchable fields (D132). */
export function searchTextOf(
  item: { readonly title: string; readonly summary: string; readonly location: string; readonly details: Details },
  specs: readonly FieldSpec[],
): string {
  const searched = specs.filter((spec) => spec.searchable).flatMap((spec) => wordsOf(item.details[spec.name]))
  const parts = [item.title, item.summary, item.location, ...searched].map(foldText).filter((part) => part !== '')
  return [...new Set(parts)].join('\n').slice(0, mostSearchText)
}

export const shortInputs: ReadonlySet<FieldSpec['input']> = new Set<FieldSpec['input']>([
  'number',
  'money',
  'switch',
  'select',
  'time',
  'date',
  'ratio',
  'text',
])
const longestOnCard = 120
const longestExcerpt = 200
const mostEntriesOnCard = 3

/** A long text up to the last whole word that fits, a list with its first entries. */
export function excerptOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, mostEntriesOnCard)
  if (typeof value !== 'string' || value.length <= longestExcerpt) return value
  return `${value.slice(0, longestExcerpt).replace(/\s+\S*$/, '')}…`
}

/** The part of the details that a card needs: short fields, what the kind filters by, and excerpts of what it names. */
export function cardDetails(details: Details, specs: readonly FieldSpec[], facets: Readonly<Record<string, unknown>>) {
  const isShort = (value: unknown) => typeof value !== 'string' || value.length <= longestOnCard
  return Object.fromEntries(
    specs.flatMap(({ name, input, onCard }) => {
      if (!(name in details)) return []
      if (onCard) return [[name, excerptOf(details[name])]]
      return (shortInputs.has(input) || name in facets) && isShort(details[name]) ? [[name, details[name]]] : []
    }),
  )
}

/** The pictures of an item beside the featured one, from the kind's own field. */
export function picturesOf(details: Details, specs: readonly FieldSpec[]): readonly string[] {
  const name = specs.find((spec) => spec.input === 'images')?.name
  const value = name ? details[name] : undefined
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** The video's address, as it was typed; '' for none. */
export function videoOf(details: Details, specs: readonly FieldSpec[]): string {
  const name = specs.find((spec) => spec.input === 'video')?.name
  const value = name ? details[name] : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * For each currency the minor units from (included) to (excluded) that the shop shows as a whole amount between the
 * two in `currency`. A currency without a rate is left out: its items are not comparable (D39).
 */
export function priceBounds(
  wanted: { readonly from?: number | undefined; readonly to?: number | undefined; readonly currency: string },
  rates: RatesPerUsd,
): readonly { readonly currency: string; readonly from: number | null; readonly to: number | null }[] {
  return [...new Set<string>([...currencies, wanted.currency])].flatMap((currency) => {
    const inCurrency = (whole: number, half: number): Money | null =>
      convert(money(whole * 100 + half, wanted.currency), currency, rates)
    const from = wanted.from === undefined || wanted.from === 0 ? null : inCurrency(wanted.from, -50)
    const to = wanted.to === undefined ? null : inCurrency(wanted.to, 50)
    const isKnown = convert(money(100, wanted.currency), currency, rates) !== null
    return isKnown ? [{ currency, from: from?.minor ?? null, to: to?.minor ?? null }] : []
  })
}

/** A slug that a person typed. */
export const isSlug = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 80
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

/** What a new item is called in its address: its title, else (an Arabic title, say) the kind's name (D126). */
export function wantedSlug(title: string, kind: Pick<ServiceKind, 'labels' | 'path'>): string {
  const slug = slugOf(title) || slugOf(kind.labels.singular) || slugOf(kind.path)
  // Items are addressed by id or slug: a slug must not look like an id.
  return isUuid(slug) ? `${slugOf(kind.labels.singular)}-${slug}` : slug
}

const words = (label: string, max: number) =>
  z
    .string(`${label} is required`)
    .check(z.trim(), z.maxLength(max, `Use at most ${max} characters`), z.regex(/^[^\r\n]*$/, 'Use one line'))
const optionalWords = (label: string, max: number) => z.nullable(words(label, max))

/** The columns that all kinds share, as the editor sends them; left out = unchanged (or the default). */
export const sharedFields = z.partial(
  z.strictObject({
    title: words('Title', 200),
    slug: z.string().check(z.trim(), z.refine(isSlug, 'Use lower case letters, digits and single hyphens')),
    status: z.enum(['active', 'inactive'], 'Please choose active or inactive'),
    is_featured: z.boolean('Please choose yes or no'),
    currency: z.enum(currencies, `Please choose one of ${currencies.join(', ')}`),
    summary: z.string('Please enter a text').check(z.trim(), z.maxLength(500, 'Use at most 500 characters')),
    /** A name of the picture set, an address, or null. */
    featured_image: z.nullable(
      words('Image', 1000).check(
        z.refine(
          (text) => text === '' || /^(https?:\/\/\S+|\/[^/\\\s]\S*|[a-z0-9][a-z0-9-]*)$/i.test(text),
          'Image addresses start with https://',
        ),
      ),
    ),
    seo_title: optionalWords('SEO title', 120),
    seo_description: optionalWords('SEO description', 320),
  }),
)
export type SharedFields = z.infer<typeof sharedFields>
