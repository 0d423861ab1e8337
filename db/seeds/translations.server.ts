import type { Language } from '../../src/kernel/language.ts'
import { addTranslations, type CatalogueService } from '../../src/modules/catalogue/index.server.ts'
import type { SeedTexts, SeedTranslations } from '../../src/services/seed-service.ts'
import type { SeedDeps } from './world.server.ts'

/** Texts of the demo agency's items in the other languages of the shop. */
export async function seedTranslations(deps: SeedDeps, services: readonly CatalogueService[]): Promise<void> {
  const byKind = new Map<string, SeedTranslations>()
  for (const { key, kind } of deps.kinds.all) byKind.set(key, (await kind.seed?.())?.translations ?? {})
  const all = services.flatMap((service) =>
    Object.entries(byKind.get(service.kind) ?? {}).flatMap(([language, items]) => {
      const texts = items[service.slug]
      return texts ? [{ service, language: language as Language, texts: pathsOf(texts) }] : []
    }),
  )
  await addTranslations(deps, all)
}

const pathsOf = ({ title, summary, details = {} }: SeedTexts) => ({
  title,
  summary,
  ...Object.fromEntries(Object.entries(details).map(([name, text]) => [`details.${name}`, text])),
})
