/** Search, slug and validation rules that all kinds share. Pure. */
import * as z from 'zod/mini'
import { foldText } from '../../kernel/fold-text.ts'
import { factsOf, type Language } from '../../kernel/language.ts'
import { hasMarkup, markedHtml, plainOf } from '../../kernel/marked-text.ts'
import { joined, type Text } from '../../kernel/messages.ts'
import { convert, currencies, type Money, money, type RatesPerUsd } from '../../kernel/money.ts'
import { altOf, maxAlt, splitAlt } from '../../kernel/pictures.ts'
import { slugOf } from '../../kernel/slug.ts'
import { isWebAddress } from '../../kernel/web-address.ts'
import type { Details, FieldSpec, ServiceKind } from '../../services/kind.ts'
import { text } from './text.ts'

export const serviceStatuses = ['active', 'inactive', 'archived'] as const
export type ServiceStatus = (typeof serviceStatuses)[number]

/** Minutes: from (inclusive), to (exclusive). */
export const durationBounds = {
  'up-to-4-hours': [1, 241],
  '4-to-8-hours': [241, 480],
  'full-day': [480, 1441],
  'several-days': [1441, 1_000_000_000],
} as const
export type DurationChoice = keyof typeof durationBounds

/** A kind with a single item has one page (D77). */
export const hrefOf = (kind: Pick<ServiceKind, 'path' | 'isSingle'>, slug: string): string =>
  kind.isSingle ? `/${kind.path}` : `/${kind.path}/${slug}`

/** LIKE patterns; all must match. */
export const searchPatterns = (q: string): readonly string[] =>
  foldText(q)
    .split(' ')
    .filter((word) => word !== '')
    .slice(0, 12)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

/** A pattern for the search text of an item whose title begins as typed. */
export const beginning = (q: string): string => `${foldText(q).replace(/[\\%_]/g, '\\$&')}%`

const maxSearchText = 20_000
/** The texts in a value: the value itself, or the entries of a list. */
export const wordsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.flatMap(wordsIn) : []

const markedTexts = (details: Details, specs: readonly FieldSpec[]): [name: string, text: string][] =>
  specs.flatMap(({ name, input }) => {
    const value = details[name]
    return input === 'richtext' && typeof value === 'string' && value !== '' ? [[name, value]] : []
  })

/** The details with their marked texts as plain text. */
export const plainDetails = (details: Details, specs: readonly FieldSpec[]): Details => ({
  ...details,
  ...Object.fromEntries(markedTexts(details, specs).map(([name, text]) => [name, plainOf(text)])),
})
/**
 * The HTML of the marked texts that show more than plain paragraphs, below a heading of the second level, and of those in
 * another language than the reader's (`languages`, by field).
 */
export const htmlOfTexts = (
  details: Details,
  specs: readonly FieldSpec[],
  languages: Readonly<Record<string, Language>> = {},
): Record<string, string> =>
  Object.fromEntries(
    markedTexts(details, specs).flatMap(([name, text]) => {
      const language = languages[`details.${name}`]
      if (!language) return hasMarkup(text) ? [[name, markedHtml(text, 3)]] : []
      const { direction } = factsOf(language)
      return [[name, `<div class="prose" lang="${language}" dir="${direction}">${markedHtml(text, 3)}</div>`]]
    }),
  )

/** The text that list search covers: title, summary, place and the kind's searchable fields (D132). */
export function searchTextOf(
  item: { readonly title: string; readonly summary: string; readonly location: string; readonly details: Details },
  specs: readonly FieldSpec[],
): string {
  const details = plainDetails(item.details, specs)
  const searched = specs.filter((spec) => spec.searchable).flatMap((spec) => wordsIn(details[spec.name]))
  const parts = [item.title, item.summary, item.location, ...searched].map(foldText).filter((part) => part !== '')
  return [...new Set(parts)].join('\n').slice(0, maxSearchText)
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
const maxOnCard = 120
const maxExcerpt = 200
const maxEntriesOnCard = 3

/** Cuts a long text after the last whole word that fits, and a list after its first entries. */
export function excerptOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, maxEntriesOnCard)
  if (typeof value !== 'string' || value.length <= maxExcerpt) return value
  return `${value
    .slice(0, maxExcerpt)
    .replace(/\s\S*$/, '')
    .trimEnd()}…`
}

/** The details that a card needs: short fields, filter values and excerpts of the listed fields. */
export function cardDetails(details: Details, specs: readonly FieldSpec[], facets: Readonly<Record<string, unknown>>) {
  const isShort = (value: unknown) => typeof value !== 'string' || value.length <= maxOnCard
  const listed = plainDetails(
    details,
    specs.filter(({ onCard }) => onCard),
  )
  return Object.fromEntries(
    specs.flatMap(({ name, input, onCard }) => {
      if (!(name in details)) return []
      if (onCard) return [[name, excerptOf(listed[name])]]
      return (shortInputs.has(input) || name in facets) && isShort(details[name]) ? [[name, details[name]]] : []
    }),
  )
}

/** The name of the field with the pictures of an item. */
export const galleryOf = (specs: readonly FieldSpec[]): string | undefined =>
  specs.find((spec) => spec.input === 'images')?.name

export function picturesOf(details: Details, specs: readonly FieldSpec[]): readonly string[] {
  const name = galleryOf(specs)
  const value = name ? details[name] : undefined
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

export function videoOf(details: Details, specs: readonly FieldSpec[]): string {
  const name = specs.find((spec) => spec.input === 'video')?.name
  const value = name ? details[name] : undefined
  return typeof value === 'string' ? value : ''
}

/**
 * Returns the range of minor units per currency (from inclusive, to exclusive) that the shop displays as a whole
 * amount between the two limits in `currency`. Omits currencies without a rate: their items cannot be compared (D39).
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

export const isSlug = (text: string): boolean => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= 80
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

/** Derived from the title in Latin letters (latin.server.ts), or from the kind's name if it has none (D126). */
export function wantedSlug(title: string, kind: Pick<ServiceKind, 'key'>): string {
  const slug = slugOf(title) || slugOf(kind.key)
  // Items are addressed by id or slug, so a slug must not look like an id.
  return isUuid(slug) ? `${slugOf(kind.key)}-${slug}` : slug
}

const words = (label: Text, max: number) =>
  z
    .string(text('editing.required', { label }))
    .check(z.trim(), z.maxLength(max, text('editing.atMost', { max })), z.regex(/^[^\r\n]*$/, text('editing.oneLine')))
const isPicture = (file: string): boolean => isWebAddress(file) || /^[a-z0-9][a-z0-9-]*$/i.test(file)
const optionalWords = (label: Text, max: number) => z.nullable(words(label, max))

/** Shared columns as the editor sends them; omitted ones stay unchanged or get the default. */
export const sharedFields = z.partial(
  z.strictObject({
    title: words(text('fields.title'), 200),
    slug: z.string().check(z.trim(), z.refine(isSlug, text('editing.slug'))),
    status: z.enum(['active', 'inactive'], text('editing.status')),
    is_featured: z.boolean(text('editing.yesOrNo')),
    currency: z.enum(currencies, text('editing.oneOf', { choices: joined(currencies, 'plain') })),
    summary: z.string(text('editing.text')).check(z.trim(), z.maxLength(500, text('editing.atMost', { max: 500 }))),
    /** The name of a picture set or a web address, with its alt text (kernel/pictures); null for none. */
    featured_image: z.nullable(
      words(text('fields.featured_image'), 1000).check(
        z.refine((address) => address === '' || isPicture(splitAlt(address).file), text('editing.imageAddress')),
        z.refine((address) => altOf(address).length <= maxAlt, text('editing.altTooLong', { max: maxAlt })),
      ),
    ),
    seo_title: optionalWords(text('fields.seo_title'), 120),
    seo_description: optionalWords(text('fields.seo_description'), 320),
  }),
)
export type SharedFields = z.infer<typeof sharedFields>

/** Cards and lists look this many days ahead, today included. */
export const daysAhead = 90
