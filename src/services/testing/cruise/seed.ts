import type { SeedService } from '../../kind.ts'

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
