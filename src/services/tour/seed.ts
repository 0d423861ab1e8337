import type { SeedService } from '../kind.ts'
import { withPractical } from '../shared/seed-practical.ts'
import { cityTours } from './seed-city.ts'
import { journeys } from './seed-journeys.ts'
import { practicalOfTours } from './seed-practical.ts'

/** The demo tours. Amounts are in US cents. */
export const seed: readonly SeedService[] = withPractical(
  [...journeys, ...cityTours],
  ({ slug }) => practicalOfTours[slug],
)
