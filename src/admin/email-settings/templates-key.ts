import type { Language } from '../../kernel/language.ts'

export const templatesKey = (language: Language) => ['mail-templates', language]
