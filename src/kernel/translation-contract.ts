import * as z from 'zod'

export const languageCode = z.string().max(20)
export const translationProgress = z.object({ total: z.int(), translated: z.int(), outdated: z.int() })
const languageProgress = z.array(z.object({ language: languageCode, progress: translationProgress }))
export type LanguageProgress = z.infer<typeof languageProgress>
export const progressByLanguage = z.object({ items: languageProgress })
/** How far each of a list is translated, by id. */
export const progressById = z.record(z.string(), languageProgress)

const translatedField = z.object({
  /** 'title', 'details.highlights', or 'pictures.' and the name of a picture. */
  path: z.string(),
  label: z.string(),
  input: z.string(),
  original: z.unknown(),
  /** Names this original; sent back with its translation. */
  source: z.string(),
  /** Null: not translated. */
  value: z.unknown(),
  /** 'optional': not translated, and need not be. */
  state: z.enum(['missing', 'outdated', 'translated', 'optional']),
  /** Of an alt text: the address of its picture. */
  picture: z.string().optional(),
})
export type TranslatedField = z.infer<typeof translatedField>

/** The texts of one thing beside their translations into one language. */
export const translated = z.object({
  id: z.string(),
  title: z.string(),
  language: languageCode,
  /** The language of the originals. */
  original_language: languageCode,
  /** Of the translation; 0: there is none yet. */
  version: z.int(),
  fields: z.array(translatedField),
  progress: translationProgress,
})
export type Translated = z.infer<typeof translated>

/** A path may hold the address of a picture, of 1,000 signs, most of them as codes. */
const maxPath = 8_100

/** `version`: of the translation that was edited; 0: there was none. */
export const savedTexts = {
  version: z.int().min(0),
  fields: z
    .array(z.strictObject({ path: z.string().max(maxPath), source: z.string().max(80), value: z.unknown() }))
    .max(300),
}
