/** Which texts of an item are translated, and how far. Pure. */
import * as z from 'zod/mini'
import type { Language } from '../../../kernel/language.ts'
import type { Text } from '../../../kernel/messages.ts'
import { isBlank, type Texts } from '../../../kernel/translations.ts'
import type { Details, FieldSpec } from '../../../services/kind.ts'
import { list } from '../../../services/shared/inputs.ts'
import { itinerary } from '../../../services/shared/itinerary.ts'
import { questions } from '../../../services/shared/question-fields.ts'
import { isUuid } from '../rules.ts'
import { text } from '../text.ts'

/** What lists of items can be filtered by. */
export const translationStates = ['missing', 'outdated', 'complete'] as const

/** The texts of an item that every kind has. */
export interface Original {
  readonly title: string
  readonly summary: string
  readonly seoTitle: string | null
  readonly seoDescription: string | null
  readonly details: Details
}

export interface TranslatableField {
  readonly path: string
  readonly label: Text
  readonly input: FieldSpec['input']
  readonly max: number
}
const sharedFields: readonly TranslatableField[] = [
  { path: 'title', input: 'text', max: 200, label: text('fields.title') },
  { path: 'summary', input: 'textarea', max: 500, label: text('fields.summary') },
]
const searchEngineFields: readonly TranslatableField[] = [
  { path: 'seo_title', input: 'text', max: 120, label: text('fields.seo_title') },
  { path: 'seo_description', input: 'textarea', max: 320, label: text('fields.seo_description') },
]

export const translatableFields = (specs: readonly FieldSpec[]): readonly TranslatableField[] => [
  ...sharedFields,
  ...specs
    .filter(({ translatable }) => translatable)
    .map(({ name, label, input }) => ({
      ...{ path: `details.${name}`, label, input },
      max: input === 'richtext' ? 20_000 : 500,
    })),
  ...searchEngineFields,
]

/** The name in addresses is translated only if the agency likes to. */
export const slugField: TranslatableField = { path: 'slug', input: 'text', max: 80, label: text('fields.slug') }

const columns = {
  title: 'title',
  summary: 'summary',
  seo_title: 'seoTitle',
  seo_description: 'seoDescription',
} as const
export const originalAt = (item: Original, path: string): unknown =>
  path.startsWith('details.')
    ? item.details[path.slice('details.'.length)]
    : item[columns[path as keyof typeof columns]]

/** The fields of the item that hold a text: blank ones need no translation. */
export const fieldsToTranslate = (item: Original, specs: readonly FieldSpec[]): readonly TranslatableField[] =>
  translatableFields(specs).filter(({ path }) => !isBlank(originalAt(item, path)))

/** Letters of any script; blanks between words become hyphens. Items are addressed by id or slug: never like an id. */
const translatedSlug = z.string(text('editing.text')).check(
  z.trim(),
  z.overwrite<string>((typed) => typed.normalize('NFC').toLowerCase().replace(/\s+/g, '-')),
  z.maxLength(slugField.max, text('editing.atMost', { max: slugField.max })),
  z.refine(
    (slug) => /^[\p{L}\p{M}\p{Nd}]+(-[\p{L}\p{M}\p{Nd}]+)*$/u.test(slug) && !isUuid(slug),
    text('editing.translatedSlug'),
  ),
)

/** Accepts what a form sends and returns the stored form; the same limits as the original's. */
export function schemaOf({ path, input, max }: TranslatableField): z.ZodMiniType<unknown> {
  if (path === slugField.path) return translatedSlug
  switch (input) {
    case 'list':
      return list()
    case 'itinerary':
      return itinerary()
    case 'questions':
      return questions().faq
    default: {
      const trimmed = z.string(text('editing.text')).check(z.trim(), z.maxLength(max, text('editing.atMost', { max })))
      return input === 'text' ? trimmed.check(z.regex(/^[^\r\n]*$/, text('editing.oneLine'))) : trimmed
    }
  }
}

/** Names and short facts, which are never translated. */
const fieldsAsWritten = (item: Original, specs: readonly FieldSpec[]): readonly string[] =>
  specs
    .filter(({ name, translatable, optionNames }) => !translatable && !optionNames?.[String(item.details[name])])
    .filter(({ input, searchable }) => input === 'list' || input === 'select' || (input === 'text' && searchable))
    .map(({ name }) => `details.${name}`)
    .filter((path) => !isBlank(originalAt(item, path)))

/** An item's texts as a reader sees them. */
export interface Shown extends Original {
  /** By field: the language of a text that is not translated, or never is. Undefined: all are in the reader's. */
  readonly languages?: Readonly<Record<string, Language>>
}

/** The item with the texts that are translated. An outdated translation is better than a text in another language. */
export function translatedItem(
  item: Original,
  specs: readonly FieldSpec[],
  { texts, original }: { readonly texts: Texts | null; readonly original: Language },
): Shown {
  const known = texts ?? {}
  const fields = fieldsToTranslate(item, specs)
  const [done, left] = [
    fields.filter(({ path }) => !isBlank(known[path])),
    fields.filter(({ path }) => isBlank(known[path])),
  ]
  const foreign = [...left.map(({ path }) => path), ...fieldsAsWritten(item, specs)]
  const has = (path: string) => done.some((field) => field.path === path)
  const details = done.flatMap(({ path }) =>
    path.startsWith('details.') ? [[path.slice('details.'.length), known[path]]] : [],
  )
  return {
    title: has('title') ? String(known.title) : item.title,
    summary: has('summary') ? String(known.summary) : item.summary,
    // Without one, search engines get the translated title.
    seoTitle: has('seo_title') ? String(known.seo_title) : has('title') ? null : item.seoTitle,
    seoDescription: has('seo_description')
      ? String(known.seo_description)
      : has('summary')
        ? null
        : item.seoDescription,
    details: { ...item.details, ...Object.fromEntries(details) },
    ...(foreign.length > 0 && { languages: Object.fromEntries(foreign.map((path) => [path, original])) }),
  }
}
