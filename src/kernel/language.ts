/** The languages of the shop: each room has `messages/{language}.json` for every one of them. */
export const languages = ['en'] as const
/** English with accents and brackets, made from `en`: shows which texts are in no catalogue. */
export const pseudoLanguage = 'en-XA'
export type Language = (typeof languages)[number] | typeof pseudoLanguage
export const defaultLanguage: Language = 'en'
