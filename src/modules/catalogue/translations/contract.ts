import * as z from 'zod'
import { id, procedure } from '../../../kernel/contract.ts'
import { knownLanguages } from '../../../kernel/language.ts'
import { languageCode, progressByLanguage, savedTexts, translated } from '../../../kernel/translation-contract.ts'
import { translationStates } from './rules.ts'

const filters = knownLanguages.flatMap((language) => translationStates.map((state) => `${language}.${state}` as const))
/** 'ar.missing': some text lacks an Arabic translation; 'ar.outdated': a translation is older than its text; 'ar.complete': neither. */
export const translationFilter = z.enum(filters)
export type TranslationFilter = z.infer<typeof translationFilter>

const area = 'staff:catalogue'
export const translationsContract = {
  languages: procedure(area, 'GET /admin/services/{id}/translations', 'How far an item is translated, by language')
    .input(z.strictObject({ id }))
    .output(progressByLanguage),
  get: procedure(
    area,
    'GET /admin/services/{id}/translations/{language}',
    'The texts of an item with their translations into one language',
  )
    .input(z.strictObject({ id, language: languageCode }))
    .output(translated),
  save: procedure(
    area,
    'PUT /admin/services/{id}/translations/{language}',
    'Stores the translations that are sent; a blank one is removed, the others stay',
  )
    .input(z.strictObject({ id, language: languageCode, ...savedTexts }))
    .output(translated),
}
