import { catalogueLanguage, type Language } from '../../kernel/language.ts'
import { sayIn } from '../../platform/messages.server.ts'
import { text } from './text.ts'

export type DefaultPage = Readonly<{ slug: string; title: string; seo_description: string; body: string }>

const slugs = ['about', 'services', 'hotels', 'flights', 'guides', 'privacy', 'terms'] as const

/**
 * The default texts, in the markup of kernel/marked-text.ts. The agency edits them in the back office. They claim nothing
 * that only the agency can know: no office, no history, no licence. The review note ends the two texts that a lawyer
 * should review.
 */
export const defaultPageTexts = slugs.map((slug) => ({
  slug,
  title: text(`defaultPages.${slug}.title`),
  seo_description: text(`defaultPages.${slug}.seo_description`),
  body: text(`defaultPages.${slug}.body`, { reviewNote: text('defaultPages.reviewNote') }),
}))

export function defaultPagesIn(language: Language): readonly DefaultPage[] {
  const say = sayIn(language)
  return defaultPageTexts.map(({ slug, title, seo_description, body }) => ({
    slug,
    title: say(title),
    seo_description: say(seo_description),
    body: say(body),
  }))
}

export const defaultPages = defaultPagesIn(catalogueLanguage)
