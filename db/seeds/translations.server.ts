import { addTranslations, type CatalogueService } from '../../src/modules/catalogue/index.server.ts'
import ar from './translations/ar.json' with { type: 'json' }
import detailsAr from './translations/details/ar.json' with { type: 'json' }
import detailsHi from './translations/details/hi.json' with { type: 'json' }
import detailsUr from './translations/details/ur.json' with { type: 'json' }
import hi from './translations/hi.json' with { type: 'json' }
import ur from './translations/ur.json' with { type: 'json' }
import type { SeedDeps } from './world.server.ts'

type Translated = Readonly<Record<string, { readonly title: string; readonly summary: string }>>
/** By language and slug. */
export const translations: Readonly<Record<'ar' | 'hi' | 'ur', Translated>> = { ar, hi, ur }

type TranslatedDetails = Readonly<Record<string, Readonly<Record<string, unknown>>>>
/** All other texts of two items of each kind. */
const details: Readonly<Record<'ar' | 'hi' | 'ur', TranslatedDetails>> = { ar: detailsAr, hi: detailsHi, ur: detailsUr }

const detailTexts = (language: keyof typeof details, slug: string) =>
  Object.fromEntries(Object.entries(details[language][slug] ?? {}).map(([name, text]) => [`details.${name}`, text]))

/** Texts of the demo agency's items in the other languages of the shop. */
export async function seedTranslations(deps: SeedDeps, services: readonly CatalogueService[]): Promise<void> {
  const languages = Object.keys(translations) as (keyof typeof translations)[]
  const all = services.flatMap((service) =>
    languages.flatMap((language) => {
      const texts = translations[language][service.slug]
      return texts ? [{ service, language, texts: { ...texts, ...detailTexts(language, service.slug) } }] : []
    }),
  )
  await addTranslations(deps, all)
}
