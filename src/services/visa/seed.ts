import type { SeedService, SeedTranslations } from '../kind.ts'
import { withPractical } from '../shared/seed-practical.ts'
import { emiratesVisas } from './seed-emirates.ts'
import { neighbourVisas } from './seed-neighbours.ts'
import { practicalOfVisa } from './seed-practical.ts'
import ar from './seed-translations/ar.json' with { type: 'json' }
import hi from './seed-translations/hi.json' with { type: 'json' }
import ur from './seed-translations/ur.json' with { type: 'json' }

/** The demo visas. Amounts are in US cents; titles are country and visa type, as the shop shows them. */
export const seed: readonly SeedService[] = withPractical([...emiratesVisas, ...neighbourVisas], practicalOfVisa)

export const translations: SeedTranslations = { ar, hi, ur }
