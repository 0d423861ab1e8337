import type { SeedService } from '../kind.ts'
import { withPractical } from '../shared/seed-practical.ts'
import { beyondDubai } from './seed-beyond.ts'
import { dubaiStays } from './seed-dubai.ts'
import { practicalOfPackage } from './seed-practical.ts'

/** Hotels, cars and guides are booked two days ahead. */
const withNotice = (item: SeedService): SeedService => ({
  ...item,
  details: { schedules: [{ starts: 'day', cut_off_hours: 48 }], ...item.details },
})

/** The demo packages. Amounts are in US cents; adults share a double room. */
export const seed: readonly SeedService[] = withPractical(
  [...dubaiStays, ...beyondDubai].map(withNotice),
  practicalOfPackage,
)
