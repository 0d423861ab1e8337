import type { SeedService, SeedTranslations } from '../kind.ts'
import { withPractical } from '../shared/seed-practical.ts'
import { beyondDubai } from './seed-beyond.ts'
import { dubaiStays } from './seed-dubai.ts'
import { practicalOfPackage } from './seed-practical.ts'
import ar from './seed-translations/ar.json' with { type: 'json' }
import hi from './seed-translations/hi.json' with { type: 'json' }
import ur from './seed-translations/ur.json' with { type: 'json' }

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

export const translations: SeedTranslations = { ar, hi, ur }
