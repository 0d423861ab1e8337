import type { SeedService } from '../kind.ts'
import { beyondDubai } from './seed-beyond.ts'
import { dubaiStays } from './seed-dubai.ts'

/** The demo packages. Amounts are in US cents; adults share a double room. */
export const seed: readonly SeedService[] = [...dubaiStays, ...beyondDubai]
