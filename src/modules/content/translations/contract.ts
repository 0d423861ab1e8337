import * as z from 'zod'
import { procedure } from '../../../kernel/contract.ts'
import { languageCode, progressByLanguage, savedTexts, translated } from '../../../kernel/translation-contract.ts'
import { subjects } from './rules.ts'

/** The address of a page, or the id of a slider or menu item. */
const of = { subject: z.enum(subjects), id: z.string().max(80) }

export const translationsContract = {
  languages: procedure(
    'staff:content',
    'GET /admin/content/{subject}/{id}/translations',
    'How far a page, slider or menu item is translated, by language',
  )
    .input(z.strictObject(of))
    .output(progressByLanguage),
  get: procedure(
    'staff:content',
    'GET /admin/content/{subject}/{id}/translations/{language}',
    'The texts of a page, slider or menu item with their translations into one language',
  )
    .input(z.strictObject({ ...of, language: languageCode }))
    .output(translated),
  save: procedure(
    'staff:content',
    'PUT /admin/content/{subject}/{id}/translations/{language}',
    'Stores the translations that are sent; a blank one is removed, the others stay',
  )
    .input(z.strictObject({ ...of, language: languageCode, ...savedTexts }))
    .output(translated),
}

export const settingTranslationsContract = {
  languages: procedure(
    'staff:settings',
    'GET /admin/setting-translations',
    'How far the sentences of the settings are translated, by language',
  ).output(progressByLanguage),
  get: procedure(
    'staff:settings',
    'GET /admin/setting-translations/{language}',
    'The sentences of the settings with their translations into one language',
  )
    .input(z.strictObject({ language: languageCode }))
    .output(translated),
  save: procedure(
    'staff:settings',
    'PUT /admin/setting-translations/{language}',
    'Stores the translations that are sent; a blank one is removed, the others stay',
  )
    .input(z.strictObject({ language: languageCode, ...savedTexts }))
    .output(translated),
}
