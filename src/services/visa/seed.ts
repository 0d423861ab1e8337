import type { SeedService } from '../kind.ts'
import { withPractical } from '../shared/seed-practical.ts'
import { emiratesVisas } from './seed-emirates.ts'
import { neighbourVisas } from './seed-neighbours.ts'
import { practicalOfVisa } from './seed-practical.ts'

/** The demo visas. Amounts are in US cents; titles are country and visa type, as the shop shows them. */
export const seed: readonly SeedService[] = withPractical([...emiratesVisas, ...neighbourVisas], practicalOfVisa)
