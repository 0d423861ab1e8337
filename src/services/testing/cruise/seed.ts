import type { SeedService, SeedTranslations } from '../../kind.ts'
import ar from './seed-translations/ar.json' with { type: 'json' }
import hi from './seed-translations/hi.json' with { type: 'json' }
import ur from './seed-translations/ur.json' with { type: 'json' }

/** The demo cruises. Amounts are in fils. */
export const seed: readonly SeedService[] = [
  {
    slug: 'a-night-on-the-creek',
    title: 'A Night on the Creek',
    summary: 'Dinner on deck, a cabin with a window, breakfast in the old harbour.',
    featuredImage: 'marina-1',
    details: {
      ship: 'Al Noor',
      price_cabin: 42_000,
      berths: 2,
      faq: [{ question: 'Is breakfast included?', answer: 'Yes, from 07:00 on deck.' }],
    },
  },
]

export const translations: SeedTranslations = { ar, hi, ur }
