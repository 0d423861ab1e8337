import { addContentTranslations, siteId } from '../../src/modules/content/index.server.ts'
import ar from './translations/content/ar.json' with { type: 'json' }
import hi from './translations/content/hi.json' with { type: 'json' }
import ur from './translations/content/ur.json' with { type: 'json' }
import type { SeedDeps } from './world.server.ts'

type ByName = Readonly<Record<string, Readonly<Record<string, string>>>>
interface Translated {
  /** By address. */
  readonly pages: ByName
  /** By title. */
  readonly sliders: ByName
  readonly settings: Readonly<Record<string, string>>
  /** Instructions, by the method's name. */
  readonly payment_methods: Readonly<Record<string, string>>
}
export const contentTranslations: Readonly<Record<'ar' | 'hi' | 'ur', Translated>> = { ar, hi, ur }

/** Pages, sliders and settings of the demo agency in the other languages of the shop. */
export async function seedContentTranslations(deps: SeedDeps): Promise<void> {
  const sliders = await deps.db.selectFrom('homepage_sliders').select(['id', 'title']).execute()
  const languages = Object.keys(contentTranslations) as (keyof typeof contentTranslations)[]
  await addContentTranslations(
    deps,
    languages.flatMap((language) => {
      const { pages, sliders: named, settings } = contentTranslations[language]
      return [
        ...Object.entries(pages).map(([id, texts]) => ({ subject: 'page' as const, id, language, texts })),
        ...sliders.map(({ id, title }) => ({ subject: 'slider' as const, id, language, texts: named[title] ?? {} })),
        { subject: 'settings' as const, id: siteId, language, texts: settings },
      ]
    }),
  )
}
