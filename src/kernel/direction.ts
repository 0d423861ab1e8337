/** Whether a language is written from right to left. */
export const isRightToLeft = (language: string): boolean => /^(?:ar|ur|fa|he)(?:-|$)/.test(language)

const open = '\u2068'
const close = '\u2069'

/**
 * Text within text of a right-to-left language: a date, telephone number or Latin name keeps its own direction and
 * leaves the words around it alone. Only for what people read; machines would find two characters more.
 */
export const isolated = (words: string, language: string): string =>
  words !== '' && isRightToLeft(language) && !words.startsWith(open) ? `${open}${words}${close}` : words
