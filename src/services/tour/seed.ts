import type { SeedService } from '../kind.ts'
import { cityTours } from './seed-city.ts'
import { journeys } from './seed-journeys.ts'

/** The demo tours. Amounts are in US cents. */
export const seed: readonly SeedService[] = [...journeys, ...cityTours]
