import type { SeedService } from '../kind.ts'
import { withPractical } from '../shared/seed-practical.ts'
import { beyondDubai } from './seed-beyond.ts'
import { dubaiStays } from './seed-dubai.ts'
import { practicalOfPackage } from './seed-practical.ts'

/** The demo packages. Amounts are in US cents; adults share a double room. */
export const seed: readonly SeedService[] = withPractical([...dubaiStays, ...beyondDubai], practicalOfPackage)
