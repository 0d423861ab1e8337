/** Which texts of an item are translated, and how far. Pure. */
import * as z from 'zod/mini'
import type { Language } from '../../../kernel/language.ts'
import type { Text } from '../../../kernel/messages.ts'
import { altOf, inOneLine } from '../../../kernel/pictures.ts'
import { type FieldState, isBlank, type Texts } from '../../../kernel/translations.ts'
import type { FieldSpec } from '../../../services/kind.ts'
import { list } from '../../../services/shared/inputs.ts'
import { itinerary } from '../../../services/shared/itinerary.ts'
import { questions } from '../../../services/shared/question-fields.ts'
import { galleryOf, isUuid, picturesOf } from '../rules.ts'
import { text } from '../text.ts'
import type { Original, TranslatableField } from './original.ts'
import { isPicturePath, picturePath, picturesPath, pictureTexts, withTranslatedAlt } from './pictures.ts'

/** What lists of items can be filtered by. */
export const translationStates = ['missing', 'outdated', 'complete'] as const

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
export function originalAt(item: Original, specs: readonly FieldSpec[], path: string): unknown {
  if (isPicturePath(path)) return pictureTexts(item, specs).find((each) => each.path === path)?.alt
  return path.startsWith('details.')
    ? item.details[path.slice('details.'.length)]
    : item[columns[path as keyof typeof columns]]
}

/** Those of its kind and the alt texts of its own pictures. */
export const fieldsOfItem = (item: Original, specs: readonly FieldSpec[]): readonly TranslatableField[] => [
  ...translatableFields(specs),
  ...pictureTexts(item, specs),
]
/** The fields of the item that hold a text: blank ones need no translation. */
export const fieldsToTranslate = (item: Original, specs: readonly FieldSpec[]): readonly TranslatableField[] => [
  ...translatableFields(specs).filter(({ path }) => !isBlank(originalAt(item, specs, path))),
  ...pictureTexts(item, specs),
]

/** Why a text at this path is refused. */
export const unknownField = (path: string): Text =>
  text(isPicturePath(path) ? 'translations.noPicture' : 'editing.unknownField')

/** States as they are counted, like `count_translated` of the database: all pictures are one text, in their worst state. */
export function countedStates(fields: readonly { readonly path: string; readonly state: FieldState }[]): FieldState[] {
  const texts = Map.groupBy(fields, ({ path }) => (isPicturePath(path) ? picturesPath : path))
  return [...texts.values()].map((of) => {
    const states = of.map(({ state }) => state)
    return (['missing', 'outdated'] as const).find((state) => states.includes(state)) ?? 'translated'
  })
}

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
  if (isPicturePath(path))
    return z
      .string(text('editing.text'))
      .check(z.overwrite<string>(inOneLine), z.maxLength(max, text('editing.altTooLong', { max })))
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
    .filter((path) => !isBlank(originalAt(item, specs, path)))

/** Pictures with their translated alt texts, and which have the original: 'featured_image', and 'images.0' of the gallery. */
function shownPictures(item: Original, specs: readonly FieldSpec[], known: Texts) {
  const translated = (path: string) => (isBlank(known[path]) ? undefined : String(known[path]))
  const isLeft = (address: string) => altOf(address) !== '' && translated(picturePath(address)) === undefined
  const name = galleryOf(specs)
  const gallery = picturesOf(item.details, specs)
  const shown = (address: string) => withTranslatedAlt(address, translated)
  return {
    featured: item.featuredImage && shown(item.featuredImage),
    details: name && gallery.length > 0 ? { [name]: gallery.map(shown) } : {},
    asWritten: [
      ...(item.featuredImage && isLeft(item.featuredImage) ? ['featured_image'] : []),
      ...gallery.flatMap((address, at) => (isLeft(address) ? [`images.${at}`] : [])),
    ],
  }
}

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
  const fields = fieldsToTranslate(item, specs).filter(({ path }) => !isPicturePath(path))
  const pictures = shownPictures(item, specs, known)
  const [done, left] = [
    fields.filter(({ path }) => !isBlank(known[path])),
    fields.filter(({ path }) => isBlank(known[path])),
  ]
  const foreign = [...left.map(({ path }) => path), ...fieldsAsWritten(item, specs), ...pictures.asWritten]
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
    featuredImage: pictures.featured,
    details: { ...item.details, ...pictures.details, ...Object.fromEntries(details) },
    ...(foreign.length > 0 && { languages: Object.fromEntries(foreign.map((path) => [path, original])) }),
  }
}
