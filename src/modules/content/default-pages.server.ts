import type { Language } from '../../kernel/language.ts'
import { catalogueLanguage } from '../../kernel/language.ts'
import { sayIn } from '../../platform/messages.server.ts'
import { text } from './text.ts'

export type DefaultPage = Readonly<{ slug: string; title: string; seo_description: string; body: string }>

const slugs = ['about', 'services', 'hotels', 'flights', 'guides', 'privacy', 'terms'] as const

/**
 * The default texts, in the markup of rules/page-text.ts. The agency edits them in the back office. They claim nothing
 * that only the agency can know: no office, no history, no licence. The review note ends the two texts that a lawyer
 * should review.
 */
export function defaultPagesIn(language: Language): readonly DefaultPage[] {
  const say = sayIn(language)
  const reviewNote = text('defaultPages.reviewNote')
  return slugs.map((slug) => ({
    slug,
    title: say(text(`defaultPages.${slug}.title`)),
    seo_description: say(text(`defaultPages.${slug}.seo_description`)),
    body: say(text(`defaultPages.${slug}.body`, { reviewNote })),
  }))
}

export const defaultPages = defaultPagesIn(catalogueLanguage)
