import type { SeedService, SeedTranslations } from '../kind.ts'
import { withPractical } from '../shared/seed-practical.ts'
import { cityTours } from './seed-city.ts'
import { journeys } from './seed-journeys.ts'
import { practicalOfTours } from './seed-practical.ts'
import ar from './seed-translations/ar.json' with { type: 'json' }
import hi from './seed-translations/hi.json' with { type: 'json' }
import ur from './seed-translations/ur.json' with { type: 'json' }

/** The demo tours. Amounts are in US cents. */
export const seed: readonly SeedService[] = withPractical(
  [...journeys, ...cityTours],
  ({ slug }) => practicalOfTours[slug],
)

export const translations: SeedTranslations = { ar, hi, ur }
