import * as z from 'zod'
import { procedure } from '../../../kernel/contract.ts'
import { languageCode, progressByLanguage, savedTexts, translated } from '../../../kernel/translation-contract.ts'

const name = z.string().max(40)

/** Owner only, like the settings themselves. */
export const gatewayTranslationsContract = {
  languages: procedure(
    'staff:gateways',
    'GET /admin/payment-gateways/{name}/translations',
    'How far the name and the instructions of a payment method are translated, by language',
  )
    .input(z.strictObject({ name }))
    .output(progressByLanguage),
  get: procedure(
    'staff:gateways',
    'GET /admin/payment-gateways/{name}/translations/{language}',
    'The name and the instructions of a payment method with their translations into one language',
  )
    .input(z.strictObject({ name, language: languageCode }))
    .output(translated),
  save: procedure(
    'staff:gateways',
    'PUT /admin/payment-gateways/{name}/translations/{language}',
    'Stores the translations that are sent; a blank one is removed, the others stay',
  )
    .input(z.strictObject({ name, language: languageCode, ...savedTexts }))
    .output(translated),
}
