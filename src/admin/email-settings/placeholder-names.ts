import { inWords } from '../labels.tsx'
import { hasText, textOf } from '../text.ts'

const placeholders = textOf('placeholders')
const names = textOf('mailNames')
const occasions = textOf('mailOccasions')

export const isPlaceholder = (name: string): boolean => hasText('placeholders', name)
/** What staff call a placeholder. */
export const placeholderName = (name: string): string => (isPlaceholder(name) ? placeholders(name) : name)
/** What staff call a mail. */
export const mailName = (template: string): string =>
  hasText('mailNames', template) ? names(template) : inWords(template)
/** When a mail is sent, in one sentence. */
export const mailOccasion = (template: string): string =>
  hasText('mailOccasions', template) ? occasions(template) : ''
