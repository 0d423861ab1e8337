import { catalogueLanguage, type Language } from './language.ts'

/** A built script in a language (tools/vite/languages.ts). */
export const fileIn = (language: Language, file: string): string =>
  language === catalogueLanguage || !file.endsWith('.js')
    ? file
    : file.replace(/^\/assets\//, `/assets/${language.toLowerCase()}/`)
